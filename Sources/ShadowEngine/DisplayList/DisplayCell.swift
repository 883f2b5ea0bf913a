public import PenumbraGraphics

/// What fills a cell's shape, in device terms.
public enum DisplayFill: Hashable, Sendable {
  /// A colour and its alpha.
  case flat(RGB8, alpha: Double)
  /// Over the unit square of the cell's box.
  case gradient(Gradient)
  /// Drawn with its top-left pixel at (x, y), at most as large as the cell's box rounded out.
  case image(ImageRequest, x: Int, y: Int)
}

/// A text placed on whole pixels.
public struct DisplayLabel: Hashable, Sendable {
  /// The text and the box that its bitmap fills.
  public var request: LabelRequest
  /// The bitmap's left column.
  public var x: Int
  /// The bitmap's top row.
  public var y: Int
  /// Without its alpha.
  public var color: RGB8
  /// The colour's alpha, 0...1.
  public var alpha: Double

  /// A text at its place.
  public init(request: LabelRequest, x: Int, y: Int, color: RGB8, alpha: Double) {
    self.request = request
    self.x = x
    self.y = y
    self.color = color
    self.alpha = alpha
  }
}

/// The mask over a whole cell, in device pixels.
public struct DisplayMask: Hashable, Sendable {
  /// In canvas pixels.
  public var shape: RoundedRect
  /// What of the mask and the cell shows.
  public var rule: MaskRule

  /// A mask of one shape.
  public init(shape: RoundedRect, rule: MaskRule) {
    self.shape = shape
    self.rule = rule
  }
}

/// A cell in device pixels.
public struct DisplayCell: Sendable {
  /// What is filled, and what knocks shadows out.
  public var shape: RoundedRect
  /// First is on top.
  public var shadows: [ShadowLayer]
  /// The position mask: what of the outer shadows may show.
  public var clip: Rect?
  /// nil leaves the shape unfilled.
  public var fill: DisplayFill?
  /// Painted above the inset shadows.
  public var label: DisplayLabel?
  /// Painted above the label, clipped to the shape.
  public var overlay: Gradient?
  /// Over the whole cell, its shadows included.
  public var mask: DisplayMask?
  /// Of the whole cell as one group, 0...1.
  public var opacity: Double

  /// A cell; what is left out is not painted.
  public init(
    shape: RoundedRect, shadows: [ShadowLayer] = [], clip: Rect? = nil, fill: DisplayFill? = nil,
    label: DisplayLabel? = nil, overlay: Gradient? = nil, mask: DisplayMask? = nil,
    opacity: Double = 1
  ) {
    self.shape = shape
    self.shadows = shadows
    self.clip = clip
    self.fill = fill
    self.label = label
    self.overlay = overlay
    self.mask = mask
    self.opacity = opacity
  }
}
