import Foundation
import OrderedJSON
import PenumbraTestSupport
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
      #expect(ending.code == 64, "\(option): \(ending.errors)")
      #expect(ending.errors.hasPrefix("error: "))
    }
    #expect(try run("render", corpus, "-o", "-").code == 64)
    #expect(try run("render", corpus, "-o", out, "--format=bmp", "-q").code == 69)
    #expect(try run("render", corpus).code == 64)
    #expect(try run("render", "-o", out).code == 64)
    #expect(try run("render", corpus, "-o", folder.file("both.png")).code == 64)
  }

  @Test func optionsAreReadInEveryUsualForm() throws {
    let scene = folder.file("c/one.json")
    let out = folder.file("o.png")
    for form in [
      [scene, "-o", out], [scene, "-o\(out)"], [scene, "--output", out],
      ["--output=\(out)", scene],
      ["-qo", out, scene], ["-qo\(out)", scene], ["-o", out, "-q", "--", scene],
      ["-o", "wrong.png", "-o", out, scene],
    ] {
      let ending = try PenumbraCommand.run(["render", "--dry-run"] + form)
      #expect(ending.code == 0, "\(form): \(ending.errors)")
      #expect(ending.output.hasPrefix(out + "\t"), "\(form): \(ending.output)")
    }
    for (form, words) in [
      (["-o"], "-o needs a value"), (["--output"], "--output needs a value"),
      (["--quiet=yes"], "--quiet takes no value"), (["-qz"], "unknown option -z"),
    ] {
      let ending = try PenumbraCommand.run(["render", scene] + form)
      #expect(ending.code == 64 && ending.errors.contains(words), "\(form): \(ending.errors)")
    }
    // After the dashes all are inputs, of which this one does not exist.
    #expect(try run("render", "-o", out, "--", "-q").code == 66)
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
    let out = folder.file("out")
    #expect(
      ending.output
        == "\(out)/two.png\t60 x 50 px\t1 cell\n\(out)/one.png\t60 x 50 px\t1 cell\n")
    let scene = folder.file("c/one.json")
    let tiles = try run("render", scene, "-o", folder.file("x.dz"), "--dry-run", "-q")
    #expect(tiles.output == "\(folder.file("x.dzi"))\t60 x 50 px\t1 cell\n")
    #expect(!folder.exists("out") && !folder.exists("x.dzi"))
  }

  @Test func aDryRunForMachinesIsEventsOnly() throws {
    let schema = SchemaValidator(try JSONText.parse(run("schema", "event").output))
    for command in ["render", "sheet", "cells"] {
      let out = folder.file("out")
      let ending = try run(command, folder.file("c"), "-o", out, "--dry-run", "--json")
      #expect(ending.code == 0)
      let lines = try ending.output.split(separator: "\n").map { try JSONText.parse(String($0)) }
      for line in lines { #expect(schema.errors(in: line) == []) }
      let files = lines.filter { $0["event"]?.string == "planned" }.map { $0["file"]?.string }
      let expected =
        command == "sheet"
        ? ["sheet.png"] : command == "cells" ? ["two-0.png", "one-0.png"] : ["two.png", "one.png"]
      #expect(files == expected)
    }
    #expect(!folder.exists("out"))
  }

  @Test("every line of --json is of the published schema, whatever the command")
  func eventsOfChecksAreValid() throws {
    let schema = SchemaValidator(try JSONText.parse(run("schema", "event").output))
    let (scene, base, report) = (folder.file("c/one.json"), folder.file("b"), folder.file("r"))
    let cut = #", {"frame": [38, 10, 20, 20], "shadow": {"radius": 4}}"#
    let lint = folder.file("cut.json")
    try folder.write(SmallScene.text("cut", cells: cut), "cut.json")
    let check = ["check", scene, "--baseline", base, "--report", report, "--json", "-q"]
    for (arguments, last) in [
      (check + ["--update"], "checked"), (check + ["--scale=2"], "checked"), (check, "checked"),
      (["doctor", "--json"], "machine"), (check + ["--dry-run"], "started"),
      (["lint", lint, "--json"], "finding"), (["diff", scene, scene, "--json"], "checked"),
      (["diff", base + "/one-0.png", base + "/one-0.png", "--json"], "checked"),
    ] {
      let lines = try PenumbraCommand.run(arguments).output.split(separator: "\n")
      let events = try lines.map { try JSONText.parse(String($0)) }
      for event in events { #expect(schema.errors(in: event) == [], "\(arguments): \(event)") }
      #expect(events.last?["event"]?.string ?? "" == last, "\(arguments)")
    }
  }

  @Test("options stand anywhere, joined or apart, and two dashes end them")
  func optionsAreReadAsGetoptReadsThem() throws {
    let scene = folder.file("c/one.json")
    try folder.write(SmallScene.text("dash"), "c/-dash.json")
    for (index, arguments) in [
      ["-o", "OUT", scene], [scene, "-o", "OUT"], [scene, "-oOUT"], [scene, "--output=OUT"],
      ["--output", "OUT", "--", scene], ["-qo", "OUT", scene], ["--scale", "2", "-oOUT", scene],
    ].enumerated() {
      let out = folder.file("o\(index).png")
      let ending = try PenumbraCommand.run(
        ["render"] + arguments.map { $0.replacingOccurrences(of: "OUT", with: out) })
      #expect(ending.code == 0, "\(arguments): \(ending.errors)")
      #expect(folder.exists("o\(index).png"))
    }
    // A value is a value, whatever it looks like; so is what follows two dashes.
    let odd = try run("render", scene, "--format", "-otto", "-o", folder.file("odd"))
    #expect(odd.code == 64 || odd.code == 69, "\(odd.errors)")
    #expect(odd.errors.contains("-otto"))
    #expect(try run("render", "-o", folder.file("none"), "--", "-oscene").code == 66)
  }

  @Test func aSceneNamedTwiceIsOneScene() throws {
    let corpus = folder.file("c")
    let inputs = [corpus + "/one.json", corpus, corpus + "/deep/../one.json", corpus]
    let ending = try PenumbraCommand.run(["render"] + inputs + ["-o", folder.file("out")])
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(ending.errors.contains("2 pictures, 2 cells"))
  }

  @Test func aSuffixThatIsNoPicturesIsNotMadeAFolder() throws {
    let scene = folder.file("c/one.json")
    for (name, remedy) in [("a.foo", "a.foo/"), ("a.svg", ".png"), ("a.pgn", "did you mean .png")] {
      let ending = try run("render", scene, "-o", folder.file(name))
      #expect(ending.code == 64)
      #expect(ending.errors.contains(remedy), "\(ending.errors)")
      #expect(!folder.exists(name))
    }
    #expect(try run("cells", scene, "-o", folder.file("a.png")).code == 64)
    #expect(try run("render", scene, "-o", folder.file("v1.2")).code == 0)
  }

  @Test("what most commands take, inspect and bench take too")
  func commonOptionsAreCommon() throws {
    let scene = folder.file("c/one.json")
    let common = ["--threads", "1", "--quiet", "--json", "--progress", "never", "--scale=1"]
    let inspect = try PenumbraCommand.run(["inspect", scene] + common)
    #expect(inspect.code == 0 && inspect.errors.isEmpty)
    #expect(inspect.output.split(separator: "\n").count == 1)
    #expect(!inspect.output.contains("  "))
    let indented = try run("inspect", scene)
    #expect(
      try JSONText.parse(inspect.output).text(.compact)
        == JSONText.parse(indented.output).text(.compact))
    let bench = try PenumbraCommand.run(["bench", "raster", scene, "--repeat=1"] + common)
    #expect(bench.code == 0 && bench.errors.isEmpty)
  }

  @Test func anUnknownOptionLeadsToTheCommandsHelp() throws {
    #expect(
      try run("version", "--json").errors.contains("unknown option --json: see penumbra help"))
  }

  @Test func dryRunsOfOtherCommandsWriteNothingEither() throws {
    let (corpus, base, report) = (folder.file("c"), folder.file("b"), folder.file("r"))
    let check = ["check", corpus, "--baseline", base, "--report", report, "--dry-run"]
    #expect(try PenumbraCommand.run(check).code == 66)
    let first = try PenumbraCommand.run(check + ["--update"])
    #expect(first.code == 0)
    #expect(first.output == "2 cells would be compared with 0 of the baseline\n")
    for index in 1...2 {
      let out = folder.file("s\(index)")
      #expect(try run("render", corpus, "-o", out, "--shard=\(index)/2", "-q").code == 0)
    }
    let out = folder.file("merged")
    let merge = ["merge", folder.file("s1"), folder.file("s2"), "-o", out, "--dry-run"]
    let fits = try PenumbraCommand.run(merge)
    #expect(fits.code == 0)
    #expect(fits.output == "2 pictures, 2 cells would be merged into \(out)\n")
    #expect(try run("merge", folder.file("s1"), "-o", out, "--dry-run").code == 75)
    let scene = folder.file("shadow.json")
    let imported = try run("import", "0 1px 2px red, 0 0 1px", "-o", scene, "--dry-run")
    #expect(imported.code == 0 && imported.output.hasSuffix("\t2 shadows\n"))
    for name in ["b", "r", "merged", "shadow.json"] { #expect(!folder.exists(name), "\(name)") }
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
    let out = folder.file("out")
    #expect(try run("render", folder.file("c"), "-o", out, "--sha256", "-q").code == 0)
    let manifest = try JSONText.parse(folder.bytes("out/manifest.json"))
    for output in try #require(manifest["outputs"]?.array) {
      let file = try #require(output["file"]?.string)
      let pixels = try DecodedPixels(path: folder.file("out/\(file)"))
      let plain = try sha256(pixels.bytes)
      #expect(output["sha256"]?.string == plain)
      let digest = try #require(output["pixelDigest"]?.string)
      let told = try run("digest", folder.file("out/\(file)"), "--sha256")
      #expect(told.code == 0)
      #expect(told.output == "\(digest)  \(plain)  \(folder.file("out/\(file)"))\n")
    }
    // Once made, a digest that is asked for no more is not listed, and one that was not made is made.
    #expect(try run("render", folder.file("c"), "-o", out, "--resume", "-q").code == 0)
    #expect(try !folder.text("out/manifest.json").contains("\"sha256\""))
    let again = try PenumbraCommand.run([
      "render", folder.file("c"), "-o", out, "--resume", "--sha256", "--json",
    ])
    #expect(again.output.split(separator: "\n").filter { $0.contains("\"sha256\"") }.count == 2)
  }

  @Test func digestsOfFilesAreOfTheirPixels() throws {
    try Library.start(threads: 1)
    let scene = folder.file("c/one.json")
    var digests: Set<String> = []
    for name in ["a.png", "b.png[compression=9,filter=all]", "c.tif", "d.webp[lossless]"] {
      #expect(try run("render", scene, "-o", folder.file(name), "-q").code == 0)
      let file = folder.file(String(name.prefix { $0 != "[" }))
      let told = try JSONText.parse(PenumbraCommand.run(["digest", file, "--json"]).output)
      #expect(told["file"]?.string == file && told["channels"]?.number == 3)
      #expect(told["sha256"] == nil)
      digests.insert(try #require(told["pixelDigest"]?.string))
    }
    #expect(digests.count == 1)
    let mixed = try PenumbraCommand.run(["digest", folder.file("none.png"), folder.file("a.png")])
    #expect(mixed.code == 66 && mixed.output.contains("a.png"), "\(mixed)")
    #expect(mixed.errors.contains("none.png"))
    let text = try PenumbraCommand.run(["digest", scene])
    #expect(text.code == 65 && text.errors.contains("one.json"), "\(text)")
    #expect(try run("digest").code == 64)
  }

  /// Without the library that digests pixels nothing is drawn, and the cure is told.
  @Test func aMissingDigestLibraryIsTold() throws {
    for (name, cure) in [
      ("libxxhash.so.4242", "apt-get install libxxhash0"), ("libm.so.6", "PENUMBRA_LIBXXHASH"),
    ] {
      let hidden = ["PENUMBRA_LIBXXHASH": name]
      let out = folder.file("nowhere")
      for arguments in [
        ["render", folder.file("c"), "-o", out], ["cells", folder.file("c"), "-o", out], ["doctor"],
      ] {
        let ending = try PenumbraCommand.run(arguments, environment: hidden)
        #expect(ending.code == 69, "\(arguments): \(ending)")
        #expect((ending.errors + ending.output).contains(cure), "\(arguments): \(ending)")
      }
      #expect(
        try PenumbraCommand.run(["inspect", folder.file("c/one.json")], environment: hidden)
          .code == 0)
      #expect(!folder.exists("nowhere/one.png"))
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
