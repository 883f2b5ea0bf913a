internal import Scene

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

  /// Nodes for a blur that is smooth at the scale `sigma`: few for a wide blur, more panels for a
  /// narrow one.
  ///
  /// `jumps` says that the blur's density has small jumps (a cut Gaussian), which a quadrature sees
  /// only to the width of its panels.
  func nodes(sigma: Double, jumps: Bool) -> [Node] {
    var nodes: [Node] = []
    for piece in pieces {
      let (panels, count) = Self.rule(ratio: piece.size / sigma, jumps: jumps)
      if panels == 1, case .arc(let radius) = piece {
        for node in Self.unitArcs[count - 1] {
          nodes.append(
            Node(x: radius * node.x, y: radius * node.y, weight: radius * node.weight))
        }
        continue
      }
      let rule = GaussLegendre.rule(count)
      let width = 1 / Double(panels)
      for panel in 0..<panels {
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
  /// Grid lines lie at `phaseX + i` and `phaseY + i`; within `zone` of a line a panel spans at most
  /// `step` across it.
  func gridNodes(phaseX: Double, phaseY: Double, zone: Double, step: Double) -> [Node] {
    let rule = GaussLegendre.rule(4)
    var nodes: [Node] = []
    for piece in pieces {
      for (from, to) in panels(
        of: piece, phaseX: phaseX, phaseY: phaseY, zone: zone, step: step)
      {
        let width = to - from
        for (position, weight) in zip(rule.positions, rule.weights) {
          let point = piece.sample(from + position * width)
          nodes.append(Node(x: point.x, y: point.y, weight: weight * width * point.slope))
        }
      }
    }
    return nodes
  }

  private func panels(
    of piece: Piece, phaseX: Double, phaseY: Double, zone: Double, step: Double
  ) -> [(Double, Double)] {
    var cuts = [0.0, 0.25, 0.5, 0.75, 1.0]
    let start = piece.sample(0)
    let end = piece.sample(1)
    for line in Self.lines(from: end.x, to: start.x, phase: phaseX) {
      cuts.append(Self.solve { piece.sample($0).x < line })
    }
    for line in Self.lines(from: start.y, to: end.y, phase: phaseY) {
      cuts.append(Self.solve { piece.sample($0).y > line })
    }
    cuts.sort()
    var panels: [(Double, Double)] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-12 {
      if zone > 0 {
        Self.split(piece, from, to, 0, phaseX, phaseY, zone, step, into: &panels)
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
    _ piece: Piece, _ from: Double, _ to: Double, _ depth: Int, _ phaseX: Double,
    _ phaseY: Double, _ zone: Double, _ step: Double, into panels: inout [(Double, Double)]
  ) {
    let a = piece.sample(from)
    let b = piece.sample(to)
    func isFine(_ low: Double, _ high: Double, _ phase: Double) -> Bool {
      if high - low <= step { return true }
      let line = (low - zone - phase).rounded(.up) + phase
      return line > high + zone
    }
    if depth >= 40 || (isFine(b.x, a.x, phaseX) && isFine(a.y, b.y, phaseY)) {
      panels.append((from, to))
      return
    }
    let middle = 0.5 * (from + to)
    split(piece, from, middle, depth + 1, phaseX, phaseY, zone, step, into: &panels)
    split(piece, middle, to, depth + 1, phaseX, phaseY, zone, step, into: &panels)
  }
}
