/// Which blur a shadow means.
public enum BlurKernel: String, Hashable, Sendable, CaseIterable {
  /// The exact Gaussian.
  case gaussian
  /// What `CALayer.render(in:)` draws: discrete taps to 2 sigma, renormalised, on the
  /// anti-aliased mask.
  case coreGraphics
  /// What a device's compositor shows: the Gaussian cut at 2.7 sigma, renormalised.
  ///
  /// It holds on the sides of a large soft card (sigma 42 px, recent iOS): 0.30/255 at most, where the
  /// Gaussian is off by 0.38. Where sigma is a few pixels (2.7 and 3.6 px, iOS 10) the two cannot be
  /// told apart: both are off by 2.3, 0.4 and 0.5 in the mean square. On one more card it is said to be
  /// off by 4, and the Gaussian to be nearer: where your pictures are at hand, measure both.
  case renderServer
}

/// How spread changes the radius of a corner; named, so that a later rule can stand beside it.
public enum SpreadRule: String, Hashable, Sendable, CaseIterable {
  /// CSS Backgrounds and Borders Level 3, section 6.1.1.
  case css3
}

/// One resolved shadow of a cell.
///
/// Lengths in points.
public struct Shadow: Hashable, Sendable {
  /// What casts it.
  public enum Caster: Hashable, Sendable {
    /// The cell's shape, or its shadow path.
    case shape
    /// The alpha of the cell's image or label (`"shadowOf": "content"`).
    case content
  }

  /// The standard deviation of the blur, in points; 0 is a sharp shape.
  public var sigma: Double
  /// To the right and downwards.
  public var offset: Point
  /// How much the shape grows on every side before it is blurred; it shrinks where negative.
  public var spread: Double
  /// 0...1, multiplied with the colour's own alpha.
  public var opacity: Double
  /// With straight alpha, which multiplies the opacity.
  public var color: Color
  /// Whether the shadow falls inside of the shape, as if the shape were a hole.
  public var isInset: Bool
  /// Which blur.
  public var kernel: BlurKernel
  /// How spread changes the corners.
  public var spreadRule: SpreadRule
  /// Whether the cell's own shape is cut out of the shadow; meaningless for an inset shadow.
  public var isKnockedOut: Bool
  /// What casts it.
  public var caster: Caster

  /// From its parts.
  public init(
    sigma: Double, offset: Point = .zero, spread: Double = 0, opacity: Double = 1,
    color: Color = .black, isInset: Bool = false, kernel: BlurKernel = .gaussian,
    spreadRule: SpreadRule = .css3, isKnockedOut: Bool = true, caster: Caster = .shape
  ) {
    self.sigma = sigma
    self.offset = offset
    self.spread = spread
    self.opacity = opacity
    self.color = color
    self.isInset = isInset
    self.kernel = kernel
    self.spreadRule = spreadRule
    self.isKnockedOut = isKnockedOut
    self.caster = caster
  }
}
