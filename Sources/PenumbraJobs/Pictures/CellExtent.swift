internal import CSSValues
internal import PenumbraGraphics
internal import PenumbraScene

/// Which pixels a cell and its shadows can touch.
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
    var bounds = cell.drawnBounds
    if let union { bounds = bounds.union(cell.frame.grown(by: union.reach)) }
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
