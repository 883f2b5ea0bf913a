import CSSValues
import Foundation
import PenumbraGraphics
import PenumbraTokens
import Testing

/// Every value of public style sheets, against Chromium's `getComputedStyle`.
@Suite(
  .enabled(if: Corpus.folder != nil, "PENUMBRA_SHARED names no folder"),
  .enabled(if: Chromium.path != nil, "Chromium is not installed"))
struct CSSCorpusTests {
  private func values() throws -> [String] {
    let folder = try #require(Corpus.folder)
    let data = try Data(contentsOf: folder.appendingPathComponent("css-values.json"))
    let bySource = try JSONDecoder().decode([String: [String]].self, from: data)
    return bySource.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Something for each custom property the values name, so that they say more than "invalid".
  private func definition(of name: String) -> String {
    if name == "--shadow-color" { return "220 3% 15%" }
    if name.contains("strength") { return "10%" }
    let lengths = ["offset", "blur", "spread", "depth", "size", "width"]
    if lengths.contains(where: { name.contains($0) }) && !name.contains("color") {
      return name.contains("negative") ? "-0.0625rem" : "0.1875rem"
    }
    let shadows = ["-top", "-bottom", "layer", "highlight", "-sd"]
    if shadows.contains(where: { name.hasSuffix($0) }) { return "inset 0 1px 2px #12345678" }
    if name.hasPrefix("--sbb-shadow-level") { return "1px 2px 3px 4px" }
    if name.contains("indicator-shadow") { return "inset" }
    return "rgb(10 20 30 / 0.4)"
  }

  private func property(of value: String) -> String {
    if value.hasPrefix("drop-shadow(") { return "filter" }
    let isColor = ["oklch(", "light-dark(", "color-mix(", "rgba("].contains {
      value.hasPrefix($0)
    }
    return isColor ? "color" : "box-shadow"
  }

  @Test func everyValueIsReadAsChromiumReadsIt() throws {
    let values = try values()
    let names = Set(values.flatMap { CSSCustomProperties.names(in: $0) })
    let definitions = Dictionary(uniqueKeysWithValues: names.map { ($0, definition(of: $0)) })
    let properties = CSSCustomProperties(definitions)
    let answers = try Chromium.computed(
      values.map { .init(property: property(of: $0), value: $0) }, customProperties: definitions)
    var accepted = 0
    var foreign = 0
    for (value, answer) in zip(values, answers) {
      let property = property(of: value)
      // An undefined `var()` would compute to the initial value: none here are.
      let isAccepted = answer != nil && answer != "none"
      let result = try? TokenImporter.read(css: (try? properties.resolve(value)) ?? value)
      if property == "color" {
        let resolved = try properties.resolve(value)
        #expect(isAccepted)
        ShadowComparison.expectSame(
          try Color(css: resolved), try Color(css: try #require(answer)), value)
        accepted += 1
        continue
      }
      let shadows = result?.tokens.first?.shadows
      #expect((shadows != nil) == isAccepted, "\(value): \(answer ?? "refused")")
      if !isAccepted {
        foreign += 1
        let reason = result?.diagnostics.first
        #expect(reason?.severity == .error, "\(value)")
        let words = ["Sass", "JavaScript", "token alias"]
        #expect(
          words.contains { reason?.found.contains($0) == true },
          "\(value): \(reason?.description ?? "no diagnostic")")
        continue
      }
      accepted += 1
      let expected =
        property == "filter"
        ? try CSSShadow.list(dropShadow: try #require(answer))
        : try CSSShadow.list(boxShadow: try #require(answer))
      try ShadowComparison.expectSame(try #require(shadows), expected, value)
    }
    print(
      "TALLY|css-values.json: \(accepted) as Chromium computes them, \(foreign) refused by both")
    #expect(accepted + foreign == values.count)
    #expect(accepted >= 200)
  }
}
