import Foundation
import PenumbraTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Folders that lie, and places that lead elsewhere: refused, and nothing outside is touched.
@Suite struct ForgedFolderTests {
  private static let forged = PackageFolder.fixtures.appending(path: "Forged")
  private let folder: TemporaryFolder
  private var card: String { Self.forged.appending(path: "card.json").path }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(arguments)
  }

  private func path(_ name: String) -> String { Self.forged.appending(path: name).path }

  @Test(arguments: ["partial-link", "prune-outside", "report-eats-baseline", "devnull"])
  func thePromiseHolds(script: String) throws {
    // A device can only be made by root.
    if script == "devnull", geteuid() != 0 { return }
    let ending = try PenumbraCommand.run(
      [path(script + ".sh")], executable: "/bin/sh",
      environment: ["P": PenumbraCommand.executable, "TMPDIR": folder.path])
    #expect(ending.code == 0, "\(ending)")
  }

  @Test(arguments: ["m-width", "m-nul"])
  func aForgedShardIsRefused(name: String) throws {
    let ending = try run("merge", path(name), path("s2"), "-o", folder.file("out"))
    #expect(ending.code == 65 && ending.errors.contains("$.outputs[0]"), "\(ending)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: ["c-width0", "c-box", "c-boxmem", "c-boxtime", "base-out"])
  func aForgedBaselineIsRefused(name: String) throws {
    try FileManager.default.copyItem(atPath: path(name), toPath: folder.file("baseline"))
    for update in [[], ["--update"]] {
      let ending = try PenumbraCommand.run(
        [
          "check", card, "--baseline", folder.file("baseline"), "--report", folder.file("report"),
          "--scale", "2",
        ] + update)
      #expect(ending.code == 65 && ending.errors.contains("$.outputs[0]"), "\(ending)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["baseline"])
  }

  /// Wherever it lies: a job writes no links.
  @Test(arguments: ["out-1/link", "out-1/deep/link", "out-1/deep/er/link"])
  func aLinkedFolderInAShardIsRefused(link: String) throws {
    try folder.write(SmallScene.text("s"), "c/deep/er/s.json")
    try folder.write(SmallScene.text("t"), "c/t.json")
    for index in 1...2 {
      let ending = try run(
        "render", folder.file("c"), "-o", folder.file("out-\(index)"), "--shard", "\(index)/2")
      #expect(ending.code == 0, "\(ending)")
    }
    try folder.write("precious", "victim/file")
    try folder.write("", "out-1/deep/er/other")
    try folder.link(link, to: folder.file("victim"))
    let ending = try run(
      "merge", folder.file("out-1"), folder.file("out-2"), "-o", folder.file("out"))
    #expect(ending.code == 65 && ending.errors.contains("link to a folder"), "\(ending)")
    #expect(!folder.exists("out") && folder.exists("victim/file"))
  }

  /// What is read is not written over, whatever it is called.
  @Test(arguments: [
    ["lint", "c", "--sarif", "c/photo.png"], ["lint", "c", "--sarif", "c/other.png"],
    ["lint", "c/s.json", "--sarif", "c/../c/s.json"],
    ["bench", "encode", "c", "-o", "c/photo.png", "--repeat", "1"],
    ["bench", "render", "c/s.json", "-o", "c/other.png", "--repeat", "1"],
    ["render", "c/s.json", "-o", "c/photo.png"], ["sheet", "c", "-o", "c/other.png"],
  ])
  func anInputIsNoOutput(arguments: [String]) throws {
    let picture = try Data(contentsOf: Self.forged.appending(path: "before.png"))
    try folder.write("", "c/photo.png")
    try picture.write(to: URL(fileURLWithPath: folder.file("c/photo.png")))
    try folder.link("c/other.png", to: "photo.png")
    let scene = """
      {"penumbra": 1, "name": "s", "canvas": {"width": 40, "height": 40},
       "cells": [{"frame": [5, 5, 30, 30], "fill": {"image": "photo.png"}}]}
      """
    try folder.write(scene, "c/s.json")
    let ending = try PenumbraCommand.run(arguments, in: folder)
    #expect(ending.code == 73 && ending.errors.contains("input"), "\(ending)")
    #expect(try Data(folder.bytes("c/photo.png")) == picture)
    #expect(try folder.text("c/s.json") == scene)
  }

  @Test func standardOutputIsChecked() throws {
    for command in ["import '0 1px 2px red'", "schema", "inspect '\(card)'", "help", "version"] {
      for place in ["> /dev/full", ">&-"] {
        let ending = try PenumbraCommand.run(
          ["-c", "\"$P\" \(command) \(place)"], executable: "/bin/sh",
          environment: ["P": PenumbraCommand.executable])
        #expect(
          ending.code == 74 && ending.errors.contains("standard output"), "\(command) \(ending)")
      }
    }
  }

  @Test func anEmptyNameAcceptsNothing() throws {
    let (baseline, report) = (folder.file("b"), folder.file("r"))
    let empty = try run("check", card, "--baseline", baseline, "--report", report, "--update=")
    #expect(empty.code == 64 && !folder.exists("b"), "\(empty)")
    let both = try run(
      "check", card, "--baseline", baseline, "--report", report, "--update", "--update=")
    #expect(both.code == 64 && !folder.exists("b"), "\(both)")
  }

  @Test func whatIsNoManifestIsNotReplaced() throws {
    try folder.write("mine", "a/manifest.json/x")
    try folder.write("{\"name\": \"an app\"}", "b/manifest.json")
    for (name, kept) in [("a", "a/manifest.json/x"), ("b", "b/manifest.json")] {
      let before = try folder.text(kept)
      let ending = try run("render", card, "-o", folder.file(name))
      #expect(ending.code == 73 && ending.errors.contains("manifest.json"), "\(ending)")
      #expect(try folder.text(kept) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).count == 1)
    }
  }

  @Test func anotherToolsReportLosesNothing() throws {
    let files = ["r/report.json", "r/images/a.png", "r/data/b.js"]
    for file in files { try folder.write(file, file) }
    let ending = try run(
      "check", card, "--baseline", folder.file("b"), "--report", folder.file("r"), "--update")
    #expect(ending.code == 73 && ending.errors.contains("report.json"), "\(ending)")
    for file in files { #expect(try folder.text(file) == file) }
  }

  @Test func whatOverlapsIsRefused() throws {
    let (b, r) = (folder.file("b"), folder.file("r"))
    #expect(try run("check", card, "--baseline", b, "--report", r, "--update").code == 0)
    try folder.link("link", to: "b")
    for arguments in [
      ["check", card, "--baseline", b, "--report", b + "/r"],
      ["check", card, "--baseline", b, "--report", folder.file("link/r")],
      ["check", b, "--baseline", b, "--report", r, "--update"],
      ["check", card, "--baseline", folder.file("r/images"), "--report", r, "--update"],
      ["diff", b, b, "--report", folder.file("link/x")], ["diff", b, b, "--report", b],
      ["merge", b, b, "-o", b + "/m"], ["merge", r, "-o", r + "/m"],
    ] {
      let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      let ending = try PenumbraCommand.run(arguments)
      #expect(ending.code != 0 && ending.code != 1, "\(arguments) \(ending)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == before)
    }
    let css = try folder.write(":root { --shadow: 0 1px 2px red }", "tokens.css")
    let ending = try run("import", css, "-o", css)
    #expect(ending.code == 73 && ending.errors.contains("input"), "\(ending)")
  }

  @Test func linksInAReportAreRefused() throws {
    try folder.write("mine", "victim/x")
    for name in ["images", "data"] {
      let report = "r-" + name
      try folder.write("", report + "/.keep")
      try folder.link(report + "/" + name, to: "../victim")
      let ending = try run(
        "check", card, "--baseline", folder.file("b"), "--report", folder.file(report), "--update")
      #expect(ending.code == 73 && ending.errors.contains("a link is there"), "\(ending)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("victim")) == ["x"])
  }

  @Test func oneUpdateAtATime() throws {
    let arguments = [
      "check", card, "--baseline", folder.file("b"), "--update", "--quiet", "--report",
    ]
    let runs = try (0..<6).map {
      try PenumbraCommand.start(arguments + [folder.file("r\($0)"), "--scale", "\($0 % 2 + 1)"])
    }
    let endings = try runs.map { try $0.wait() }
    #expect(endings.contains { $0.code == 0 })
    for ending in endings where ending.code != 0 {
      #expect(ending.code == 73 && ending.errors.contains("process "), "\(ending)")
    }
    // The baseline is one of the two.
    let same = try (1...2).filter {
      try run(
        "check", card, "--baseline", folder.file("b"), "--report", folder.file("r"), "--scale",
        "\($0)"
      ).code == 0
    }
    #expect(same.count == 1, "\(same)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("b"))
    #expect(!left.contains { $0.hasPrefix(".") }, "\(left)")
  }
}

/// Any name works in every format, and limits of the process are told as what they are.
@Suite struct OutputNameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    "dz", "dz[layout=google]", "dz[layout=zoomify]", "dz[layout=iiif]", "zip", "png",
  ])
  func anyNameWorksInEveryFormat(format: String) throws {
    let names = ["[x]", "a[b=c]", "x.zip", "x.szi", "x.dzi", "manifest.json", "plain"]
    for (index, name) in names.enumerated() {
      try folder.write(SmallScene.text(name), "c/\(index).json")
    }
    let out = folder.file("out")
    let ending = try PenumbraCommand.run(
      ["render", folder.file("c"), "-o", out, "--format", format])
    let isTaken = format.contains("layout")
    #expect(ending.code == (isTaken ? 65 : 0), "\(ending)")
    for name in names where !(isTaken && name == "manifest.json") {
      let suffix = isTaken ? "" : format == "dz" ? ".dzi" : "." + format
      #expect(folder.exists("out/" + name + suffix), "\(name)")
    }
    let again = try PenumbraCommand.run(
      ["render", folder.file("c"), "-o", out, "--format", format, "--resume", "--json", "-q"])
    #expect(!again.output.contains("\"event\": \"output\""), "\(again)")
  }

  @Test(arguments: [
    "x.dz[basename=a/b/c]", "x.dz[basename=../../n]", "x.dz[imagename=n]",
    "x.dz[suffix=/../../y.png]", "x.v", "x.vips",
  ])
  func optionsLeadNowhere(name: String) throws {
    let scene = try folder.write(SmallScene.text("s"), "s.json")
    let ending = try PenumbraCommand.run(["render", scene, "-o", folder.file(name)])
    #expect(ending.code == 64, "\(ending)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s.json"])
  }

  @Test(arguments: [
    ("ulimit -f 1", "tif", 73, "ulimit -f"), ("ulimit -f 1", "dz", 73, "ulimit -f"),
    ("ulimit -f 1", "zip", 73, "ulimit -f"),
    ("ulimit -n 6", "tif", 74, "ulimit -n"), ("ulimit -n 7", "tif", 74, "ulimit -n"),
    ("ulimit -n 8", "tif", 74, "ulimit -n"), ("ulimit -n 9", "tif", 74, "ulimit -n"),
    ("ulimit -n 9", "dz", 74, "ulimit -n"), ("ulimit -n 10", "dz", 74, "ulimit -n"),
  ])
  func limitsOfTheProcess(limit: String, format: String, code: Int32, remedy: String) throws {
    try folder.write(SmallScene.text("s", width: 900), "c/s.json")
    let ending = try PenumbraCommand.run(
      ["-c", "\(limit); exec \"$P\" render c -o out --format \(format)"], executable: "/bin/sh",
      in: folder, environment: ["P": PenumbraCommand.executable, "LANG": "C"])
    #expect(ending.code == code && ending.errors.contains(remedy), "\(ending)")
    #expect(!folder.exists("out/s.tif") && !folder.exists("out/s.dzi"))
  }

  @Test func aPipeIsWrittenInto() throws {
    let scene = try folder.write(SmallScene.text("s"), "s.json")
    let ending = try PenumbraCommand.run(
      [
        "-c",
        "mkfifo p.png && (cat p.png > got & \"$P\" render s.json -o p.png -q; wait) && test -p p.png",
      ],
      executable: "/bin/sh", in: folder, environment: ["P": PenumbraCommand.executable])
    #expect(ending.code == 0, "\(ending)")
    #expect(
      try PenumbraCommand.run(["render", scene, "-o", folder.file("plain.png"), "-q"]).code == 0)
    #expect(try folder.bytes("got") == folder.bytes("plain.png"))
    #expect(try PenumbraCommand.run(["render", scene, "-o", "/dev/full"]).code == 74)
  }
}
