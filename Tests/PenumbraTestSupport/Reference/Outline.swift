import Foundation
internal import PenumbraGraphics

/// One piece of a shape's outline, monotone in x and in y, from t = 0 to t = 1.
///
/// Outlines run down their left side, so that a shape's indicator is the sum over its outline of
/// steps in x: the indicator at (px, py) is the integral of [px > x(t)] dy(t) along the line py.
enum OutlinePiece {
  /// A vertical side.
  case vertical(x: Double, from: Double, to: Double)
  /// A quarter circle about a centre, from one axis to the next; angles in quarter turns, where 0
  /// points right and 1 points down.
  case arc(center: Point, radius: Double, from: Double, to: Double)
  case cubic(Point, Point, Point, Point)

  func point(_ t: Double) -> Point {
    switch self {
    case .vertical(let x, let from, let to):
      return Point(x: x, y: from + t * (to - from))
    case .arc(let center, let radius, let from, let to):
      let angle = (from + t * (to - from)) * Double.pi / 2
      return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    case .cubic(let a, let b, let c, let d):
      let s = 1 - t
      let wa = s * s * s
      let wb = 3 * s * s * t
      let wc = 3 * s * t * t
      let wd = t * t * t
      return Point(
        x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
        y: wa * a.y + wb * b.y + wc * c.y + wd * d.y)
    }
  }

  /// The derivative of `point` by t.
  func velocity(_ t: Double) -> Point {
    switch self {
    case .vertical(_, let from, let to):
      return Point(x: 0, y: to - from)
    case .arc(_, let radius, let from, let to):
      let angle = (from + t * (to - from)) * Double.pi / 2
      let speed = radius * (to - from) * Double.pi / 2
      return Point(x: -speed * sin(angle), y: speed * cos(angle))
    case .cubic(let a, let b, let c, let d):
      let s = 1 - t
      let u = 3 * s * s
      let v = 6 * s * t
      let w = 3 * t * t
      return Point(
        x: u * (b.x - a.x) + v * (c.x - b.x) + w * (d.x - c.x),
        y: u * (b.y - a.y) + v * (c.y - b.y) + w * (d.y - c.y))
    }
  }
}

/// The outline of a rounded rectangle with its radii fitted, as pieces and as a point test.
struct Outline {
  /// A corner: its radius, its control points where it is not a circle, and where it lies.
  struct Corner {
    var radius: Double
    /// Ten control points in radii, as `ContinuousCorner` gives them; nil for a circle.
    var controls: [Point]?
    /// The rectangle's corner.
    var apex: Point
    /// Towards the rectangle's inside: +1 or -1 along x and along y.
    var inward: Point

    /// How far the corner reaches along its sides, in pixels.
    var reach: Double { radius * (controls?.first?.x ?? 1) }
  }

  let rect: Rect
  /// Top left, top right, bottom right, bottom left.
  let corners: [Corner]

  var isEmpty: Bool { !(rect.width > 0 && rect.height > 0) }

  /// Radii are scaled down together where two do not fit a side (CSS Backgrounds 3, 5.5).
  init(_ shape: RoundedRect) {
    rect = shape.rect
    let asked = [
      shape.radii.topLeft, shape.radii.topRight, shape.radii.bottomRight, shape.radii.bottomLeft,
    ].map { max(0, $0) }
    let sides = [shape.rect.width, shape.rect.height, shape.rect.width, shape.rect.height]
    var factor = 1.0
    for side in 0..<4 {
      let sum = asked[side] + asked[(side + 1) % 4]
      if sum > sides[side] { factor = min(factor, max(0, sides[side]) / sum) }
    }
    let radii = asked.map { $0 * factor }
    let right = shape.rect.x + shape.rect.width
    let bottom = shape.rect.y + shape.rect.height
    let apexes = [
      Point(x: shape.rect.x, y: shape.rect.y), Point(x: right, y: shape.rect.y),
      Point(x: right, y: bottom), Point(x: shape.rect.x, y: bottom),
    ]
    let inward = [Point(x: 1, y: 1), Point(x: -1, y: 1), Point(x: -1, y: -1), Point(x: 1, y: -1)]
    corners = (0..<4).map { index in
      var controls: [Point]?
      if shape.curve == .continuous, radii[index] > 0 {
        // Side `index` runs from corner `index` to the next, side `index - 1` to the one before.
        let after = sides[index] / (radii[index] + radii[(index + 1) % 4])
        let before = sides[(index + 3) % 4] / (radii[index] + radii[(index + 3) % 4])
        let smoothing = ContinuousCorner.smoothing(room: min(after, before))
        if smoothing > 0 { controls = ContinuousCorner.controlPoints(smoothing: smoothing) }
      }
      return Corner(
        radius: radii[index], controls: controls, apex: apexes[index], inward: inward[index])
    }
  }

