internal import CSSValues
internal import Scene

/// Which pixels a cell and its shadows can touch.
///
/// Margins follow from sigma, offset, spread and opacity: a Gaussian shadow of alpha a is below half
/// a level, and so gone after rounding, beyond k sigma of its edge, where 255 a (1 - Phi(k)) = 1/2.
struct CellExtent {
  /// Of the picture, in whole canvas pixels.
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  /// The cell's frame in the picture, rounded to whole pixels: left, top, width, height.
  let box: [Int]

  /// `union` is what the cell's section casts as one, where it does.
  init(of cell: PlacedCell, union: SectionShadow?, scale: Double) {
    var bounds = CellExtent.shadows(of: cell)
    if let union {
      bounds = bounds.union(cell.frame.grown(by: CellExtent.reach(of: union.shadows)))
    }
    bounds = bounds.union(cell.frame)
    let pixels = bounds.pixels(scale: scale)
    (left, top, width, height) = pixels
    let frame = Rect(
      x: (cell.frame.x * scale).rounded(), y: (cell.frame.y * scale).rounded(),
      width: 0, height: 0)
    box = [
      Int(saturating: frame.x) - left, Int(saturating: frame.y) - top,
      Int(saturating: (cell.frame.maxX * scale).rounded()) - Int(saturating: frame.x),
      Int(saturating: (cell.frame.maxY * scale).rounded()) - Int(saturating: frame.y),
    ]
  }

  /// What the cell's own outer shadows may touch, in canvas points, masks taken into account.
  private static func shadows(of cell: PlacedCell) -> Rect {
    let outer = cell.style.shadows.filter { !$0.isInset }
    if outer.isEmpty { return cell.frame }
    // Shadows over each other add up: each is bounded as if it had the alpha of all.
    let alpha = min(1, outer.reduce(0) { $0 + $1.opacity * $1.color.alpha })
    var path = cell.shadowPath.rect
    path.x += cell.frame.x
    path.y += cell.frame.y
    var bounds = cell.frame
    for shadow in outer {
      let caster = shadow.caster == .content ? cell.frame : path
      let reach = sigmas(alpha: alpha) * shadow.sigma + max(shadow.spread, 0)
      bounds = bounds.union(caster.grown(by: reach).moved(by: shadow.offset))
    }
    var masks = [cell.positionMask].compactMap { $0 }
    if let mask = cell.style.mask, mask.rule == .nonZero { masks.append(mask.frame) }
    for mask in masks {
      bounds = bounds.intersection(
        Rect(
          x: cell.frame.x + mask.x, y: cell.frame.y + mask.y, width: mask.width,
          height: mask.height))
    }
    // A mask that shows nothing has a place, which does not count.
    return bounds.width > 0 && bounds.height > 0 ? bounds : cell.frame
  }

  private static func reach(of shadows: [Shadow]) -> Double {
    let alpha = min(1, shadows.reduce(0) { $0 + $1.opacity * $1.color.alpha })
    return shadows.map {
      sigmas(alpha: alpha) * $0.sigma + max($0.spread, 0) + max(abs($0.offset.x), abs($0.offset.y))
    }.max() ?? 0
  }

  /// k by alpha, each good down to the alpha it stands for.
  private static let table: [(alpha: Double, k: Double)] = [
    (0.02, 1.3), (0.05, 1.77), (0.1, 2.07), (0.2, 2.34), (0.35, 2.54), (0.5, 2.67), (0.7, 2.78),
    (1, 2.9),
  ]

  private static func sigmas(alpha: Double) -> Double {
    table.first { alpha <= $0.alpha }?.k ?? 2.9
  }
}

extension Rect {
  /// Rounded out to whole pixels, at least one each way.
  fileprivate func pixels(scale: Double) -> (left: Int, top: Int, width: Int, height: Int) {
    // Noise of arithmetic does not cost a row of pixels.
    let noise = 1e-6
    let left = Int(saturating: (x * scale + noise).rounded(.down))
    let top = Int(saturating: (y * scale + noise).rounded(.down))
    return (
      left, top, max(1, Int(saturating: (maxX * scale - noise).rounded(.up)) - left),
      max(1, Int(saturating: (maxY * scale - noise).rounded(.up)) - top)
    )
  }
}
