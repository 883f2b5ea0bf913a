internal import Pipeline
internal import Scene

/// Letters of labels that the machine's fonts lack, for which boxes are drawn.
extension LintRun {
  func missingGlyphs(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    guard let label = placed.cell.style.label else { return [] }
    let all = try MissingGlyphs.of(label.text, weight: label.weight, font: label.font)
    return all.map { missing in
      let message = missing.message
      return finding(
        .missingGlyphs, placed, value: 1, unit: "script",
        message: message.prefix(1).uppercased() + message.dropFirst() + ".",
        remedy: "Install a font that has them: \(missing.remedy).")
    }
  }
}
