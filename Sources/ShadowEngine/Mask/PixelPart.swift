/// What a cell's shape covers of a pixel, or leaves free of it, less what the cell's mask and its
/// position mask hide: the stretches of lines across it.
struct PixelPart {
  /// What shows: what lies in a shape, or outside of it where it is inverted.
  struct Window: Hashable, Sendable {
    var shape: FittedShape
    var isInverted: Bool
  }

  /// Stretches of one line; `weight` is the height that the line stands for.
  struct Line {
    var y: Double
    var weight: Double
    var stretches: [(left: Double, right: Double)]
  }

  enum Side: Hashable, Sendable {
    case inside
    case outside
  }

  private(set) var lines: [Line] = []
  /// Of what both masks show of the part.
  private(set) var area = 0.0
  /// Of what the cell's mask shows of the part, whatever the position mask hides.
  private(set) var unclippedArea = 0.0
  /// Where the middle of `area` lies, from the pixel's middle.
  private(set) var middle = (x: 0.0, y: 0.0)
  /// The means of the products of such distances over `area`.
  private(set) var spread = (xx: 0.0, xy: 0.0, yy: 0.0)

  /// The part on one side of the edge of a cell, or of the union of several shapes.
  ///
  /// Of the part shows what `mask` and the position mask `clip` leave. `kinks` are shapes whose edges
  /// are heeded, too. The pixel is cut into strips in which no edge begins, ends, leaves a
  /// corner, or enters or leaves the pixel; in each, lines are those of a Gauss-Legendre rule.
  init(
    _ side: Side, of cell: [FittedShape], mask: Window? = nil, clip: FittedShape? = nil,
    kinks: [FittedShape] = [], x: Int, y: Int
  ) {
    let left = Double(x)
    let top = Double(y)
    let near = cell.filter { $0.touches(x: left, y: top) }
    let outline = UnionOutline(near)
    var cuts = [top, top + 1]
    for shape in near + [mask?.shape, clip].compactMap({ $0 }) + kinks {
      cuts += shape.kinks(x: left).filter { $0 > top && $0 < top + 1 }
    }
    cuts.sort()
    let rule = GaussLegendre.rule(8)
    for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-9 {
      for (position, weight) in zip(rule.positions, rule.weights) {
        let place = from + position * (to - from)
        var stretches: [(left: Double, right: Double)] = []
        var free = left
        for interval in outline.intervals(at: place) {
          let a = min(max(interval.left, left), left + 1)
          let b = min(max(interval.right, left), left + 1)
          if side == .inside {
            stretches.append((a, b))
          } else {
            stretches.append((free, a))
            free = b
          }
        }
        if side == .outside { stretches.append((free, left + 1)) }
        stretches.removeAll { !($0.right > $0.left) }
        if let mask {
          stretches = Self.cut(
            stretches, mask.shape.span(at: place), isInverted: mask.isInverted)
        }
        unclippedArea += weight * (to - from) * Self.length(stretches)
        if let clip { stretches = Self.cut(stretches, clip.span(at: place), isInverted: false) }
        add(Line(y: place, weight: weight * (to - from), stretches: stretches), left, top)
      }
    }
    if area > 0 {
      middle = (middle.x / area, middle.y / area)
      spread = (spread.xx / area, spread.xy / area, spread.yy / area)
    }
  }

  private mutating func add(_ line: Line, _ left: Double, _ top: Double) {
    guard !line.stretches.isEmpty else { return }
    let y = line.y - top - 0.5
    for stretch in line.stretches {
      let length = stretch.right - stretch.left
      let share = line.weight * length
      let x = 0.5 * (stretch.left + stretch.right) - left - 0.5
      area += share
      middle.x += share * x
      middle.y += share * y
      spread.xx += share * (x * x + length * length / 12)
      spread.xy += share * x * y
      spread.yy += share * y * y
    }
    lines.append(line)
  }

  private static func length(_ stretches: [(left: Double, right: Double)]) -> Double {
    stretches.reduce(0) { $0 + $1.right - $1.left }
  }

  /// What of stretches lies in a span, or outside of it.
  private static func cut(
    _ stretches: [(left: Double, right: Double)], _ span: (left: Double, right: Double)?,
    isInverted: Bool
  ) -> [(left: Double, right: Double)] {
    guard let span else { return isInverted ? stretches : [] }
    var kept: [(left: Double, right: Double)] = []
    for stretch in stretches {
      if isInverted {
        kept.append((stretch.left, min(stretch.right, span.left)))
        kept.append((max(stretch.left, span.right), stretch.right))
      } else {
        kept.append((max(stretch.left, span.left), min(stretch.right, span.right)))
      }
    }
    return kept.filter { $0.right > $0.left }
  }
}

extension FittedShape {
  /// Whether a pixel shares any area with the shape's box.
  func touches(x: Double, y: Double) -> Bool {
    !isEmpty && left < x + 1 && right > x && top < y + 1 && bottom > y
  }

  /// The heights at which the shape begins, ends or leaves a corner, and at which its curves enter or
  /// leave the columns of a pixel.
  func kinks(x: Double) -> [Double] {
    guard !isEmpty else { return [] }
    var kinks = [
      top, top + topLeft.reach, top + topRight.reach, bottom - bottomLeft.reach,
      bottom - bottomRight.reach, bottom,
    ]
    // A corner is its own mirror image about its diagonal.
    for column in [x, x + 1] {
      let fromLeft = column - left
      let fromRight = right - column
      if fromLeft > 0 {
        if fromLeft < topLeft.reach { kinks.append(top + Self.inset(topLeft, at: fromLeft)) }
        if fromLeft < bottomLeft.reach {
          kinks.append(bottom - Self.inset(bottomLeft, at: fromLeft))
        }
      }
      if fromRight > 0 {
        if fromRight < topRight.reach { kinks.append(top + Self.inset(topRight, at: fromRight)) }
        if fromRight < bottomRight.reach {
          kinks.append(bottom - Self.inset(bottomRight, at: fromRight))
        }
      }
    }
    return kinks
  }
}
