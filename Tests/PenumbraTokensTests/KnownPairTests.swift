import CSSValues
import Foundation
import OrderedJSON
import PenumbraGraphics
import PenumbraTokens
import Testing

/// The same shadows written in two ways come out the same.
@Suite struct KnownPairTests {
  private func expectSame(
    _ a: [ImportedShadow], _ b: [ImportedShadow], _ what: String, colorTolerance: Double = 1e-6
  ) {
    #expect(a.count == b.count, "\(what)")
    for (x, y) in zip(a, b) {
      #expect(x.isInset == y.isInset, "\(what)")
      #expect(x.offset == y.offset, "\(what)")
      #expect(x.sigma == y.sigma, "\(what)")
      #expect(x.spread == y.spread, "\(what)")
      for (p, q) in [
        (x.color.red, y.color.red), (x.color.green, y.color.green), (x.color.blue, y.color.blue),
        (x.color.alpha, y.color.alpha),
      ] {
        #expect(abs(p - q) <= colorTolerance, "\(what)")
      }
    }
  }

  private func read(css: String) throws -> [ImportedShadow] {
    let result = try TokenImporter.read(css: css)
    return try #require(result.tokens.first, "\(result.diagnostics)").shadows
  }

  // MARK: Material's elevations

  /// Offset y, blur and spread of levels 1 to 24, by role, as Material's maps list them.
  private static let maps: [(role: String, alpha: String, levels: String)] = [
    (
      "umbra", "0.2",
      "2 1 -1|3 1 -2|3 3 -2|2 4 -1|3 5 -1|3 5 -1|4 5 -2|5 5 -3|5 6 -3|6 6 -3|6 7 -4|7 8 -4|7 8 -4|"
        + "7 9 -4|8 9 -5|8 10 -5|8 11 -5|9 11 -5|9 12 -6|10 13 -6|10 13 -6|10 14 -6|11 14 -7|11 15 -7"
    ),
    (
      "penumbra", "0.14",
      "1 1 0|2 2 0|3 4 0|4 5 0|5 8 0|6 10 0|7 10 1|8 10 1|9 12 1|10 14 1|11 15 1|12 17 2|13 19 2|"
        + "14 21 2|15 22 2|16 24 2|17 26 2|18 28 2|19 29 2|20 31 3|21 33 3|22 35 3|23 36 3|24 38 3"
    ),
    (
      "ambient", "0.12",
      "1 3 0|1 5 0|1 8 0|1 10 0|1 14 0|1 18 0|2 16 1|3 14 2|3 16 2|4 18 3|4 20 3|5 22 4|5 24 4|"
        + "5 26 4|6 28 5|6 30 5|6 32 5|7 34 6|7 36 6|8 38 7|8 40 7|8 42 7|9 44 8|9 46 8"
    ),
  ]

  /// The same by level, as the React library lists them: x, y, blur, spread of three layers.
  private static let rows = [
    [0, 2, 1, -1, 0, 1, 1, 0, 0, 1, 3, 0], [0, 3, 1, -2, 0, 2, 2, 0, 0, 1, 5, 0],
    [0, 3, 3, -2, 0, 3, 4, 0, 0, 1, 8, 0], [0, 2, 4, -1, 0, 4, 5, 0, 0, 1, 10, 0],
    [0, 3, 5, -1, 0, 5, 8, 0, 0, 1, 14, 0], [0, 3, 5, -1, 0, 6, 10, 0, 0, 1, 18, 0],
    [0, 4, 5, -2, 0, 7, 10, 1, 0, 2, 16, 1], [0, 5, 5, -3, 0, 8, 10, 1, 0, 3, 14, 2],
    [0, 5, 6, -3, 0, 9, 12, 1, 0, 3, 16, 2], [0, 6, 6, -3, 0, 10, 14, 1, 0, 4, 18, 3],
    [0, 6, 7, -4, 0, 11, 15, 1, 0, 4, 20, 3], [0, 7, 8, -4, 0, 12, 17, 2, 0, 5, 22, 4],
    [0, 7, 8, -4, 0, 13, 19, 2, 0, 5, 24, 4], [0, 7, 9, -4, 0, 14, 21, 2, 0, 5, 26, 4],
    [0, 8, 9, -5, 0, 15, 22, 2, 0, 6, 28, 5], [0, 8, 10, -5, 0, 16, 24, 2, 0, 6, 30, 5],
    [0, 8, 11, -5, 0, 17, 26, 2, 0, 6, 32, 5], [0, 9, 11, -5, 0, 18, 28, 2, 0, 7, 34, 6],
    [0, 9, 12, -6, 0, 19, 29, 2, 0, 7, 36, 6], [0, 10, 13, -6, 0, 20, 31, 3, 0, 8, 38, 7],
    [0, 10, 13, -6, 0, 21, 33, 3, 0, 8, 40, 7], [0, 10, 14, -6, 0, 22, 35, 3, 0, 8, 42, 7],
    [0, 11, 14, -7, 0, 23, 36, 3, 0, 9, 44, 8], [0, 11, 15, -7, 0, 24, 38, 3, 0, 9, 46, 8],
  ]

