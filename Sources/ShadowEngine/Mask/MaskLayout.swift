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
  private static let flat = 0.02 / 255

  /// nil where nothing is to be seen.
  init?(_ recipe: MaskRecipe) {
    let total = recipe.layers.reduce(0) { $0 + $1.alpha }
    guard total > 0 else { return nil }
    let isUnion = recipe.layers.contains { $0.shapes.count > 1 }
    let outerTail = Self.tail(isUnion ? Self.flat : Self.nothing, total)
    let innerTail = Self.tail(Self.flat, total)
    var across = Extent()
    var down = Extent()
    for layer in recipe.layers {
      let out = EdgeResponse.reach(
        kernel: layer.kernel, sigma: layer.sigma, tail: outerTail)
      let into = EdgeResponse.reach(
        kernel: layer.kernel, sigma: layer.sigma, tail: innerTail)
      for shape in layer.shapes where !shape.isEmpty {
        across.add(
          shape.left, shape.right, out: out, into: into,
          leadCorner: max(shape.topLeft.reach, shape.bottomLeft.reach),
          trailCorner: max(shape.topRight.reach, shape.bottomRight.reach))
        down.add(
          shape.top, shape.bottom, out: out, into: into,
          leadCorner: max(shape.topLeft.reach, shape.topRight.reach),
          trailCorner: max(shape.bottomLeft.reach, shape.bottomRight.reach))
      }
      if let content = layer.content {
        across.addDense(content.left, content.left + Double(content.width), out: out)
        down.addDense(content.top, content.top + Double(content.height), out: out)
      }
    }
    if recipe.rule == .inset {
      // An inset shadow covers its cell whatever the hole is.
      across.low = .infinity
      across.high = -.infinity
      down.low = .infinity
      down.high = -.infinity
    }
    let needsCell = recipe.rule == .inset || recipe.layers.contains { $0.isKnockedOut }
    if needsCell {
      let isBound = recipe.rule == .inset
      for shape in recipe.cell where !shape.isEmpty {
        across.add(
          shape.left, shape.right, out: 0, into: 0,
          leadCorner: max(shape.topLeft.reach, shape.bottomLeft.reach),
          trailCorner: max(shape.topRight.reach, shape.bottomRight.reach), isBound: isBound)
        down.add(
          shape.top, shape.bottom, out: 0, into: 0,
          leadCorner: max(shape.topLeft.reach, shape.topRight.reach),
          trailCorner: max(shape.bottomLeft.reach, shape.bottomRight.reach), isBound: isBound)
      }
    }
    if let clip = recipe.clip {
      across.clip(clip.left, clip.right)
      down.clip(clip.top, clip.bottom)
    }
    guard let x = across.axis, let y = down.axis else { return nil }
    self.x = x
    self.y = y
    let sumX = Double(2 * x.origin + x.length)
    let sumY = Double(2 * y.origin + y.length)
    let shapes =
      recipe.layers.flatMap(\.shapes) + (needsCell ? recipe.cell : [])
      + (recipe.clip.map { [$0] } ?? [])
    // Several shapes may mirror each other; only each one's own symmetry is looked for.
    let isRegular = recipe.layers.allSatisfy { $0.content == nil }
    isMirroredInX =
      isRegular && x.lead == x.trail + (x.plateau == 0 ? x.lead : 0)
      && shapes.allSatisfy { $0.isMirroredInX(about: sumX) }
    isMirroredInY =
      isRegular && y.lead == y.trail + (y.plateau == 0 ? y.lead : 0)
      && shapes.allSatisfy { $0.isMirroredInY(about: sumY) }
  }

  private static func tail(_ alpha: Double, _ total: Double) -> Double {
    let share = alpha / total
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
      _ from: Double, _ to: Double, out: Double, into: Double, leadCorner: Double,
      trailCorner: Double, isBound: Bool = true
    ) {
      if isBound {
        low = min(low, from - out)
        high = max(high, to + out)
      }
      leadEnd = max(leadEnd, from + leadCorner + into)
      trailStart = min(trailStart, to - trailCorner - into)
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
