import Foundation
import OrderedJSON
import PenumbraJobs
import Testing

@testable import PenumbraRegression

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct ReportTests {
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }
  }

  private func elements(_ text: String) -> [(name: String, attributes: [String: String])]? {
    let parser = XMLParser(data: Data(text.utf8))
    let reader = Reader()
    parser.delegate = reader
    return parser.parse() ? reader.elements : nil
  }

  @Test func junitIsWellFormedAndCountsAdd() throws {
    let report = ReportFixture.everything()
    let all = try #require(elements(JUnitReport.text(of: report)))
    let cases = all.filter { $0.name == "testcase" }
    #expect(cases.count == report.cells.count + report.problems.count)
    let names = cases.map { [$0.attributes["classname"] ?? "", $0.attributes["name"] ?? ""] }
    #expect(Set(names).count == names.count)
    #expect(!names.contains { $0[0].isEmpty || $0[1].isEmpty })
    let total = try #require(all.first { $0.name == "testsuites" }).attributes
    #expect(total["tests"] == String(cases.count))
    #expect(total["failures"] == String(all.filter { $0.name == "failure" }.count))
    #expect(total["errors"] == String(all.filter { $0.name == "error" }.count))
    for attribute in ["tests", "failures", "errors"] {
      let sum = all.filter { $0.name == "testsuite" }
        .reduce(0) { $0 + (Int($1.attributes[attribute] ?? "") ?? -1) }
      #expect(String(sum) == total[attribute])
    }
    #expect(names.contains { $0[1] == "<script>window.pwned = 1</script>" })
  }

  @Test func jsonKeepsEveryString() throws {
    let report = ReportFixture.everything()
    let text = JSONReport.text(of: report)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let cells = try #require(object["cells"] as? [[String: Any]])
    #expect(cells.map { $0["cell"] as? String } == report.cells.map(\.cell))
    #expect(cells.map { $0["status"] as? String } == report.cells.map(\.status.rawValue))
    #expect(object["passes"] as? Bool == false)
    let totals = try #require(object["totals"] as? [String: Int])
    #expect(totals["cells"] == report.cells.count)
    #expect(totals.filter { $0.key != "cells" }.values.reduce(0, +) == report.cells.count)
  }

  @Test func aReportReadsBackAsItWas() throws {
    var report = ReportFixture.everything()
    report.shard = try Shard(index: 2, count: 3)
    for index in report.cells.indices {
      report.cells[index].order = index
      // Only a cell's own pictures are taken from a report.
      func own(_ kind: String) -> String { "images/\(report.cells[index].id)-\(kind).png" }
      if report.cells[index].pictures.expected != nil {
        report.cells[index].pictures.expected = own("expected")
      }
      if report.cells[index].pictures.actual != nil {
        report.cells[index].pictures.actual = own("actual")
      }
      if report.cells[index].pictures.heat != nil {
        report.cells[index].pictures.heat = own("heat")
        report.cells[index].pictures.difference = own("difference")
      }
      if report.cells[index].pictures.all.isEmpty { report.cells[index].pictures = PictureFiles() }
    }
    let text = JSONReport.text(of: report)
    #expect(try JSONReport.report(Array(text.utf8), path: "report.json") == report)
    let foreign = text.replacingOccurrences(of: "images/", with: "../../images/")
    let read = try JSONReport.report(Array(foreign.utf8), path: "report.json")
    #expect(read.cells.allSatisfy { $0.pictures.all.isEmpty })
    #expect(throws: (any Error).self) {
      try JSONReport.report(Array("{\"penumbraReport\": 2}".utf8), path: "report.json")
    }
  }

  @Test(arguments: ["0, \"count\": 0", "1, \"count\": 0", "4, \"count\": 3", "1, \"count\": 1e12"])
  func aShareThatCannotBeIsRefused(shard: String) throws {
    var report = ReportFixture.everything()
    report.shard = try Shard(index: 2, count: 3)
    let text = JSONReport.text(of: report)
    let pattern = try Regex(#""index":\s*2,\s*"count":\s*3"#)
    let changed = text.replacing(pattern, with: "\"index\": \(shard)")
    try #require(changed != text)
    let error = #expect(throws: JobError.self) {
      try JSONReport.report(Array(changed.utf8), path: "report.json")
    }
    #expect(
      error?.description.hasPrefix("report.json: $.shard") == true, "\(String(describing: error))")
  }

  /// Numbers that no comparison gives, and values of other types: each is refused with its place, or
  /// printed without a trap.
  @Test(arguments: [
    "0", "-1", "1.5", "9.2e18", "1e19", "1e308", "-1e308", "9007199254740993", "null", "\"1\"",
    "[]",
    "{}", "true",
  ])
  func aForgedNumberIsRefusedOrPrinted(number: String) throws {
    let text = JSONReport.text(of: ReportFixture.everything())
    let keys = [
      "pixels", "largestDifference", "changedPixels", "shadowLargest", "shadowMean", "lightness",
      "order", "maxDiff", "maxChanged", "maxShadow", "maxDeltaE", "width", "height", "status", "id",
      "summary", "suggestions", "tokens", "measures", "largestByChannel", "changedBox", "pictures",
      "keys", "problems", "cells", "scene", "limits", "orphans", "message",
    ]
    for key in keys {
      // Found by the first name of its key, so that a long text is not searched for a pattern.
      guard let place = text.range(of: "\"\(key)\":") else { continue }
      let pattern = try Regex("\"\(key)\": ?(?:-?[0-9.e]+|null|\"[^\"]*\"|\\[[0-9, ]*\\])")
      let forged =
        text[..<place.lowerBound]
        + text[place.lowerBound...].replacing(
          pattern, with: "\"\(key)\": \(number)", maxReplacements: 1)
      do {
        let report = try JSONReport.report(Array(forged.utf8), path: "report.json")
        _ = JSONReport.text(of: report) + JUnitReport.text(of: report)
        _ = GitHubReport.summary(of: report) + GitHubReport.annotations(of: report)
        _ = HTMLReport.files(of: report)
      } catch {
        #expect(error.description.contains("$"), "\(key): \(error)")
      }
    }
  }

  @Test(arguments: ["0", "9.2e18", "1e308"]) func aForgedPixelCountSaysWhere(number: String) throws
  {
    let text = JSONReport.text(of: ReportFixture.everything())
    let pattern = /"pixels": ?[0-9]+/
    let forged = text.replacing(pattern, with: "\"pixels\": \(number)", maxReplacements: 1)
    try #require(forged != text)
    let error = #expect(throws: JobError.self) {
      try JSONReport.report(Array(forged.utf8), path: "report.json")
    }
    let words = try #require(error?.description)
    #expect(words.contains(".measures.pixels: expected a whole number from 1 to"), "\(words)")
  }

  /// Work is counted in tries, not in seconds.
  @Test func equalNamesAreNumberedInAsManySteps() {
    func steps(_ count: Int) -> Int {
      var names = UniqueNames()
      var seen: Set<String> = []
      for _ in 0..<count { seen.insert(names.unique("suite", "cell")) }
      #expect(seen.count == count)
      return names.steps
    }
    let few = steps(1_000)
    #expect(few < 2_500)
    #expect(steps(8_000) <= 8 * few + 8)
    #expect(steps(100_000) < 250_000)
  }

  @Test func numberedNamesDoNotMeetNamesThatHoldNumbers() {
    var names = UniqueNames()
    let given = ["a", "a (2)", "a", "a", "a (2)", "a (3)", "a"]
    let unique = given.map { names.unique("s", $0) }
    #expect(Set(unique).count == given.count)
    #expect(names.unique("s.a", "b") == "b")
    #expect(names.unique("s", "a.b") == "a.b (2)")
  }

  /// A line end or a per cent sign behind or before a mark is escaped all the same.
  @Test(arguments: [
    ("a\u{600}\n::b", "a\u{600}%0A::b"), ("%\u{301}", "%25\u{301}"), ("\r\n", "%0D%0A"),
    ("\n\u{301}", "%0A\u{301}"), ("\u{85}x", "\\u{85}x"), ("\u{202E}y", "\\u{202e}y"),
    ("\u{2028}", "\\u{2028}"), ("\u{1B}[", "\\u{1b}["),
  ])
  func annotationsAreEscapedByScalar(text: String, escaped: String) {
    let report = RunReport(
      title: "", version: "", engine: "", problems: [RunProblem(message: text)])
    #expect(
      GitHubReport.annotations(of: report).unicodeScalars.elementsEqual(
        "::error title=Penumbra::\(escaped)\n".unicodeScalars))
    let named = RunReport(
      title: "", version: "", engine: "",
      cells: [CellResult(id: "0", scene: ":\u{301},\u{600}", cell: "c", status: .new)])
    #expect(
      GitHubReport.annotations(of: named).unicodeScalars.starts(
        with: "::error title=%3A\u{301}%2C\u{600} / c::".unicodeScalars))
  }

  @Test func noReportHoldsWhatSteers() {
    let hostile = "a\u{1B}b\u{85}c\u{2028}d\u{202E}e\u{2066}f\u{7F}g"
    var report = ReportFixture.everything()
    for index in report.cells.indices {
      report.cells[index].scene += hostile
      report.cells[index].cell += hostile
      report.cells[index].file = hostile
      report.cells[index].tokens = [hostile]
      report.cells[index].message = hostile
    }
    report.problems.append(RunProblem(file: hostile, message: hostile))
    let finding = LintFinding(
      rule: .seamDip, scene: hostile, file: hostile, cell: hostile, value: 1, unit: "%",
      message: hostile, remedy: hostile)
    let texts =
      [
        JUnitReport.text(of: report), JSONReport.text(of: report),
        GitHubReport.summary(of: report), GitHubReport.annotations(of: report),
        GitHubReport.annotations(of: [finding]), SARIFReport.text(of: [finding], version: "1"),
      ] + HTMLReport.files(of: report).map(\.text)
    for text in texts {
      let bad = text.unicodeScalars.filter { $0.isUnprintable && $0 != "\n" }
      #expect(bad.isEmpty, "\(bad)")
    }
  }

  @Test func scriptsHoldNothingThatEndsThem() {
    for file in HTMLReport.files(of: ReportFixture.everything()) where file.path.hasPrefix("data/")
    {
      #expect(!file.text.contains("<"))
      #expect(!file.text.unicodeScalars.contains("\u{2028}"))
      #expect(!file.text.unicodeScalars.contains("\u{2029}"))
      #expect(file.text.hasPrefix("penumbra."))
    }
  }

  @Test func pathsNeverComeFromNames() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-./")
    for file in HTMLReport.files(of: ReportFixture.everything()) {
      #expect(file.path.allSatisfy { allowed.contains($0) } && !file.path.contains(".."))
    }
  }

  @Test func whatNeedsAttentionComesFirst() {
    let cells = ReportFixture.everything().cellsBySeverity
    let firstPassing = cells.firstIndex { $0.status.passes } ?? 0
    #expect(cells[firstPassing...].allSatisfy { $0.status.passes })
    #expect(cells.first?.status == .failed)
  }

  @Test func annotationsStayOnOneLineEachAndWithinTheLimit() {
    let lines = GitHubReport.annotations(of: ReportFixture.everything()).split(separator: "\n")
    #expect(lines.count == GitHubReport.annotationLimit)
    #expect(lines.allSatisfy { $0.hasPrefix("::error ") })
    #expect(lines[0].contains("file=corpus/broken.json"))
    #expect(lines.last?.contains("more, see the report") == true)
    let report = RunReport(
      title: "", version: "", engine: "",
      cells: [
        CellResult(id: "0", scene: "a,b:c%", file: "x,y:z.json", cell: "l1\nl2", status: .new)
      ])
    #expect(
      GitHubReport.annotations(of: report)
        == "::error file=x%2Cy%3Az.json,title=a%2Cb%3Ac%25 / l1%0Al2::"
        + "new: the baseline does not hold it\n")
  }

  @Test func theSummaryKeepsMarkdownInert() {
    let summary = GitHubReport.summary(of: ReportFixture.everything())
    #expect(!summary.contains("<"))
    #expect(summary.contains("1 failed"))
  }

  @Test func sarifNamesRulesFilesAndFigures() throws {
    let finding = LintFinding(
      rule: .seamDip, scene: "wear", file: "corpus/wear carousel.json", cell: "row/2", value: 16.2,
      unit: "%", message: "The shadow dips by 16.2 %.", remedy: "Set joinSpace to 21.")
    let text = SARIFReport.text(of: [finding], version: "1.0")
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "seam-dip")
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let index = try #require(result["ruleIndex"] as? Int)
    #expect(rules[index]["id"] as? String == "seam-dip")
    #expect(text.contains("\"uri\": \"corpus/wear%20carousel.json\""))
  }

  @Test func passesOnlyWhenWholeAndEveryCellPasses() {
    var report = RunReport(title: "", version: "", engine: "")
    for status in CellStatus.allCases {
      report.cells = [CellResult(id: "0", scene: "s", cell: "c", status: status)]
      #expect(report.passes == [.same, .tolerated, .restyled].contains(status))
    }
    report.cells = []
    report.problems = [RunProblem(message: "shard 2 of 4 is missing")]
    #expect(!report.passes)
  }
}