  @Test func materialMapsAndLevels() throws {
    var sheet = ":root {\n"
    for (role, _, levels) in Self.maps {
      for (index, level) in levels.split(separator: "|").enumerated() {
        let parts = level.split(separator: " ").map { $0 + "px" }.joined(separator: " ")
        sheet += "  --\(role)-\(index + 1): 0px \(parts);\n"
      }
    }
    sheet += "}\n"
    for level in 1...24 {
      let layers = Self.maps.map { "var(--\($0.role)-\(level)) rgb(0 0 0 / \($0.alpha))" }
      sheet += ".z\(level) { box-shadow: \(layers.joined(separator: ", ")) }\n"
    }
    let rules = try TokenImporter.read(ImportSource(name: "maps.css", bytes: Array(sheet.utf8)))
    #expect(rules.tokens.count == 24)

    let levels = Self.rows.enumerated().map { index, row in
      let layers = (0..<3).map { part in
        let n = row[(part * 4)..<(part * 4 + 4)].map { "\($0)px" }.joined(separator: " ")
        return "\(n) rgba(0,0,0,\(Self.maps[part].alpha))"
      }
      return "\"z\(index + 1)\": \"\(layers.joined(separator: ","))\""
    }
    let json = "{\(levels.joined(separator: ", "))}"
    let flat = try TokenImporter.read(ImportSource(name: "levels.json", bytes: Array(json.utf8)))
    #expect(flat.tokens.count == 24)
    for (rule, level) in zip(rules.tokens, flat.tokens) {
      expectSame(rule.shadows, level.shadows, "\(rule.path) and \(level.path)", colorTolerance: 0)
    }
  }

  /// Figma's radius is a CSS blur, its first effect the first shadow.
  @Test func figmaAndCSS() throws {
    let figma = try Fixtures.read("figma.json")
    let css = try read(css: "0 4px 16.5px -2px rgb(0 0 0 / .25), inset 0 1px 2px #fff")
    expectSame(figma.tokens[0].shadows, css, "Kit/Card")
  }

  /// What is printed reads back as what was imported.
  @Test(arguments: Fixtures.names)
  func emittedCSSReadsBack(_ name: String) throws {
    let result = try Fixtures.read(name)
    for token in result.tokens {
      let again = try read(css: ResolvedShadows.css(token.shadows))
      expectSame(token.shadows, again, token.title, colorTolerance: 1e-8)
    }
    let sheet = ResolvedShadows.css(result)
    let reread = try TokenImporter.read(ImportSource(name: "a.css", bytes: Array(sheet.utf8)))
    #expect(!reread.hasErrors, "\(reread.diagnostics)")
    #expect(reread.layerCount == result.tokens.reduce(0) { $0 + $1.shadows.count })
    let json = ResolvedShadows.json(result, source: name)
    let tree = try JSONText.parse(json)
    #expect(tree["tokens"]?.array?.count == result.tokens.count)
    #expect(tree["diagnostics"]?.array?.count == result.diagnostics.count)
  }
}

/// Pairs in the corpora: a token file and the style sheet it was made into.
@Suite(.enabled(if: Corpus.folder != nil, "PENUMBRA_SHARED names no folder"))
struct CorpusPairTests {
  private func css(_ source: String) throws -> [String] {
    let folder = try #require(Corpus.folder)
    let data = try Data(contentsOf: folder.appendingPathComponent("css-values.json"))
    let all = try JSONDecoder().decode([String: [String]].self, from: data)
    return try #require(all[source])
  }

  private func shadows(_ file: String) throws -> [String: [ImportedShadow]] {
    let result = try TokenImporter.read(try Corpus.source(file))
    return Dictionary(result.tokens.map { ($0.title, $0.shadows) }) { first, _ in first }
  }

  /// Lengths to the digits printed, colours within half of 1/255: style sheets are rounded.
  private func isSame(_ a: [ImportedShadow], _ b: [ImportedShadow]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { x, y in
        x.isInset == y.isInset && abs(x.offset.x - y.offset.x) < 1e-6
          && abs(x.offset.y - y.offset.y) < 1e-6 && abs(x.sigma - y.sigma) < 1e-6
          && abs(x.spread - y.spread) < 1e-6 && abs(x.color.red - y.color.red) < 0.5 / 255
          && abs(x.color.green - y.color.green) < 0.5 / 255
          && abs(x.color.blue - y.color.blue) < 0.5 / 255
          && abs(x.color.alpha - y.color.alpha) < 0.001
      }
  }

