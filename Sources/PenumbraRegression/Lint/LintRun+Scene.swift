internal import OrderedJSON
internal import PenumbraGraphics
internal import PenumbraJobs
internal import PenumbraScene

/// Rules that hold cells of a scene against each other.
extension LintRun {
  // MARK: Styles that draw the same

  /// Named styles that say the same.
  func identicalStyles() -> [LintFinding] {
    if scene.lint.reasons[LintRule.sameDrawing.rawValue] != nil { return [] }
    return scene.identicalStyles.flatMap { names in
      names.dropFirst().map { name in
        LintFinding(
          rule: .sameDrawing, scene: scene.name, file: file, cell: "styles/\(name)", value: 0,
          unit: "keys",
          message: "The style says the same as the style \(JSONValue.quoted(names[0])).",
          remedy: "Use one style for both.")
      }
    }
  }

  /// Cells of one size whose styles differ and whose pixels do not.
  func sameDrawings() throws -> [LintFinding] {
    var firsts: [Drawing: NeighbourRule.Placed] = [:]
    var seen: Set<CellShape> = []
    var found: [LintFinding] = []
    for placed in cells where placed.cell.role == .cell {
      if isOff(.sameDrawing, for: placed.cell) { continue }
      let shape = CellShape(placed.cell, scale: probe.scale)
      guard seen.insert(shape).inserted else { continue }
      let rule = SameDrawingRule(probe: probe)
      let digest = try rule.digest(of: placed.cell, canvas: scene.canvas)
      let drawing = Drawing(
        width: shape.width, height: shape.height, phaseX: shape.phaseX, phaseY: shape.phaseY,
        digest: digest)
      guard let first = firsts[drawing] else {
        firsts[drawing] = placed
        continue
      }
      let keys = KeyDifference.changes(
        from: StyleRecord.record(of: first.cell, canvas: scene.canvas),
        to: StyleRecord.record(of: placed.cell, canvas: scene.canvas)
      ).filter { $0.key != "position.place" }
      // Cells at two places of a run may well look alike.
      if keys.isEmpty { continue }
      let names = keys.map { "\($0.key) (\($0.before ?? "absent"), \($0.after ?? "absent"))" }
      found.append(
        finding(
          .sameDrawing, placed, value: Double(keys.count), unit: "keys",
          message: "It draws the same as \(name(of: first)), although "
            + "\(names.joined(separator: ", ")) \(keys.count == 1 ? "differs" : "differ").",
          remedy: "Use one style for both, or make the difference one that shows."))
    }
    return found
  }

  private struct Drawing: Hashable {
    var width: Double
    var height: Double
    var phaseX: Int
    var phaseY: Int
    var digest: String
  }

  // MARK: Order of elevations

  /// Cards that can be held against each other.
  private struct Ladder: Hashable {
    var section: Int
    var model: ElevationModel
    var width: Double
    var height: Double
    var radii: Corners
  }

  func elevationInversions() throws -> [LintFinding] {
    var ladders: [Ladder: [(elevation: Double, placed: NeighbourRule.Placed)]] = [:]
    var order: [Ladder] = []
    for placed in cells where placed.cell.role == .cell {
      let cell = placed.cell
      guard let elevation = cell.style.elevation, !isOff(.elevationInversion, for: cell) else {
        continue
      }
      let ladder = Ladder(
        section: placed.section, model: elevation.model, width: cell.frame.width,
        height: cell.frame.height, radii: cell.style.radii)
      if ladders[ladder] == nil { order.append(ladder) }
      ladders[ladder, default: []].append((elevation.value, placed))
    }
    return try order.flatMap { try inversions(in: ladders[$0] ?? []) }
  }

  /// A factor for the opacity of the higher card's shadows with which the order holds.
  private func remedy(
    _ cell: PlacedCell, _ rule: ElevationRule, level: Double, lightest: Double
  ) throws -> String {
    var factor = 1.0
    var reached = level
    // Shadows over each other lose less than one by itself: a step or two more are needed.
    for _ in 0..<6 where reached > lightest + 1 {
      factor *= (lightest + 1) / reached
      factor = (factor * 100).rounded(.down) / 100
      var fainter = cell
      for index in fainter.style.shadows.indices { fainter.style.shadows[index].opacity *= factor }
      reached = try rule.edgeLevel(of: fainter)
    }
    return factor > 0 && reached <= lightest + 1
      ? "Multiply the opacity of its shadows by \(decimal(factor)), or make the lower card's darker."
      : "Make the lower card's shadow darker."
  }

  private func inversions(
    in rungs: [(elevation: Double, placed: NeighbourRule.Placed)]
  ) throws -> [LintFinding] {
    guard Set(rungs.map(\.elevation)).count > 1 else { return [] }
    let rule = ElevationRule(probe: probe)
    var known: [CellShape: Double] = [:]
    var found: [LintFinding] = []
    var lightest: (elevation: Double, level: Double, name: String)?
    var pending = lightest
    let sorted = rungs.enumerated().sorted {
      $0.element.elevation == $1.element.elevation
        ? $0.offset < $1.offset : $0.element.elevation < $1.element.elevation
    }
    var current = -Double.infinity
    for (_, rung) in sorted {
      if rung.elevation > current {
        // Cards of one height do not count against each other.
        lightest = pending
        current = rung.elevation
      }
      let shape = CellShape(rung.placed.cell, scale: probe.scale)
      let level: Double
      if let measured = known[shape] {
        level = measured
      } else {
        level = try rule.edgeLevel(of: rung.placed.cell)
        known[shape] = level
      }
      if let lightest, level > lightest.level + 1 {
        found.append(
          finding(
            .elevationInversion, rung.placed, value: level - lightest.level, unit: "levels",
            message: "At elevation \(decimal(rung.elevation)) the edge has "
              + "\(fixed(level, decimals: 1)) levels, more than the "
              + "\(fixed(lightest.level, decimals: 1)) of \(lightest.name) at "
              + "\(decimal(lightest.elevation)).",
            remedy: try remedy(rung.placed.cell, rule, level: level, lightest: lightest.level)))
      }
      if level < pending?.level ?? .infinity {
        pending = (rung.elevation, level, name(of: rung.placed))
      }
    }
    return found
  }
}
