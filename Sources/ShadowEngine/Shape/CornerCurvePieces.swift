internal import PenumbraGraphics

/// The curve of a rounded corner as functions of a parameter, in distances from the two sides that
/// meet in the rectangle's corner: x from the vertical one, y from the horizontal one.
///
/// It begins on the horizontal side and ends on the vertical one: x falls, y rises.
struct CornerCurvePieces {
  /// One smooth piece, 0...1.
  enum Piece {
    /// A quarter circle.
    case arc(radius: Double)
    case cubic(Point, Point, Point, Point)

    /// The radius of a quarter circle as long, roughly.
    var size: Double {
      switch self {
      case .arc(let radius): radius
      case .cubic(let a, _, _, let d): 0.5 * ((a.x - d.x) + (d.y - a.y))
      }
    }

    /// A point and the derivative of y there.
    func sample(_ t: Double) -> (x: Double, y: Double, slope: Double) {
      switch self {
      case .arc(let radius):
        let angle = t * (SeriesFunctions.pi / 2)
        let (sine, cosine) = SeriesFunctions.sineAndCosine(angle)
        return (
          radius * (1 - sine), radius * (1 - cosine), radius * sine * (SeriesFunctions.pi / 2)
        )
      case .cubic(let a, let b, let c, let d):
        let s = 1 - t
        let x = s * s * s * a.x + 3 * s * s * t * b.x + 3 * s * t * t * c.x + t * t * t * d.x
        let y = s * s * s * a.y + 3 * s * s * t * b.y + 3 * s * t * t * c.y + t * t * t * d.y
        let slope =
          3 * (s * s * (b.y - a.y) + 2 * s * t * (c.y - b.y) + t * t * (d.y - c.y))
        return (x, y, slope)
      }
    }
  }

  let pieces: [Piece]

