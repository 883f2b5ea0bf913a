internal import CSSValues
internal import PenumbraGraphics
internal import PenumbraScene

/// Rules of one cell, and of a cell and its neighbours.
extension LintRun {
  func outsideCanvas(_ placed: NeighbourRule.Placed) -> [LintFinding] {
    guard scene.isOutside(placed.cell, in: scene.sections[placed.section]) else { return [] }
    let frame = placed.cell.frame
    let canvas = scene.canvas
    let distance = max(
      frame.x - canvas.width, -frame.maxX, frame.y - canvas.height, -frame.maxY)
    return [
      finding(
        .outsideCanvas, placed, value: distance, unit: "points",
        message: "Nothing of the cell is on the canvas, which is \(decimal(canvas.width)) x "
          + "\(decimal(canvas.height)) points.",
        remedy: "Make the canvas larger, move the cell, or leave it out.")
    ]
  }

  func cutByMaskSpace(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    guard let cut = try CutRules(probe: probe).cutByPositionMask(placed.cell) else { return [] }
    let need = cut.missing[.top] ?? 0
    return [
      finding(
        .cutByMaskSpace, placed, value: cut.levels, unit: "levels",
        message: "\"maskSpace\" cuts the shadow off where it still has "
          + "\(fixed(cut.levels, decimals: 1)) levels.",
        remedy: "\"maskSpace\": \(decimal(need)) shows all of it.")
    ]
  }

  func cutByClip(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    guard let cut = try CutRules(probe: probe).cutByMask(placed.cell) else { return [] }
    return [
      finding(
        .cutByClip, placed, value: cut.levels, unit: "levels",
        message: "The cell's mask cuts off up to \(fixed(cut.levels, decimals: 1)) levels "
          + "of its shadow.",
        remedy: "Widen the mask's frame, or cast the shadow from a cell below without a mask.")
    ]
  }

  func cutByCanvas(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    guard let cut = try CutRules(probe: probe).cutByCanvas(placed.cell, canvas: scene.canvas) else {
      return []
    }
    return [
      finding(
        .cutByCanvas, placed, value: cut.levels, unit: "levels",
        message: "The canvas ends where the shadow still has \(fixed(cut.levels, decimals: 1)) "
          + "levels.",
        remedy: canvasRemedy(cut.missing))
    ]
  }

  /// A canvas grows to the right and downwards only: for room at the left and the top cells move.
  private func canvasRemedy(_ missing: [CutRules.Side: Double]) -> String {
    func points(_ side: CutRules.Side) -> Double { missing[side] ?? 0 }
    let width = scene.canvas.width + points(.left) + points(.right)
    let height = scene.canvas.height + points(.top) + points(.bottom)
    let moves = [
      points(.left) > 0 ? "\(decimal(points(.left))) points to the right" : nil,
      points(.top) > 0 ? "\(decimal(points(.top))) points down" : nil,
    ].compactMap { $0 }
    return "Make the canvas \(decimal(width)) x \(decimal(height)) points"
      + (moves.isEmpty ? "." : " and move the cells \(moves.joined(separator: " and ")).")
  }

  func tooFaint(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    let reach = probe.reach(of: placed.cell)
    let frame = placed.cell.frame
    let around = Rect(
      x: frame.x - reach, y: frame.y - reach, width: frame.width + 2 * reach,
      height: frame.height + 2 * reach)
    let below = grid.near(around).filter { index in
      let other = cells[index].cell.frame
      return index < placed.order && other.x < around.maxX && other.maxX > around.x
        && other.y < around.maxY && other.maxY > around.y
    }
    let ground = FaintRule.Ground(canvas: scene.canvas, cells: below.map { cells[$0].cell })
    if ground.color == nil { return try faintFindings(placed, on: ground) }
    let shape = CellShape(placed.cell, scale: probe.scale)
    return try once(ShapeKey(shape: shape, rule: .tooFaint), at: placed) {
      try faintFindings(placed, on: ground)
    }
  }

  private func faintFindings(
    _ placed: NeighbourRule.Placed, on ground: FaintRule.Ground
  ) throws -> [LintFinding] {
    try FaintRule(probe: probe).faint(in: placed.cell, on: ground).map { faint in
      let shadow = placed.cell.style.shadows[faint.index]
      // The level grows with the opacity.
      let need = faint.level > 0 ? roundedUp(shadow.opacity / faint.level, decimals: 3) : 2
      let remedy =
        need <= 1
        ? "An opacity of \(decimal(need)) shows it; else leave it out."
        : faint.isOfGroundsColor
          ? "Its colour is that of what it lies on: choose another, or leave it out."
          : "Leave it out."
      return finding(
        .tooFaint, placed, value: faint.level, unit: "levels",
        message: "Shadow \(faint.index + 1) of \(placed.cell.style.shadows.count) has at most "
          + "\(fixed(faint.level, decimals: 2)) levels where it shows; below 1 it cannot be seen.",
        remedy: remedy)
    }
  }

  func lowContrast(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    guard case .color = scene.canvas.background else { return try contrastFindings(placed) }
    let shape = CellShape(placed.cell, scale: probe.scale)
    return try once(ShapeKey(shape: shape, rule: .lowContrast), at: placed) {
      try contrastFindings(placed)
    }
  }

