internal import PenumbraScene

/// All rules that look at cells, in the order of ``LintRule``: how each is applied.
///
/// A rule is added by a case of ``LintRule`` with its summary, a file with what it measures and finds,
/// and a line here. Whether it is switched off is asked here and nowhere else.
enum LintRegistry {
  /// What a rule finds at a cell.
  typealias Finder = @Sendable (LintRun, NeighbourRule.Placed) throws -> [LintFinding]

  /// A rule and how it is applied.
  struct Entry: Sendable {
    let rule: LintRule
    let isOfShape: Bool
    let needsShadow: Bool
    let find: Finder

    /// A rule whose findings depend on the cell's style, size and sub-pixel place only: it is asked
    /// once for all cells that are alike.
    static func ofShape(
      _ rule: LintRule, needsShadow: Bool = true, _ find: @escaping Finder
    ) -> Entry {
      Entry(rule: rule, isOfShape: true, needsShadow: needsShadow, find: find)
    }

    /// A rule whose findings depend on where the cell stands, too.
    static func ofPlace(
      _ rule: LintRule, needsShadow: Bool = true, _ find: @escaping Finder
    ) -> Entry {
      Entry(rule: rule, isOfShape: false, needsShadow: needsShadow, find: find)
    }
  }

  /// Rules of one cell, and of a cell and its neighbours.
  static let cells: [Entry] = [
    .ofPlace(.seamDip) { try $0.seam($1) },
    .ofShape(.cutByMaskSpace) { try $0.cutByMaskSpace($1) },
    .ofPlace(.cutByCanvas) { try $0.cutByCanvas($1) },
    .ofPlace(.outsideCanvas, needsShadow: false) { $0.outsideCanvas($1) },
    .ofShape(.cutByClip) { try $0.cutByClip($1) },
    .ofPlace(.fallsOnNeighbour) { try $0.fall($1, .fallsOnNeighbour) },
    .ofPlace(.fallsOnSection) { try $0.fall($1, .fallsOnSection) },
    .ofPlace(.tooFaint) { try $0.tooFaint($1) },
    .ofPlace(.lowContrast, needsShadow: false) { try $0.lowContrast($1) },
    .ofShape(.missingGlyphs, needsShadow: false) { try $0.missingGlyphs($1) },
    .ofPlace(.missingGlyphs, needsShadow: false) { try $0.missingGlyphsOfCaption($1) },
  ]

  /// Rules that hold the cells of a scene against each other; they leave out cells that switch them
  /// off.
  static let scenes: [@Sendable (LintRun) throws -> [LintFinding]] = [
    { $0.identicalStyles() },
    { try $0.sameDrawings() },
    { try $0.elevationInversions() },
    { try $0.missingGlyphsOfName() },
  ]
}

extension LintRun {
  /// What the rules of cells find at one.
  func findings(at index: Int) throws -> [LintFinding] {
    let placed = cells[index]
    // What is not drawn has no other faults.
    let isOutside = scene.isOutside(placed.cell, in: scene.sections[placed.section])
    let shape = CellShape(placed.cell, scale: probe.scale)
    var found: [LintFinding] = []
    for entry in LintRegistry.cells where !isOff(entry.rule, for: placed.cell) {
      if isOutside && entry.rule != .outsideCanvas { continue }
      if entry.needsShadow && placed.cell.style.shadows.isEmpty { continue }
      if entry.isOfShape {
        found += try once(ShapeKey(shape: shape, rule: entry.rule), at: placed) {
          try entry.find(self, placed)
        }
      } else {
        found += try entry.find(self, placed)
      }
    }
    return found
  }

  /// What the rules of scenes find.
  func sceneFindings() throws -> [LintFinding] {
    try LintRegistry.scenes.flatMap { try $0(self) }
  }
}
