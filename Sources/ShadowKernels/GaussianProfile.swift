/// The response of pixels to an edge blurred by a whole Gaussian of sigma 1.5 or more, in vectors.
///
/// `EdgeProfile` defines what is computed; here the average over a pixel is taken by its Taylor
/// series, which from sigma 1.5 on is off by 3e-6 at most. With D the derivative:
///
///     E  = Phi + D2 Phi / (24 sigma^2) + D4 Phi / (1920 sigma^4)
///     DE = (phi + D2 phi / (24 sigma^2) + D4 phi / (1920 sigma^4)) / sigma
///
/// Phi comes from the rational approximation 7.1.26 of Abramowitz and Stegun, Handbook of
/// Mathematical Functions (error 1.5e-7), exp from a polynomial. Rows are written in whole vectors:
/// up to 15 floats after `count` are overwritten.
public enum GaussianProfile {
  /// `out[j] = E(start + direction * j)`, or `base[j] - E(...)` when there is a base, which may be
  /// `out` itself.
  ///
  /// `direction` is 1 or -1.
  public static func step(
    _ out: UnsafeMutablePointer<Float>, _ count: Int, _ start: Double, _ direction: Double,
    _ sigma: Double, _ base: UnsafePointer<Float>?
  ) {
    let scale = Floats(repeating: Float(1 / sigma))
    let second = Floats(repeating: Float(1 / (24 * sigma * sigma)))
    let fourth = Floats(repeating: Float(1 / (1920 * sigma * sigma * sigma * sigma)))
    let three = Floats(repeating: 3)
    var j = 0
    while j < count {
      let z = places(start + direction * Double(j), direction) * scale
      let square = z * z
      let decay = exponential(square)
      let density = decay * Floats(repeating: 0.398_942_28)
      let curve = second - (three - square) * fourth
      let value = distribution(z, decay) - density * z * curve
      if let base {
        store(floats(base, j) - value, out, j)
      } else {
        store(value, out, j)
      }
      j &+= 16
    }
  }

  /// `out[j] = weight * DE(start + direction * j)`.
  public static func pulse(
    _ out: UnsafeMutablePointer<Float>, _ count: Int, _ start: Double, _ direction: Double,
    _ weight: Double, _ sigma: Double
  ) {
    let scale = Floats(repeating: Float(1 / sigma))
    let factor = Floats(repeating: Float(weight * 0.398_942_280_401_432_7 / sigma))
    let second = Floats(repeating: Float(1 / (24 * sigma * sigma)))
    let fourth = Floats(repeating: Float(1 / (1920 * sigma * sigma * sigma * sigma)))
    let one = Floats(repeating: 1)
    let three = Floats(repeating: 3)
    let six = Floats(repeating: 6)
    var j = 0
    while j < count {
      let z = places(start + direction * Double(j), direction) * scale
      let square = z * z
      let series =
        one + (square - one) * second + ((square - six) * square + three) * fourth
      store(exponential(square) * factor * series, out, j)
      j &+= 16
    }
  }

  /// Sixteen neighbouring distances.
  @inline(__always) private static func places(_ start: Double, _ direction: Double) -> Floats {
    let ramp = Floats(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    return Floats(repeating: Float(start)) + ramp * Floats(repeating: Float(direction))
  }

  /// exp(-square / 2), relative error 3e-7; 2^-126 for squares from 174 on.
  @inline(__always) private static func exponential(_ square: Floats) -> Floats {
    var y = square * Floats(repeating: -0.721_347_52)
    let lowest = Floats(repeating: -126)
    y.replace(with: lowest, where: y .< lowest)
    // Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the sum.
    let magic = Floats(repeating: 12_582_912)
    let shifted = y + magic
    let f = y - (shifted - magic)
    var p = Floats(repeating: 0.000_154_035_3)
    p = p * f + Floats(repeating: 0.001_333_355_8)
    p = p * f + Floats(repeating: 0.009_618_129)
    p = p * f + Floats(repeating: 0.055_504_11)
    p = p * f + Floats(repeating: 0.240_226_5)
    p = p * f + Floats(repeating: 0.693_147_2)
    p = p * f + Floats(repeating: 1)
    let whole = unsafeBitCast(shifted, to: SIMD16<UInt32>.self) &<< SIMD16<UInt32>(repeating: 23)
    return unsafeBitCast(
      unsafeBitCast(p, to: SIMD16<UInt32>.self) &+ whole, to: Floats.self)
  }

  /// Phi(z), given exp(-z^2 / 2).
  @inline(__always) private static func distribution(_ z: Floats, _ decay: Floats) -> Floats {
    let sizeBits = SIMD16<UInt32>(repeating: 0x7FFF_FFFF)
    let size = unsafeBitCast(
      unsafeBitCast(z, to: SIMD16<UInt32>.self) & sizeBits, to: Floats.self)
    let one = Floats(repeating: 1)
    // 0.3275911 / sqrt(2); the published coefficients are halved.
    let t = one / (one + size * Floats(repeating: 0.231_641_9))
    var p = Floats(repeating: 0.530_702_7)
    p = p * t - Floats(repeating: 0.726_576)
    p = p * t + Floats(repeating: 0.710_706_9)
    p = p * t - Floats(repeating: 0.142_248_37)
    p = p * t + Floats(repeating: 0.127_414_8)
    let tail = p * t * decay
    var result = one - tail
    result.replace(with: tail, where: z .< Floats(repeating: 0))
    return result
  }
}
