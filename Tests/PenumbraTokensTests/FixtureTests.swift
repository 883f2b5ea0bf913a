import CSSValues
import Foundation
import PenumbraGraphics
import PenumbraScene
import PenumbraTokens
import Testing

@Suite struct FixtureTests {
  /// Every token and every diagnostic, word for word: what a user sees is what is promised.
  @Test(arguments: Fixtures.names)
  func importsAsExpected(_ name: String) throws {
    let expected = try String(
      contentsOf: Fixtures.folder.appendingPathComponent(name + ".expected"), encoding: .utf8)
    let actual = Fixtures.text(of: try Fixtures.read(name))
    #expect(actual == expected)
  }

  /// What is written is a scene that loads, has every token on both grounds, and is the same again.
  @Test(arguments: Fixtures.names)
  func becomesAScene(_ name: String) throws {
    let result = try Fixtures.read(name)
    try #require(!result.tokens.isEmpty)
    let text = SceneWriter.scene(from: result, name: "fixture", source: name)
    let again = SceneWriter.scene(from: try Fixtures.read(name), name: "fixture", source: name)
    #expect(text == again)
    let scene = try SceneLoader.scene(Array(text.utf8))
    let layout = try scene.layOut(LayoutOptions())
    let cells = layout.sections.flatMap { Array($0.cells) }
      .filter { $0.name?.hasSuffix(" (caption)") != true }
    #expect(cells.count == 2 * result.tokens.count)
    for (index, token) in result.tokens.enumerated() {
      for cell in [cells[2 * index], cells[2 * index + 1]] {
        #expect(cell.style.shadows.count == token.shadows.count, "\(token.title)")
        for (drawn, imported) in zip(cell.style.shadows, token.shadows) {
          #expect(drawn.sigma == imported.sigma, "\(token.title)")
          #expect(drawn.offset == imported.offset, "\(token.title)")
          #expect(drawn.spread == imported.spread, "\(token.title)")
          #expect(drawn.isInset == imported.isInset, "\(token.title)")
          // Colours are written with six decimals of 255 and nine of alpha.
          #expect(abs(drawn.color.red - imported.color.red) < 1e-8, "\(token.title)")
          #expect(abs(drawn.color.alpha - imported.color.alpha) < 1e-9, "\(token.title)")
          #expect(drawn.isInset || drawn.isKnockedOut == imported.isKnockedOut, "\(token.title)")
        }
      }
    }
  }

