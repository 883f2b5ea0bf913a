internal import PenumbraFiles

/// A lint's findings for people, a line each.
public enum LintLines {
  /// Lines for one rule in one scene; what is beyond them is counted.
  static let mostOfARule = 3

  /// The findings of each scene and rule, worst first, and their number at the end.
  ///
  /// A scene of many cells can break a rule in as many ways: three are shown, the rest is for
  /// `--json` and SARIF, which keep all.
  public static func lines(of findings: [LintFinding]) -> [String] {
    struct Group: Hashable {
      var file: String
      var scene: String
      var rule: LintRule
    }
    var groups: [Group: [LintFinding]] = [:]
    var order: [Group] = []
    for finding in findings {
      let group = Group(file: finding.file, scene: finding.scene, rule: finding.rule)
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(finding)
    }
    var lines: [String] = []
    for group in order {
      let sorted = (groups[group] ?? []).enumerated().sorted { a, b in
        let (left, right) = (a.element.value, b.element.value)
        if left == right { return a.offset < b.offset }
        return group.rule.isWorseBelow ? left < right : left > right
      }.map(\.element)
      for finding in sorted.prefix(mostOfARule) {
        let more = finding.count > 1 ? " (and \(finding.count - 1) more like it)" : ""
        lines.append(
          "\(group.file): \(group.scene) / \(finding.cell)\(more): \(group.rule.rawValue): "
            + "\(finding.message) \(finding.remedy)")
      }
      let rest = sorted.dropFirst(mostOfARule)
      if rest.isEmpty { continue }
      let cells = rest.reduce(0) { $0 + $1.count }
      lines.append(
        "\(group.file): \(group.scene): \(group.rule.rawValue): \(cells) more "
          + "\(cells == 1 ? "cell" : "cells"), less than these; \(UserWord.json) lists all")
    }
    let count = findings.count
    return lines + ["\(count) \(count == 1 ? "finding" : "findings")"]
  }
}

extension LintRule {
  /// Whether a smaller figure is the worse one.
  fileprivate var isWorseBelow: Bool { self == .lowContrast || self == .tooFaint }
}
