/// A 3 x 3 matrix by its rows.
struct Matrix {
  let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    rows = (a, b, c)
  }

  static func * (m: Matrix, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(dot(m.rows.0, v), dot(m.rows.1, v), dot(m.rows.2, v))
  }

  /// In a fixed order, so that the sum has the same bits everywhere.
  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    a.x * b.x + a.y * b.y + a.z * b.z
  }

  /// The inverse by cofactors, so that a conversion and its way back agree to the last digits.
  var inverse: Matrix {
    let (a, b, c) = rows
    let bc = Self.cross(b, c)
    let ca = Self.cross(c, a)
    let ab = Self.cross(a, b)
    let determinant = Self.dot(a, bc)
    return Matrix(
      SIMD3(bc.x, ca.x, ab.x) / determinant, SIMD3(bc.y, ca.y, ab.y) / determinant,
      SIMD3(bc.z, ca.z, ab.z) / determinant)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}

/// The matrices of CSS Color 4, section 18: primaries and whites as its rationals give them.
extension Matrix {
  static let srgbToXYZ = Matrix(
    SIMD3(506_752.0 / 1_228_815, 87_881.0 / 245_763, 12_673.0 / 70_218),
    SIMD3(87_098.0 / 409_605, 175_762.0 / 245_763, 12_673.0 / 175_545),
    SIMD3(7_918.0 / 409_605, 87_881.0 / 737_289, 1_001_167.0 / 1_053_270))
  static let xyzToSRGB = srgbToXYZ.inverse

  static let p3ToXYZ = Matrix(
    SIMD3(608_311.0 / 1_250_200, 189_793.0 / 714_400, 198_249.0 / 1_000_160),
    SIMD3(35_783.0 / 156_275, 247_089.0 / 357_200, 198_249.0 / 2_500_400),
    SIMD3(0, 32_229.0 / 714_400, 5_220_557.0 / 5_000_800))
  static let xyzToP3 = p3ToXYZ.inverse

  static let a98ToXYZ = Matrix(
    SIMD3(573_536.0 / 994_567, 263_643.0 / 1_420_810, 187_206.0 / 994_567),
    SIMD3(591_459.0 / 1_989_134, 6_239_551.0 / 9_945_670, 374_412.0 / 4_972_835),
    SIMD3(53_769.0 / 1_989_134, 351_524.0 / 4_972_835, 4_929_758.0 / 4_972_835))
  static let xyzToA98 = a98ToXYZ.inverse

  static let rec2020ToXYZ = Matrix(
    SIMD3(63_426_534.0 / 99_577_255, 20_160_776.0 / 139_408_157, 47_086_771.0 / 278_816_314),
    SIMD3(26_158_966.0 / 99_577_255, 472_592_308.0 / 697_040_785, 8_267_143.0 / 139_408_157),
    SIMD3(0, 19_567_812.0 / 697_040_785, 295_819_943.0 / 278_816_314))
  static let xyzToRec2020 = rec2020ToXYZ.inverse

  static let prophotoToXYZD50 = Matrix(
    SIMD3(0.797_766_644_900_642_30, 0.135_181_297_400_533_08, 0.031_347_734_128_391_92),
    SIMD3(0.288_074_828_819_401_30, 0.711_835_234_241_873_00, 0.000_089_936_938_725_64),
    SIMD3(0, 0, 0.825_104_602_510_460_20))
  static let xyzD50ToProphoto = prophotoToXYZD50.inverse

  /// Bradford's chromatic adaptation.
  static let d50ToD65 = Matrix(
    SIMD3(0.955_473_421_488_075, -0.023_098_454_948_764_71, 0.063_259_243_200_570_72),
    SIMD3(-0.028_369_709_333_863_7, 1.009_995_398_081_304_1, 0.021_041_441_191_917_323),
    SIMD3(0.012_314_014_864_481_998, -0.020_507_649_298_898_964, 1.330_365_926_242_124))
  static let d65ToD50 = d50ToD65.inverse
}

/// The transfer curves, odd around zero so that colours outside a gamut survive.
enum TransferCurve {
  case srgb
  case a98
  case prophoto
  /// The curve of BT.2020 itself, as browsers have it.
  case rec2020

