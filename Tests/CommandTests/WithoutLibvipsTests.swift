import PenumbraTestSupport
import Testing

/// Libvips is opened on first need: a machine without it is told what to install where it is needed,
/// and all else works.
@Suite struct WithoutLibvipsTests {
  private let folder: TemporaryFolder
  /// Asks for a library that no machine has, by a name like the real one.
  private static let hidden = ["PENUMBRA_LIBVIPS": "libvips.so.4242"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SmallScene.text("one"), "c/one.json")
    try folder.write(
      """
      {"penumbra": 1, "name": "text", "canvas": {"width": 60, "height": 50},
       "cells": [{"frame": [5, 5, 40, 20], "label": "Hi"}]}
      """, "text.json")
    try folder.write("{\"e\": {\"$type\": \"shadow\", \"$value\": \"0 1px 2px black\"}}", "t.json")
    let drawn = try PenumbraCommand.run([
      "cells", folder.file("c"), "-o", folder.file("base"), "-q",
    ])
    #expect(drawn.code == 0)
  }

  private func run(_ arguments: [String]) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(arguments, environment: Self.hidden)
  }

  /// PNG of shapes and shadows needs no library of others.
  @Test func whatNeedsNoOtherFormatNorTextWorks() throws {
    let scene = folder.file("c/one.json")
    for arguments in [
      ["help"], ["help", "render"], ["--version"], ["version"], ["schema"], ["schema", "manifest"],
      ["inspect", scene], ["inspect", folder.file("text.json")],
      ["import", "0 4px 12px rgb(0 0 0 / 25%)", "-o", folder.file("imported.json")],
      ["render", folder.file("c"), "-o", folder.file("out"), "--dry-run"],
      ["sheet", folder.file("c"), "-o", folder.file("out"), "--dry-run"],
      ["cells", folder.file("c"), "-o", folder.file("out"), "--dry-run"],
      ["bench", "raster", scene, "--repeat", "1"],
      ["bench", "encode", scene, "--repeat", "1", "-o", folder.file("bench.png")],
      ["render", folder.file("c"), "-o", folder.file("rendered")],
      ["cells", folder.file("c"), "-o", folder.file("cells")],
      ["sheet", folder.file("c"), "-o", folder.file("sheet.png"), "--no-captions"],
    ] {
      let bare = try run(arguments)
      #expect(bare.code == 0, "\(arguments): \(bare.errors)")
      #expect(!bare.errors.contains("libvips"), "\(arguments): \(bare.errors)")
    }
    #expect(folder.exists("imported.json") && folder.exists("rendered/one.png"))
    // It draws and measures without an encoder, as long as nothing is written on a cell.
    #expect(try [0, 1].contains(run(["lint", scene]).code))
  }

  @Test func whatNeedsItSaysHowToGetIt() throws {
    let picture = folder.file("base/one-0.png")
    for arguments in [
      ["render", folder.file("text.json"), "-o", folder.file("out")],
      ["render", folder.file("c"), "-o", folder.file("out"), "--writer", "vips"],
      ["render", folder.file("c"), "-o", folder.file("out"), "--format", "png[compression=6]"],
      ["render", folder.file("c/one.json"), "-o", folder.file("one.webp")],
      ["render", folder.file("c/one.json"), "-o", folder.file("one.dz")],
      ["sheet", folder.file("c"), "-o", folder.file("out")],
      ["check", folder.file("c"), "--baseline", folder.file("base"), "--report", folder.file("r")],
      ["diff", picture, picture],
      ["bench", "encode", folder.file("c/one.json")],
    ] {
      let ending = try run(arguments)
      #expect(ending.code == 69, "\(arguments): \(ending.code) \(ending.errors)")
      #expect(ending.errors.contains("apt-get install libvips42"), "\(arguments): \(ending.errors)")
      #expect(ending.errors.contains("libvips.so.4242"), "\(arguments): \(ending.errors)")
    }
    #expect(!folder.exists("out/one.png") && !folder.exists("one.webp"))
  }

  @Test func doctorStartsAndNamesWhatIsMissing() throws {
    let ending = try run(["doctor"])
    #expect(ending.code == 69)
    let line = try #require(ending.output.split(separator: "\n").first { $0.contains("libvips") })
    #expect(line.hasPrefix("missing "))
    #expect(line.contains("apt-get install libvips42"))
    #expect(ending.output.contains("kernels for"))
    let healthy = try PenumbraCommand.run(["doctor"])
    #expect(healthy.output.contains("opened from /"), "\(healthy.output)")
  }

  @Test func aNamedLibraryThatIsNoneIsToldByItsVariable() throws {
    for name in [folder.file("no/libvips.so"), folder.file("c/one.json"), "libm.so.6"] {
      let ending = try PenumbraCommand.run(
        ["render", folder.file("c"), "-o", folder.file("out"), "--writer", "vips"],
        environment: ["PENUMBRA_LIBVIPS": name])
      #expect(ending.code == 69, "\(name)")
      #expect(ending.errors.contains("libvips"), "\(ending.errors)")
      #expect(ending.errors.contains("PENUMBRA_LIBVIPS"), "\(ending.errors)")
    }
  }
}
