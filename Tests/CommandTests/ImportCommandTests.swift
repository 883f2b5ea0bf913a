import Foundation
import Testing

/// `penumbra import`, and token files given to the other commands, end to end.
@Suite struct ImportCommandTests {
  private struct Run {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The built command lies beside the test bundle.
  private func penumbra(_ arguments: String..., in folder: URL) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("penumbra")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Files, not pipes: a pipe that is full stops the command.
    let streams = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for stream in streams { try Data().write(to: stream) }
    process.standardOutput = try FileHandle(forWritingTo: streams[0])
    process.standardError = try FileHandle(forWritingTo: streams[1])
    try process.run()
    process.waitUntilExit()
    let texts = try streams.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Run(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Tokens")

  private func fixture(_ name: String) -> String {
    Self.fixtures.appendingPathComponent(name).path
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("penumbra-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func sceneIsWrittenAndInspected() throws {
    try withFolder { folder in
      let run = try penumbra(
        "import", fixture("dtcg.tokens.json"), "-o", "scene.json", in: folder)
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("note: shadow.wide.color"))
      let inspect = try penumbra("inspect", "scene.json", in: folder)
      #expect(inspect.status == 0, "\(inspect.errors)")
      #expect(inspect.output.contains("\"sigma\": 3"))
    }
  }

  /// The rest goes on, the scene is there, and the exit code says that something is missing.
  @Test func errorsEndInSixtyFive() throws {
    try withFolder { folder in
      let file = fixture("dtcg-errors.tokens.json")
      let strict = try penumbra("import", file, "-o", "a.json", "-q", in: folder)
      #expect(strict.status == 65)
      #expect(strict.errors.contains("error: shadow.negative-blur: expected a blur that is not"))
      #expect(strict.errors.split(separator: "\n").count == 16)
      let lenient = try penumbra("import", file, "-o", "b.json", "--lenient", in: folder)
      #expect(lenient.status == 0)
      let scenes = try ["a.json", "b.json"].map {
        try Data(contentsOf: folder.appendingPathComponent($0))
      }
      #expect(scenes[0] == scenes[1])
    }
  }

  /// A job says `error:` once, also where the importer's own line has it.
  @Test func renderingTokensTellsEachErrorOnce() throws {
    try withFolder { folder in
      let file = fixture("dtcg-errors.tokens.json")
      let ending = try penumbra("render", file, "-o", "a.png", in: folder)
      #expect(ending.status == 65)
      let lines = ending.errors.split(separator: "\n").filter { $0.contains("error: ") }
      #expect(lines.count == 16)
      for line in lines {
        #expect(line.hasPrefix("error: ") && !line.dropFirst().contains("error: "), "\(line)")
      }
    }
  }

  @Test func valuesArePrinted() throws {
    try withFolder { folder in
      let css = try penumbra(
        "import", "drop-shadow(0 2px 4px rgb(0 0 0 / 50%))", "--emit", "css", in: folder)
      #expect(css.status == 0)
      #expect(css.output.contains(": 0 2px 8px 0 rgb(0 0 0 / 0.5);"))
      let json = try penumbra(
        "import", "0 1rem red", "--emit", "json", "--root-font-size", "10", in: folder)
      #expect(json.status == 0)
      #expect(json.output.contains("\"css\": \"0 10px 0 0 #ff0000\""))
      let sass = try penumbra("import", "0 0 1px $ink", "--emit", "css", in: folder)
      #expect(sass.status == 65)
      #expect(sass.errors.contains("a Sass variable"))
    }
  }

  @Test func contextAndModes() throws {
    try withFolder { folder in
      let theo = try penumbra(
        "import", fixture("theo.yml"), fixture("theo-aliases.yml"), "--emit", "css", in: folder)
      #expect(theo.output.contains("--shadow-card: 0 -2px 4px 0 rgb(1 2 3 / 0.5);"))
      let dark = try penumbra(
        "import", fixture("modes.json5"), "--mode", "dark", "--emit", "css", in: folder)
      #expect(dark.status == 0)
      #expect(dark.output.hasPrefix("[data-mode=\"dark\"] {"))
      let none = try penumbra("import", fixture("modes.json5"), "--mode", "night", in: folder)
      #expect(none.status == 65)
      #expect(none.errors.contains("it has light, dark, dim"))
    }
  }

  @Test func wrongUseIsTold() throws {
    try withFolder { folder in
      #expect(try penumbra("import", in: folder).status == 64)
      #expect(try penumbra("import", "no-such-file.json", in: folder).status == 66)
      #expect(try penumbra("import", "0 0 red", "--emit", "xml", in: folder).status == 64)
      let typo = try penumbra("import", "0 0 red", "--root-fontsize", "10", in: folder)
      #expect(typo.status == 64)
      #expect(typo.errors.contains("--root-font-size"))
    }
  }

  /// A token file renders as it is, twice to the same bytes; what it lacks is an error at the end.
  @Test func tokenFilesRender() throws {
    try withFolder { folder in
      for name in ["first.png", "second.png"] {
        let run = try penumbra(
          "render", fixture("modes.json5"), "-o", name, "--scale", "1", in: folder)
        #expect(run.status == 0, "\(run.errors)")
      }
      let pictures = try ["first.png", "second.png"].map {
        try Data(contentsOf: folder.appendingPathComponent($0))
      }
      #expect(pictures[0] == pictures[1])
      let broken = try penumbra(
        "render", fixture("flat.json"), "-o", "flat.png", "--scale", "1", in: folder)
      #expect(broken.status == 65)
      #expect(broken.errors.contains("shadow.broken"))
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("flat.png").path))
    }
  }
}