  /// The pieces that are not horizontal: down the left side, up the right side.
  var pieces: [OutlinePiece] {
    guard !isEmpty else { return [] }
    var pieces: [OutlinePiece] = []
    pieces += curve(of: corners[0], quarters: (3, 2), startsOnHorizontal: true)
    pieces.append(
      .vertical(
        x: rect.x, from: rect.y + corners[0].reach,
        to: rect.y + rect.height - corners[3].reach))
    pieces += curve(of: corners[3], quarters: (2, 1), startsOnHorizontal: false)
    pieces += curve(of: corners[2], quarters: (1, 0), startsOnHorizontal: true)
    pieces.append(
      .vertical(
        x: rect.x + rect.width, from: rect.y + rect.height - corners[2].reach,
        to: rect.y + corners[1].reach))
    pieces += curve(of: corners[1], quarters: (4, 3), startsOnHorizontal: false)
    return pieces
  }

  private func curve(
    of corner: Corner, quarters: (Double, Double), startsOnHorizontal: Bool
  ) -> [OutlinePiece] {
    guard corner.radius > 0 else { return [] }
    guard let controls = corner.controls else {
      let center = Point(
        x: corner.apex.x + corner.inward.x * corner.radius,
        y: corner.apex.y + corner.inward.y * corner.radius)
      return [
        .arc(center: center, radius: corner.radius, from: quarters.0, to: quarters.1)
      ]
    }
    var points = controls.map {
      Point(
        x: corner.apex.x + corner.inward.x * $0.x * corner.radius,
        y: corner.apex.y + corner.inward.y * $0.y * corner.radius)
    }
    if !startsOnHorizontal { points.reverse() }
    return [0, 3, 6].map { .cubic(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3]) }
  }

  /// Whether a point lies strictly inside.
  func contains(_ point: Point) -> Bool {
    guard point.x > rect.x, point.x < rect.x + rect.width else { return false }
    guard point.y > rect.y, point.y < rect.y + rect.height else { return false }
    return corners.allSatisfy { corner in
      guard corner.radius > 0 else { return true }
      let dx = (point.x - corner.apex.x) * corner.inward.x / corner.radius
      let dy = (point.y - corner.apex.y) * corner.inward.y / corner.radius
      guard let controls = corner.controls else {
        return dx >= 1 || dy >= 1 || (1 - dx) * (1 - dx) + (1 - dy) * (1 - dy) < 1
      }
      return isInside(controls, dx: dx, dy: dy)
    }
  }

  /// Whether (dx, dy), in radii from the rectangle's corner, lies on the inner side of the curve.
  private func isInside(_ controls: [Point], dx: Double, dy: Double) -> Bool {
    guard dx < controls[0].x, dy < controls[9].y else { return true }
    // The first segment that has come down to dx; x never grows along the curve.
    let start = controls[3].x <= dx ? 0 : controls[6].x <= dx ? 3 : 6
    let piece = OutlinePiece.cubic(
      controls[start], controls[start + 1], controls[start + 2], controls[start + 3])
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = 0.5 * (low + high)
      if piece.point(middle).x > dx { low = middle } else { high = middle }
    }
    return dy > piece.point(high).y
  }
}
