internal import OrderedJSON
internal import PenumbraJobs

/// The report for people: one static folder that opens from disk.
///
/// `index.html` never changes: the cells come as data in `data/`, in script files because a page
/// that was opened from disk may not fetch anything else. What needs attention comes first, so the
/// page is of use before the last part has arrived. No string of a scene is ever parsed as HTML or
/// code: the data is JSON whose dangerous characters are escaped, and the page sets text only.
package enum HTMLReport {
  /// Cells in one data file.
  static let cellsPerPart = 500

  /// Every file of the report but its pictures.
  package static func files(of report: RunReport) -> [ReportFile] {
    let cells = report.cellsBySeverity
    var parts: [ReportFile] = []
    for start in stride(from: 0, to: cells.count, by: cellsPerPart) {
      let part = cells[start..<min(start + cellsPerPart, cells.count)]
      let number = String(parts.count + 1)
      let name = String(repeating: "0", count: max(0, 4 - number.count)) + number
      parts.append(
        ReportFile(
          path: "data/cells-\(name).js",
          text: "penumbra.cells(\(JSONValue(part.map(JSONReport.cell)).scriptText));\n"))
    }
    let index: JSONValue = [
      "report": JSONReport.header(of: report), "parts": JSONValue(parts.map(\.path)),
    ]
    return [
      ReportFile(path: "index.html", text: ReportPage.text),
      ReportFile(path: "report.css", text: ReportStyle.text),
      ReportFile(path: "report.js", text: ReportScript.text),
      ReportFile(path: "viewer.js", text: ReportViewerScript.text),
      ReportFile(path: "data/report.js", text: "penumbra.report(\(index.scriptText));\n"),
    ] + parts
  }
}
