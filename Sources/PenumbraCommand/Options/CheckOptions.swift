internal import OrderedJSON
internal import PenumbraJobs
internal import PenumbraRegression

/// The options of `check` and `diff`, and how both tell what they found.
enum CheckOptions {
  /// What is forgiven.
  static let limits = [
    Option("max-diff", value: "N", "levels of 255 that a channel may differ by"),
    Option("max-changed", value: "SHARE", "share of pixels that may differ by more, 0 to 1"),
    Option("max-delta-e", value: "X", "CIEDE2000 that a pixel may differ by"),
    Option("max-shadow", value: "X", "levels that the low-passed difference may reach"),
  ]

  /// What the limits mean together, for help.
  static let limitWords = """
    Without a limit nothing may differ. Once a limit is given, only the figures fail that were
    given one: --max-shadow alone forgives any number of changed pixels.
    """

  /// The limits as given.
  static func limits(_ options: ParsedOptions) throws(JobError) -> Limits {
    let changed = try number("max-changed", options)
    guard changed ?? 0 <= 1 else { throw .usage("--max-changed: expected a share from 0 to 1") }
    let diff = try options.count("max-diff", least: 0)
    if let diff, diff > 255 { throw .usage("--max-diff \(diff): expected at most 255 levels") }
    return Limits(
      maxDiff: diff, maxChanged: changed, maxDeltaE: try number("max-delta-e", options),
      maxShadow: try number("max-shadow", options))
  }

  private static func number(_ name: String, _ options: ParsedOptions) throws(JobError) -> Double? {
    guard let text = options[name] else { return nil }
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw .usage("--\(name) \(text): expected a number of at least 0")
    }
    return number
  }

  /// More cells than this are left to the report.
  private static let mostLines = 100

  /// Prints what was found: lines for people, or with `--json` one object a line.
  static func tell(_ report: RunReport, _ options: ParsedOptions) {
    let isGitHub = Environment.value(of: "GITHUB_ACTIONS") == "true"
    if options.has("json") {
      for cell in report.cells where cell.status != .same { event("cell", JSONReport.cell(cell)) }
      event("checked", JSONReport.header(of: report))
    } else {
      for problem in report.problems { Console.error(problem.message) }
      let telling = report.cellsBySeverity.filter { $0.status != .same }
      for cell in telling.prefix(mostLines) {
        let caption = cell.tokens.isEmpty ? "" : " (\(cell.tokens.joined(separator: ", ")))"
        Console.row(
          cell.status.rawValue, "\(cell.scene) / \(cell.cell)\(caption)", cell.advice)
      }
      if telling.count > mostLines {
        Console.result("and \(telling.count - mostLines) more, see the report")
      }
      Console.result(totals(report))
      if isGitHub { Console.commands(GitHubReport.annotations(of: report)) }
    }
    if isGitHub, let path = Environment.value(of: "GITHUB_STEP_SUMMARY"), !path.isEmpty {
      do {
        try Console.append(GitHubReport.summary(of: report), to: path)
      } catch {
        Console.message("the job's summary was not written: \(error)")
      }
    }
  }

  private static func totals(_ report: RunReport) -> String {
    let counts = CellStatus.allCases.filter { report.count($0) > 0 }
      .map { "\(report.count($0)) \($0.rawValue)" }
    let cells = "\(report.cells.count) \(report.cells.count == 1 ? "cell" : "cells")"
    let orphans = report.orphans.count
    return "\(cells): \(counts.isEmpty ? "nothing to compare" : counts.joined(separator: ", "))"
      + (orphans == 0
        ? "" : "; \(orphans) \(orphans == 1 ? "orphan" : "orphans") in the baseline")
  }

  static func event(_ name: String, _ value: JSONValue) {
    let members = [JSONMember(key: "event", value: JSONValue(.string(name)))]
    Console.json(JSONValue(.object(members + (value.members ?? []))).text(.compact))
  }
}
