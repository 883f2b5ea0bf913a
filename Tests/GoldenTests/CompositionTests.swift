import PenumbraTestSupport
import ShadowEngine
import Testing

/// Whole pictures of random display lists: the engine against the reference, level by level.
@Suite struct CompositionTests {
  static let batches = 8
  static let listsPerBatch = Sweep.count(10, all: 20)

  /// At most one level in every channel of the premultiplied picture.
  @Test(arguments: 0..<batches)
  func randomPicturesAreWithinALevel(batch: Int) throws {
    let first = UInt64(batch * Self.listsPerBatch)
    try expectAgreement(seeds: first..<first + UInt64(Self.listsPerBatch))
  }

  /// Canvases of several bands, where rows repeat and shapes have a plateau.
  @Test func largePicturesAreWithinALevel() throws {
    try expectAgreement(seeds: 9000..<9010, size: 350)
  }

  /// Shadows of images and labels, which are blurred as bitmaps.
  @Test func contentShadowsAreWithinALevel() throws {
    try expectAgreement(seeds: 7000..<7000 + UInt64(Sweep.count(20, all: 40)), .contentShadows)
  }

  /// Shadows of shapes that overlap, as those of a run do whose spread is wider than its gaps.
  @Test func overlappingUnionsAreWithinALevel() throws {
    try expectAgreement(seeds: 8000..<8000 + UInt64(Sweep.count(20, all: 40)), .overlappingUnions)
  }

  /// Shadows whose last bit is decided by ordered thresholds.
  @Test func ditheredPicturesAreWithinALevel() throws {
    try expectAgreement(seeds: 10_000..<10_030, .dither)
  }

  /// Edges of sharp and nearly sharp shadows, holes and masks that run through one pixel.
  @Test func edgesAreWithinALevel() throws {
    try expectAgreement(seeds: 11_000..<11_000 + UInt64(Sweep.count(40, all: 200)), .edges)
  }

  /// Stacks of up to 16 shadows of as many colours.
  @Test func stacksAreWithinALevel() throws {
    try expectAgreement(seeds: 12_000..<12_020, .stacks)
  }

  /// Whole lists within a level for each item that lies over a pixel, since each rounds; every second
  /// list item by item, within one.
  private func expectAgreement(
    seeds: Range<UInt64>, _ specialty: RandomDisplayList.Specialty? = nil, size: Int = 48
  ) throws {
    print("display lists of seeds \(seeds)")
    for seed in seeds {
      let list = RandomDisplayList.list(seed: seed, size: size, specialty: specialty)
      guard seed % 2 == 0 else {
        for (index, item) in list.items.enumerated() {
          var one = list
          one.items = [item]
          try expectAgreement("item \(index) of seed \(seed)", one)
        }
        continue
      }
      try expectAgreement("display list of seed \(seed)", list)
    }
  }

  private func expectAgreement(_ name: String, _ list: DisplayList) throws {
    let canvas = PixelRect(x: 0, y: 0, width: list.width, height: list.height)
    let (expected, depths) = try ReferenceRenderer(list, content: PatternContent()).draw(canvas)
    let actual = try engineRender(list)
    expectSamePicture(
      name, expected: expected, actual: actual, tolerances: depths.map { max(1, $0) },
      comparingPremultiplied: true)
    expectNoColorWithoutAlpha(actual, name)
  }

  /// The same bytes for every instruction set, number of threads and height of bands.
  @Test func bytesDependOnTheListAlone() throws {
    for seed in UInt64(5000)..<5000 + UInt64(Sweep.count(15, all: 60)) {
      let list = RandomDisplayList.list(seed: seed)
      let first = try engineRender(list, set: .baseline)
      for set in InstructionSet.available {
        for (threads, bandHeight) in [(1, 1), (2, 7), (3, nil), (8, 16)] {
          let other = try engineRender(list, set: set, threads: threads, bandHeight: bandHeight)
          expectSamePicture(
            "seed \(seed), \(set), \(threads) threads, bands of \(bandHeight ?? 0)",
            expected: first, actual: other, tolerance: 0)
        }
      }
    }
  }

  private func expectNoColorWithoutAlpha(_ picture: ReferencePicture, _ name: String) {
    guard picture.channels == 4 else { return }
    let bytes = picture.bytes
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] == 0 {
      guard bytes[start] | bytes[start + 1] | bytes[start + 2] != 0 else { continue }
      Issue.record("\(name): colour under alpha 0 at pixel \(start / 4)")
      return
    }
  }
}
