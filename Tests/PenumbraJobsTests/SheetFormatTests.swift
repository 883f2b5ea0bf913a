import Foundation
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraJobs

/// One sheet in every format, to the last bit.
@Suite struct SheetFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SceneFiles.varied(name: "a"), "corpus/a.json")
    try folder.write(SceneFiles.sweep(name: "b", count: 60), "corpus/b.json")
    for name in ["c", "d"] {
      try folder.write(
        SceneFiles.varied(name: name, background: "transparent"), "clear/\(name).json")
    }
  }

  /// A card a level from white and a shadow of three.
  private func writeFaint() throws {
    try folder.write(
      """
      {"penumbra": 1, "name": "faint", "canvas": {"width": 1100, "height": 1100},
       "cells": [{"frame": [300, 300, 500, 500], "fill": "#fffffe",
                  "shadow": {"radius": 60, "opacity": 0.012}}]}
      """, "faint/a.json")
  }

  private func sheet(_ out: String, of corpus: String) throws -> Manifest.Output {
    let target = try OutputTarget(out: folder.file(out), format: nil, isFolder: false)
    let job = SheetJob(
      inputs: [folder.file(corpus)], options: SceneOptions(), sheet: SheetOptions(columns: 7),
      settings: BatchSettings(target: target, threads: 2))
    let result = try job.run(interruption: Interruption(), observer: SilentObserver())
    #expect(result.failures.isEmpty)
    return try #require(result.outputs.first)
  }

  /// Colour under full transparency is nobody's: WebP puts there what compresses best.
  private func cleared(_ bytes: [UInt8], channels: Int) -> [UInt8] {
    var bytes = bytes
    guard channels == 4 else { return bytes }
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] == 0 {
      for channel in 0..<3 { bytes[start + channel] = 0 }
    }
    return bytes
  }

  @Test(arguments: [("corpus", 3), ("clear", 4)])
  func everyLosslessFormatHoldsTheSamePixels(corpus: String, channels: Int) throws {
    let png = try sheet("\(corpus).png", of: corpus)
    let layout = PixelLayout(width: png.width, height: png.height, channels: channels)
    #expect(png.channels == channels)
    let expected = try DecodedPixels(path: folder.file("\(corpus).png"))
    #expect(expected.layout == layout)
    let digests = try PictureDigests(path: folder.file("\(corpus).png"))
    #expect(digests.pixelDigest == png.pixelDigest)
    for name in [
      "x.tif", "x.tif[compression=zstd,tile]", "x.tif[compression=lzw,pyramid,tile,bigtiff]",
      "x.webp[lossless]", "x.png[compression=9,filter=all]",
    ] {
      let output = try sheet("\(corpus)-\(name)", of: corpus)
      #expect(output.pixelDigest == png.pixelDigest)
      let decoded = try DecodedPixels(path: folder.file(output.file))
      let same = cleared(decoded.bytes, channels: channels) == expected.bytes
      #expect(same, "\(name)")
    }
  }

  @Test(arguments: [("corpus", 3), ("clear", 4), ("faint", 3)])
  func tilesPutTogetherAreTheFlatPicture(corpus: String, channels: Int) throws {
    try writeFaint()
    let png = try sheet("\(corpus).png", of: corpus)
    let layout = PixelLayout(width: png.width, height: png.height, channels: channels)
    let expected = try DecodedPixels(path: folder.file("\(corpus).png")).bytes
    let layouts = [
      ("z.dz", PixelsOfTiles.deepZoom), ("g.dz[layout=google]", PixelsOfTiles.google),
      ("y.dz[layout=zoomify]", PixelsOfTiles.zoomify), ("i.dz[layout=iiif]", PixelsOfTiles.iiif),
    ]
    // Blank tiles are the layouts' own affair; transparent ones are nobody's.
    for (name, read) in corpus == "clear"
      ? Sweep.of([layouts[0]], besides: Array(layouts[1...])) : layouts
    {
      let output = try sheet("\(corpus)/\(name)", of: corpus)
      #expect(output.pixelDigest == png.pixelDigest)
      var path = folder.file("\(corpus)/\(output.file)")
      if path.hasSuffix(".dzi") { path = path.dropLast(4) + "_files" }
      let tiles = try read(path, layout)
      let same = cleared(tiles.bytes, channels: channels) == expected
      #expect(same, "\(name)")
    }
  }

  @Test func zipHoldsTheTilesOfTheFolder() throws {
    _ = try sheet("t/s.dz", of: "corpus")
    _ = try sheet("t/s.zip", of: "corpus")
    let unpacking = try PenumbraCommand.run(
      [
        "-c",
        "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
          + "z.extractall(sys.argv[2])", folder.file("t/s.zip"), folder.file("unpacked"),
      ], executable: try #require(PenumbraCommand.program("python3")))
    try #require(unpacking.code == 0, "\(unpacking.errors)")
    let walk = try #require(FileManager.default.enumerator(atPath: folder.file("unpacked/s")))
    var count = 0
    for case let path as String in walk where path.contains(".") {
      count += 1
      #expect(
        try folder.bytes("unpacked/s/\(path)") == folder.bytes("t/\(path)"), "\(path)")
    }
    #expect(count > 10)
  }
}
