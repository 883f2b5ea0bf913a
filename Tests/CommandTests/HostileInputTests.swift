import Foundation
import OrderedJSON
import PenumbraTestSupport
import Testing
import Vips

/// Input that is wrong or means harm: one clear error each, the rest goes on.
@Suite struct HostileInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SmallScene.text("good"), "c/good.json")
  }

  private func render(_ extra: String...) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(["render", folder.file("c"), "-o", folder.file("out")] + extra)
  }

  /// The bad file is named, the good one is there, and nothing else is.
  private func expectOneFailure(
    _ ending: PenumbraCommand.Ending, naming words: [String], code: Int32 = 65
  ) throws {
    #expect(ending.code == code, "\(ending.errors)")
    for word in words { #expect(ending.errors.contains(word), "\(ending.errors)") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).sorted()
    #expect(names == ["good.png", "manifest.json"])
    let manifest = try JSONText.parse(folder.bytes("out/manifest.json"))
    #expect(manifest["failures"]?.array?.count == 1)
  }

  private func image(_ path: String) -> String {
    SmallScene.text(
      "image", cells: #", {"frame": [0, 0, 9, 9], "fill": {"image": "\#(path)"}}"#)
  }

  @Test(arguments: [
    ("", "empty"), ("{\"penumbra\": 1,\n  \"name\": }", "2:"), ("[]", "object"),
    ("\u{FEFF}{}", "byte-order"), ("{\"penumbra\": 1, \"nme\": \"x\"}", "name"),
    (SmallScene.text("x").replacingOccurrences(of: "60", with: "1e400"), "1e400"),
    (SmallScene.text("good"), "good.json"), (SmallScene.text("../up"), "name"),
    (String(repeating: "[", count: 1000), "nest"),
  ])
  func aBadSceneIsNamedAndTheGoodOneIsDrawn(text: String, word: String) throws {
    try folder.write(text, "c/zbad.json")
    try expectOneFailure(try render(), naming: ["zbad.json", word])
  }

  @Test func imagesOutsideAreRefusedUnlessAllowed() throws {
    try Library.start(threads: 1)
    let layout = PixelLayout(width: 8, height: 8, channels: 3)
    let bytes = [UInt8](repeating: 200, count: layout.byteCount)
    try bytes.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: layout, to: folder.file("outside.png"), format: OutputFormat("png"))
    }
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.file("c/link.png"), withDestinationPath: folder.file("outside.png"))
    for path in [folder.file("outside.png"), "../outside.png", "link.png"] {
      try folder.write(image(path), "c/zbad.json")
      try? manager.removeItem(atPath: folder.file("out"))
      try expectOneFailure(
        try render(), naming: ["zbad.json", "$.cells[1].fill.image", "--allow-outside"])
      #expect(try render("--allow-outside").code == 0)
    }
  }

  @Test(arguments: ["nothing.png", "text.png", "cut.png", "wide.png", "pipe.png", "folder.png"])
  func aBadImageIsNamed(name: String) throws {
    try Library.start(threads: 1)
    func write(_ file: String, _ layout: PixelLayout) throws {
      let bytes = (0..<layout.byteCount).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
      try bytes.withUnsafeBytes {
        try Writer.write(
          pixels: $0, layout: layout, to: folder.file("c/\(file)"), format: OutputFormat("png"))
      }
    }
    try folder.write("hello", "c/text.png")
    try write("cut.png", PixelLayout(width: 200, height: 200, channels: 3))
    let whole = try folder.bytes("c/cut.png")
    try Data(whole.prefix(whole.count / 2)).write(
      to: URL(fileURLWithPath: folder.file("c/cut.png")))
    try write("wide.png", PixelLayout(width: 100_000, height: 1, channels: 3))
    mkfifo(folder.file("c/pipe.png"), 0o600)
    try FileManager.default.createDirectory(
      atPath: folder.file("c/folder.png"), withIntermediateDirectories: true)
    try folder.write(image(name), "c/zbad.json")
    try expectOneFailure(try render(), naming: ["zbad.json", name, "$.cells[1].fill.image"])
  }

  /// Whatever cannot be drawn is that scene's fault alone.
  @Test(arguments: [
    (#""width": 0.4, "height": 9"#, #""fill": "red""#, "$.canvas.width"),
    (#""width": 9, "height": 1e-9"#, #""fill": "red""#, "$.canvas.height"),
    (
      #""width": 9, "height": 9, "scale": 3"#, #""label": {"text": "W", "size": 2000}"#,
      "$.cells[0].label.size"
    ),
    (
      #""width": 90, "height": 90"#,
      #""label": "a\#(String(repeating: "\u{301}", count: 9_999))""#, "$.cells[0].label"
    ),
  ])
  func whatCannotBeDrawnIsNamed(canvas: String, style: String, word: String) throws {
    try folder.write(
      """
      {"penumbra": 1, "name": "bad", "canvas": {\(canvas)},
       "cells": [{"frame": [0, 0, 80, 80], \(style)}]}
      """, "c/zbad.json")
    try expectOneFailure(try render(), naming: ["zbad.json", word])
  }

  /// Of a scene whose image is damaged in the middle, or whose letter is a tower of marks, a sheet
  /// shows nothing; the other scenes are on it.
  @Test(arguments: [
    (#""fill": {"image": "cut.png"}"#, "$.cells[0].fill.image"),
    (#""label": "a\#(String(repeating: "\u{301}", count: 9_999))""#, "$.cells[0].label"),
  ])
  func aSheetGoesOnWithoutTheBadScene(style: String, place: String) throws {
    try Library.start(threads: 1)
    let layout = PixelLayout(width: 200, height: 200, channels: 3)
    let bytes = (0..<layout.byteCount).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    try bytes.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: layout, to: folder.file("c/cut.png"), format: OutputFormat("png"))
    }
    let whole = try folder.bytes("c/cut.png")
    try Data(whole.prefix(whole.count / 2)).write(
      to: URL(fileURLWithPath: folder.file("c/cut.png")))
    try folder.write(
      """
      {"penumbra": 1, "name": "bad", "canvas": {"width": 90, "height": 90, "scale": 2},
       "cells": [{"frame": [0, 0, 80, 80], \(style)}]}
      """, "c/abad.json")
    func sheet(_ inputs: String, _ out: String) throws -> PenumbraCommand.Ending {
      try PenumbraCommand.run(["sheet", folder.file(inputs), "-o", folder.file(out)])
    }
    let ending = try sheet("c", "all.png")
    #expect(ending.code == 65, "\(ending.errors)")
    #expect(
      ending.errors.contains("abad.json") && ending.errors.contains(place), "\(ending.errors)")
    #expect(try sheet("c/good.json", "good.png").code == 0)
    #expect(try folder.bytes("all.png") == folder.bytes("good.png"))
    let lint = try PenumbraCommand.run(["lint", folder.file("c")])
    #expect(lint.code == 65 && !lint.errors.contains("content("), "\(lint.errors)")
  }

  /// Root may read everything unless it gives that up.
  private static let setpriv: String? = ["/usr/bin/setpriv", "/bin/setpriv"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: geteuid() != 0 || setpriv != nil, "root needs setpriv of util-linux"))
  func whatMayNotBeReadIsNamedAndTheGoodOneIsDrawn() throws {
    try folder.write(SmallScene.text("secret"), "c/zbad.json")
    chmod(folder.file("c/zbad.json"), 0)
    let ending: PenumbraCommand.Ending
    if geteuid() == 0, let setpriv = Self.setpriv {
      ending = try PenumbraCommand.start(
        [
          "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all",
          PenumbraCommand.executable, "render", folder.file("c"), "-o", folder.file("out"),
        ], executable: setpriv
      ).wait()
    } else {
      ending = try render()
    }
    try expectOneFailure(
      ending, naming: ["zbad.json", "unreadable file (Permission denied)"], code: 66)
  }

  @Test func textTooSmallToLeaveInkIsDrawnAsNothing() throws {
    let cell = #", {"frame": [0, 0, 60, 50], "label": {"text": "x", "size": 1e-9}}"#
    try folder.write(SmallScene.text("good", cells: cell), "c/good.json")
    #expect(try render().code == 0)
  }

  /// GObject would warn and draw with the default.
  @Test(arguments: [
    "png[compression=99]", "png[compression=-1]", "jpg[Q=0]", "webp[Q=101]",
    "dz[suffix=.jpg[Q=999]]", "dz[tile_size=-1]", "png[compression=nan]",
  ])
  func anOptionOutOfRangeIsUsage(format: String) throws {
    let ending = try render("--format", format)
    #expect(ending.code == 64, "\(ending.errors)")
    #expect(ending.errors.contains("expected a number from"), "\(ending.errors)")
    #expect(!ending.errors.contains("WARNING"))
  }

  @Test func aScaleOutOfRangeIsUsage() throws {
    for scale in ["0", "1e-5", "1e9", "nan"] {
      #expect(try render("--scale", scale).code == 64, "\(scale)")
    }
  }

  /// Neither a picture nor the manifest takes the place of what it is made of.
  @Test func inputsAreNeverWrittenOver() throws {
    try Library.start(threads: 1)
    let layout = PixelLayout(width: 8, height: 8, channels: 3)
    try [UInt8](repeating: 200, count: layout.byteCount).withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: layout, to: folder.file("c/image.png"), format: OutputFormat("png"))
    }
    let before = try folder.bytes("c/image.png")
    try folder.write(image("image.png"), "c/zbad.json")
    let ending = try PenumbraCommand.run(["render", folder.file("c"), "-o", folder.file("c")])
    #expect(ending.code == 73, "\(ending.errors)")
    #expect(ending.errors.contains("image.png"))
    #expect(try folder.bytes("c/image.png") == before)

    try folder.write(SmallScene.text("m"), "d/manifest.json")
    let scene = try folder.bytes("d/manifest.json")
    let second = try PenumbraCommand.run([
      "render", folder.file("d/manifest.json"), "-o", folder.file("d"),
    ])
    #expect(second.code == 73, "\(second.errors)")
    #expect(try folder.bytes("d/manifest.json") == scene)
  }

  /// A scene may be called like a folder of somebody's, and a folder of ours be a way out.
  @Test(arguments: [("png", "good.png"), ("dz[layout=google]", "good"), ("zip", "good.zip")])
  func foldersOfOthersAreNotReplaced(format: String, product: String) throws {
    try folder.write("mine", "out/\(product)/notes.txt")
    let ending = try render("--format", format)
    #expect(ending.code == 73, "\(ending.errors)")
    #expect(ending.errors.contains("a folder is there, and in it \"notes.txt\""))
    #expect(try folder.bytes("out/\(product)/notes.txt") == Array("mine".utf8))
    try FileManager.default.removeItem(atPath: folder.file("out/\(product)/notes.txt"))
    #expect(try render("--format", format).code == 0)
    #expect(try render("--format", format).code == 0)
  }

  /// A picture that is compared is in memory as a whole.
  @Test func whatIsTooLargeToCompareIsNamed() throws {
    try folder.write(
      """
      {"penumbra": 1, "name": "huge", "canvas": {"width": 9000, "height": 8000},
       "cells": [{"frame": [0, 0, 9000, 8000], "fill": "red"}]}
      """, "huge/huge.json")
    func run(_ arguments: [String]) throws -> PenumbraCommand.Ending {
      try PenumbraCommand.run(arguments)
    }
    #expect(try run(["cells", folder.file("c"), "-o", folder.file("base")]).code == 0)
    let check = try run(
      [
        "check", folder.file("huge"), "--baseline", folder.file("base"), "--report",
        folder.file("report"),
      ])
    #expect(check.code == 1, "\(check.errors)")
    let report = String(decoding: try folder.bytes("report/report.json"), as: UTF8.self)
    #expect(report.contains("found a cell of 9000 x 8000 px, expected at most 67108864 px"))

    try Library.start(threads: 1)
    let layout = PixelLayout(width: 9_000_000, height: 8, channels: 3)
    try [UInt8](repeating: 200, count: layout.byteCount).withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: layout, to: folder.file("wide.png"), format: OutputFormat("png"))
    }
    let diff = try run(["diff", folder.file("wide.png"), folder.file("wide.png")])
    #expect(diff.code == 65 && diff.output.contains("at most"), "\(diff)")
  }

  @Test func aLinkInTheOutputFolderIsNoWayOut() throws {
    let manager = FileManager.default
    for name in ["out", "elsewhere"] {
      try manager.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try manager.createSymbolicLink(
      atPath: folder.file("out/.penumbra"), withDestinationPath: folder.file("elsewhere"))
    let ending = try render()
    #expect(ending.code == 73 && ending.errors.contains("a link is there"), "\(ending.errors)")
    #expect(try manager.contentsOfDirectory(atPath: folder.file("elsewhere")).isEmpty)
  }

  @Test func whatIsNoRegularFileIsRefused() throws {
    mkfifo(folder.file("pipe.json"), 0o600)
    try FileManager.default.createDirectory(
      atPath: folder.file("dir.json"), withIntermediateDirectories: true)
    for (name, code) in [("pipe.json", 66), ("dir.json", 66), ("none.json", 66)]
      as [(String, Int32)]
    {
      let ending = try PenumbraCommand.run([
        "render", folder.file(name), "-o", folder.file("o"),
      ])
      #expect(ending.code == code, "\(name)")
      #expect(ending.errors.contains(name))
    }
  }

  @Test func anOutputThatCannotBeCreatedIs73() throws {
    try folder.write("a file", "file")
    for out in [folder.file("file"), folder.file("file/below"), "/proc/nothing/here"] {
      let ending = try PenumbraCommand.run(["render", folder.file("c"), "-o", out])
      #expect(ending.code == 73, "\(out): \(ending.errors)")
    }
  }

  @Test func labelsAreNoMarkup() throws {
    let label = { (text: String) in
      SmallScene.text("good", cells: #", {"frame": [0, 0, 60, 50], "label": "\#(text)"}"#)
    }
    for text in ["<b>x", "&amp;", "<span size='99999'>x</span>", "%s%n"] {
      try folder.write(label(text), "c/good.json")
      #expect(try render().code == 0)
    }
  }

  @Test func aFilesNameDoesNotSteerTheTerminal() throws {
    try folder.write("{", "c/a\u{1B}[31mb.json")
    let ending = try render()
    #expect(ending.code == 65)
    #expect(ending.errors.contains("a\\u{1b}[31mb.json"), "\(ending.errors)")
    #expect(!ending.errors.contains("\u{1B}"))
  }

  @Test func thousandsOfThreadsAreNotStarted() throws {
    for index in 0..<40 {
      try folder.write(
        SmallScene.text("s\(index)", width: 3000), "many/\(index).json")
    }
    let run = try PenumbraCommand.start([
      "render", folder.file("many"), "-o", folder.file("out"), "--scale", "2", "--threads", "2",
    ])
    var most = 0
    while run.isRunning {
      most = max(most, run.threadCount)
    }
    #expect(try run.wait().code == 0)
    // Two pictures side by side, each with a worker and an encoder, and the threads that wait.
    #expect(most <= 12, "\(most) threads")
  }
}
