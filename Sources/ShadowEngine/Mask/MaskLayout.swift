internal import PenumbraGraphics

/// Which pixels a recipe's mask has, which of them are stored, and what is mirrored.
struct MaskLayout: Sendable {
  var x: Axis
  var y: Axis
  /// Column i is column -1 - i, and so for rows: half of them need no work.
  var isMirroredInX: Bool
  var isMirroredInY: Bool

  /// What is less than this share of a level after all layers is nothing.
  private static let nothing = 0.49 / 255
  /// How far a plateau may be from constant, in alpha.
  private static let flat = 0.03 / 255
  /// Either, where a mask is of levels finer than a byte.
  private static let fine = 0.008 / 255

  /// nil where nothing is to be seen.
  init?(_ recipe: MaskRecipe) {
    let total = recipe.layers.reduce(0) { $0 + $1.alpha }
    guard total > 0 || !recipe.isOfShadows else { return nil }
    let isUnion = recipe.layers.contains { $0.shapes.count > 1 }
    let isFine = recipe.channels == nil
    let outerTail = Self.tail(isFine ? Self.fine : isUnion ? Self.flat : Self.nothing, total)
    let innerTail = Self.tail(isFine ? Self.fine : Self.flat, total)
    var across = Extent()
    var down = Extent()
    for layer in recipe.layers {
      let out = EdgeResponse.reach(
        kernel: layer.kernel, sigma: layer.sigma, tail: outerTail)
      let into = EdgeResponse.reach(
        kernel: layer.kernel, sigma: layer.sigma, tail: innerTail)
      for shape in layer.shapes where !shape.isEmpty {
        let corners = Self.reaches(shape, layer, into: into, tail: innerTail)
        across.add(
          shape.left, shape.right, out: out, lead: max(corners.topLeft, corners.bottomLeft),
          trail: max(corners.topRight, corners.bottomRight))
        down.add(
          shape.top, shape.bottom, out: out, lead: max(corners.topLeft, corners.topRight),
          trail: max(corners.bottomLeft, corners.bottomRight))
      }
      if let content = layer.content {
        across.addDense(content.left, content.left + Double(content.width), out: out)
        down.addDense(content.top, content.top + Double(content.height), out: out)
      }
    }
    let isBound = recipe.isBoundByCell
    if isBound {
      // It covers its cell whatever its layers are.
      across.low = .infinity
      across.high = -.infinity
      down.low = .infinity
      down.high = -.infinity
    }
    func add(_ shape: FittedShape, isBound: Bool, out: Double = 0) {
      across.add(
        shape.left, shape.right, out: out,
        lead: max(shape.topLeft.reach, shape.bottomLeft.reach),
        trail: max(shape.topRight.reach, shape.bottomRight.reach), isBound: isBound)
      down.add(
        shape.top, shape.bottom, out: out,
        lead: max(shape.topLeft.reach, shape.topRight.reach),
        trail: max(shape.bottomLeft.reach, shape.bottomRight.reach), isBound: isBound)
    }
    if recipe.needsCell {
      // Slopes are taken across neighbours.
      let margin = isBound && recipe.isOfParts ? Double(MaskEvaluator.slopeReach) : 0
      for shape in recipe.cell where !shape.isEmpty {
        add(shape, isBound: isBound, out: margin)
      }
    }
    if let mask = recipe.mask?.shape, !mask.isEmpty {
      add(mask, isBound: recipe.rule == .area(.outside))
    }
    if let clip = recipe.clip {
      if case .share(let side) = recipe.rule {
        add(clip, isBound: side == .outside)
      } else {
        let margin = Double(MaskEvaluator.slopeReach)
        across.clip(clip.left - margin, clip.right + margin)
        down.clip(clip.top - margin, clip.bottom + margin)
      }
    }
    if let window = recipe.window {
      across.clip(Double(window.lowerBound), Double(window.upperBound))
    }
    guard let x = across.axis, let y = down.axis else { return nil }
    self.x = x
    self.y = y
    let sumX = Double(2 * x.origin + x.length)
    let sumY = Double(2 * y.origin + y.length)
    let shapes =
      recipe.layers.flatMap(\.shapes) + (recipe.needsCell ? recipe.cell : [])
      + [recipe.clip, recipe.mask?.shape].compactMap { $0 }
    // Several shapes may mirror each other; only each one's own symmetry is looked for.
    let isRegular = recipe.layers.allSatisfy { $0.content == nil }
    isMirroredInX =
      isRegular && x.lead == x.trail + (x.plateau == 0 ? x.lead : 0)
      && shapes.allSatisfy { $0.isMirroredInX(about: sumX) }
    isMirroredInY =
      isRegular && y.lead == y.trail + (y.plateau == 0 ? y.lead : 0)
      && shapes.allSatisfy { $0.isMirroredInY(about: sumY) }
  }

