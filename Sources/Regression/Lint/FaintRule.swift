internal import CSSValues
internal import Scene

/// Shadows that change nothing, even where no mask cuts them off.
struct FaintRule {
  let probe: LintProbe

  /// For each shadow of the cell that stays under one level: its index and its largest level.
  func faint(in cell: PlacedCell) throws -> [(index: Int, level: Double)] {
    var found: [(index: Int, level: Double)] = []
    for (index, shadow) in cell.style.shadows.enumerated() {
      let alpha = shadow.opacity * shadow.color.alpha
      let peak = alpha == 0 ? 0 : try largestCoverage(of: shadow, cell: cell)
      if peak * alpha < 1 { found.append((index, peak * alpha)) }
    }
    return found
  }

  /// The largest level at full opacity.
  private func largestCoverage(of shadow: Shadow, cell: PlacedCell) throws -> Double {
    let region = probe.region(around: cell, reach: probe.reach(of: cell))
    if !shadow.isInset {
      let levels = try probe.coverage(of: shadow, cell: cell, .knockout, region: region)
      return Double(levels.max() ?? 0)
    }
    // An inset shadow lies on the cell: what a white cell without it loses to it.
    var bare = cell
    bare.style.overlay = nil
    bare.style.label = nil
    bare.style.opacity = 1
    bare.style.fill = .color(.white)
    var only = shadow
    only.color = .black
    only.opacity = 1
    bare.style.shadows = [only]
    let with = try probe.picture(of: [bare], on: .color(.white), region: region)
    return Double(
      255 - (stride(from: 0, to: with.bytes.count, by: 4).map { with.bytes[$0] }.min() ?? 255))
  }
}
