import PenumbraGraphics

extension Outline {
  /// What of the line at height y lies inside; nil where nothing does.
  ///
  /// A rounded rectangle is convex, so it is one stretch.
  func span(at y: Double) -> (left: Double, right: Double)? {
    guard !isEmpty, y > rect.y, y < rect.maxY else { return nil }
    let left = rect.x + max(inset(of: corners[0], at: y), inset(of: corners[3], at: y))
    let right = rect.maxX - max(inset(of: corners[1], at: y), inset(of: corners[2], at: y))
    return left < right ? (left, right) : nil
  }

  /// How far a corner's curve lies from the vertical side at height y.
  private func inset(of corner: Corner, at y: Double) -> Double {
    let distance = (y - corner.apex.y) * corner.inward.y
    guard corner.radius > 0, distance < corner.reach else { return 0 }
    guard let controls = corner.controls else {
      let d = corner.radius - distance
      return corner.radius - max(0, corner.radius * corner.radius - d * d).squareRoot()
    }
    // y never shrinks along the curve: the first segment that ends beyond it holds it.
    let start =
      controls[3].y * corner.radius > distance
      ? 0
      : controls[6].y * corner.radius > distance ? 3 : 6
    let piece = OutlinePiece.cubic(
      controls[start], controls[start + 1], controls[start + 2], controls[start + 3])
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let middle = 0.5 * (low + high)
      if piece.point(middle).y * corner.radius < distance { low = middle } else { high = middle }
    }
    return piece.point(high).x * corner.radius
  }

  /// The heights at which the outline is not smooth: its sides and the ends of its corners.
  var levels: [Double] {
    [rect.y, rect.maxY] + corners.map { $0.apex.y + $0.inward.y * $0.reach }
  }
}

extension RoundedRect {
  /// The same shape with x and y exchanged.
  var transposed: RoundedRect {
    RoundedRect(
      rect: Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width),
      radii: Corners(
        topLeft: radii.topLeft, topRight: radii.bottomLeft, bottomRight: radii.bottomRight,
        bottomLeft: radii.topRight),
      curve: curve)
  }
}

/// The union of shapes, cut by lines.
struct SpanRegion {
  private let outlines: [Outline]
  private let transposed: [Outline]

  init(_ shapes: [RoundedRect]) {
    outlines = shapes.map { Outline($0) }.filter { !$0.isEmpty }
    transposed = shapes.map { Outline($0.transposed) }.filter { !$0.isEmpty }
  }

  /// The stretches of the line at height y that lie inside, ascending, apart from each other.
  func spans(at y: Double) -> [(left: Double, right: Double)] {
    let all = outlines.compactMap { $0.span(at: y) }
    guard all.count > 1 else { return all }
    var merged: [(left: Double, right: Double)] = []
    for span in all.sorted(by: { $0.left < $1.left }) {
      if let last = merged.last, span.left <= last.right {
        merged[merged.count - 1].right = max(last.right, span.right)
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  /// The heights within the pixel whose corner is (x, y) at which what a line meets changes
  /// abruptly: level sides, corner ends, and where the outline passes the pixel's upright sides.
  func cuts(x: Double, y: Double) -> [Double] {
    var cuts = levels(y: y)
    for side in [x, x + 1] {
      for span in transposed.compactMap({ $0.span(at: side) }) {
        cuts += [span.left, span.right].filter { $0 > y && $0 < y + 1 }
      }
    }
    return cuts
  }

  /// Those of level sides and corner ends alone.
  func levels(y: Double) -> [Double] {
    outlines.flatMap { $0.levels }.filter { $0 > y && $0 < y + 1 }
  }
}
