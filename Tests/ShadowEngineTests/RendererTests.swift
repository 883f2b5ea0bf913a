import PenumbraTestSupport
import ShadowEngine
import Testing

/// Whole pictures against the reference renderer, and against themselves under other settings.
struct RendererTests {
  /// Each item rounds once, so what lies over what may be off by a level for each.
  @Test func randomListsMeetTheReference() throws {
    for seed in UInt64(1)...60 {
      let list = RandomDisplayList.list(seed: seed)
      let expected = try ReferenceRenderer(list, content: PatternContent()).render()
      let actual = try Rendering(list).picture()
      expectSamePicture(
        "seed \(seed)", expected: expected, actual: actual,
        tolerance: max(1, list.items.count), comparingPremultiplied: true)
    }
  }

  @Test func settingsDoNotChangeABit() throws {
    for seed in UInt64(1_000)..<1_000 + UInt64(Sweep.count(4, all: 13)) {
      let list = RandomDisplayList.list(seed: seed, size: 150)
      let expected = try Rendering(list).picture()
      for set in InstructionSet.available {
        for (threads, band) in [(1, 7), (2, 64), (3, 1), (8, 16), (2, 1000)] {
          let settings = RenderSettings(
            instructionSet: set, threads: threads, bandHeight: band, maskBankBytes: 20_000)
          let actual = try Rendering(list, settings).picture()
          #expect(actual == expected, "seed \(seed), \(set), \(threads) threads, \(band) rows")
        }
      }
    }
  }
}

/// A display list rendered by the engine.
struct Rendering {
  var list: DisplayList
  var settings: RenderSettings

  init(
    _ list: DisplayList, _ settings: RenderSettings = RenderSettings(instructionSet: .baseline)
  ) {
    self.list = list
    self.settings = settings
  }

  func picture() throws -> ReferencePicture {
    let renderer = try BandRenderer(list, content: PatternContent(), settings: settings)
    var bytes: [UInt8] = []
    try renderer.render { _, band in bytes.append(contentsOf: band) }
    return ReferencePicture(
      rect: PixelRect(x: 0, y: 0, width: list.width, height: list.height),
      channels: renderer.channels, bytes: bytes)
  }
}
