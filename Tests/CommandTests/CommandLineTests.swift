import Foundation
import PenumbraTestSupport
import Scene
import Testing
import Vips

@Suite struct CommandLineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SmallScene.text("one"), "c/one.json")
    try folder.write(SmallScene.text("two"), "c/deep/two.json")
  }

  private func run(_ arguments: String...) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(arguments)
  }

  @Test func helpNamesEveryCommandAndEveryCommandHasHelp() throws {
    let help = try run("help")
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    let commands = [
      "render", "sheet", "cells", "merge", "check", "diff", "lint", "import", "inspect", "schema",
      "bench", "doctor", "version", "help",
    ]
    for command in commands {
      #expect(help.output.contains("  \(command) "), "\(command)")
      let own = try run(command, "--help")
      #expect(own.code == 0)
      #expect(own.output.hasPrefix("Usage: penumbra \(command)"), "\(command)")
      #expect(try run("help", command).output == own.output)
    }
    #expect(try run("--help").output == help.output)
    #expect(try run().code == 64)
  }

  @Test func versionIsOneLine() throws {
    let version = try run("--version")
    #expect(version.code == 0)
    #expect(version.output == (try run("version")).output)
    #expect(version.output.split(separator: "\n").count == 1)
    #expect(version.output.hasPrefix("penumbra "))
  }

  @Test func slipsGetASuggestion() throws {
    for (arguments, word) in [
      (["rendr", "x"], "render"), (["render", "--scael=2", "x"], "--scale"),
      (["render", "x", "-o", "y", "--kernel", "gausian"], "gaussian"),
      (["bench", "rastr"], "raster"),
    ] {
      let ending = try PenumbraCommand.run(arguments)
      #expect(ending.code == 64)
      #expect(ending.output.isEmpty)
      #expect(ending.errors.contains("did you mean \(word)"), "\(ending.errors)")
    }
  }

  @Test func wrongValuesAreUsageErrors() throws {
    let corpus = folder.file("c")
    let out = folder.file("out")
    for option in [
      "--scale=0", "--scale=x", "--scale=-1", "--threads=0", "--threads=1.5", "--shard=0/3",
      "--shard=auto", "--progress=often", "--format=nope", "--format=png[", "--format=png[a=1]",
      "--split=yes",
    ] {
      let ending = try run("render", corpus, "-o", out, option)
      let expected: Int32 = option == "--format=nope" ? 69 : 64
      #expect(ending.code == expected, "\(option): \(ending.errors)")
      #expect(ending.errors.hasPrefix("error: "))
    }
    #expect(try run("render", corpus).code == 64)
    #expect(try run("render", "-o", out).code == 64)
    #expect(try run("render", corpus, "-o", folder.file("both.png")).code == 64)
  }

  @Test func resultsAndMessagesGoTheirOwnWays() throws {
    let ending = try run("render", folder.file("c"), "-o", folder.file("out"))
    #expect(ending.code == 0)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("2 pictures, 2 cells"))
    #expect(!ending.errors.contains("\u{1B}"))
    let quiet = try run("render", folder.file("c"), "-o", folder.file("out"), "--quiet")
    #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    let events = try run("render", folder.file("c"), "-o", folder.file("out"), "--json", "-q")
    let names = try events.output.split(separator: "\n").map {
      try JSONText.parse(String($0))["event"]?.string
    }
    #expect(names.first == "started" && names.last == "finished")
    #expect(names.filter { $0 == "output" }.count == 2)
  }

  @Test func dryRunWritesNothing() throws {
    let ending = try run("render", folder.file("c"), "-o", folder.file("out"), "--dry-run", "-q")
    #expect(ending.code == 0)
    #expect(ending.output == "two\t60 x 50 px\t1 cells\none\t60 x 50 px\t1 cells\n")
    #expect(!folder.exists("out"))
  }

  @Test func scaleAndKernelAreTaken() throws {
    let out = folder.file("out")
    #expect(
      try run("render", folder.file("c"), "-o", out, "--scale", "2.5", "--kernel", "coreGraphics")
        .code == 0)
    let manifest = try JSONText.parse(folder.bytes("out/manifest.json"))
    #expect(manifest["options"]?["scale"]?.string == "2.5")
    #expect(manifest["outputs"]?.array?[0]["width"]?.number == 150)
    #expect(manifest["outputs"]?.array?[0]["kernel"]?.string == "coreGraphics")
  }

  @Test func digestOfTheManifestIsThatOfTheDecodedPixels() throws {
    try Library.start(threads: 1)
    #expect(try run("render", folder.file("c"), "-o", folder.file("out"), "-q").code == 0)
    let manifest = try JSONText.parse(folder.bytes("out/manifest.json"))
    for output in try #require(manifest["outputs"]?.array) {
      let file = try #require(output["file"]?.string)
      let pixels = try DecodedPixels(path: folder.file("out/\(file)"))
      #expect(try output["sha256"]?.string == sha256(pixels.bytes))
    }
  }

  /// By another program than the one under test.
  private func sha256(_ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("pixels")))
    let run = try PenumbraCommand.start(
      [folder.file("pixels")], executable: "/usr/bin/sha256sum")
    return String(try run.wait().output.prefix(64))
  }

  @Test func inspectPrintsOneObjectAScene() throws {
    let one = try run("inspect", folder.file("c/one.json"))
    #expect(try JSONText.parse(one.output)["name"]?.string == "one")
    let all = try run("inspect", folder.file("c"))
    let names = try all.output.split(separator: "\n").map {
      try JSONText.parse(String($0))["name"]?.string
    }
    #expect(names == ["two", "one"])
    #expect(try run("inspect", folder.file("none")).code == 66)
  }

  @Test func schemasAreJSON() throws {
    for name in ["scene", "manifest", "event"] {
      let ending = try run("schema", name)
      #expect(ending.code == 0)
      #expect(try JSONText.parse(ending.output)["$schema"] != nil)
    }
    #expect(try run("schema").output == run("schema", "scene").output)
    #expect(try run("schema", "nothing").code == 64)
  }

  @Test func doctorSaysWhatIsThere() throws {
    let ending = try run("doctor")
    #expect(ending.code == 0, "\(ending.output)")
    for word in ["libvips", ".png", "font", "kernels", "core", "memory"] {
      #expect(ending.output.contains(word), "\(word)")
    }
    let forced = try PenumbraCommand.run(["doctor"], environment: ["PENUMBRA_ISA": "v9"])
    #expect(forced.code == 69)
  }

  @Test func anInstructionSetThatDoesNotExistIsNamed() throws {
    let ending = try PenumbraCommand.run(
      ["render", folder.file("c/one.json"), "-o", folder.file("out")],
      environment: ["PENUMBRA_ISA": "v9"])
    #expect(ending.code == 64)
    #expect(
      ending.errors == "error: PENUMBRA_ISA: expected one of baseline, v3, v4, found \"v9\"\n")
  }

  @Test func benchPrintsWhatItMeasured() throws {
    let scene = folder.file("c/one.json")
    for (arguments, stage, pixels) in [
      (["raster", scene, "--threads", "2"], "raster", 3000),
      (["encode", scene, "-o", folder.file("e.png")], "encode", 3000),
      (["render", scene, "-o", folder.file("r.png")], "render", 3000),
      (["blur", "--size", "64", "--sigma", "2"], "blur", 4096),
    ] {
      let ending = try PenumbraCommand.run(["bench"] + arguments + ["--json", "--repeat", "3"])
      #expect(ending.code == 0, "\(ending.errors)")
      let record = try JSONText.parse(ending.output)
      #expect(record["stage"]?.string == stage)
      #expect(record["pixels"]?.number == Double(pixels))
      #expect(record["seconds"]?.array?.count == 3)
      #expect(record["isa"]?.string != nil && record["threads"]?.number != nil)
      #expect(record["cells"]?.number == (stage == "blur" ? 0 : 1))
    }
    #expect(folder.exists("e.png") && folder.exists("r.png"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["c", "e.png", "r.png"])
  }
}
