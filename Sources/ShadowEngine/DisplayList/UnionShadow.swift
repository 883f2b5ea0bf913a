public import PenumbraGraphics

/// Shadows cast by the union of several shapes.
public struct UnionShadow: Sendable {
  /// One shadow: its casters, with offset and spread applied, and how it is painted.
  public struct Layer: Sendable {
    /// In canvas pixels.
    public var casters: [RoundedRect]
    /// The standard deviation of the blur; 0 is a sharp shadow.
    public var sigmaPixels: Double
    /// Which blur is meant.
    public var kernel: BlurKernel
    /// Without its alpha.
    public var color: RGB8
    /// Colour alpha times opacity, 0...1.
    public var alpha: Double
    /// Whether the union of the cells' shapes is cut out of it.
    public var isKnockedOut: Bool

    /// One shadow of the union.
    public init(
      casters: [RoundedRect], sigmaPixels: Double, kernel: BlurKernel, color: RGB8, alpha: Double,
      isKnockedOut: Bool
    ) {
      self.casters = casters
      self.sigmaPixels = sigmaPixels
      self.kernel = kernel
      self.color = color
      self.alpha = alpha
      self.isKnockedOut = isKnockedOut
    }
  }

  /// The cells themselves, for the knock-out.
  public var shapes: [RoundedRect]
  /// The opacity of each cell's fill, times the cell's own opacity, 0...1.
  ///
  /// 0 without a fill; of a gradient that of its most transparent stop; an image counts as opaque. A
  /// cell with a mask counts as 0.
  public var fills: [Double]
  /// First is on top.
  public var layers: [Layer]

  /// The shadows of one union; cells count as unfilled where `fills` is left out.
  public init(shapes: [RoundedRect], fills: [Double]? = nil, layers: [Layer]) {
    precondition(fills.map { $0.count == shapes.count } ?? true, "a fill for each shape")
    self.shapes = shapes
    self.fills = fills ?? shapes.map { _ in 0 }
    self.layers = layers
  }
}
