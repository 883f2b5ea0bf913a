extension FittedShape {
  /// Where a horizontal line lies inside the shape; nil where it does not.
  func span(at y: Double) -> (left: Double, right: Double)? {
    guard y > top, y < bottom else { return nil }
    let from =
      left
      + max(
        Self.inset(topLeft, at: y - top), Self.inset(bottomLeft, at: bottom - y))
    let to =
      right
      - max(
        Self.inset(topRight, at: y - top), Self.inset(bottomRight, at: bottom - y))
    return from < to ? (from, to) : nil
  }

  /// How far a corner's curve lies from its vertical side, at a distance from its horizontal one.
  private static func inset(_ corner: FittedCorner, at distance: Double) -> Double {
    guard distance < corner.reach else { return 0 }
    if corner.smoothing == 0 {
      let d = corner.radius - distance
      return corner.radius - (corner.radius * corner.radius - d * d).squareRoot()
    }
    for piece in CornerCurvePieces(corner).pieces where piece.sample(1).y > distance {
      var low = 0.0
      var high = 1.0
      for _ in 0..<50 {
        let middle = 0.5 * (low + high)
        if piece.sample(middle).y < distance { low = middle } else { high = middle }
      }
      return piece.sample(high).x
    }
    return 0
  }

  /// The share of a pixel's square that lies in both of two shapes.
  ///
  /// The pixel is cut where either shape begins, ends, or leaves a corner, so that the spans between
  /// two cuts change smoothly; 32 lines across each part then leave less than 0.001.
  static func overlap(_ a: FittedShape, _ b: FittedShape, x: Double, y: Double) -> Double {
    let cuts = [y, y + 1] + (a.breaks + b.breaks).filter { $0 > y && $0 < y + 1 }
    let lines = 32
    var sum = 0.0
    var from = y
    for to in cuts.sorted().dropFirst() {
      let height = (to - from) / Double(lines)
      for line in 0..<lines {
        let place = from + (Double(line) + 0.5) * height
        guard let first = a.span(at: place), let second = b.span(at: place) else { continue }
        let left = max(x, first.left, second.left)
        let right = min(x + 1, first.right, second.right)
        if left < right { sum += (right - left) * height }
      }
      from = to
    }
    return sum
  }

  /// The lines at which the shape's sides have a corner or an end.
  private var breaks: [Double] {
    [
      top, top + topLeft.reach, top + topRight.reach, bottom - bottomLeft.reach,
      bottom - bottomRight.reach, bottom,
    ]
  }
}
