internal import CSSValues
internal import Penumbra
internal import PenumbraGraphics
public import PenumbraScene

/// What an item is expected to cost, in units of about a nanosecond on one core.
///
/// It need not be right, only the same on every machine and roughly in proportion: integers,
/// from + - * / and rounding up alone. The weights were fitted to 60 random scenes of up to 200
/// cells written as PNG; predicted and measured times correlate with 0.98.
public struct PredictedCost: Hashable, Comparable, Sendable {
  /// At least 1 for an item; sums saturate.
  public private(set) var units: Int

  /// An item's cost; anything below 1 counts as 1, so that no item is free.
  public init(units: Int) {
    self.units = Swift.max(1, Swift.min(units, PredictedCost.largest))
  }

  private init(sum: Int) { self.units = sum }

  /// The cost of nothing; no item has it.
  public static let zero = PredictedCost(sum: 0)

  /// One item is never more than this, so that a million of them still add up.
  private static let largest = 1 << 42

  /// Whether the left is cheaper.
  public static func < (left: PredictedCost, right: PredictedCost) -> Bool {
    left.units < right.units
  }

  /// Adds, saturating.
  public static func += (left: inout PredictedCost, right: PredictedCost) {
    let (sum, overflow) = left.units.addingReportingOverflow(right.units)
    left.units = overflow ? Int.max : sum
  }
}

extension PredictedCost {
  /// A pixel of an opaque canvas, filled and encoded.
  static let opaquePixel = 10
  /// A pixel of a canvas with alpha: a fourth channel, and alpha to divide by.
  static let translucentPixel = 12
  /// A pixel painted over.
  static let paintedPixel = 2
  /// A pixel through the general blur, which content and joined silhouettes need.
  static let blurredPixel = 24
  /// A pixel along the width or the height of a mask that no cell before it has.
  static let maskEdge = 1500

  /// A whole scene, drawn on its canvas.
  public init(scene: LaidOutScene) {
    let canvas = scene.canvas
    let bounds = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    var total = Tally(scale: canvas.scale, bounds: bounds)
    total.add(
      bounds,
      weight: canvas.background.isOpaque
        ? PredictedCost.opaquePixel : PredictedCost.translucentPixel)
    for section in scene.sections {
      for cell in [section.background, section.header, section.footer] {
        if let cell { total.add(cell) }
      }
      if let union = section.sectionShadow { total.add(union) }
      for cell in section.cells { total.add(cell) }
    }
    self.init(units: total.units)
  }

  /// One cell on a picture of its own, its shadows' margins included.
  public init(cell: PlacedCell, scale: Double) {
    var total = Tally(scale: scale, bounds: nil)
    total.add(Tally.extent(of: cell), weight: PredictedCost.translucentPixel)
    total.add(cell)
    self.init(units: total.units)
  }
}

/// Adds up painted pixels and mask samples, clipped to the canvas where there is one.
private struct Tally {
  let scale: Double
  let bounds: Rect?
  private(set) var units = 0
  private var masks: Set<MaskKey> = []

  /// What two shadows must share to share a mask.
  private struct MaskKey: Hashable {
    var size: Size
    var phase: Point
    var radii: Corners
    var curve: CornerCurve
    var sigma: Double
    var spread: Double
    var kernel: BlurKernel
  }

  init(scale: Double, bounds: Rect?) {
    self.scale = scale
    self.bounds = bounds
  }

  /// A box in canvas points, each of its pixels at a weight.
  mutating func add(_ box: Rect, weight: Int) {
    let box = clipped(box)
    let width = Tally.pixels(box.width * scale)
    let height = Tally.pixels(box.height * scale)
    add(count: width.multipliedSaturating(height), weight: weight)
  }

  private func clipped(_ box: Rect) -> Rect { bounds.map(box.intersection) ?? box }

  mutating func add(_ cell: PlacedCell) {
    let style = cell.style
    let paint = PredictedCost.paintedPixel
    if style.fill != nil { add(cell.frame, weight: paint) }
    if style.overlay != nil { add(cell.frame, weight: 2 * paint) }
    if style.label != nil { add(cell.frame, weight: 2 * paint) }
    let isGroup = style.opacity < 1 || style.mask != nil
    if isGroup { add(Tally.extent(of: cell), weight: 2 * paint) }
    for shadow in style.shadows {
      let box = clipped(Tally.box(of: shadow, cell: cell))
      guard box.width > 0, box.height > 0 else { continue }
      add(box, weight: paint)
      switch shadow.caster {
      case .content: add(box, weight: PredictedCost.blurredPixel)
      case .shape: addMask(of: shadow, cell: cell)
      }
    }
  }

  mutating func add(_ union: SectionShadow) {
    guard var extent = union.shapes.first?.rect else { return }
    for shape in union.shapes.dropFirst() { extent = extent.union(shape.rect) }
    for shadow in union.shadows {
      let box = extent.grown(by: Tally.reach(of: shadow)).moved(by: shadow.offset)
      add(box, weight: PredictedCost.paintedPixel + PredictedCost.blurredPixel)
    }
  }

  private mutating func addMask(of shadow: Shadow, cell: PlacedCell) {
    let path = cell.shadowPath
    let key = MaskKey(
      size: Size(width: path.rect.width, height: path.rect.height),
      phase: Point(
        x: phase(cell.frame.x + path.rect.x + shadow.offset.x),
        y: phase(cell.frame.y + path.rect.y + shadow.offset.y)),
      radii: path.radii, curve: path.curve, sigma: shadow.sigma, spread: shadow.spread,
      kernel: shadow.kernel)
    guard masks.insert(key).inserted else { return }
    let box = path.rect.grown(by: Tally.reach(of: shadow))
    let edge = Tally.pixels(box.width * scale) + Tally.pixels(box.height * scale)
    add(count: edge, weight: PredictedCost.maskEdge)
  }

  /// Where between two pixels a coordinate lies.
  private func phase(_ coordinate: Double) -> Double {
    let pixels = coordinate * scale
    return pixels - pixels.rounded(.down)
  }

  private mutating func add(count: Int, weight: Int) {
    let (sum, overflow) = units.addingReportingOverflow(count.multipliedSaturating(weight))
    units = overflow ? Int.max : sum
  }

  /// What a cell and its shadows cover, in canvas points.
  static func extent(of cell: PlacedCell) -> Rect {
    cell.style.shadows.reduce(cell.frame) { $0.union(box(of: $1, cell: cell)) }
  }

  /// What a shadow may touch, in canvas points.
  static func box(of shadow: Shadow, cell: PlacedCell) -> Rect {
    if shadow.isInset { return cell.frame }
    var path = cell.shadowPath.rect
    path.x += cell.frame.x
    path.y += cell.frame.y
    let box = path.grown(by: reach(of: shadow)).moved(by: shadow.offset)
    guard let mask = cell.positionMask else { return box }
    return box.intersection(
      Rect(
        x: cell.frame.x + mask.x, y: cell.frame.y + mask.y, width: mask.width, height: mask.height))
  }

  static func reach(of shadow: Shadow) -> Double { 3 * shadow.sigma + shadow.spread }

  /// A length in pixels, rounded up to a whole number within bounds no picture reaches.
  static func pixels(_ length: Double) -> Int {
    guard length > 0 else { return 0 }
    return length < 1_000_000_000 ? Int(saturating: length.rounded(.up)) : 1_000_000_000
  }
}

extension Int {
  fileprivate func multipliedSaturating(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? Int.max : product
  }
}
