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
  /// A sample of such a mask.
  static let maskSample = 2
  /// A cell, before anything of it is painted.
  package static let plannedCell = 500
  /// Drawing a text once, each of its letters, and sixteen pixels of those.
  static let drawnText = 40_000
  static let drawnLetter = 1_000
  static let drawnInk = 8

  /// A whole scene, drawn on its canvas.
  public init(scene: LaidOutScene) {
    let canvas = scene.canvas
    var total = CostTally(scene: scene)
    total.add(
      Rect(x: 0, y: 0, width: canvas.width, height: canvas.height),
      weight: canvas.background.isOpaque
        ? PredictedCost.opaquePixel : PredictedCost.translucentPixel)
    self.init(units: total.units)
  }

  /// One cell on a picture of its own, its shadows' margins included.
  public init(cell: PlacedCell, scale: Double) {
    var total = CostTally(scale: scale, bounds: nil)
    total.add(CostTally.extent(of: cell), weight: PredictedCost.translucentPixel)
    total.add(cell)
    self.init(units: total.units)
  }
}