  private func read(
    _ css: String, _ properties: [String: String] = [:]
  ) throws -> [ImportedShadow] {
    let plain = try CSSCustomProperties(properties).resolve(css)
    return try #require(try TokenImporter.read(css: plain).tokens.first).shadows
  }

  @Test func figmaStylesAndTheirSheet() throws {
    var properties = [
      "--sds-size-depth-0": "0", "--sds-size-depth-025": "0.0625rem",
      "--sds-size-depth-100": "0.25rem", "--sds-size-depth-400": "1rem",
      "--sds-size-depth-800": "2rem", "--sds-size-depth-negative-025": "-0.0625rem",
      "--sds-size-depth-negative-100": "-0.25rem", "--sds-size-depth-negative-200": "-0.5rem",
      "--sds-size-blur-100": "0.25rem",
    ]
    for (level, alpha) in [("100", "0.05"), ("200", "0.1"), ("400", "0.4")] {
      properties["--sds-color-black-\(level)"] = "rgba(12, 12, 13, \(alpha))"
    }
    let styles = try shadows("figma-api/figma__sds__styles.json")
    let sheet = try css("figma/sds: theme").map { try read($0, properties) }
    #expect(styles.count == 12)
    #expect(sheet.count == 12)
    for (name, style) in styles {
      #expect(sheet.contains { isSame($0, style) }, "\(name)")
    }
    for (index, rule) in sheet.enumerated() {
      #expect(styles.values.contains { isSame($0, rule) }, "rule \(index)")
    }
  }

  @Test func figmaNodesAndTheirSheet() throws {
    let nodes = try shadows("figma-api/Runroom__design-tokens__figmaTree.excerpt.json")
    let sheet = try css("Runroom/design-tokens: cssTokens")
    var boxes = 0
    for (box, chain) in zip(
      sheet.filter { !$0.hasPrefix("drop") }, sheet.filter { $0.hasPrefix("drop") })
    {
      let rule = try read(box)
      boxes += 1
      #expect(nodes.values.contains { isSame($0, rule) }, "\(box)")
      // The sheet hands the same lengths to drop-shadow(), where they mean twice the blur.
      let filter = try read(chain)
      for (x, y) in zip(rule, filter) { #expect(y.sigma == 2 * x.sigma) }
    }
    #expect(boxes == 4)
  }

  @Test func openPropsResolverAndSheet() throws {
    let tokens = try shadows("dtcg/argyleink__open-props__open-props.resolver.json")
    let sheet = try css("argyleink/open-props: props.shadows")
    let properties = [
      "--shadow-color": "220 3% 15%", "--shadow-strength-10": "10%",
      "--inner-shadow-highlight": sheet[0],
    ]
    for level in 0...4 {
      let rule = try read(sheet[3 + level], properties)
      #expect(isSame(try #require(tokens["inner-shadow.\(level)"]), rule), "inner-shadow \(level)")
    }
    #expect(isSame(try #require(tokens["shadow.1"]), try read(sheet[2], properties)))
  }

  @Test func tokensAndWhatTheirToolsMadeOfThem() throws {
    let terrazzo = try shadows("dtcg/terrazzoapp__terrazzo__mode-type-shadow.tokens.json")
    let want = try css("terrazzoapp/terrazzo: mode-type-shadow.index.want")
    for (name, index) in [("inset", 0), ("layered", 1), ("simple", 3), ("neon", 5)] {
      #expect(isSame(try #require(terrazzo["shadow.\(name)"]), try read(want[index])), "\(name)")
    }
    let math = try shadows(
      "tokens-studio/tokens-studio__sd-transforms__math-in-complex-values.tokens.json")
    let made = try css("tokens-studio/sd-transforms: math-in-complex-values.test")
    #expect(isSame(try #require(math["shadow.single"]), try read(made[0])))
    #expect(isSame(try #require(math["shadow.double"]), try read(made[1])))
    let page = try shadows("sketch/brainly__html-sketchapp__shadows.html.asketch.json")
    let source = try css("brainly/html-sketchapp: shadows")
    #expect(isSame(try #require(page.values.first), try read(source[0])))
    let nodes = try shadows("figma-api/terrazzoapp__terrazzo__get-file-nodes.json")
    let imported = try shadows("figma-api/terrazzoapp__terrazzo__import-styles.want.json")
    #expect(
      isSame(try #require(nodes["elevation/100"]), try #require(imported["elevation.100"])))
  }
}
