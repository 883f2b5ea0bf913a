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
  static func inset(_ corner: FittedCorner, at distance: Double) -> Double {
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
}