  private func contrastFindings(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    let rule = ContrastRule(probe: probe)
    guard let contrast = try rule.contrast(of: placed.cell, canvas: scene.canvas) else { return [] }
    var advice: [String] = []
    if let share = try rule.overlayThatIsReadable(over: placed.cell, canvas: scene.canvas) {
      advice.append(
        share > 0
          ? "Multiply the alpha of the overlay's colours by \(decimal(share))"
          : "Leave the overlay out")
    } else {
      advice.append("Choose another colour for the text, which is too faint without overlay too")
    }
    // Two letters at least have to fit.
    if let label = placed.cell.style.label, label.alignment == .leading,
      let width = contrast.readableWidth, width >= label.insets.leading + 2 * label.size
    {
      advice.append("keep the text within the first \(decimal(width)) points of the cell")
    }
    return [
      finding(
        .lowContrast, placed, value: contrast.lowest, unit: ":1",
        message: "Under the overlay the text's contrast falls to "
          + "\(fixed(contrast.lowest, decimals: 2)):1; \(percent(contrast.share)) of it is below "
          + "4.5:1.",
        remedy: "\(advice.joined(separator: ", or ")).")
    ]
  }

  // MARK: Two cells

  func seam(_ placed: NeighbourRule.Placed) throws -> [LintFinding] {
    let index = placed.order
    guard index + 1 < cells.count, cells[index + 1].section == placed.section,
      placed.cell.role == .cell, cells[index + 1].cell.role == .cell,
      !isOff(.seamDip, for: cells[index + 1].cell)
    else { return [] }
    let next = cells[index + 1]
    return try once(key(.seamDip, placed, next), at: placed) {
      let rule = SeamRule(probe: probe)
      guard let dip = try rule.dip(placed.cell, next.cell), dip.levels >= 1 else { return [] }
      let space = try rule.joinSpace(placed.cell, next.cell)
      return [
        finding(
          .seamDip, placed, value: dip.share * 100, unit: "%",
          message: "The shadow dips by \(fixed(dip.share * 100, decimals: 1)) % "
            + "(\(fixed(dip.levels, decimals: 1)) levels) at the seam with the next cell.",
          remedy: space.map { "\"joinSpace\": \(decimal($0)) closes it" }
            ?? "No joinSpace closes it"
        ).with(
          remedySuffix: space == nil
            ? "; \"shadowScope\": \"section\" does." : ", \"shadowScope\": \"section\" too.")
      ]
    }
  }

  /// The worst fall of the cell's shadow on another cell, of its own section or of another.
  func fall(_ placed: NeighbourRule.Placed, _ rule: LintRule) throws -> [LintFinding] {
    let reach = probe.reach(of: placed.cell)
    guard reach > 0, placed.cell.role != .background else { return [] }
    let frame = placed.cell.frame
    let around = Rect(
      x: frame.x - reach, y: frame.y - reach, width: frame.width + 2 * reach,
      height: frame.height + 2 * reach)
    var worst: LintFinding?
    for index in grid.near(around) where index != placed.order {
      let other = cells[index]
      let isOfRule = (other.section == placed.section) == (rule == .fallsOnNeighbour)
      // A section's own ground is there to be fallen on.
      let isGround = other.cell.role == .background && rule == .fallsOnNeighbour
      guard isOfRule, !isGround, NeighbourRule.isSeen(on: other, by: placed) else { continue }
      let found = try once(key(rule, placed, other), at: placed) {
        guard let fall = try NeighbourRule(probe: probe).fall(of: placed.cell, on: other.cell)
        else { return [] }
        return [fallFinding(rule, placed, other, level: fall.level, distance: fall.distance)]
      }
      for finding in found where finding.value > worst?.value ?? 0 { worst = finding }
    }
    return worst.map { [$0] } ?? []
  }

  private func fallFinding(
    _ rule: LintRule, _ placed: NeighbourRule.Placed, _ other: NeighbourRule.Placed,
    level: Double, distance: Double
  ) -> LintFinding {
    let target = rule == .fallsOnSection ? "a cell of another section" : "its neighbour"
    return finding(
      rule, placed, value: level, unit: "levels",
      message: "The shadow falls on \(target) with up to \(fixed(level, decimals: 1)) levels.",
      remedy: rule == .fallsOnSection
        ? "Keep \(decimal(distance)) points between them, by \"interSectionSpacing\" or insets."
        : "Keep \(decimal(distance)) points between them, or give them a \"position\" with a "
          + "maskSpace, or \"shadowScope\": \"section\".")
  }

  private func key(
    _ rule: LintRule, _ placed: NeighbourRule.Placed, _ other: NeighbourRule.Placed
  ) -> ShapeKey {
    func thousandths(_ a: Double, _ b: Double) -> Int {
      Int(saturating: ((a - b) * probe.scale * 1000).rounded())
    }
    return ShapeKey(
      shape: CellShape(placed.cell, scale: probe.scale),
      other: CellShape(other.cell, scale: probe.scale),
      offsetX: thousandths(other.cell.frame.x, placed.cell.frame.x),
      offsetY: thousandths(other.cell.frame.y, placed.cell.frame.y), rule: rule)
  }
}

extension LintFinding {
  /// The finding with more said in its remedy.
  fileprivate func with(remedySuffix: String) -> LintFinding {
    var finding = self
    finding.remedy += remedySuffix
    return finding
  }
}
