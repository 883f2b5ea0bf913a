internal import PenumbraJobs
internal import PenumbraScene
internal import Vips

/// Letters that the machine's fonts lack, for which boxes are drawn.
extension LintRun {
  /// Of a label, as much of it as its box shows.
  func missingGlyphs(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    try scene.missingGlyphs(of: placed.cell, onCanvas: false).map {
      finding(.missingGlyphs, placed, glyphs: $0, place: "")
    }
  }

  /// Of what a matrix or a contact sheet writes below a cell.
  func missingGlyphsOfCaption(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    guard placed.cell.role == .cell, let text = placed.cell.sheetCaption else { return [] }
    return try missing(in: text).map {
      finding(.missingGlyphs, placed, glyphs: $0, place: " in its caption")
    }
  }

  /// Of the name that a contact sheet writes above a scene.
  func missingGlyphsOfName() throws -> [LintFinding] {
    if scene.lint.reasons[LintRule.missingGlyphs.rawValue] != nil { return [] }
    return try missing(in: scene.name).map {
      LintFinding(
        rule: .missingGlyphs, scene: scene.name, file: file, cell: "name", value: 1, unit: "script",
        message: sentence($0, place: " on a sheet"), remedy: remedy($0))
    }
  }

  /// What no font draws of a caption; nothing where there is no font, for `lint` draws none.
  private func missing(in text: String) throws -> [MissingGlyphs] {
    do {
      return try MissingGlyphs.of(text)
    } catch {
      switch error {
      case .noFont, .noText, .notInstalled: return []
      default: throw error
      }
    }
  }

  private func finding(
    _ rule: LintRule, _ placed: NeighbourRule.Placed, glyphs: MissingGlyphs, place: String
  ) -> LintFinding {
    finding(
      rule, placed, value: 1, unit: "script", message: sentence(glyphs, place: place),
      remedy: remedy(glyphs))
  }

  private func sentence(_ missing: MissingGlyphs, place: String) -> String {
    let message = missing.message
    return message.prefix(1).uppercased() + message.dropFirst() + place + "."
  }

  private func remedy(_ missing: MissingGlyphs) -> String {
    missing.script.package == nil
      ? "Install a font that has them." : "Install a font that has them: \(missing.remedy)."
  }
}
