internal import OrderedJSON

/// JUnit XML: one suite a scene, one test case a cell.
///
/// `classname` is the scene and `name` the cell's key; where the two with a dot between them would
/// come twice, the later one is numbered, so that no reader drops it. Cells that pass are plain test cases, cells that fail carry `failure`,
/// cells that could not be checked `error`. Problems of the run are test cases of a suite of their
/// own, so that a run that is not whole is red everywhere.
package enum JUnitReport {
  /// The whole file.
  package static func text(of report: RunReport) -> String {
    var suites: [(name: String, cells: [CellResult])] = []
    var places: [String: Int] = [:]
    for cell in report.cells {
      if let place = places[cell.scene] {
        suites[place].cells.append(cell)
      } else {
        places[cell.scene] = suites.count
        suites.append((cell.scene, [cell]))
      }
    }
    let errors = report.count(.failed) + report.problems.count
    let failures = report.cells.reduce(0) {
      $0 + ($1.status.passes || $1.status == .failed ? 0 : 1)
    }
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"\(xml(report.title))\" "
    out += "tests=\"\(report.cells.count + report.problems.count)\" "
    out += "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\">\n"
    var names = UniqueNames()
    for suite in suites {
      appendSuite(suite.name, suite.cells, names: &names, to: &out)
    }
    if !report.problems.isEmpty {
      let count = report.problems.count
      out += "  <testsuite name=\"penumbra\" tests=\"\(count)\" failures=\"0\" "
      out += "errors=\"\(count)\" skipped=\"0\">\n"
      for problem in report.problems {
        let name = names.unique("penumbra", xml("run: \(problem.file ?? "the whole run")"))
        out += "    <testcase classname=\"penumbra\" name=\"\(name)\">\n"
        out += "      <error message=\"\(xml(problem.message))\"/>\n    </testcase>\n"
      }
      out += "  </testsuite>\n"
    }
    return out + "</testsuites>\n"
  }

  private static func appendSuite(
    _ suite: String, _ cells: [CellResult], names: inout UniqueNames, to out: inout String
  ) {
    let errors = cells.reduce(0) { $0 + ($1.status == .failed ? 1 : 0) }
    let failures = cells.reduce(0) { $0 + ($1.status.passes || $1.status == .failed ? 0 : 1) }
    out += "  <testsuite name=\"\(xml(suite))\" tests=\"\(cells.count)\" "
    out += "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\">\n"
    for cell in cells {
      let name = names.unique(xml(suite), xml(cell.cell))
      out += "    <testcase classname=\"\(xml(suite))\" name=\"\(name)\""
      if let file = cell.file { out += " file=\"\(xml(file))\"" }
      if cell.status.passes {
        out += "/>\n"
        continue
      }
      let element = cell.status == .failed ? "error" : "failure"
      out += ">\n      <\(element) type=\"\(cell.status.rawValue)\" "
      out += "message=\"\(xml(cell.summary))\">\(xml(cell.advice))</\(element)>\n"
      out += "    </testcase>\n"
    }
    out += "  </testsuite>\n"
  }
}

/// Numbers names that come again.
///
/// Where a name was tried last is remembered, so that a hundred thousand equal names take as many
/// steps.
struct UniqueNames {
  private var seen: Set<[UInt8]> = []
  private var nextNumbers: [[UInt8]: Int] = [:]
  /// How many names were tried so far.
  private(set) var steps = 0

  /// The name, or the name with a number, that is not in the group and dot yet.
  mutating func unique(_ group: String, _ name: String) -> String {
    let key = Array("\(group).\(name)".utf8)
    var number = nextNumbers[key] ?? 1
    while true {
      steps += 1
      let result = number == 1 ? name : "\(name) (\(number))"
      number += 1
      if seen.insert(Array("\(group).\(result)".utf8)).inserted {
        nextNumbers[key] = number
        return result
      }
    }
  }
}

/// Text for XML content and attributes; what is unprintable, or not of XML 1.0, becomes U+FFFD, but
/// for line ends and tabs.
func xml(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&#39;"
    case "\n": out += "&#10;"
    case "\r": out += "&#13;"
    case "\t": out += "&#9;"
    case "\u{fffe}", "\u{ffff}": out += "\u{fffd}"
    case _ where scalar.isUnprintable: out += "\u{fffd}"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