  private static let alpha = 1.099_296_826_809_44
  private static let beta = 0.018_053_968_510_807

  func decode(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(decode(c.x), decode(c.y), decode(c.z))
  }

  func encode(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(encode(c.x), encode(c.y), encode(c.z))
  }

  private func decode(_ value: Double) -> Double {
    let x = value.magnitude
    let linear =
      switch self {
      case .srgb: x <= 0.040_45 ? x / 12.92 : Elementary.pow((x + 0.055) / 1.055, 2.4)
      case .a98: Elementary.pow(x, 563.0 / 256)
      case .prophoto: x <= 16.0 / 512 ? x / 16 : Elementary.pow(x, 1.8)
      case .rec2020:
        x < Self.beta * 4.5
          ? x / 4.5 : Elementary.pow((x + Self.alpha - 1) / Self.alpha, 1 / 0.45)
      }
    return value < 0 ? -linear : linear
  }

  private func encode(_ value: Double) -> Double {
    let x = value.magnitude
    let encoded =
      switch self {
      case .srgb: x <= 0.003_130_8 ? x * 12.92 : 1.055 * Elementary.pow(x, 1 / 2.4) - 0.055
      case .a98: Elementary.pow(x, 256.0 / 563)
      case .prophoto: x < 1.0 / 512 ? x * 16 : Elementary.pow(x, 1 / 1.8)
      case .rec2020:
        x < Self.beta ? x * 4.5 : Self.alpha * Elementary.pow(x, 0.45) - (Self.alpha - 1)
      }
    return value < 0 ? -encoded : encoded
  }
}

/// CIE Lab of CIE 15, relative to the D50 white of CSS Color 4.
enum CIELab {
  private static let white = SIMD3(0.345_7 / 0.358_5, 1, (1 - 0.345_7 - 0.358_5) / 0.358_5)
  private static let epsilon = 216.0 / 24_389
  private static let kappa = 24_389.0 / 27

  static func toXYZD50(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let fy = (lab.x + 16) / 116
    let fx = lab.y / 500 + fy
    let fz = fy - lab.z / 200
    let x = fx * fx * fx
    let z = fz * fz * fz
    return white
      * SIMD3(
        x > epsilon ? x : (116 * fx - 16) / kappa,
        lab.x > kappa * epsilon ? fy * fy * fy : lab.x / kappa,
        z > epsilon ? z : (116 * fz - 16) / kappa)
  }

  static func fromXYZD50(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let scaled = xyz / white
    let f = SIMD3(root(scaled.x), root(scaled.y), root(scaled.z))
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }

  private static func root(_ value: Double) -> Double {
    value > epsilon ? Elementary.cbrt(value) : (kappa * value + 16) / 116
  }
}

/// Oklab, with the matrices CSS Color 4 recomputed for its white.
enum Oklab {
  private static let xyzToLMS = Matrix(
    SIMD3(0.819_022_437_996_703_0, 0.361_906_260_052_890_4, -0.128_873_781_520_987_9),
    SIMD3(0.032_983_653_932_388_5, 0.929_286_861_586_343_4, 0.036_144_666_350_642_4),
    SIMD3(0.048_177_189_359_624_2, 0.264_239_531_752_730_8, 0.633_547_828_469_430_9))
  private static let lmsToXYZ = xyzToLMS.inverse
  private static let lmsToLab = Matrix(
    SIMD3(0.210_454_268_309_314_0, 0.793_617_774_702_305_4, -0.004_072_043_011_619_3),
    SIMD3(1.977_998_532_431_168_4, -2.428_592_242_048_579_9, 0.450_593_709_617_411_0),
    SIMD3(0.025_904_042_465_547_8, 0.782_771_712_457_529_6, -0.808_675_754_923_077_4))
  private static let labToLMS = lmsToLab.inverse

  static func fromXYZ(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let lms = xyzToLMS * xyz
    return lmsToLab
      * SIMD3(Elementary.cbrt(lms.x), Elementary.cbrt(lms.y), Elementary.cbrt(lms.z))
  }

