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
  /// First is on top.
  public var layers: [Layer]

  /// The shadows of one union.
  public init(shapes: [RoundedRect], layers: [Layer]) {
    self.shapes = shapes
    self.layers = layers
  }
}
