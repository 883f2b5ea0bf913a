package import PenumbraGraphics

/// What cells and their shadows may touch.
///
/// It follows from sigma, offset, spread and opacity: a Gaussian shadow of alpha a is below half a
/// level, and so gone after rounding, beyond k sigma of its edge, where 255 a (1 - Phi(k)) = 1/2.
extension PlacedCell {
  /// What the cell and its own outer shadows may touch, in canvas points, masks taken into account.
  package var drawnBounds: Rect {
    let outer = style.shadows.filter { !$0.isInset }
    if outer.isEmpty { return frame }
    let sigmas = Shadow.visibleSigmas(of: outer)
    let path = shadowPath.rect.moved(by: Point(x: frame.x, y: frame.y))
    var bounds = frame
    for shadow in outer {
      let caster = shadow.caster == .content ? frame : path
      let reach = sigmas * shadow.sigma + max(shadow.spread, 0)
      bounds = bounds.union(caster.grown(by: reach).moved(by: shadow.offset))
    }
    var masks = [positionMask].compactMap { $0 }
    if let mask = style.mask, mask.rule == .nonZero { masks.append(mask.frame) }
    for mask in masks {
      bounds = bounds.intersection(mask.moved(by: Point(x: frame.x, y: frame.y)))
    }
    // A mask that shows nothing has a place, which does not count.
    return (bounds.width > 0 && bounds.height > 0 ? bounds : frame).union(frame)
  }
}

extension SectionShadow {
  /// How far the shadows reach beyond the shapes, on the side where they reach furthest.
  package var reach: Double {
    let sigmas = Shadow.visibleSigmas(of: shadows)
    return shadows.map {
      sigmas * $0.sigma + max($0.spread, 0) + max(abs($0.offset.x), abs($0.offset.y))
    }.max() ?? 0
  }

  /// The lowest point that the shadows may touch.
  var bottom: Double {
    let sigmas = Shadow.visibleSigmas(of: shadows)
    let reach = shadows.map { sigmas * $0.sigma + max($0.spread, 0) + $0.offset.y }.max() ?? 0
    return (shapes.map(\.rect.maxY).max() ?? 0) + max(0, reach)
  }
}

extension Shadow {
  /// k by alpha, each good down to the alpha it stands for.
  private static let table: [(alpha: Double, k: Double)] = [
    (0.02, 1.3), (0.05, 1.77), (0.1, 2.07), (0.2, 2.34), (0.35, 2.54), (0.5, 2.67), (0.7, 2.78),
    (1, 2.9),
  ]

  /// How many sigmas of a stack of shadows show.
  ///
  /// Shadows over each other add up: each is bounded as if it had the alpha of all.
  fileprivate static func visibleSigmas(of shadows: [Shadow]) -> Double {
    let alpha = min(1, shadows.reduce(0) { $0 + $1.opacity * $1.color.alpha })
    return table.first { alpha <= $0.alpha }?.k ?? 2.9
  }
}

extension PlacedSection {
  /// All that is drawn of the section, one by one, in no order.
  var drawn: some Sequence<PlacedCell> {
    let single = [background, header, footer].compactMap { $0 }
    return (0..<(single.count + cells.count)).lazy.map { index in
      index < single.count ? single[index] : cells[index - single.count]
    }
  }
}

extension LaidOutScene {
  /// Whether nothing of a cell, its shadows included, is on the canvas, without being meant so.
  ///
  /// The next cells of a section that scrolls sideways wait beside the canvas.
  package func isOutside(_ cell: PlacedCell, in section: PlacedSection) -> Bool {
    let bounds = cell.drawnBounds
    let isBeside = bounds.x >= canvas.width || bounds.maxX <= 0
    let isAbove = bounds.y >= canvas.height || bounds.maxY <= 0
    if isAbove { return true }
    return isBeside && !(section.isScrolling && cell.role == .cell)
  }
}