  @Test func optionsCount() throws {
    let wide = try Fixtures.read("dtcg.tokens.json", options: ImportOptions(rootFontSize: 10))
    let aliased = try #require(wide.tokens.first { $0.path == "shadow.aliased" })
    #expect(aliased.shadows[0].blur == 12.5)
    #expect(aliased.shadows[0].spread == 5)

    let dark = try Fixtures.read("modes.json5", options: ImportOptions(mode: "dark"))
    #expect(dark.tokens.map(\.title) == ["shadow.card [dark]"])
    #expect(dark.tokens[0].shadows[0].color.red == 1)

    let night = try Fixtures.read("tokens-studio.json", options: ImportOptions(mode: "night"))
    let themed = try #require(night.tokens.first { $0.path == "elevation.themed" })
    #expect(themed.shadows[0].color.red == 1)

    let both = try Fixtures.read("themes.resolver.json", options: ImportOptions(mode: "dark"))
    #expect(both.tokens.first { $0.path == "shadow.card" }?.shadows[0].offset.y == 4)

    #expect(throws: ImportError.self) {
      try Fixtures.read("modes.json5", options: ImportOptions(mode: "no such"))
    }
  }

  /// CSS says red, green, blue, alpha; Android says alpha first: it is never guessed.
  @Test func hexOrderIsExplicit() throws {
    let text = """
      {"s": {"$type": "shadow", "$value": {"color": "#FF000080", "offsetX": "0", "offsetY": "0",
      "blur": "1px", "spread": "0"}}}
      """
    let source = ImportSource(name: "a.json", bytes: Array(text.utf8))
    let css = try TokenImporter.read(source).tokens[0].shadows[0].color
    #expect(css.red == 1 && css.alpha == 128 / 255.0)
    let android = try TokenImporter.read(source, options: ImportOptions(hexOrder: .argb))
    let color = android.tokens[0].shadows[0].color
    #expect(color.red == 0 && color.blue == 128 / 255.0 && color.alpha == 1)
  }

  @Test func wholeFileFaults() throws {
    func error(_ name: String, _ text: String) -> ImportError? {
      do {
        _ = try TokenImporter.read(ImportSource(name: name, bytes: Array(text.utf8)))
        return nil
      } catch {
        return error
      }
    }
    let cases: [(String, String, String)] = [
      ("a.json", "{\"a\": }", "a.json:1:7: expected a value"),
      ("a.json", "", "a.json:1:1: expected a JSON value"),
      ("a.json", "3", "a.json: expected design tokens"),
      ("a.json", "{}", "a.json: expected design tokens"),
      ("a.json", "[1, 2]", "a.json: expected design tokens"),
      (
        "a.json", "{\"$schema\": \"http://json-schema.org/draft-07/schema#\"}",
        "a JSON Schema is not read"
      ),
      ("a.json", "{\"penumbra\": 1, \"name\": \"x\"}", "a scene of Penumbra is not read"),
      ("a.yml", "a: &anchor 1", "a.yml:1:1: expected a plain or quoted scalar"),
      ("a.yml", "a:\n\tb: 1", "a.yml:2:1: expected spaces"),
      ("a.yml", "a: 1\na: 2", "a.yml:2:1: expected each key once"),
      ("a.yml", "a: {b: 1}", "a.yml:1:1: expected a plain or quoted scalar"),
      ("a.yml", "a:\n  - - 1", "a.yml:2:3: expected a plain or quoted scalar"),
      ("a.yml", "a:\n    b: 1\n  c: 2", "a.yml:3:3: expected the indentation"),
      ("a.scss", "$ink: #000;\n.a { box-shadow: 0 0 1px $ink }", "a Sass variable in line 1"),
      ("a.scss", "@include shadow(2);", "a Sass mixin in line 1"),
      ("a.css", String(repeating: "a{", count: 100), "at most 64 nested rules"),
    ]
    for (name, text, expected) in cases {
      let description = error(name, text)?.description ?? "no error"
      #expect(description.contains(expected), "\(text): \(description)")
    }
  }

  @Test func singleValues() throws {
    let value = try TokenImporter.read(css: "0 4px 12px rgb(0 0 0 / 25%), inset 0 1px #fff")
    #expect(value.tokens[0].shadows.count == 2)
    #expect(value.layerCount == 2)
    let chain = try TokenImporter.read(css: "drop-shadow(0 2px 4px red)")
    #expect(chain.tokens[0].shadows[0].sigma == 4)
    let schemes = try TokenImporter.read(css: "0 0 1px light-dark(#fff, #000)")
    #expect(schemes.tokens.map(\.mode) == [nil, "dark"])
    let dark = try TokenImporter.read(
      css: "0 0 1px light-dark(#fff, #000)", options: ImportOptions(mode: "dark"))
    #expect(dark.tokens.map(\.shadows[0].color) == [.black])
    let declarations = try TokenImporter.read(
      css: "--a: 3px; box-shadow: 0 var(--a) red !important;")
    #expect(declarations.tokens[0].shadows[0].offset.y == 3)
    for text in ["0 0 1px $ink", "0 0 1px {a.b}", "red", "0 0 1px var(--a)", "", "rem(1px) 0"] {
      let result = try TokenImporter.read(css: text)
      #expect(result.hasErrors, "\(text)")
      #expect(result.tokens.isEmpty, "\(text)")
    }
  }

  /// Aliases that multiply, chains, deep nesting: an error, and soon.
  @Test func hostileFilesEndInErrors() throws {
    func tokens(_ pairs: [(String, String)]) -> ImportSource {
      let body = pairs.map { "\"\($0.0)\": {\"$type\": \"shadow\", \"$value\": \($0.1)}" }
      return ImportSource(
        name: "a.json", bytes: Array("{\(body.joined(separator: ","))}".utf8))
    }
    let layer =
      "{\"color\":\"#000\",\"offsetX\":\"0\",\"offsetY\":\"0\",\"blur\":\"0\",\"spread\":\"0\"}"
    var doubling = [("s0", "[\(layer), \(layer)]")]
    for level in 1...40 {
      doubling.append(("s\(level)", "[\"{s\(level - 1)}\", \"{s\(level - 1)}\"]"))
    }
    let doubled = try TokenImporter.read(tokens(doubling))
    #expect(doubled.hasErrors)
    #expect(doubled.tokens.count == 8, "2, 4, ... 256 layers")

    let bad = "{\"color\":\"\",\"offsetX\":\"0\",\"offsetY\":\"0\",\"blur\":\"0\"}"
    doubling[0].1 = "[\(bad), \(bad)]"
    let refused = try TokenImporter.read(tokens(doubling))
    #expect(refused.tokens.isEmpty)
    #expect(refused.diagnostics.count <= 10_000)

    var text = [("t0", "\"\"")]
    for level in 1...40 { text.append(("t\(level)", "\"{t\(level - 1)}{t\(level - 1)}\"")) }
    #expect(try TokenImporter.read(tokens(text)).hasErrors)

    let holder = """
      {"c": {"value": {"color": "{c}"}}, "l": {"value": {"value": "{l}"}}, "s": {"type": "shadow",
      "value": {"x": "{l}", "y": 0, "blur": 0, "color": "#000"}}, "t": {"type": "shadow",
      "value": {"x": 0, "y": 0, "blur": 0, "color": {"color": "{c}"}}}}
      """
    let held = try TokenImporter.read(ImportSource(name: "a.json", bytes: Array(holder.utf8)))
    #expect(held.tokens.isEmpty)
    #expect(held.diagnostics.filter { $0.severity == .error }.count == 2)

    var chain = [("c0", layer)]
    for level in 1...500 { chain.append(("c\(level)", "\"{c\(level - 1)}\"")) }
    let chained = try TokenImporter.read(tokens(chain))
    #expect(chained.hasErrors)
    #expect(chained.tokens.count == 33)
  }
}
