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

  /// The share of a pixel's square that lies in both of two shapes, by 64 lines across it.
  static func overlap(_ a: FittedShape, _ b: FittedShape, x: Double, y: Double) -> Double {
    let lines = 64
    var sum = 0.0
    for line in 0..<lines {
      let place = y + (Double(line) + 0.5) / Double(lines)
      guard let first = a.span(at: place), let second = b.span(at: place) else { continue }
      let from = max(x, first.left, second.left)
      let to = min(x + 1, first.right, second.right)
      if from < to { sum += to - from }
    }
    return sum / Double(lines)
  }
}
