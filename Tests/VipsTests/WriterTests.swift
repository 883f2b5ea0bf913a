import Foundation
import PenumbraTestSupport
import Testing

@testable import Vips

@Suite struct WriterTests {
  init() throws { try Library.start(threads: 2) }

  @Test(arguments: [
    "png", "png[compression=6,filter=all]", "tif", "tif[compression=zstd,tile]",
    "tif[compression=lzw,bigtiff]", "webp[lossless]", "ppm",
  ])
  func losslessFormatsKeepEveryPixel(suffix: String) throws {
    let folder = try TemporaryFolder()
    let format = try OutputFormat(suffix)
    for channels in suffix == "ppm" ? [3] : [3, 4] {
      let picture = TestPicture(width: 301, height: 157, channels: channels)
      let file = folder.file("x\(channels)\(format.suffix)")
      try Writer.write(picture, to: file, format: format, threads: 2)
      guard suffix != "ppm" else { continue }
      let decoded = try DecodedPixels(path: file)
      #expect(decoded.layout == picture.layout)
      let same = clearingTransparent(decoded) == picture.allBytes
      #expect(same)
    }
  }

  /// WebP gives fully transparent pixels whatever colour compresses best.
  private func clearingTransparent(_ pixels: DecodedPixels) -> [UInt8] {
    var bytes = pixels.bytes
    guard pixels.layout.channels == 4 else { return bytes }
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] == 0 {
      bytes.replaceSubrange(start..<start + 4, with: [0, 0, 0, 0])
    }
    return bytes
  }

  @Test func threadsDoNotChangeTheFile() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 640, height: 480, channels: 4)
    var files: [Data] = []
    for threads in [1, 2, 5] {
      let file = folder.file("\(threads).png")
      try Writer.write(picture, to: file, format: OutputFormat("png"), threads: threads)
      files.append(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    #expect(files[0] == files[1])
    #expect(files[0] == files[2])
  }

  @Test func memoryIsCopiedBeforeItGoesAway() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 400, height: 300, channels: 3)
    for round in 0..<Sweep.count(5, all: 20) {
      var bytes: [UInt8]? = picture.allBytes
      let file = folder.file("\(round).png")
      try bytes?.withUnsafeBytes {
        try Writer.write(
          pixels: $0, layout: picture.layout, to: file, format: OutputFormat("png"))
      }
      bytes = nil
      let same = try DecodedPixels(path: file).bytes == picture.allBytes
      #expect(same)
    }
  }

  @Test func errorOfTheSourceIsTheErrorOfTheWriter() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 64, height: 500, channels: 3, failingRow: 333)
    #expect(throws: TestPicture.Refused.self) {
      try Writer.write(picture, to: folder.file("x.png"), format: OutputFormat("png"), threads: 2)
    }
  }

  @Test func unknownSuffixAndUnknownOptionAreErrors() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 8, height: 8, channels: 3)
    #expect(throws: VipsError.noSaver(suffix: ".nope")) {
      try Writer.write(picture, to: folder.file("x.nope"), format: OutputFormat("nope"), threads: 1)
    }
    #expect(throws: VipsError.self) {
      try Writer.write(
        picture, to: folder.file("x.png"), format: OutputFormat("png[colour=1]"), threads: 1)
    }
  }

  @Test(arguments: ["dz", "zoomify", "google", "iiif"])
  func tilesAreMadeInTheLayout(layout: String) throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 700, height: 600, channels: 3)
    try Writer.write(
      picture, to: folder.file("t"), format: OutputFormat(".dz[layout=\(layout)]"), threads: 2)
    let marker = [
      "dz": "t_files/10/2_2.png", "zoomify": "t/ImageProperties.xml", "google": "t/0/0/0.png",
      "iiif": "t/info.json",
    ]
    #expect(FileManager.default.fileExists(atPath: folder.file(marker[layout] ?? "")))
  }
}

@Suite struct FormatLimitsTests {
  @Test(arguments: [
    ("webp", 16_383), ("jpg", 65_500), ("jpeg", 65_500), ("avif", 16_384), ("gif", 65_535),
    ("png", 10_000_000), ("tif", 10_000_000),
  ])
  func lastSizePassesAndNextIsRefused(suffix: String, limit: Int) throws {
    let format = try OutputFormat(suffix)
    try FormatLimits.check(format, width: limit, height: limit)
    let tall = LimitViolation(
      format: ".\(suffix)", quantity: .height, need: limit + 1, limit: limit)
    #expect(throws: VipsError.overLimit(tall)) {
      try FormatLimits.check(format, width: 1, height: limit + 1)
    }
    let wide = LimitViolation(format: ".\(suffix)", quantity: .width, need: limit + 1, limit: limit)
    #expect(throws: VipsError.overLimit(wide)) {
      try FormatLimits.check(format, width: limit + 1, height: 1)
    }
    #expect(wide.description.contains("\(limit + 1)"))
    #expect(wide.description.contains("\(limit)"))
  }

  @Test(arguments: [("webp", 16_383), ("jpg", 65_500)])
  func theEncoderReallyTakesTheLimit(suffix: String, limit: Int) throws {
    try Library.start(threads: 2)
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: limit, height: 2, channels: 3)
    let file = folder.file("x.\(suffix)")
    try Writer.write(picture, to: file, format: OutputFormat(suffix), threads: 1)
    #expect(try DecodedPixels(path: file).layout.width == limit)
  }

  @Test func tiffBecomesBigWhenItMust() throws {
    let format = try OutputFormat("tif[compression=lzw]")
    let small = PixelLayout(width: 20_000, height: 20_000, channels: 4)
    let large = PixelLayout(width: 96_999, height: 45_667, channels: 4)
    #expect(!format.encoderOptions(layout: small).contains("bigtiff"))
    #expect(format.encoderOptions(layout: large).contains("bigtiff"))
  }
}

@Suite struct OutputFormatTests {
  @Test func optionsKeepInnerBrackets() throws {
    let format = try OutputFormat(".dz[suffix=.png[compression=3,filter=up],layout=google]")
    #expect(format.suffix == ".dz")
    #expect(format.options == ["suffix=.png[compression=3,filter=up]", "layout=google"])
    #expect(format.layout == .google)
    #expect(format.kind == .tiles)
    #expect(try OutputFormat("zip").kind == .zippedTiles)
    #expect(try OutputFormat("PNG").suffix == ".png")
  }

  @Test func pngDefaultsFillOnlyWhatIsNotSaid() throws {
    let layout = PixelLayout(width: 1, height: 1, channels: 3)
    #expect(
      try OutputFormat("png").encoderOptions(layout: layout) == ["compression=3", "filter=up"])
    #expect(
      try OutputFormat("png[compression=9]").encoderOptions(layout: layout)
        == ["compression=9", "filter=up"])
  }

  @Test(arguments: ["png]", "", "[x]", "dz[layout=maps]", "dz[container=tar]", "a/b"])
  func malformedIsRefused(text: String) {
    #expect(throws: OutputFormatError.self) { try OutputFormat(text) }
  }
}
