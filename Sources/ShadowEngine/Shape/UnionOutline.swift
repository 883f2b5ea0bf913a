/// The union of several shapes, cut by horizontal lines: what lies inside along each, and where the
/// answer bends.
struct UnionOutline {
  let shapes: [FittedShape]
  private let lines: [LineShape]

  init(_ shapes: [FittedShape]) {
    self.shapes = shapes.filter { !$0.isEmpty }
    lines = self.shapes.map { LineShape($0) }
  }

  /// Whether no two of the shapes' rectangles share any area.
  static func areDisjoint(_ shapes: [FittedShape]) -> Bool {
    let sorted = shapes.filter { !$0.isEmpty }.sorted { $0.top < $1.top }
    for (index, shape) in sorted.enumerated() {
      for other in sorted[(index + 1)...] {
        if other.top >= shape.bottom { break }
        if other.left < shape.right, other.right > shape.left { return false }
      }
    }
    return true
  }

  /// A stretch of the union along a line, and which shapes' edges end it.
  struct Interval {
    var left: Double
    var right: Double
    var leftOwner: Int
    var rightOwner: Int
  }

  /// What lies inside along a line, left to right.
  func intervals(at y: Double) -> [Interval] {
    var spans: [Interval] = []
    for (index, shape) in lines.enumerated() {
      if let span = shape.span(at: y) {
        spans.append(
          Interval(left: span.left, right: span.right, leftOwner: index, rightOwner: index))
      }
    }
    spans.sort { $0.left < $1.left }
    var merged: [Interval] = []
    for span in spans {
      guard let last = merged.last, span.left <= last.right else {
        merged.append(span)
        continue
      }
      if span.right > last.right {
        merged[merged.count - 1].right = span.right
        merged[merged.count - 1].rightOwner = span.rightOwner
      }
    }
    return merged
  }

  /// Gives what lies inside along a line, left to right.
  func each(at y: Double, _ body: (_ left: Double, _ right: Double) -> Void) {
    if lines.count == 1 {
      if let span = lines[0].span(at: y) { body(span.left, span.right) }
      return
    }
    for interval in intervals(at: y) { body(interval.left, interval.right) }
  }

  /// A stretch of lines along which the same edges bound the union, none with a kink inside.
  struct Stretch {
    var from: Double
    var to: Double
    /// All edges are vertical: every line is like every other.
    var isStraight: Bool
  }

  /// The stretches between `low` and `high`, top to bottom.
  func stretches(from low: Double, to high: Double) -> [Stretch] {
    var cuts: [Double] = []
    for shape in shapes where shape.bottom > low && shape.top < high {
      cuts += [shape.top, shape.bottom]
      for corner in [shape.topLeft, shape.topRight] where corner.radius > 0 {
        cuts.append(shape.top + corner.reach)
      }
      for corner in [shape.bottomLeft, shape.bottomRight] where corner.radius > 0 {
        cuts.append(shape.bottom - corner.reach)
      }
    }
    cuts = cuts.map { $0 < low ? low : $0 > high ? high : $0 }
    cuts.sort()
    var stretches: [Stretch] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-9 {
      if isStraight(from, to) {
        stretches.append(Stretch(from: from, to: to, isStraight: true))
      } else {
        for (a, b) in pieces(from, to) {
          stretches.append(Stretch(from: a, to: b, isStraight: false))
        }
      }
    }
    return stretches
  }

  private func isStraight(_ from: Double, _ to: Double) -> Bool {
    let middle = 0.5 * (from + to)
    return shapes.allSatisfy { shape in
      guard shape.top < middle, shape.bottom > middle else { return true }
      return middle > shape.top + max(shape.topLeft.reach, shape.topRight.reach)
        && middle < shape.bottom - max(shape.bottomLeft.reach, shape.bottomRight.reach)
    }
  }

  /// A stretch cut where edges cross, so that other edges bound the union from there on.
  private func pieces(_ from: Double, _ to: Double) -> [(Double, Double)] {
    func owners(_ y: Double) -> [Int] {
      intervals(at: y).flatMap { [$0.leftOwner, $0.rightOwner] }
    }
    let probes = 24
    var pieces: [(Double, Double)] = []
    var start = from
    var before = from + (to - from) * 0.5 / Double(probes)
    var known = owners(before)
    for probe in 1..<probes {
      let place = from + (to - from) * (Double(probe) + 0.5) / Double(probes)
      let found = owners(place)
      if found != known {
        var low = before
        var high = place
        for _ in 0..<40 {
          let middle = 0.5 * (low + high)
          if owners(middle) == known { low = middle } else { high = middle }
        }
        pieces.append((start, high))
        start = high
      }
      before = place
      known = found
    }
    pieces.append((start, to))
    return pieces.filter { $0.1 - $0.0 > 1e-9 }
  }

  /// A line across the union and how much height it stands for.
  struct Line {
    var y: Double
    var weight: Double
    /// The height it stands for, where that is a strip taken as a whole.
    var strip: (from: Double, to: Double)?
  }

  /// Lines for a blur that is smooth at the scale `sigma`; straight stretches are one strip.
  ///
  /// Others are cut in panels of at most 1.5 sigma, each with the nodes of a Gauss-Legendre rule. Four
  /// nodes err by 5e-6 of what a blur of that sigma shows, six by 1e-8.
  func lines(
    from low: Double, to high: Double, sigma: Double, nodes: Int = 6
  ) -> [Line] {
    var lines: [Line] = []
    let rule = GaussLegendre.rule(nodes)
    for stretch in stretches(from: low, to: high) {
      let length = stretch.to - stretch.from
      if stretch.isStraight {
        lines.append(
          Line(
            y: stretch.from + 0.5 * length, weight: length, strip: (stretch.from, stretch.to)))
        continue
      }
      // Edges may begin with a vertical tangent at either end: square the parameter from there.
      let half = 0.5 * length
      let panels = Int(4 * half / (3 * sigma)) + 1
      for isUpper in [true, false] {
        for panel in 0..<panels {
          let place = isUpper ? panel : panels - 1 - panel
          for index in rule.positions.indices {
            let node = isUpper ? index : rule.positions.count - 1 - index
            let t = (Double(place) + rule.positions[node]) / Double(panels)
            lines.append(
              Line(
                y: isUpper ? stretch.from + half * t * t : stretch.to - half * t * t,
                weight: rule.weights[node] / Double(panels) * 2 * t * half, strip: nil))
          }
        }
      }
    }
    return lines
  }

  /// Thin strips for a blur narrower than a pixel, or none.
  func strips(from low: Double, to high: Double) -> [Line] {
    var lines: [Line] = []
    for stretch in stretches(from: low, to: high) {
      let length = stretch.to - stretch.from
      let half = 0.5 * length
      let count = stretch.isStraight ? 1 : Int(48 * half) + 8
      func strip(_ from: Double, _ to: Double) {
        lines.append(Line(y: 0.5 * (from + to), weight: to - from, strip: (from, to)))
      }
      if stretch.isStraight {
        strip(stretch.from, stretch.to)
        continue
      }
      func square(_ place: Int) -> Double {
        let t = Double(place) / Double(count)
        return half * t * t
      }
      for place in 0..<count {
        strip(stretch.from + square(place), stretch.from + square(place + 1))
      }
      for place in (0..<count).reversed() {
        strip(stretch.to - square(place + 1), stretch.to - square(place))
      }
    }
    return lines
  }
}
