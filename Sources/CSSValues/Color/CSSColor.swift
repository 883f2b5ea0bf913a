public import PenumbraGraphics

/// A CSS colour before it is brought into sRGB.
///
/// A space, three components and an alpha, each of which may be `none`. Source: CSS Color Module
/// Level 4.
public struct CSSColor: Hashable, Sendable {
  /// Three components in the units of their space; nil is `none`.
  public struct Components: Hashable, Sendable {
    /// The first, second and third component.
    public var values: SIMD3<Double>
    /// Which of them are `none`; their value is then 0.
    public var missing: SIMDMask<SIMD3<Int64>>

    /// Components, nil for `none`; beyond 1e30 they are clamped, and what is no number is 0.
    public init(_ first: Double?, _ second: Double?, _ third: Double?) {
      values = ColorSpace.bounded(SIMD3(first ?? 0, second ?? 0, third ?? 0))
      missing = SIMDMask()
      missing[0] = first == nil
      missing[1] = second == nil
      missing[2] = third == nil
    }

    /// Components that are all there; beyond 1e30 they are clamped, and what is no number is 0.
    public init(_ values: SIMD3<Double>) {
      self.values = ColorSpace.bounded(values)
      missing = SIMDMask(repeating: false)
    }

    /// One component, nil for `none`.
    public subscript(index: Int) -> Double? {
      get { missing[index] ? nil : values[index] }
      set {
        values[index] = newValue ?? 0
        missing[index] = newValue == nil
      }
    }
  }

  /// A colour in sRGB, and whether it had to be changed to get there.
  public struct Mapped: Hashable, Sendable {
    /// The colour in sRGB.
    public var color: Color
    /// Whether the colour lies outside of sRGB, so that another one stands for it.
    public var wasGamutMapped: Bool
  }

  /// What the components mean.
  public var space: ColorSpace
  /// In the units of the space.
  public var components: Components
  /// 0...1; nil is `none`, which draws as 0.
  public var alpha: Double?

  /// A colour from its parts; alpha outside of 0...1 is clamped, as CSS does, and 0 where it is no
  /// number.
  public init(space: ColorSpace, components: Components, alpha: Double? = 1) {
    self.space = space
    self.components = components
    self.alpha = alpha.map { $0 > 0 ? min($0, 1) : 0 }
  }

  /// An sRGB colour.
  public init(_ color: Color) {
    self.init(
      space: .srgb, components: Components(SIMD3(color.red, color.green, color.blue)),
      alpha: color.alpha)
  }

  /// The colour in sRGB: `none` is 0, and what lies outside is mapped as CSS Color 4, section 13
  /// says (chroma reduced in Oklch, clipped within a deltaEOK of 0.02).
  public var inSRGB: Mapped {
    let (rgb, wasMapped) = GamutMapping.map(components.values, in: space)
    let alpha = alpha ?? 0
    return Mapped(
      color: Color(
        red: rgb.x, green: rgb.y, blue: rgb.z, alpha: alpha > 0 ? min(alpha, 1) : 0),
      wasGamutMapped: wasMapped)
  }

  /// The same colour in another space, nothing clipped; `none` becomes 0.
  public func converted(to target: ColorSpace) -> CSSColor {
    CSSColor(
      space: target, components: Components(space.convert(components.values, to: target)),
      alpha: alpha)
  }
}