  static func toXYZ(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let lms = labToLMS * lab
    return lmsToXYZ * (lms * lms * lms)
  }
}

/// Polar forms: hue and chroma of the Lab spaces, and HSL and HWB of encoded sRGB.
enum Polar {
  static func toRectangular(_ lch: SIMD3<Double>) -> SIMD3<Double> {
    let turn = Elementary.sincos(degrees: lch.z)
    return SIMD3(lch.x, lch.y * turn.cos, lch.y * turn.sin)
  }

  static func fromRectangular(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      lab.x, (lab.y * lab.y + lab.z * lab.z).squareRoot(), Elementary.angle(y: lab.z, x: lab.y))
  }

  /// CSS Color 4, section 7.1.
  static func hslToRGB(_ hsl: SIMD3<Double>) -> SIMD3<Double> {
    let hue = normalized(hsl.x)
    let saturation = hsl.y / 100
    let lightness = hsl.z / 100
    let a = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> Double {
      let k = (n + hue / 30).remainder12
      return lightness - a * max(-1, min(k - 3, min(9 - k, 1)))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  /// CSS Color 4, section 7.2; the negative saturation of a colour far outside of sRGB turns the hue
  /// around.
  ///
  /// Channels that differ by rounding alone are a grey: near white and black the quotient would
  /// make a saturation of it.
  static func rgbToHSL(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let largest = max(rgb.x, max(rgb.y, rgb.z))
    let smallest = min(rgb.x, min(rgb.y, rgb.z))
    let lightness = (smallest + largest) / 2
    guard largest - smallest > greyRange, lightness != 0, lightness != 1 else {
      return SIMD3(0, 0, lightness * 100)
    }
    let hue = rgbToHue(rgb)
    let saturation = (largest - lightness) / min(lightness, 1 - lightness)
    if saturation < 0 {
      return SIMD3(hue >= 180 ? hue - 180 : hue + 180, -saturation * 100, lightness * 100)
    }
    return SIMD3(hue, saturation * 100, lightness * 100)
  }

  /// The hue that HSL and HWB share, in 0..<360, whatever the signs of the channels; 0 for a grey.
  private static func rgbToHue(_ rgb: SIMD3<Double>) -> Double {
    let largest = max(rgb.x, max(rgb.y, rgb.z))
    let range = largest - min(rgb.x, min(rgb.y, rgb.z))
    guard range > greyRange else { return 0 }
    let sixths =
      largest == rgb.x
      ? (rgb.y - rgb.z) / range + (rgb.y < rgb.z ? 6 : 0)
      : largest == rgb.y ? (rgb.z - rgb.x) / range + 2 : (rgb.x - rgb.y) / range + 4
    return sixths >= 6 ? 0 : sixths * 60
  }

  /// How far the channels of a grey may lie apart: the rounding of a conversion, far below what an
  /// 8-bit level can show.
  private static let greyRange = 0.000_001

  /// CSS Color 4, section 8.1: whiteness and blackness above 100 % together are a grey.
  static func hwbToRGB(_ hwb: SIMD3<Double>) -> SIMD3<Double> {
    let white = hwb.y / 100
    let black = hwb.z / 100
    if white + black >= 1 {
      return SIMD3(repeating: white / (white + black))
    }
    let pure = hslToRGB(SIMD3(hwb.x, 100, 50))
    return pure * (1 - white - black) + SIMD3(repeating: white)
  }

  /// CSS Color 4, section 8.2: outside of sRGB whiteness or blackness is negative, and the hue stays.
  static func rgbToHWB(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      rgbToHue(rgb), min(rgb.x, min(rgb.y, rgb.z)) * 100,
      (1 - max(rgb.x, max(rgb.y, rgb.z))) * 100)
  }

  /// An angle in 0..<360; 0 for what is not finite.
  static func normalized(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return 0 }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    return turned >= 360 ? 0 : turned
  }
}

extension Double {
  /// The remainder by 12 of a number that is not negative.
  fileprivate var remainder12: Double {
    self - 12 * (self / 12).rounded(.down)
  }
}
