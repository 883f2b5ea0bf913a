import Foundation
import PenumbraTestSupport
import Testing

/// `penumbra import`, and token files given to the other commands, end to end.
@Suite struct ImportCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func penumbra(_ arguments: String...) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(arguments, in: folder)
  }

  private func fixture(_ name: String) -> String {
    PackageFolder.fixtures.appending(path: "Tokens/\(name)").path
  }

  @Test func sceneIsWrittenAndInspected() throws {
    let run = try penumbra(
      "import", fixture("dtcg.tokens.json"), "-o", "scene.json")
    #expect(run.code == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("note: shadow.wide.color"))
    let inspect = try penumbra("inspect", "scene.json")
    #expect(inspect.code == 0, "\(inspect.errors)")
    #expect(inspect.output.contains("\"sigma\": 3"))
  }

  /// The rest goes on, the scene is there, and the exit code says that something is missing.
  @Test func errorsEndInSixtyFive() throws {
    let file = fixture("dtcg-errors.tokens.json")
    let strict = try penumbra("import", file, "-o", "a.json", "-q")
    #expect(strict.code == 65)
    #expect(strict.errors.contains("error: shadow.negative-blur: expected a blur that is not"))
    #expect(strict.errors.split(separator: "\n").count == 16)
    let lenient = try penumbra("import", file, "-o", "b.json", "--lenient")
    #expect(lenient.code == 0)
    let scenes = try ["a.json", "b.json"].map { try folder.bytes($0) }
    #expect(scenes[0] == scenes[1])
  }

  @Test func valuesArePrinted() throws {
    let css = try penumbra(
      "import", "drop-shadow(0 2px 4px rgb(0 0 0 / 50%))", "--emit", "css")
    #expect(css.code == 0)
    #expect(css.output.contains(": 0 2px 8px 0 rgb(0 0 0 / 0.5);"))
    let json = try penumbra(
      "import", "0 1rem red", "--emit", "json", "--root-font-size", "10")
    #expect(json.code == 0)
    #expect(json.output.contains("\"css\": \"0 10px 0 0 #ff0000\""))
    let sass = try penumbra("import", "0 0 1px $ink", "--emit", "css")
    #expect(sass.code == 65)
    #expect(sass.errors.contains("a Sass variable"))
  }

  @Test func contextAndModes() throws {
    let theo = try penumbra(
      "import", fixture("theo.yml"), fixture("theo-aliases.yml"), "--emit", "css")
    #expect(theo.output.contains("--shadow-card: 0 -2px 4px 0 rgb(1 2 3 / 0.5);"))
    let dark = try penumbra(
      "import", fixture("modes.json5"), "--mode", "dark", "--emit", "css")
    #expect(dark.code == 0)
    #expect(dark.output.hasPrefix("[data-mode=\"dark\"] {"))
    let none = try penumbra("import", fixture("modes.json5"), "--mode", "night")
    #expect(none.code == 65)
    #expect(none.errors.contains("it has light, dark, dim"))
  }

  @Test func wrongUseIsTold() throws {
    #expect(try penumbra("import").code == 64)
    #expect(try penumbra("import", "no-such-file.json").code == 66)
    #expect(try penumbra("import", "0 0 red", "--emit", "xml").code == 64)
    let typo = try penumbra("import", "0 0 red", "--root-fontsize", "10")
    #expect(typo.code == 64)
    #expect(typo.errors.contains("--root-font-size"))
  }

  /// A token file renders as it is, twice to the same bytes; what it lacks is an error at the end.
  @Test func tokenFilesRender() throws {
    for name in ["first.png", "second.png"] {
      let run = try penumbra(
        "render", fixture("modes.json5"), "-o", name, "--scale", "1")
      #expect(run.code == 0, "\(run.errors)")
    }
    let pictures = try ["first.png", "second.png"].map { try folder.bytes($0) }
    #expect(pictures[0] == pictures[1])
    let broken = try penumbra(
      "render", fixture("flat.json"), "-o", "flat.png", "--scale", "1")
    #expect(broken.code == 65)
    #expect(broken.errors.contains("shadow.broken"))
    #expect(
      folder.exists("flat.png"))
  }
}
