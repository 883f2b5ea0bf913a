public import PenumbraGraphics

/// One shadow in device pixels.
public struct ShadowLayer: Hashable, Sendable {
  /// What casts it.
  public enum Caster: Hashable, Sendable {
    /// A shape with offset and spread applied; for an inset shadow, the hole. A shape that negative
    /// spread (or, for a hole, positive spread) shrank to nothing has zero width or height.
    case shape(RoundedRect)
    /// The alpha of the cell's own image, or of its label where it has no image, moved by this.
    case content(offset: Point)
  }

  /// Where the shadow comes from.
  public var caster: Caster
  /// The standard deviation of the blur; 0 is a sharp shadow.
  public var sigmaPixels: Double
  /// Which blur is meant.
  public var kernel: BlurKernel
  /// Without its alpha.
  public var color: RGB8
  /// Colour alpha times opacity, 0...1.
  public var alpha: Double
  /// Whether it falls into the cell, around the hole.
  public var isInset: Bool
  /// Whether the cell's own shape is cut out of it.
  public var isKnockedOut: Bool

  /// One shadow.
  public init(
    caster: Caster, sigmaPixels: Double, kernel: BlurKernel, color: RGB8, alpha: Double,
    isInset: Bool, isKnockedOut: Bool
  ) {
    self.caster = caster
    self.sigmaPixels = sigmaPixels
    self.kernel = kernel
    self.color = color
    self.alpha = alpha
    self.isInset = isInset
    self.isKnockedOut = isKnockedOut
  }
}
