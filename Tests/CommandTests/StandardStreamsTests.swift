import Foundation
import PenumbraTestSupport
import Testing

/// `-`: scenes and tokens from the standard input, one picture to the standard output.
@Suite struct StandardStreamsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A line of shell, in which `penumbra` is the built command.
  private func shell(_ line: String) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(
      ["-c", "penumbra() { \"$PENUMBRA\" \"$@\"; }; \(line)"], executable: "/bin/sh", in: folder,
      environment: ["PENUMBRA": PenumbraCommand.executable, "TMPDIR": folder.path])
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aSceneComesAndItsPictureGoes() throws {
    try folder.write(SmallScene.text("one"), "one.json")
    #expect(try shell("penumbra render one.json -o a.png --quiet").code == 0)
    for line in [
      "penumbra render - -o - <one.json >b.png", "cat one.json | penumbra render - -o b.png",
      "penumbra render one.json -o - --format png | cat >b.png",
      "penumbra render one.json -o - --format .png >b.png",
    ] {
      let ending = try shell(line)
      #expect(ending.code == 0, "\(line): \(ending.errors)")
      #expect(try folder.bytes("b.png") == folder.bytes("a.png"), "\(line)")
    }
    // No manifest, and nothing is left behind.
    #expect(try files() == ["a.png", "b.png", "one.json"])
  }

  @Test func formatsAndSheets() throws {
    try folder.write(SmallScene.text("one"), "one.json")
    #expect(
      try shell("penumbra render - -o - --format 'tif[compression=lzw]' <one.json >a").code == 0)
    #expect(try folder.bytes("a").starts(with: [0x49, 0x49, 0x2A, 0]))
    #expect(try shell("penumbra sheet - -o - --no-captions <one.json >b").code == 0)
    #expect(try folder.bytes("b").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func everyCommandReads() throws {
    try folder.write(SmallScene.text("one"), "one.json")
    for line in [
      "penumbra inspect -", "penumbra lint -", "penumbra cells - -o out",
      "penumbra render - -o out2",
      "penumbra bench raster - --repeat 1", "penumbra check - --baseline base --report r --update",
    ] {
      let ending = try shell("\(line) <one.json")
      #expect(ending.code == 0 || ending.code == 1, "\(line): \(ending.code) \(ending.errors)")
    }
  }

  @Test func imagesLieBelowTheWorkingFolder() throws {
    try folder.write(SmallScene.text("one"), "one.json")
    #expect(try shell("mkdir p && penumbra render one.json -o p/i.png --quiet").code == 0)
    let scene = #"""
      {"penumbra": 1, "name": "t", "canvas": {"width": 9, "height": 9},
       "cells": [{"frame": [0, 0, 9, 9], "fill": {"image": "p/i.png"}}]}
      """#
    try folder.write(scene, "two.json")
    #expect(try shell("penumbra render - -o - <two.json >b.png").code == 0)
    try folder.write(scene.replacingOccurrences(of: "p/i", with: "../i"), "two.json")
    let outside = try shell("penumbra render - -o - <two.json >b.png")
    #expect(outside.code == 65 && outside.errors.contains("outside of the corpus folder"))
    #expect(try folder.bytes("b.png").isEmpty)
  }

  @Test func tokensComeAndScenesGo() throws {
    let tokens = PackageFolder.fixtures.appending(path: "Tokens/dtcg.tokens.json").path
    #expect(try shell("penumbra import - -q -o - <\(tokens) >s.json").code == 0)
    #expect(try shell("penumbra inspect s.json").code == 0)
    #expect(try shell("penumbra render - -o - -q <\(tokens) >t.png").code == 0)
    for css in [".card { box-shadow: 0 4px 12px red }", "0 4px 12px red"] {
      let ending = try shell("printf '%s' '\(css)' | penumbra import - --emit css")
      #expect(ending.code == 0 && ending.output.contains("12px"), "\(css): \(ending.errors)")
    }
  }

  @Test func valuesOfCSSAreNoFileNames() throws {
    let pair = try shell("penumbra import '1px/**/2px' --emit css")
    #expect(pair.code == 0 && pair.output.contains("1px 2px"), "\(pair.errors)")
    for word in ["none", "NONE", "inherit", "revert-layer"] {
      let ending = try shell("penumbra import \(word)")
      #expect(ending.code != 66, "\(word): \(ending.errors)")
      #expect(!ending.errors.contains("no such file"))
    }
    try folder.write(".a { box-shadow: 0 1px 2px red }", "none")
    #expect(try shell("penumbra import none -o s.json").code == 0)
  }

  @Test func whatCannotBeIsRefused() throws {
    try folder.write(SmallScene.text("one"), "one.json")
    try folder.write(SmallScene.text("two"), "two.json")
    let several = try shell("penumbra render one.json two.json -o - >a.png")
    #expect(several.code == 64 && several.errors.contains("cannot become one file"))
    for option in ["--json", "--dry-run", "--resume", "--shard 1/2"] {
      let ending = try shell("penumbra render one.json -o - \(option)")
      #expect(ending.code == 64 && ending.errors.contains("does not go with"), "\(option)")
    }
    #expect(try shell("penumbra render one.json -o - --format dz").code == 64)
    #expect(try shell("penumbra cells one.json -o -").code == 64)
    let empty = try shell("penumbra render - -o - </dev/null")
    #expect(empty.code == 65 && empty.errors.contains("standard input"))
    let bad = try shell("echo '{' | penumbra render - -o -")
    #expect(bad.code == 65 && bad.errors.contains("standard input:2:1"))
    #expect(try shell("penumbra render - -o - <one.json >/dev/full").code == 74)
    if let script = PenumbraCommand.program("script") {
      let terminal = try PenumbraCommand.run(
        ["-qec", "\(PenumbraCommand.executable) render one.json -o -", "/dev/null"],
        executable: script, in: folder)
      #expect(terminal.code == 64 && terminal.output.contains("a terminal shows no picture"))
    }
  }
}
