internal import OrderedJSON

/// What GitHub Actions reads from a job's output, and the job's summary.
public enum GitHubReport {
  /// How many annotations of one kind GitHub shows for a step; more are cut without a word.
  static let annotationLimit = 10

  /// Workflow commands, one a line: an error for each problem and each cell that does not pass, what
  /// matters most first, the last one counting what is left out.
  public static func annotations(of report: RunReport) -> String {
    var entries = report.problems.map {
      Entry(file: $0.file, title: "Penumbra", message: $0.message)
    }
    for cell in report.cellsBySeverity where !cell.status.passes {
      entries.append(
        Entry(file: cell.file, title: "\(cell.scene) / \(cell.cell)", message: cell.advice))
    }
    return lines(of: entries, kind: "error")
  }

  /// Warnings for the findings of a lint run.
  public static func annotations(of findings: [LintFinding]) -> String {
    let entries = findings.map {
      Entry(
        file: $0.file, title: "\($0.rule.rawValue): \($0.scene) / \($0.cell)",
        message: "\($0.message) \($0.remedy)")
    }
    return lines(of: entries, kind: "warning")
  }

  private struct Entry {
    var file: String?
    var title: String
    var message: String
  }

  private static func lines(of entries: [Entry], kind: String) -> String {
    let shown =
      entries.count > annotationLimit ? entries.prefix(annotationLimit - 1) : entries[...]
    var out = ""
    for entry in shown {
      out += "::\(kind) "
      if let file = entry.file { out += "file=\(property(file))," }
      out += "title=\(property(entry.title))::\(data(entry.message))\n"
    }
    if shown.count < entries.count {
      out += "::\(kind) title=Penumbra::\(entries.count - shown.count) more, see the report\n"
    }
    return out
  }

  /// Markdown for the job's summary: the totals, and a table of what does not pass.
  public static func summary(of report: RunReport) -> String {
    var out = "### Penumbra: \(report.passes ? "no difference" : "differences")\n\n"
    out += CellStatus.allCases.filter { report.count($0) > 0 }
      .map { "\(report.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    out += report.cells.isEmpty ? "no cells\n" : " of \(report.cells.count) cells\n"
    for problem in report.problems { out += "- \(markdown(problem.message))\n" }
    let failing = report.cellsBySeverity.filter { !$0.status.passes }
    if failing.isEmpty { return out }
    out += "\n| cell | | |\n|---|---|---|\n"
    for cell in failing.prefix(50) {
      out += "| \(markdown("\(cell.scene) / \(cell.cell)")) | \(cell.status.rawValue) "
      out += "| \(markdown(cell.summary)) |\n"
    }
    if failing.count > 50 { out += "\n\(failing.count - 50) more, see the report\n" }
    return out
  }

  /// The value of a workflow command.
  ///
  /// Per cent signs and line ends stand as GitHub reads them back, what else is unprintable is
  /// spelled out, all by scalars: a mark behind a line end does not hide it.
  private static func data(_ text: String) -> String { escaped(text, "%\r\n") }

  private static func property(_ text: String) -> String { escaped(text, "%\r\n:,") }

  private static func escaped(_ text: String, _ special: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      } else if scalar.isUnprintable {
        result += String(scalar).printable
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text as text: no character keeps a meaning in Markdown or HTML.
  private static func markdown(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "/", "-", ".", ",": String(scalar)
      case _ where scalar.isUnprintable: " "
      default: scalar.value < 128 ? "&#\(scalar.value);" : String(scalar)
      }
    }.joined()
  }
}
