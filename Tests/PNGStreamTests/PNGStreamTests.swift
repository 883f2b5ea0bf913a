import Foundation
import PNGStream
import PenumbraTestSupport
import Testing
import Vips

/// Files hold the pixels that they were made from, byte for byte the same however they are made.
@Suite struct PNGStreamTests {
  /// A soft edge, as a shadow has one: few residuals between long runs of zeros.
  static func soft(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
    let distance = (x % 97 - 48) * (x % 97 - 48) + (y - 40) * (y - 40)
    return UInt8(truncatingIfNeeded: channel == 3 ? max(0, 255 - distance / 16) : distance / 32)
  }

  /// Holds the file against the pixels, at every level, told about equal rows or not.
  @discardableResult
  static func check(
    _ pixels: TestPixels, bandHeight: Int? = nil, _ comment: Comment? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    let file = pixels.encoded(bandHeight: bandHeight)
    let decoded = try PNG.decoded(file)
    #expect(
      decoded.width == pixels.layout.width && decoded.height == pixels.layout.height
        && decoded.channels == pixels.layout.channels && decoded.bytes == pixels.bytes, comment,
      sourceLocation: location)
    for level in EncoderLevel.available {
      let other = pixels.encoded(level: level, bandHeight: bandHeight, tellsEqualRows: true)
      #expect(other == file, comment, sourceLocation: location)
    }
    return file
  }

  @Test(arguments: [1, 3, 4])
  func theSmallestPicturesHold(channels: Int) throws {
    for (width, height) in [(1, 1), (1, 2), (2, 1), (1, 700), (700, 1), (1, 70_000), (70_000, 1)] {
      try Self.check(TestPixels(width, height, channels, Self.soft), "\(width) x \(height)")
      try Self.check(
        TestPixels(width, height, channels) { _, _, _ in 7 }, "flat \(width) x \(height)")
    }
  }

  @Test(arguments: [1, 3, 4])
  func everyWidthHolds(channels: Int) throws {
    for width in 1...66 {
      try Self.check(TestPixels(width, 60, channels, Self.soft), bandHeight: 13, "\(width)")
    }
  }

  @Test func oneBandAndThousandsHoldTheSamePixels() throws {
    let pixels = TestPixels(61, 5000, 3, Self.soft)
    for height in [1, 2, 7, 256, 5000] { try Self.check(pixels, bandHeight: height, "\(height)") }
  }

  /// Rows that are longer than the window, and pictures of more bytes than a piece.
  @Test func wideRowsHold() throws {
    for channels in [1, 3, 4] {
      try Self.check(TestPixels(40_000, 9, channels, Self.soft))
      try Self.check(TestPixels(40_000, 9, channels) { x, _, c in Self.soft(x, 3, c) })
    }
  }

  /// Stretches of equal rows just below and just above the window, between others.
  @Test func equalRowsOfAnyNumberHold() throws {
    for width in [1, 2, 3, 50, 273, 10_922, 10_923] {
      for run in [1, 2, 40, 119, 120, 121, 300] where width * run < 2_000_000 {
        try Self.check(
          TestPixels(width, run + 20, 3) { x, y, c in Self.soft(x, min(max(y, 8), 8 + run), c) },
          bandHeight: run + 20, "\(width), \(run) equal rows")
      }
    }
  }

  /// What cannot be made smaller is stored, at a cost of 5 bytes for 65535, and 22 for a band.
  @Test func noiseGrowsByNextToNothing() throws {
    var random = SplitMix64(named: "noise")
    for (width, height, channels) in [(640, 480, 3), (333, 200, 4), (2000, 60, 1), (5, 5, 3)] {
      let pixels = TestPixels(width, height, channels) { _, _, _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      let file = try Self.check(pixels)
      let plain = (width * channels + 1) * height
      let bands = (height + pixels.layout.bandHeight - 1) / pixels.layout.bandHeight
      #expect(file.count <= plain + 100 + 5 * (plain / 65535 + 1) + 24 * bands)
    }
  }

  /// Bytes of few values, of skewed counts and of far repeats: all kinds of blocks and lengths.
  @Test func bytesOfEveryKindHold() throws {
    var random = SplitMix64(named: "bytes of every kind")
    for values in [2, 3, 5, 17, 64, 250] {
      let table = (0..<3000).map { _ in UInt8(random.integer(0, values - 1)) }
      try Self.check(TestPixels(900, 90, 3) { x, y, c in table[(x * 3 + c + y * 37) % 3000] })
      try Self.check(
        TestPixels(500, 200, 3) { _, _, _ in
          var value = 0
          while value < values, random.oneIn(2) { value += 1 }
          return UInt8(value)
        })
    }
  }

  @Test func thousandsOfSmallPicturesHold() throws {
    var random = SplitMix64(named: "small pictures")
    for _ in 0..<4000 {
      let seed = random.integer(0, 255)
      let step = random.pick([0, 1, 1, 1, 3, 85])
      let flat = random.pick([1, 2, 5, 40])
      let pixels = TestPixels(
        random.integer(1, 40), random.integer(1, 40), random.pick([1, 3, 4])
      ) { x, y, c in
        UInt8(truncatingIfNeeded: seed + step * (x / flat + y / flat) + (step == 85 ? c : 0))
      }
      try Self.check(pixels, bandHeight: random.integer(1, 40))
    }
  }

  /// An encoder keeps tables between bands: nothing of them may show.
  @Test func whatWasEncodedBeforeDoesNotShow() throws {
    let pixels = TestPixels(700, 300, 3, Self.soft)
    let encoder = BandEncoder(level: .baseline)
    let first = pixels.bands(encoder, bandHeight: 30).map(\.chunks)
    let second = pixels.bands(encoder, bandHeight: 30).map(\.chunks)
    #expect(first == second)
    let alone = pixels.bands(BandEncoder(level: .baseline), bandHeight: 30)
    #expect(alone.map(\.chunks) == first)
  }

  /// Soft shadows must not take more than what general compression makes of them.
  @Test func softRowsBecomeSmall() throws {
    let pixels = TestPixels(3000, 400, 3, Self.soft)
    let folder = try TemporaryFolder()
    let path = folder.file("vips.png")
    try pixels.bytes.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: PixelLayout(width: 3000, height: 400, channels: 3), to: path,
        format: OutputFormat("png[compression=3,filter=up]"))
    }
    let theirs = try Data(contentsOf: URL(filePath: path)).count
    #expect(pixels.encoded().count <= theirs)
  }

  /// The readers that others have: libvips, and so libpng and zlib.
  @Test func libvipsReadsThePixels() throws {
    let folder = try TemporaryFolder()
    for channels in [3, 4] {
      for (width, height) in [(1, 1), (1, 300), (300, 1), (257, 129), (4000, 70)] {
        let pixels = TestPixels(width, height, channels, Self.soft)
        let path = folder.file("\(channels) \(width) \(height).png")
        try Data(pixels.encoded()).write(to: URL(filePath: path))
        let reader = try ImageReader(path: path, mode: .stored, limits: .trusted)
        #expect(reader.layout == PixelLayout(width: width, height: height, channels: channels))
        var read: [UInt8] = []
        try reader.forEachRow { _, row in read += row }
        #expect(read == pixels.bytes, "\(width) x \(height) x \(channels)")
      }
    }
  }
}
