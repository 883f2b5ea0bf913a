/// Elementary functions made of + - * / and square roots only.
///
/// Colours reach pixels, and the C library's functions differ in the last bit between machines;
/// these give the same bits everywhere. Relative error is below 1e-14 where not said otherwise.
/// Sources: argument reduction and the Taylor series of atanh, exp, sin, cos and atan.
package enum Elementary {
  private static let ln2 = 0.693_147_180_559_945_309_417
  private static let radiansPerDegree = 0.017_453_292_519_943_295_769_2

  /// log2(x) of a positive finite x; absolute error below 1e-15 times max(1, |log2 x|).
  package static func log2(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "log2 of a number that is not positive and finite")
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.414_213_562_373_095 {
      mantissa *= 0.5
      exponent += 1
    }
    // ln m = 2 atanh(s); |s| <= 0.1716, so 12 terms leave less than 2^-58.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    var k = 23
    while k >= 1 {
      sum = sum * square + 1 / Double(k)
      k -= 2
    }
    return exponent + 2 * s * sum / ln2
  }

  /// 2 to the power x; 0 below the smallest normal number, infinite above the largest.
  package static func exp2(_ x: Double) -> Double {
    if x < -1_022 { return 0 }
    if x >= 1_024 { return .infinity }
    let whole = x.rounded(.toNearestOrEven)
    let t = (x - whole) * ln2
    var sum = 1.0
    var k = 16.0
    while k >= 1 {
      sum = 1 + sum * t / k
      k -= 1
    }
    // The exponent 1024 of a rounded-up whole part would be infinite: apply it in two halves.
    let half = (whole * 0.5).rounded(.down)
    return sum * power(ofTwo: half) * power(ofTwo: whole - half)
  }

  private static func power(ofTwo exponent: Double) -> Double {
    Double(sign: .plus, exponent: Int(saturating: exponent), significand: 1)
  }

  /// x to the power y for x >= 0; 0 to any power is 0.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    precondition(x >= 0, "power of a negative number")
    return x == 0 ? 0 : exp2(y * log2(x))
  }

  /// The real cube root of any finite number.
  package static func cbrt(_ x: Double) -> Double {
    if x == 0 { return 0 }
    let a = x.magnitude
    var y = exp2(log2(a) / 3)
    y = y - (y * y * y - a) / (3 * y * y)
    return x < 0 ? -y : y
  }

  /// Sine and cosine of a finite angle in degrees; absolute error below 1e-15 within one turn.
  package static func sincos(degrees: Double) -> (sin: Double, cos: Double) {
    precondition(degrees.isFinite, "an angle that is not finite")
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    let quadrant = (turned / 90).rounded(.toNearestOrEven)
    let t = (turned - quadrant * 90) * radiansPerDegree
    let square = t * t
    var sine = 1.0
    var cosine = 1.0
    var k = 20.0
    while k >= 2 {
      sine = 1 - sine * square / (k * (k + 1))
      cosine = 1 - cosine * square / (k * (k - 1))
      k -= 2
    }
    sine *= t
    switch Int(saturating: quadrant) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The angle of (x, y) in degrees, 0 up to but not including 360; 0 at the origin.
  package static func angle(y: Double, x: Double) -> Double {
    let ax = x.magnitude
    let ay = y.magnitude
    if ax == 0 && ay == 0 { return 0 }
    // Fold into 0...45 degrees, then by 22.5 degrees: |t| <= 0.4143, 22 terms leave 2^-60.
    let isSteep = ay > ax
    var t = isSteep ? ax / ay : ay / ax
    var base = 0.0
    if t > 0.414_213_562_373_095_05 {
      t = (t - 1) / (t + 1)
      base = 45
    }
    let square = t * t
    var sum = 0.0
    var k = 45
    while k >= 1 {
      sum = 1 / Double(k) - sum * square
      k -= 2
    }
    var degrees = base + t * sum / radiansPerDegree
    if isSteep { degrees = 90 - degrees }
    if x < 0 { degrees = 180 - degrees }
    if y < 0 { degrees = 360 - degrees }
    return degrees >= 360 ? 0 : degrees
  }
}
