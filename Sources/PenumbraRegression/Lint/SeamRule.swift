internal import CSSValues
internal import PenumbraGraphics
internal import PenumbraScene

/// Shadows that dip where two cells of a run meet.
///
/// The masks of neighbours meet at the seam, and the blur of each shadow path fades towards it, so
/// the two together are fainter there than beside it. Measured on the row (or, in a vertical run, the
/// column) next to the cells where the shadow is darkest: the least level between the two cells'
/// middles against the lesser of the levels at those middles.
struct SeamRule {
  let probe: LintProbe

  /// The dip of a seam.
  struct Dip: Hashable {
    /// Levels that the seam is fainter by.
    var levels: Double
    /// As a share of the shadow beside it.
    var share: Double
  }

  /// The dip between two cells that touch and whose shadows are masked; nil where no seam is.
  func dip(_ first: PlacedCell, _ second: PlacedCell) throws -> Dip? {
    guard let axis = seamAxis(first, second) else { return nil }
    let field = try probe.field(of: first, .all).over(probe.field(of: second, .all))
    return dip(in: field, first, second, axis: axis)
  }

  /// The smallest `joinSpace`, in half points, under which the seam dips by less than a level; nil
  /// when none up to six sigma does.
  func joinSpace(_ first: PlacedCell, _ second: PlacedCell) throws -> Double? {
    guard let axis = seamAxis(first, second) else { return nil }
    let sigma = (first.style.shadows + second.style.shadows).map(\.sigma).max() ?? 0
    func closes(_ steps: Int) throws -> Bool {
      let (a, b) = (joined(first, by: Double(steps) / 2), joined(second, by: Double(steps) / 2))
      let field = try probe.field(of: a, .all).over(probe.field(of: b, .all))
      return (dip(in: field, a, b, axis: axis)?.levels ?? 0) < 1
    }
    var (low, high) = (0, Int(saturating: (sigma * 12).rounded(.up)))
    guard try closes(high) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try closes(middle) { high = middle } else { low = middle }
    }
    return Double(high) / 2
  }

  /// Along which axis the cells touch, if both stand in a run whose masks meet there.
  private func seamAxis(_ first: PlacedCell, _ second: PlacedCell) -> PositionRule.Axis? {
    guard let rule = first.style.position, first.positionMask != nil, second.positionMask != nil
    else { return nil }
    let (a, b) = (first.frame, second.frame)
    let near = 0.5 / probe.scale
    switch rule.axis {
    case .horizontal:
      let touch = abs(a.maxX - b.x) <= near || abs(b.maxX - a.x) <= near
      return touch && a.y < b.maxY && b.y < a.maxY ? .horizontal : nil
    case .vertical:
      let touch = abs(a.maxY - b.y) <= near || abs(b.maxY - a.y) <= near
      return touch && a.x < b.maxX && b.x < a.maxX ? .vertical : nil
    }
  }

  private func joined(_ cell: PlacedCell, by space: Double) -> PlacedCell {
    var cell = cell
    cell.style.position?.joinSpace = space
    let size = Size(width: cell.frame.width, height: cell.frame.height)
    if let rule = cell.style.position, let position = cell.position,
      let path = rule.path(at: position, size: size, isRightToLeft: probe.isRightToLeft)
    {
      cell.shadowPath = RoundedRect(rect: path)
    }
    return cell
  }

  private func dip(
    in field: ShadowField, _ first: PlacedCell, _ second: PlacedCell, axis: PositionRule.Axis
  ) -> Dip? {
    let (a, b) = (probe.pixels(first.frame), probe.pixels(second.frame))
    // Along the run, and across it, whichever way it goes.
    func level(_ along: Int, _ across: Int) -> Double {
      axis == .horizontal ? field.level(x: along, y: across) : field.level(x: across, y: along)
    }
    let isHorizontal = axis == .horizontal
    let middles = [
      isHorizontal ? a.x + a.width / 2 : a.y + a.height / 2,
      isHorizontal ? b.x + b.width / 2 : b.y + b.height / 2,
    ].sorted()
    let cells =
      isHorizontal ? min(a.y, b.y)..<max(a.maxY, b.maxY) : min(a.x, b.x)..<max(a.maxX, b.maxX)
    let reach =
      isHorizontal ? field.region.y..<field.region.maxY : field.region.x..<field.region.maxX
    var best = (level: 0.0, across: 0)
    for across in reach where !cells.contains(across) {
      let beside = min(level(middles[0], across), level(middles[1], across))
      if beside > best.level { best = (beside, across) }
    }
    guard best.level >= 1 else { return nil }
    let least = (middles[0]...middles[1]).map { level($0, best.across) }.min() ?? best.level
    return Dip(levels: best.level - least, share: (best.level - least) / best.level)
  }
}