  init(_ corner: FittedCorner) {
    guard corner.smoothing > 0 else {
      pieces = [.arc(radius: corner.radius)]
      return
    }
    let points = ContinuousCorner.controlPoints(smoothing: corner.smoothing).map {
      Point(x: $0.x * corner.radius, y: $0.y * corner.radius)
    }
    pieces = [0, 3, 6].map {
      .cubic(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3])
    }
  }

  /// One node of a quadrature along the curve: a place, and the height of the curve it stands for.
  struct Node {
    var x: Double
    var y: Double
    var weight: Double
  }

  /// The panels of a quadrature that some samples see.
  struct Sight {
    /// For each piece of the curve its panels, how many nodes each has, and which of them are seen.
    var pieces: [(piece: Piece, panels: Int, nodes: Int, seen: Range<Int>)] = []
    /// Up to this distance from the horizontal side the curve lies beyond the samples: they see the
    /// corner as they would a rectangle of this height.
    var beyond = 0.0

    /// How many nodes are seen.
    var nodeCount: Int { pieces.reduce(0) { $0 + $1.nodes * $1.seen.count } }
  }

  /// What samples see of a quadrature for a blur that is smooth at the scale `sigma`: few nodes for a
  /// wide blur, more panels for a narrow one.
  ///
  /// `x` and `y` are the distances between which the curve counts to any sample: nearer to the
  /// vertical side than `x` it takes nothing from them. `jumps` says that the blur's density has small
  /// jumps (a cut Gaussian), which a quadrature sees only to the width of its panels.
  func sight(
    sigma: Double, jumps: Bool, x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> Sight {
    var sight = Sight()
    for piece in pieces {
      let (panels, nodes) = Self.rule(ratio: piece.size / sigma, jumps: jumps)
      if panels == 1 {
        sight.pieces.append((piece, 1, nodes, 0..<1))
        continue
      }
      func end(_ panel: Int) -> Point {
        let point = piece.sample(Double(panel) / Double(panels))
        return Point(x: point.x, y: point.y)
      }
      // Along the curve x falls and y rises.
      let nearX = Self.firstIndex(panels) { end($0 + 1).x <= x.upperBound }
      let farX = Self.firstIndex(panels) { end($0).x < x.lowerBound }
      let nearY = Self.firstIndex(panels) { end($0 + 1).y > y.lowerBound }
      let farY = Self.firstIndex(panels) { end($0).y >= y.upperBound }
      if nearX > 0 { sight.beyond = end(nearX).y }
      let first = max(nearX, nearY)
      sight.pieces.append((piece, panels, nodes, first..<max(first, min(farX, farY))))
    }
    return sight
  }

  /// The first of the numbers below `count` for which a condition holds that holds for all after it.
  private static func firstIndex(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The nodes of a quadrature that are seen, in the order of the curve.
  func nodes(_ sight: Sight) -> [Node] {
    var nodes: [Node] = []
    nodes.reserveCapacity(sight.nodeCount)
    for (piece, panels, count, seen) in sight.pieces {
      if panels == 1, case .arc(let radius) = piece {
        for node in Self.unitArcs[count - 1] {
          nodes.append(
            Node(x: radius * node.x, y: radius * node.y, weight: radius * node.weight))
        }
        continue
      }
      let rule = GaussLegendre.rule(count)
      let width = 1 / Double(panels)
      for panel in seen {
        for (position, weight) in zip(rule.positions, rule.weights) {
          let point = piece.sample((Double(panel) + position) * width)
          nodes.append(Node(x: point.x, y: point.y, weight: weight * width * point.slope))
        }
      }
    }
    return nodes
  }

  /// How many panels of how many nodes a quarter circle needs, by its radius in sigma.
  private static func rule(ratio: Double, jumps: Bool) -> (panels: Int, nodes: Int) {
    if jumps { return (1 + Int(4 * ratio), 8) }
    // What each count is off by at its largest ratio: 0.002/255.
    if ratio <= 0.4 { return (1, 3) }
    if ratio <= 0.85 { return (1, 4) }
    if ratio <= 1.4 { return (1, 5) }
    if ratio <= 2 { return (1, 6) }
    if ratio <= 2.6 { return (1, 7) }
    return (Int(ratio / 3.2) + 1, 8)
  }

  /// The nodes of one panel on a quarter circle of radius 1, for 1 to 8 of them.
  private static let unitArcs: [[Node]] = GaussLegendre.rules.map { rule in
    zip(rule.positions, rule.weights).map { position, weight in
      let point = Piece.arc(radius: 1).sample(position)
      return Node(x: point.x, y: point.y, weight: weight * point.slope)
    }
  }

  /// Nodes for a blur narrower than a pixel, or none: panels end where the curve crosses the pixel
  /// grid, and are short wherever the blurred pixel's edge is near.
  ///
  /// Only the part of the curve at a distance `y` from the horizontal side has nodes, and only
  /// grid lines at a distance `x` from the vertical one count.
  func gridNodes(
    _ grid: Grid, x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> [Node] {
    let rule = GaussLegendre.rule(4)
    var nodes: [Node] = []
    for piece in pieces {
      for (from, to) in panels(of: piece, grid, x: x, y: y) {
        let width = to - from
        for (position, weight) in zip(rule.positions, rule.weights) {
          let point = piece.sample(from + position * width)
          nodes.append(Node(x: point.x, y: point.y, weight: weight * width * point.slope))
        }
      }
    }
    return nodes
  }

  /// Grid lines lie at `phaseX + i` and `phaseY + i`; within `zone` of a line a panel spans at most
  /// `step` across it.
  struct Grid {
    var phaseX: Double
    var phaseY: Double
    var zone: Double
    var step: Double
  }

  private func panels(
    of piece: Piece, _ grid: Grid, x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> [(Double, Double)] {
    let (head, tail) = (piece.sample(0), piece.sample(1))
    guard head.y < y.upperBound, tail.y > y.lowerBound else { return [] }
    let low = head.y < y.lowerBound ? Self.solve { piece.sample($0).y > y.lowerBound } : 0
    let high = tail.y > y.upperBound ? Self.solve { piece.sample($0).y > y.upperBound } : 1
    var cuts = [low, high] + [0.25, 0.5, 0.75].filter { $0 > low && $0 < high }
    let start = piece.sample(low)
    let end = piece.sample(high)
    let nearest = end.x > x.lowerBound ? end.x : x.lowerBound
    let farthest = start.x < x.upperBound ? start.x : x.upperBound
    for line in Self.lines(from: nearest, to: farthest, phase: grid.phaseX) {
      cuts.append(Self.solve { piece.sample($0).x < line })
    }
    for line in Self.lines(from: start.y, to: end.y, phase: grid.phaseY) {
      cuts.append(Self.solve { piece.sample($0).y > line })
    }
    cuts.sort()
    var panels: [(Double, Double)] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-12 {
      if grid.zone > 0 {
        Self.split(piece, from, to, 0, grid, x, into: &panels)
      } else {
        panels.append((from, to))
      }
    }
    return panels
  }

  private static func lines(from: Double, to: Double, phase: Double) -> [Double] {
    var lines: [Double] = []
    var line = (from - phase).rounded(.up) + phase
    while line < to {
      if line > from { lines.append(line) }
      line += 1
    }
    return lines
  }

  /// Where a condition that holds at 1 and not at 0 begins to hold.
  private static func solve(_ holds: (Double) -> Bool) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = 0.5 * (low + high)
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  private static func split(
    _ piece: Piece, _ from: Double, _ to: Double, _ depth: Int, _ grid: Grid,
    _ x: ClosedRange<Double>, into panels: inout [(Double, Double)]
  ) {
    let a = piece.sample(from)
    let b = piece.sample(to)
    func isFine(_ low: Double, _ high: Double, _ phase: Double) -> Bool {
      if high - low <= grid.step { return true }
      let line = (low - grid.zone - phase).rounded(.up) + phase
      return line > high + grid.zone
    }
    let isFineAcross =
      a.x < x.lowerBound || b.x > x.upperBound || isFine(b.x, a.x, grid.phaseX)
    if depth >= 40 || (isFineAcross && isFine(a.y, b.y, grid.phaseY)) {
      panels.append((from, to))
      return
    }
    let middle = 0.5 * (from + to)
    split(piece, from, middle, depth + 1, grid, x, into: &panels)
    split(piece, middle, to, depth + 1, grid, x, into: &panels)
  }
}
