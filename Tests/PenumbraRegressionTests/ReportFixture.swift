import Foundation
import PenumbraTestSupport

@testable import PenumbraRegression

/// A run that holds a cell of every kind, with names that try to break each report.
enum ReportFixture {
  static let hostileNames = [
    "<script>window.pwned = 1</script>", "</script><img src=x onerror=alert(1)>",
    "quote \" apostrophe ' ampersand & percent % comma , colon :", "line\u{2028}separator\u{2029}s",
    "control \u{1} \u{1f} \u{7f} end", "new\nline\r\ntab\t", "emoji 🌗 ümlaut שלום",
    "]]> --> ${x} `y`",
    "__proto__", "constructor",
  ]

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// `count` cells, `changed` of them changed; the pictures of changed cells are shared.
  static func report(count: Int, changed: Int) -> RunReport {
    var report = RunReport(title: "check corpus", version: "1.0", engine: "1")
    for number in 0..<count {
      let isChanged =
        number % max(1, count / max(1, changed)) == 0
        && number / max(1, count / max(1, changed)) < changed
      var cell = CellResult(
        id: id(number), scene: "elevation-\(number / 100)", file: "corpus/elevation.json",
        cell: "e\(number % 100)", status: isChanged ? .changed : .same)
      if isChanged { fill(&cell) }
      report.cells.append(cell)
    }
    return report
  }

  static func fill(_ cell: inout CellResult) {
    cell.measures = comparison.difference.measures
    cell.suggestions = comparison.difference.suggestions
    cell.keys = [
      KeyChange(key: "elevation.value", before: "1", after: "2"),
      KeyChange(key: "shadow[0].color", before: nil, after: "\"#112233\""),
    ]
    cell.tokens = ["shadow.raised"]
    cell.pictures.expected = "images/expected.png"
    cell.pictures.actual = "images/actual.png"
    cell.pictures.difference = "images/difference.png"
    cell.pictures.heat = "images/heat.png"
    cell.pictures.width = comparison.expected.width
    cell.pictures.height = comparison.expected.height
  }

  static let comparison = ComparedPictures(
    always: card(depth: 60, reach: 12), card(depth: 72, reach: 18))

  /// One cell of each status, and a changed one for each hostile name.
  static func everything() -> RunReport {
    var report = RunReport(
      title: "check corpus", version: "1.0", engine: "1", limits: Limits(maxDiff: 1))
    for (number, status) in CellStatus.allCases.enumerated() {
      var cell = CellResult(
        id: id(1000 + number), scene: "kinds", file: "corpus/kinds.json",
        cell: "a \(status.rawValue) cell",
        status: status)
      switch status {
      case .changed, .tolerated: fill(&cell)
      case .failed: cell.message = "kinds/7.png: truncated, 120 of 4,410 bytes are there"
      case .new: cell.pictures.actual = "images/actual.png"
      case .removed: cell.pictures.expected = "images/expected.png"
      case .renamed:
        cell.formerName = "kinds / old name"
        cell.pictures.actual = "images/actual.png"
        cell.pictures.expected = "images/expected.png"
      case .restyled:
        cell.keys = [KeyChange(key: "shadow.color", before: "\"#000\"", after: "\"#010101\"")]
      case .same: break
      }
      cell.pictures.width = comparison.expected.width
      cell.pictures.height = comparison.expected.height
      report.cells.append(cell)
    }
    for (number, name) in hostileNames.enumerated() {
      var cell = CellResult(
        id: id(2000 + number), scene: "hostile \(name)", file: "corpus/a:b,c.json", cell: name,
        status: .changed)
      fill(&cell)
      cell.keys.append(KeyChange(key: name, before: name, after: name))
      report.cells.append(cell)
    }
    // The same pair twice: readers of JUnit drop what comes twice.
    report.cells.append(
      CellResult(id: id(3000), scene: "twins", cell: "twin", status: .same))
    report.cells.append(
      CellResult(id: id(3001), scene: "twins", cell: "twin", status: .same))
    report.problems = [
      RunProblem(file: "corpus/broken.json", message: "line 3, column 7: <b>bad</b>")
    ]
    report.orphans = ["old & gone.png"]
    return report
  }

  /// Writes the report and its pictures into a fresh folder.
  static func write(_ report: RunReport) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in HTMLReport.files(of: report) { try folder.write(file.text, file.path) }
    try FileManager.default.createDirectory(
      atPath: folder.file("images"), withIntermediateDirectories: true)
    let pictures = [
      ("expected", comparison.expected), ("actual", comparison.actual),
      ("difference", comparison.shown), ("heat", comparison.heat),
    ]
    for (name, picture) in pictures {
      try Data(uncompressedPNG(picture))
        .write(to: URL(fileURLWithPath: folder.file("images/\(name).png")))
    }
    return folder
  }
}
