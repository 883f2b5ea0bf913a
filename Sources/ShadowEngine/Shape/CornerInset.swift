internal import PenumbraGraphics

/// How far the curve of a corner lies from the shape's vertical side, line by line.
struct CornerInset {
  /// How far the curve reaches along its sides.
  let reach: Double
  private let radius: Double
  /// Of a smoothed corner its cubics, from the horizontal side on; of a quarter circle none.
  private let cubics: [Cubic]

  /// A cubic by its coefficients, the constant first: y rises from `start` to `end`.
  private struct Cubic {
    var x: (Double, Double, Double, Double)
    var y: (Double, Double, Double, Double)
    var start: Double
    var end: Double

    init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
      func coefficients(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double
      ) -> (Double, Double, Double, Double) {
        (a, 3 * (b - a), 3 * (a - 2 * b + c), d - 3 * c + 3 * b - a)
      }
      x = coefficients(a.x, b.x, c.x, d.x)
      y = coefficients(a.y, b.y, c.y, d.y)
      start = a.y
      end = d.y
    }

    /// x where y is a given one: Newton's steps, and halves where they leave the bracket.
    func x(atY place: Double) -> Double {
      var low = 0.0
      var high = 1.0
      var t = (place - start) / (end - start)
      for _ in 0..<60 {
        let value = ((y.3 * t + y.2) * t + y.1) * t + y.0
        let slope = (3 * y.3 * t + 2 * y.2) * t + y.1
        if value < place { low = t } else { high = t }
        let next = t - (value - place) / slope
        let step = next > low && next < high ? next : 0.5 * (low + high)
        let moved = step - t
        t = step
        // The next step would be as long as the square of this.
        if moved < 1e-7 && moved > -1e-7 { break }
      }
      return ((x.3 * t + x.2) * t + x.1) * t + x.0
    }
  }

  init(_ corner: FittedCorner) {
    reach = corner.reach
    radius = corner.radius
    guard corner.smoothing > 0 else {
      cubics = []
      return
    }
    cubics = CornerCurvePieces(corner).pieces.compactMap {
      guard case .cubic(let a, let b, let c, let d) = $0 else { return nil }
      return Cubic(a, b, c, d)
    }
  }

  /// The distance from the vertical side at a distance from the horizontal one, which is not negative.
  ///
  /// A corner is its own mirror image about its diagonal: both may be exchanged.
  func at(_ distance: Double) -> Double {
    guard distance < reach else { return 0 }
    if cubics.isEmpty {
      let d = radius - distance
      return radius - (radius * radius - d * d).squareRoot()
    }
    for cubic in cubics where cubic.end > distance { return cubic.x(atY: distance) }
    return 0
  }
}

/// A shape made ready to be cut by many horizontal lines.
final class LineShape {
  let shape: FittedShape
  let topLeft: CornerInset
  let topRight: CornerInset
  let bottomRight: CornerInset
  let bottomLeft: CornerInset

  init(_ shape: FittedShape) {
    self.shape = shape
    topLeft = CornerInset(shape.topLeft)
    topRight = CornerInset(shape.topRight)
    bottomRight = CornerInset(shape.bottomRight)
    bottomLeft = CornerInset(shape.bottomLeft)
  }

  /// Where a horizontal line lies inside the shape; nil where it does not.
  func span(at y: Double) -> (left: Double, right: Double)? {
    guard y > shape.top, y < shape.bottom else { return nil }
    let from = shape.left + max(topLeft.at(y - shape.top), bottomLeft.at(shape.bottom - y))
    let to = shape.right - max(topRight.at(y - shape.top), bottomRight.at(shape.bottom - y))
    return from < to ? (from, to) : nil
  }

  /// Whether a pixel shares any area with the shape's box.
  func touches(x: Double, y: Double) -> Bool {
    !shape.isEmpty && shape.left < x + 1 && shape.right > x && shape.top < y + 1
      && shape.bottom > y
  }

  /// Adds the heights at which the shape begins, ends or leaves a corner.
  func addLevels(to cuts: inout [Double]) {
    guard !shape.isEmpty else { return }
    cuts.append(shape.top)
    cuts.append(shape.top + topLeft.reach)
    cuts.append(shape.top + topRight.reach)
    cuts.append(shape.bottom - bottomLeft.reach)
    cuts.append(shape.bottom - bottomRight.reach)
    cuts.append(shape.bottom)
  }

  /// Adds the heights at which the shape's curves cross a column's left side.
  func addCrossings(_ x: Double, to cuts: inout [Double]) {
    guard !shape.isEmpty else { return }
    let fromLeft = x - shape.left
    let fromRight = shape.right - x
    if fromLeft > 0 {
      if fromLeft < topLeft.reach { cuts.append(shape.top + topLeft.at(fromLeft)) }
      if fromLeft < bottomLeft.reach { cuts.append(shape.bottom - bottomLeft.at(fromLeft)) }
    }
    if fromRight > 0 {
      if fromRight < topRight.reach { cuts.append(shape.top + topRight.at(fromRight)) }
      if fromRight < bottomRight.reach { cuts.append(shape.bottom - bottomRight.at(fromRight)) }
    }
  }
}
