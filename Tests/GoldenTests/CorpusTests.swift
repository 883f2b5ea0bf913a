import PenumbraTestSupport
import ShadowEngine
import Testing

/// Every scene of the corpus: the engine against the reference, within a level for each item that lies
/// over a pixel, since each rounds.
///
/// Texts and images come from one pattern for both, so that fonts and codecs play no part. Adding a
/// scene adds a case.
@Suite struct CorpusTests {
  @Test(
    .enabled(if: !CorpusScene.paths.isEmpty, "there is no corpus"), arguments: CorpusScene.paths)
  func engineMeetsReference(path: String) throws {
    let list = try CorpusScene.displayList(path)
    let engine = try BandRenderer(
      list, content: PatternContent(),
      settings: RenderSettings(instructionSet: try InstructionSet.chosen()))
    let reference = ReferenceRenderer(list, content: PatternContent())
    let seed = path.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
    for window in windows(of: list, seed: seed) {
      let (expected, depths) = try reference.draw(window)
      expectSamePicture(
        "\(path) at \(window.x), \(window.y)", expected: expected,
        actual: try engine.picture(of: window), tolerances: depths.map { max(1, $0) },
        comparingPremultiplied: true)
    }
  }

  /// The whole of a small canvas, some windows of a large one.
  private func windows(of list: DisplayList, seed: UInt64) -> [PixelRect] {
    let whole = PixelRect(x: 0, y: 0, width: list.width, height: list.height)
    let side = 150
    guard list.width * list.height > 400_000 else { return [whole] }
    var random = SplitMix64(seed: seed)
    print("windows of seed \(seed)")
    return (0..<Sweep.count(3, all: 8)).map { _ in
      PixelRect(
        x: random.integer(0, max(0, list.width - side)),
        y: random.integer(0, max(0, list.height - side)), width: side, height: side
      ).intersection(whole)
    }
  }
}
