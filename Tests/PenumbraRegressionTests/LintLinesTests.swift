import OrderedJSON
import Testing

@testable import PenumbraRegression

@Suite struct LintLinesTests {
  private func finding(_ cell: Int, value: Double, rule: LintRule = .seamDip) -> LintFinding {
    LintFinding(
      rule: rule, scene: "s", file: "s.json", cell: "\(cell)", value: value, unit: "%",
      message: "It dips by \(value) %.", remedy: "Mend it.")
  }

  @Test func aCleanLintSaysSo() { #expect(LintLines.lines(of: []) == ["0 findings"]) }

  @Test func thousandsOfOneRuleAreFewLinesWorstFirst() {
    let lines = LintLines.lines(of: (0..<9_900).map { finding($0, value: Double($0)) })
    #expect(lines.count == LintLines.mostOfARule + 2)
    #expect(lines[0].contains("s / 9899: seam-dip: It dips by 9899.0 %. Mend it."), "\(lines[0])")
    #expect(lines[3].contains("9897 more cells"), "\(lines[3])")
    #expect(lines.last == "9900 findings")
  }

  @Test func theLowestContrastIsTheWorst() {
    let lines = LintLines.lines(
      of: [4.0, 1.5, 3].enumerated().map { finding($0, value: $1, rule: .lowContrast) })
    #expect(lines[0].contains("1.5") && lines[2].contains("4.0") && lines[3] == "3 findings")
  }

  @Test func cellsThatAreAlikeAreNamedInJSONAndSARIF() {
    var one = finding(0, value: 1)
    one.cells = ["a", "b", "c"]
    #expect(LintLines.lines(of: [one])[0].contains("(and 2 more like it)"))
    #expect(one.json["cells"]?.array?.compactMap(\.string) == ["a", "b", "c"])
    let text = SARIFReport.text(of: [one], version: "1")
    for cell in ["s/a", "s/b", "s/c"] {
      #expect(text.contains("\"fullyQualifiedName\": \"\(cell)\""), "\(text)")
    }
  }
}
