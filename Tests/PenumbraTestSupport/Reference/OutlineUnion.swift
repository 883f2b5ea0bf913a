internal import PenumbraGraphics

/// The outline of the union of several shapes: what of each outline lies inside no other shape.
struct OutlineUnion {
  let outlines: [Outline]

  init(_ shapes: [RoundedRect]) {
    outlines = shapes.map { Outline($0) }.filter { !$0.isEmpty }
  }

  /// Every piece with the stretches of it, in its parameter, that bound the union.
  var pieces: [(piece: OutlinePiece, from: Double, to: Double)] {
    outlines.indices.flatMap { index in
      outlines[index].pieces.flatMap { piece in
        visibleStretches(of: piece, outline: index).map { (piece, $0.lowerBound, $0.upperBound) }
      }
    }
  }

  private func visibleStretches(of piece: OutlinePiece, outline index: Int) -> [Range<Double>] {
    let others = outlines.indices.filter { $0 != index && mayMeet(piece, outlines[$0]) }
    guard !others.isEmpty else { return [0..<1] }
    let samples = criticalParameters(of: piece, others: others)
    var stretches: [Range<Double>] = []
    var start = 0.0
    var wasVisible = isVisible(piece, 0, outline: index, others: others)
    for (before, after) in zip(samples, samples.dropFirst()) {
      let visible = isVisible(piece, after, outline: index, others: others)
      guard visible != wasVisible else { continue }
      var low = before
      var high = after
      for _ in 0..<45 {
        let middle = 0.5 * (low + high)
        if isVisible(piece, middle, outline: index, others: others) == wasVisible {
          low = middle
        } else {
          high = middle
        }
      }
      if wasVisible { stretches.append(start..<high) }
      start = high
      wasVisible = visible
    }
    if wasVisible { stretches.append(start..<1) }
    return stretches
  }

  /// Whether the point at t bounds the union.
  ///
  /// It must lie inside no other shape; where several outlines run together in one direction, only
  /// that of the first shape counts. Outlines that run together in opposite directions, as those of
  /// cells that touch, are each inside the other shape.
  private func isVisible(
    _ piece: OutlinePiece, _ t: Double, outline index: Int, others: [Int]
  ) -> Bool {
    let point = piece.point(t)
    let velocity = piece.velocity(t)
    let length = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    guard length > 0 else { return true }
    // The outline runs down its left side, so outside is to the right of its direction as seen
    // with y downwards: (-dy, dx).
    let nudge = 1e-7
    let normal = Point(x: -velocity.y / length * nudge, y: velocity.x / length * nudge)
    let outside = Point(x: point.x + normal.x, y: point.y + normal.y)
    let inside = Point(x: point.x - normal.x, y: point.y - normal.y)
    return others.allSatisfy { other in
      if outlines[other].contains(outside) { return false }
      return other > index || !outlines[other].contains(inside)
    }
  }

  private func mayMeet(_ piece: OutlinePiece, _ outline: Outline) -> Bool {
    let a = piece.point(0)
    let b = piece.point(1)
    let rect = outline.rect
    return max(a.x, b.x) >= rect.x - 1 && min(a.x, b.x) <= rect.maxX + 1
      && max(a.y, b.y) >= rect.y - 1 && min(a.y, b.y) <= rect.maxY + 1
  }

  /// Parameters close enough together that visibility changes at most once between two: where the
  /// piece passes another shape's sides, corner ends and middle, each interval cut in 32.
  private func criticalParameters(of piece: OutlinePiece, others: [Int]) -> [Double] {
    let start = piece.point(0)
    let end = piece.point(1)
    var cuts = [0.0, 1.0]
    for other in others {
      let outline = outlines[other]
      var xs = [outline.rect.x, outline.rect.maxX, outline.rect.x + outline.rect.width / 2]
      var ys = [outline.rect.y, outline.rect.maxY, outline.rect.y + outline.rect.height / 2]
      for corner in outline.corners {
        xs.append(corner.apex.x + corner.inward.x * corner.reach)
        ys.append(corner.apex.y + corner.inward.y * corner.reach)
      }
      for x in xs where x > min(start.x, end.x) && x < max(start.x, end.x) {
        cuts.append(bisect { (piece.point($0).x < x) == (end.x > start.x) })
      }
      for y in ys where y > min(start.y, end.y) && y < max(start.y, end.y) {
        cuts.append(bisect { (piece.point($0).y < y) == (end.y > start.y) })
      }
    }
    cuts.sort()
    var samples: [Double] = []
    for (low, high) in zip(cuts, cuts.dropFirst()) where high > low {
      samples += (0..<32).map { low + (high - low) * Double($0) / 32 }
    }
    return samples + [1]
  }

  private func bisect(_ isBefore: (Double) -> Bool) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let middle = 0.5 * (low + high)
      if isBefore(middle) { low = middle } else { high = middle }
    }
    return high
  }
}
