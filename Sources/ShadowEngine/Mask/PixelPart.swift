/// What a cell's shape covers of a pixel, or leaves free of it, less what the cell's mask and its
/// position mask hide.
struct PixelPart {
  /// What shows: what lies in a shape, or outside of it where it is inverted.
  struct Window: Hashable, Sendable {
    var shape: FittedShape
    var isInverted: Bool
  }

  enum Side: Hashable, Sendable {
    case inside
    case outside
  }

  /// A piece of a line that lies in the part; `weight` is the height that the line stands for.
  ///
  /// Its numbers lie as `LineSum` has them.
  struct Stroke {
    var y: Double
    var weight: Double
    var left: Double
    var right: Double
  }

  /// Of what both masks show of the part.
  fileprivate(set) var area = 0.0
  /// Of what the cell's mask shows of the part, whatever the position mask hides.
  fileprivate(set) var unclippedArea = 0.0
  /// Where the middle of `area` lies, from the pixel's middle.
  fileprivate(set) var middle = (x: 0.0, y: 0.0)
  /// The means of the products of such distances over `area`.
  fileprivate(set) var spread = (xx: 0.0, xy: 0.0, yy: 0.0)
  /// Its strokes among those of its cutter.
  fileprivate(set) var strokes = 0..<0
}

/// Cuts pixels into the parts on the two sides of the edge of a cell, or of a union of several
/// shapes.
///
/// A pixel is cut into strips in which no edge begins, ends, leaves a corner, or enters or leaves
/// the pixel; across each, lines lie as a Gauss-Legendre rule has them.
struct PartCutter {
  private let cell: [LineShape]
  private let mask: (shape: LineShape, isInverted: Bool)?
  private let clip: LineShape?
  private let keepsStrokes: Bool
  private let rule: GaussLegendre
  /// Of all parts that were cut, where they are kept.
  private(set) var strokes: [PixelPart.Stroke] = []
  private var cuts: [Double] = []
  private var stretches: [(left: Double, right: Double)] = []
  private var kept: [(left: Double, right: Double)] = []

  /// Of parts shows what `mask` and the position mask `clip` leave.
  ///
  /// Without strokes a part is its area, middle and spread. `nodes` is how many lines cross a strip, at
  /// most 8.
  init(
    of cell: [FittedShape], mask: PixelPart.Window? = nil, clip: FittedShape? = nil,
    keepsStrokes: Bool, nodes: Int = 8
  ) {
    self.cell = cell.filter { !$0.isEmpty }.map { LineShape($0) }
    self.mask = mask.map { (LineShape($0.shape), $0.isInverted) }
    self.clip = clip.map { LineShape($0) }
    self.keepsStrokes = keepsStrokes
    rule = GaussLegendre.rule(nodes)
  }

  /// The part on one side in the pixel (x, y).
  ///
  /// `addCuts` adds heights at which what is to be integrated over the part bends.
  mutating func part(
    _ side: PixelPart.Side, x: Int, y: Int, addCuts: (inout [Double]) -> Void = { _ in }
  ) -> PixelPart {
    let left = Double(x)
    let top = Double(y)
    var part = PixelPart()
    let firstStroke = strokes.count
    cuts.removeAll(keepingCapacity: true)
    cuts.append(top)
    cuts.append(top + 1)
    addCuts(&cuts)
    for shape in cell where shape.touches(x: left, y: top) { addEdges(of: shape, left) }
    if let mask { addEdges(of: mask.shape, left) }
    if let clip { addEdges(of: clip, left) }
    cuts.sort()
    var from = top
    for to in cuts where to > from + 1e-9 && to <= top + 1 {
      for (position, weight) in zip(rule.positions, rule.weights) {
        cut(side, &part, left, top, y: from + position * (to - from), weight * (to - from))
      }
      from = to
    }
    if part.area > 0 {
      part.middle = (part.middle.x / part.area, part.middle.y / part.area)
      part.spread = (
        part.spread.xx / part.area, part.spread.xy / part.area, part.spread.yy / part.area
      )
    }
    part.strokes = firstStroke..<strokes.count
    return part
  }

  private mutating func addEdges(of shape: LineShape, _ left: Double) {
    shape.addLevels(to: &cuts)
    shape.addCrossings(left, to: &cuts)
    shape.addCrossings(left + 1, to: &cuts)
  }

  /// Adds to a part what one line has of it.
  private mutating func cut(
    _ side: PixelPart.Side, _ part: inout PixelPart, _ left: Double, _ top: Double, y: Double,
    _ weight: Double
  ) {
    stretches.removeAll(keepingCapacity: true)
    for shape in cell {
      guard let span = shape.span(at: y), span.left < left + 1, span.right > left else { continue }
      stretches.append((max(span.left, left), min(span.right, left + 1)))
    }
    if cell.count > 1 { merge() }
    if side == .outside { invert(left) }
    if let mask { keep(mask.shape.span(at: y), isInverted: mask.isInverted) }
    for stretch in stretches { part.unclippedArea += weight * (stretch.right - stretch.left) }
    if let clip { keep(clip.span(at: y), isInverted: false) }
    let middle = y - top - 0.5
    for stretch in stretches {
      let length = stretch.right - stretch.left
      let share = weight * length
      let x = 0.5 * (stretch.left + stretch.right) - left - 0.5
      part.area += share
      part.middle.x += share * x
      part.middle.y += share * middle
      part.spread.xx += share * (x * x + length * length / 12)
      part.spread.xy += share * x * middle
      part.spread.yy += share * middle * middle
      if keepsStrokes {
        strokes.append(
          PixelPart.Stroke(y: y, weight: weight, left: stretch.left, right: stretch.right))
      }
    }
  }

  /// Makes stretches that overlap one.
  private mutating func merge() {
    stretches.sort { $0.left < $1.left }
    kept.removeAll(keepingCapacity: true)
    for stretch in stretches {
      if let last = kept.last, stretch.left <= last.right {
        kept[kept.count - 1].right = max(last.right, stretch.right)
      } else {
        kept.append(stretch)
      }
    }
    swap(&stretches, &kept)
  }

  /// Makes the stretches what they leave of the pixel.
  private mutating func invert(_ left: Double) {
    kept.removeAll(keepingCapacity: true)
    var free = left
    for stretch in stretches {
      if stretch.left > free { kept.append((free, stretch.left)) }
      free = stretch.right
    }
    if left + 1 > free { kept.append((free, left + 1)) }
    swap(&stretches, &kept)
  }

  /// Leaves of the stretches what lies in a span, or outside of it.
  private mutating func keep(_ span: (left: Double, right: Double)?, isInverted: Bool) {
    guard let span else {
      if !isInverted { stretches.removeAll(keepingCapacity: true) }
      return
    }
    kept.removeAll(keepingCapacity: true)
    func add(_ left: Double, _ right: Double) {
      if right > left { kept.append((left, right)) }
    }
    for stretch in stretches {
      if isInverted {
        add(stretch.left, min(stretch.right, span.left))
        add(max(stretch.left, span.right), stretch.right)
      } else {
        add(max(stretch.left, span.left), min(stretch.right, span.right))
      }
    }
    swap(&stretches, &kept)
  }
}