  /// How far into a shape each of its corners is seen, beyond which only `tail` is left of the edges
  /// and of the corner's residual.
  private static func reaches(
    _ shape: FittedShape, _ layer: MaskRecipe.Layer, into: Double, tail: Double
  ) -> Corners {
    func reach(_ corner: FittedCorner) -> Double {
      guard corner.radius > 0 else { return into }
      guard layer.kernel == .gaussian, layer.sigma >= 0.5 else { return corner.reach + into }
      return residualReach(corner, sigma: layer.sigma, into: into, tail: tail)
    }
    let first = reach(shape.topLeft)
    func same(_ corner: FittedCorner) -> Double {
      corner == shape.topLeft ? first : reach(corner)
    }
    return Corners(
      topLeft: first, topRight: same(shape.topRight), bottomRight: same(shape.bottomRight),
      bottomLeft: same(shape.bottomLeft))
  }

  /// The distance from an edge, `into` at least, from which on a corner's residual is below `tail`.
  ///
  /// A column sees at most what it would if every part of the corner lay in the row's middle.
  private static func residualReach(
    _ corner: FittedCorner, sigma: Double, into: Double, tail: Double
  ) -> Double {
    // Of a corner this huge all but a thousandth is seen anyway, and nodes are many.
    guard corner.reach <= 1000 * sigma else { return corner.reach + into }
    let response = EdgeResponse(kernel: .gaussian, sigma: sigma)
    let curve = CornerCurvePieces(corner)
    let nodes = curve.nodes(
      curve.sight(sigma: sigma, jumps: false, x: 0...corner.reach, y: 0...corner.reach))
    let peak = response.pulse(0)
    func isSeen(_ distance: Double) -> Bool {
      let edge = response.step(distance)
      var sum = 0.0
      for node in nodes {
        sum += node.weight * (edge - response.step(distance - node.x))
        if sum * peak > tail { return true }
      }
      return false
    }
    var low = into
    var high = corner.reach + into
    guard isSeen(low) else { return low }
    for _ in 0..<6 {
      let middle = 0.5 * (low + high)
      if isSeen(middle) { low = middle } else { high = middle }
    }
    return high
  }

  private static func tail(_ alpha: Double, _ total: Double) -> Double {
    let share = total > 0 ? alpha / total : 0.5
    return share < 0.5 ? share : 0.5
  }

  /// The pixels of one axis: where something is, and where it varies.
  private struct Extent {
    var low = Double.infinity
    var high = -Double.infinity
    /// All that varies at the near edges ends here, all that varies at the far ones begins there.
    var leadEnd = -Double.infinity
    var trailStart = Double.infinity
    /// Whether there is no plateau to look for.
    var isDense = false

    mutating func add(
      _ from: Double, _ to: Double, out: Double, lead: Double, trail: Double,
      isBound: Bool = true
    ) {
      if isBound {
        low = min(low, from - out)
        high = max(high, to + out)
      }
      leadEnd = max(leadEnd, from + lead)
      trailStart = min(trailStart, to - trail)
    }

    mutating func addDense(_ from: Double, _ to: Double, out: Double) {
      low = min(low, from - out)
      high = max(high, to + out)
      isDense = true
    }

    mutating func clip(_ from: Double, _ to: Double) {
      low = max(low, from)
      high = min(high, to)
      isDense = true
    }

    var axis: Axis? {
      let start = low.rounded(.down)
      let end = high.rounded(.up)
      guard start < end else { return nil }
      let origin = Int(start)
      let length = Int(end - start)
      let lead = leadEnd.rounded(.up) - start
      let trail = end - trailStart.rounded(.down)
      if !isDense, lead >= 0, trail >= 0, lead + trail + 2 <= Double(length) {
        return Axis(
          origin: origin, lead: Int(lead), plateau: length - Int(lead) - Int(trail),
          trail: Int(trail))
      }
      return Axis(origin: origin, lead: length, plateau: 0, trail: 0)
    }
  }
}
