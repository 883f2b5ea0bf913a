public import PenumbraGraphics

extension RoundedRect {
  /// Radii scaled down together where two do not fit a side (CSS Backgrounds 3, section 5.5);
  /// negative radii are 0.
  var fittedRadii: Corners {
    var radii = radii
    for path in [\Corners.topLeft, \.topRight, \.bottomRight, \.bottomLeft]
    where !(radii[keyPath: path] > 0) {
      radii[keyPath: path] = 0
    }
    var factor = 1.0
    func fit(_ side: Double, _ a: Double, _ b: Double) {
      if a + b > side { factor = min(factor, max(0, side) / (a + b)) }
    }
    fit(rect.width, radii.topLeft, radii.topRight)
    fit(rect.width, radii.bottomLeft, radii.bottomRight)
    fit(rect.height, radii.topLeft, radii.bottomLeft)
    fit(rect.height, radii.topRight, radii.bottomRight)
    return Corners(
      topLeft: radii.topLeft * factor, topRight: radii.topRight * factor,
      bottomRight: radii.bottomRight * factor, bottomLeft: radii.bottomLeft * factor)
  }

  /// The shape grown by `spread` on every side, or shrunk where it is negative.
  ///
  /// A fitted corner of radius r grows by the spread where r is at least as large, else by
  /// `spread * (1 + (r / spread - 1)^3)`: a sharp corner stays sharp. Under negative spread radii
  /// shrink to 0 at least. A shape that shrinks to nothing has zero width and height, in the middle
  /// of the old one.
  public func spread(by spread: Double, rule: SpreadRule = .css3) -> RoundedRect {
    if spread == 0 { return self }
    let width = rect.width + 2 * spread
    let height = rect.height + 2 * spread
    guard width > 0, height > 0 else {
      return RoundedRect(
        rect: Rect(
          x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, width: 0, height: 0),
        curve: curve)
    }
    func grown(_ radius: Double) -> Double {
      switch rule {
      case .css3:
        if spread < 0 { return max(0, radius + spread) }
        if radius >= spread { return radius + spread }
        let share = radius / spread - 1
        return radius + spread * (1 + share * share * share)
      }
    }
    let fitted = fittedRadii
    return RoundedRect(
      rect: Rect(x: rect.x - spread, y: rect.y - spread, width: width, height: height),
      radii: Corners(
        topLeft: grown(fitted.topLeft), topRight: grown(fitted.topRight),
        bottomRight: grown(fitted.bottomRight), bottomLeft: grown(fitted.bottomLeft)),
      curve: curve)
  }
}
