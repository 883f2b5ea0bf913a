internal import CSSValues
internal import PenumbraGraphics
internal import PenumbraScene

/// Elevations whose order turns round: a higher card that is darker at its edge than a lower one.
///
/// A card that rises keeps or loses darkness at its edge while its shadow widens; one that gains
/// darkness looks lower than it is. The darkness of an edge is taken where the edge is, not at the
/// pixel beside it, because a pixel's middle is nearer to a soft shadow's edge than to a sharp one's:
/// the middle of each side is drawn so large that the shadow changes little over a pixel, without the
/// knock-out, and the pixels on both sides of the edge are averaged. The darkest side counts.
struct ElevationRule {
  let probe: LintProbe

  /// How dark the cell's shadow is at the darkest of its edges, in levels.
  func edgeLevel(of cell: PlacedCell) throws -> Double {
    let sigma = cell.style.shadows.filter { !$0.isInset && $0.sigma > 0 }.map(\.sigma).min()
    // A point in pixels: 32 a sigma, but no more than the engine's blur is made for.
    let largest = cell.style.shadows.map(\.sigma).max() ?? 0
    let scale = min(max(probe.scale, 32 / (sigma ?? 1)), max(probe.scale, 150 / max(largest, 1)))
    let frame = cell.frame
    let sides = [
      (frame.x + frame.width / 2, frame.y, 0, 1), (frame.x + frame.width / 2, frame.maxY, 0, 1),
      (frame.x, frame.y + frame.height / 2, 1, 0), (frame.maxX, frame.y + frame.height / 2, 1, 0),
    ]
    var darkest = 0.0
    for (x, y, stepX, stepY) in sides {
      let at = (
        x: Int(saturating: (x * scale).rounded()), y: Int(saturating: (y * scale).rounded())
      )
      let region = PixelRect(
        x: at.x - stepX, y: at.y - stepY, width: 1 + stepX, height: 1 + stepY)
      let field = try probe.field(of: cell, [.mask], region: region, at: scale)
      let sum = field.levels.reduce(0) { $0 + Double($1) }
      darkest = max(darkest, sum / Double(field.levels.count))
    }
    return darkest
  }
}
