/// The colour spaces of CSS Color Level 4, by the names its `color()` and `color-mix()` know.
public enum ColorSpace: String, Hashable, Sendable, CaseIterable {
  /// Encoded sRGB, components 0...1.
  case srgb
  /// sRGB without its transfer curve.
  case srgbLinear = "srgb-linear"
  /// Hue in degrees, saturation and lightness 0...100.
  case hsl
  /// Hue in degrees, whiteness and blackness 0...100.
  case hwb
  /// Display P3 with the transfer curve of sRGB.
  case displayP3 = "display-p3"
  /// Display P3 without a transfer curve.
  case displayP3Linear = "display-p3-linear"
  /// Compatible with Adobe RGB (1998).
  case a98RGB = "a98-rgb"
  /// ROMM RGB; its white is D50.
  case prophotoRGB = "prophoto-rgb"
  /// ITU-R BT.2020 with its own transfer curve.
  case rec2020
  /// CIE XYZ relative to D50.
  case xyzD50 = "xyz-d50"
  /// CIE XYZ relative to D65.
  case xyzD65 = "xyz-d65"
  /// CIE Lab relative to D50, lightness 0...100.
  case lab
  /// CIE LCh relative to D50, hue in degrees.
  case lch
  /// Oklab, lightness 0...1.
  case oklab
  /// Oklab's polar form, hue in degrees.
  case oklch

  /// What a component means; components of one role carry `none` over a conversion
  /// (CSS Color 4, section 12.2, analogous components).
  enum Role {
    case red
    case green
    case blue
    case lightness
    case colorfulness
    case hue
    case opponentA
    case opponentB
    case other
  }

  /// The roles of the three components.
  var roles: [Role] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
      .xyzD50, .xyzD65:
      [.red, .green, .blue]
    case .hsl: [.hue, .colorfulness, .lightness]
    case .hwb: [.hue, .other, .other]
    case .lab, .oklab: [.lightness, .opponentA, .opponentB]
    case .lch, .oklch: [.lightness, .colorfulness, .hue]
    }
  }

  /// The component that is an angle.
  var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// CIE XYZ relative to D65 of components in this space.
  func toXYZ(_ c: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb: Matrix.srgbToXYZ * TransferCurve.srgb.decode(c)
    case .srgbLinear: Matrix.srgbToXYZ * c
    case .hsl: ColorSpace.srgb.toXYZ(Polar.hslToRGB(c))
    case .hwb: ColorSpace.srgb.toXYZ(Polar.hwbToRGB(c))
    case .displayP3: Matrix.p3ToXYZ * TransferCurve.srgb.decode(c)
    case .displayP3Linear: Matrix.p3ToXYZ * c
    case .a98RGB: Matrix.a98ToXYZ * TransferCurve.a98.decode(c)
    case .prophotoRGB:
      Matrix.d50ToD65 * (Matrix.prophotoToXYZD50 * TransferCurve.prophoto.decode(c))
    case .rec2020: Matrix.rec2020ToXYZ * TransferCurve.rec2020.decode(c)
    case .xyzD50: Matrix.d50ToD65 * c
    case .xyzD65: c
    case .lab: Matrix.d50ToD65 * CIELab.toXYZD50(c)
    case .lch: ColorSpace.lab.toXYZ(Polar.toRectangular(c))
    case .oklab: Oklab.toXYZ(c)
    case .oklch: Oklab.toXYZ(Polar.toRectangular(c))
    }
  }

  /// Components in this space of CIE XYZ relative to D65; nothing is clipped.
  func fromXYZ(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb: TransferCurve.srgb.encode(Matrix.xyzToSRGB * xyz)
    case .srgbLinear: Matrix.xyzToSRGB * xyz
    case .hsl: Polar.rgbToHSL(ColorSpace.srgb.fromXYZ(xyz))
    case .hwb: Polar.rgbToHWB(ColorSpace.srgb.fromXYZ(xyz))
    case .displayP3: TransferCurve.srgb.encode(Matrix.xyzToP3 * xyz)
    case .displayP3Linear: Matrix.xyzToP3 * xyz
    case .a98RGB: TransferCurve.a98.encode(Matrix.xyzToA98 * xyz)
    case .prophotoRGB:
      TransferCurve.prophoto.encode(Matrix.xyzD50ToProphoto * (Matrix.d65ToD50 * xyz))
    case .rec2020: TransferCurve.rec2020.encode(Matrix.xyzToRec2020 * xyz)
    case .xyzD50: Matrix.d65ToD50 * xyz
    case .xyzD65: xyz
    case .lab: CIELab.fromXYZD50(Matrix.d65ToD50 * xyz)
    case .lch: Polar.fromRectangular(ColorSpace.lab.fromXYZ(xyz))
    case .oklab: Oklab.fromXYZ(xyz)
    case .oklch: Polar.fromRectangular(Oklab.fromXYZ(xyz))
    }
  }

  /// Components in another space; sRGB's relatives convert among themselves without a detour.
  ///
  /// Both sides are `bounded`, so that no curve or root on the way meets what is not finite.
  func convert(_ components: SIMD3<Double>, to target: ColorSpace) -> SIMD3<Double> {
    let c = Self.bounded(components)
    if self == target { return c }
    switch (self, target) {
    case (.hsl, .srgb): return Self.bounded(Polar.hslToRGB(c))
    case (.hwb, .srgb): return Self.bounded(Polar.hwbToRGB(c))
    case (.srgb, .hsl): return Self.bounded(Polar.rgbToHSL(c))
    case (.srgb, .hwb): return Self.bounded(Polar.rgbToHWB(c))
    case (.hsl, .hwb): return Self.bounded(Polar.rgbToHWB(Polar.hslToRGB(c)))
    case (.hwb, .hsl): return Self.bounded(Polar.rgbToHSL(Polar.hwbToRGB(c)))
    case (.oklab, .oklch), (.lab, .lch): return Self.bounded(Polar.fromRectangular(c))
    case (.oklch, .oklab), (.lch, .lab): return Self.bounded(Polar.toRectangular(c))
    default: return Self.bounded(target.fromXYZ(toXYZ(c)))
    }
  }

  /// The largest component: far beyond every gamut, and its powers in every conversion are finite.
  private static let largest = 1e30

  /// Components as numbers that can be reckoned with: what is infinite or very large is clamped, as
  /// CSS Values 4, section 10.13 allows, and what is no number is 0, as its section 10.9.1 says.
  static func bounded(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(bounded(c.x), bounded(c.y), bounded(c.z))
  }

  private static func bounded(_ value: Double) -> Double {
    value.isNaN ? 0 : value < -largest ? -largest : value > largest ? largest : value
  }
}
