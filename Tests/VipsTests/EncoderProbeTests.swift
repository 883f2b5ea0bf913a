import Foundation
import PenumbraTestSupport
import Testing

@testable import Vips

/// What is at fault is found by trying, whatever the library's words are.
@Suite struct EncoderProbeTests {
  init() throws { try Library.start(threads: 1) }

  /// Words by which nothing is decided.
  static let words = [
    "Unsupported compression", "not found", "no property named `x'", "unknown", "",
    "No space left on device", "Too many open files",
  ]

  /// The probe of a format of which some options do not work, alone or together.
  private func outcome(_ text: String, _ message: String, fails: ([String]) -> Bool) throws
    -> VipsError?
  {
    do {
      try EncoderProbe.run(try OutputFormat(text)) { format, _ in
        if fails(format.options) { throw VipsError.failed(operation: "saving", detail: message) }
      }
      return nil
    } catch let error as VipsError {
      return error
    }
  }

  @Test(arguments: words) func theFaultIsWhatFailsAlone(message: String) throws {
    let format = ".tif[compression=zstd,Q=50,tile,tile_width=17]"
    #expect(try outcome(format, message) { _ in false } == nil)
    #expect(
      try outcome(format, message) { _ in true } == .noCodec(format: format, detail: message))
    // A choice among words: this build lacks it.
    #expect(
      try outcome(format, message) { $0.contains("compression=zstd") }
        == .noCodec(format: format, detail: message))
    // Anything else is the user's to mend.
    #expect(
      try outcome(format, message) { $0.contains("Q=50") }
        == .wrongOption(format: format, detail: message))
    #expect(
      try outcome(format, message) { $0.contains("tile") && $0.contains("tile_width=17") }
        == .wrongOption(format: format, detail: message))
    #expect(
      try outcome(".png", message) { _ in true } == .noCodec(format: ".png", detail: message))
  }

  @Test func otherFailuresAreLeftAlone() throws {
    let full = VipsError.noSaver(suffix: ".x")
    #expect(throws: full) {
      try EncoderProbe.run(try OutputFormat("tif[Q=5]")) { _, _ in throw full }
    }
  }

  /// What the probe lets pass is written whole, also where a picture is so small that libvips forgets
  /// the error of its only buffer.
  @Test(arguments: [
    "tif[compression=none]", "tif[compression=lzw]", "tif[compression=deflate]",
    "tif[compression=packbits]", "tif[compression=zstd]", "tif[compression=webp,lossless]",
    "tif[compression=jp2k]", "tif[compression=jp2k,tile]", "tif[profile=no-such-file.icc]",
    "png[profile=no-such-file.icc]", "tif[tile,tile_width=17]", "png[bitdepth=5]",
  ])
  func whatPassesIsWrittenWhole(text: String) throws {
    let folder = try TemporaryFolder()
    let format = try OutputFormat(text)
    do {
      try EncoderProbe.run(format) { format, pixels in
        try Writer.write(
          pixels: pixels, layout: EncoderProbe.layout, to: folder.file("probe\(format.suffix)"),
          format: format)
      }
    } catch VipsError.noCodec, VipsError.wrongOption {
      return
    }
    let picture = TestPicture(width: 40, height: 30, channels: 3)
    let file = folder.file("x\(format.suffix)")
    try Writer.write(picture, to: file, format: format, threads: 1)
    #expect(try DecodedPixels(path: file).layout == picture.layout)
  }

  @Test(arguments: [
    ("png[foo=1]", "there is no option foo"), ("jpg[Q=50,foo]", "there is no option foo"),
    ("png[in=x.png]", "there is no option in"), ("tif[filename=x]", "there is no option filename"),
    ("png[compression=10]", "expected a number from 0 to 9"),
    ("png[compression=abc]", "abc"), ("tif[compression=wobble]", "wobble"),
    ("jpg[subsample_mode=xx]", "xx"), ("dz[suffix=.png[foo=1]]", "there is no option foo"),
    ("dz[tile_size=0]", "expected a number from 1"), ("tif[Q=nan]", "expected a number from 1"),
  ])
  func optionsThatASaverDoesNotTake(text: String, found: String) throws {
    let format = try OutputFormat(text)
    do {
      try SaverOptions.check(format)
      Issue.record("\(text) passes")
    } catch {
      guard case .wrongOption(_, let detail) = error else { throw error }
      #expect(detail.contains(found), "\(detail)")
    }
  }

  @Test(arguments: [
    "png[compression=9,filter=all]", "tif[tile,tile_width=128,tile-height=128,pyramid]",
    "webp[lossless,Q=20]", "jpg[Q=50,strip]", "dz[layout=google,container=zip,suffix=.jpg[Q=50]]",
    "png[palette=true,colours=16]",
  ])
  func optionsThatASaverTakes(text: String) throws {
    try SaverOptions.check(try OutputFormat(text))
  }
}

/// Tiles are all there, or the picture has failed.
@Suite struct TileSetTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("t") }

  init() throws {
    folder = try TemporaryFolder()
    try Library.start(threads: 1)
  }

  private func write(_ layout: PixelLayout, _ format: OutputFormat) throws {
    try Writer.write(
      TestPicture(width: layout.width, height: layout.height, channels: layout.channels),
      to: .tiles(path), format: format, threads: 1)
  }

  @Test(arguments: [
    (1, 1), (254, 254), (255, 254), (509, 1), (1, 700), (900, 170), (2000, 1500),
  ])
  func theNumberOfTilesIsKnown(width: Int, height: Int) throws {
    let layout = PixelLayout(width: width, height: height, channels: 3)
    // Throws where it is another.
    try write(layout, try OutputFormat("dz"))
    try FileManager.default.removeItem(atPath: path + "_files")
    try write(layout, try OutputFormat("dz[suffix=.jpg[Q=40]]"))
  }

  @Test(arguments: ["removed", "emptied", "cut"]) func aTileThatIsNotWholeIsAFault(_ kind: String)
    throws
  {
    let layout = PixelLayout(width: 900, height: 170, channels: 3)
    let format = try OutputFormat("dz")
    try write(layout, format)
    let tiles = TileSet(path: path, format: format)
    try tiles.check(layout)
    let tile = URL(fileURLWithPath: path + "_files/9/1_0.png")
    let bytes = try Data(contentsOf: tile)
    switch kind {
    case "removed": try FileManager.default.removeItem(at: tile)
    case "emptied": try Data().write(to: tile)
    default: try bytes.dropLast(1).write(to: tile)
    }
    #expect(throws: VipsError.self) { try tiles.check(layout) }
  }
}
