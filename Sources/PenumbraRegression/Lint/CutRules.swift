internal import PenumbraGraphics
internal import PenumbraScene

/// Shadows that something cuts off: the position mask, the canvas, the cell's own mask.
struct CutRules {
  let probe: LintProbe

  /// What is lost of a shadow, and what would keep it.
  struct Cut: Hashable {
    /// The largest level that is cut off.
    var levels: Double
    /// Points that are missing, rounded up to whole ones; per side where that matters.
    var missing: [Side: Double]
  }

  /// A side of a rectangle.
  enum Side: String, Hashable, CaseIterable {
    case top
    case left
    case bottom
    case right
  }

  /// What the position mask cuts off beyond the run's ends and along its sides.
  ///
  /// What it cuts at a seam is meant to be.
  func cutByPositionMask(_ cell: PlacedCell) throws -> Cut? {
    guard let mask = cell.positionMask, let rule = cell.style.position else { return nil }
    let box = probe.pixels(cell.frame)
    let shown = probe.pixels(
      Rect(
        x: cell.frame.x + mask.x, y: cell.frame.y + mask.y, width: mask.width,
        height: mask.height))
    let field = try probe.field(of: cell, [.mask, .knockout])
    // A mask that ends at the cell's own edge ends at a seam.
    let isHorizontal = rule.axis == .horizontal
    let opensLeft = !isHorizontal || shown.x < box.x
    let opensRight = !isHorizontal || shown.maxX > box.maxX
    let opensTop = isHorizontal || shown.y < box.y
    let opensBottom = isHorizontal || shown.maxY > box.maxY
    func isOpen(_ x: Int, _ y: Int) -> Bool {
      (opensLeft || x >= box.x) && (opensRight || x < box.maxX)
        && (opensTop || y >= box.y) && (opensBottom || y < box.maxY)
    }
    let lost = field.largest { !shown.contains(x: $0, y: $1) && isOpen($0, $1) }
    guard lost.level >= 1 else { return nil }
    // The mask has one margin for all its open sides.
    var need = 0
    for y in field.region.y..<field.region.maxY {
      for x in field.region.x..<field.region.maxX
      where field.level(x: x, y: y) >= 1 && isOpen(x, y) {
        need = max(need, box.x - x, x - box.maxX + 1, box.y - y, y - box.maxY + 1)
      }
    }
    return Cut(levels: lost.level, missing: [.top: (Double(need) / probe.scale).rounded(.up)])
  }

  /// What lies beyond the canvas of a cell that lies on it.
  ///
  /// A cell that is cut off itself, as a carousel's next one is, is left alone.
  func cutByCanvas(_ cell: PlacedCell, canvas: Canvas) throws -> Cut? {
    guard cell.frame.x >= 0, cell.frame.y >= 0, cell.frame.maxX <= canvas.width,
      cell.frame.maxY <= canvas.height
    else { return nil }
    let bounds = probe.pixels(Rect(x: 0, y: 0, width: canvas.width, height: canvas.height))
    let region = probe.region(around: cell, reach: probe.reach(of: cell))
    if region.x >= 0 && region.y >= 0 && region.maxX <= bounds.width
      && region.maxY <= bounds.height
    {
      return nil
    }
    let field = try probe.field(of: cell, .all)
    var missing: [Side: Int] = [:]
    var largest = 0.0
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX where !bounds.contains(x: x, y: y) {
        let level = field.level(x: x, y: y)
        if level < 1 { continue }
        largest = max(largest, level)
        if y < 0 { missing[.top] = max(missing[.top] ?? 0, -y) }
        if x < 0 { missing[.left] = max(missing[.left] ?? 0, -x) }
        if y >= bounds.height {
          missing[.bottom] = max(missing[.bottom] ?? 0, y - bounds.height + 1)
        }
        if x >= bounds.width {
          missing[.right] = max(missing[.right] ?? 0, x - bounds.width + 1)
        }
      }
    }
    if missing.isEmpty { return nil }
    return Cut(
      levels: largest,
      missing: missing.mapValues { (Double($0) / probe.scale).rounded(.up) })
  }

  /// What the cell's own mask cuts off outside the cell.
  func cutByMask(_ cell: PlacedCell) throws -> Cut? {
    guard cell.style.mask != nil else { return nil }
    let whole = try probe.field(of: cell, [.positionMask, .knockout])
    let masked = try probe.field(of: cell, .all)
    let box = probe.pixels(cell.frame)
    var largest = 0.0
    for y in whole.region.y..<whole.region.maxY {
      for x in whole.region.x..<whole.region.maxX where !box.contains(x: x, y: y) {
        largest = max(largest, whole.level(x: x, y: y) - masked.level(x: x, y: y))
      }
    }
    return largest >= 1 ? Cut(levels: largest, missing: [:]) : nil
  }
}
