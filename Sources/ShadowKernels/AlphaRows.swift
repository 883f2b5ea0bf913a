/// From blurred shapes to the bytes of a mask. Rows are padded to multiples of 32.
public enum AlphaRows {
  /// `out = value` in every element.
  public static func fill(_ out: UnsafeMutablePointer<Float>, _ value: Float, _ count: Int) {
    let v = Floats(repeating: value)
    var j = 0
    while j < count {
      store(v, out, j)
      j &+= 16
    }
  }

  /// One more outer shadow over what is there: `passed *= 1 - blurred * alpha`.
  public static func attenuate(
    _ passed: UnsafeMutablePointer<Float>, _ blurred: UnsafePointer<Float>, _ alpha: Float,
    _ count: Int
  ) {
    let one = Floats(repeating: 1)
    let factor = Floats(repeating: alpha)
    var j = 0
    while j < count {
      store(floats(passed, j) * (one - floats(blurred, j) * factor), passed, j)
      j &+= 16
    }
  }

  /// As `attenuate`, knocked out: `passed *= 1 - blurred * alpha * (1 - coverage)`.
  public static func attenuateOutside(
    _ passed: UnsafeMutablePointer<Float>, _ blurred: UnsafePointer<Float>,
    _ coverage: UnsafePointer<Float>, _ alpha: Float, _ count: Int
  ) {
    let one = Floats(repeating: 1)
    let factor = Floats(repeating: alpha)
    var j = 0
    while j < count {
      let kept = one - floats(coverage, j)
      store(floats(passed, j) * (one - floats(blurred, j) * factor * kept), passed, j)
      j &+= 16
    }
  }

  /// One more inset shadow: `passed *= 1 - alpha * (1 - hole)`.
  public static func attenuateInside(
    _ passed: UnsafeMutablePointer<Float>, _ hole: UnsafePointer<Float>, _ alpha: Float,
    _ count: Int
  ) {
    let one = Floats(repeating: 1)
    let factor = Floats(repeating: alpha)
    var j = 0
    while j < count {
      store(floats(passed, j) * (one - factor * (one - floats(hole, j))), passed, j)
      j &+= 16
    }
  }

  /// `out = clip * (1 - passed)`: alpha before its rounding.
  public static func alpha(
    _ out: UnsafeMutablePointer<Float>, _ passed: UnsafePointer<Float>,
    _ clip: UnsafePointer<Float>, _ count: Int
  ) {
    let one = Floats(repeating: 1)
    var j = 0
    while j < count {
      store(floats(clip, j) * (one - floats(passed, j)), out, j)
      j &+= 16
    }
  }

  /// `out = out * factor`, a number for all.
  public static func scale(
    _ out: UnsafeMutablePointer<Float>, _ factor: Float, _ count: Int
  ) {
    let f = Floats(repeating: factor)
    var j = 0
    while j < count {
      store(floats(out, j) * f, out, j)
      j &+= 16
    }
  }

  /// `out = 255 - round(255 * alpha)`, one byte an element; alpha is clamped to 0...1.
  public static func inverseBytes(
    _ out: UnsafeMutableRawPointer, _ alpha: UnsafePointer<Float>, _ count: Int
  ) {
    let low = SIMD16<UInt32>(repeating: 255)
    var j = 0
    while j < count {
      let level = fixed(floats(alpha, j), 255)
      let inverse = low &- level
      out.storeBytes(
        of: SIMD16<UInt8>(truncatingIfNeeded: inverse), toByteOffset: j, as: SIMD16<UInt8>.self)
      j &+= 16
    }
  }

  /// `out = round(32640 * alpha)`, two bytes an element: alpha at 128 times the precision of a byte.
  public static func wideLevels(
    _ out: UnsafeMutableRawPointer, _ alpha: UnsafePointer<Float>, _ count: Int
  ) {
    var j = 0
    while j < count {
      let level = fixed(floats(alpha, j), 255 * 128)
      out.storeBytes(
        of: SIMD16<UInt16>(truncatingIfNeeded: level), toByteOffset: 2 &* j,
        as: SIMD16<UInt16>.self)
      j &+= 16
    }
  }

  /// `floor(alpha * full + 0.5)` for full up to 32640; what lies outside of 0...full is clamped.
  ///
  /// The product is first rounded to a 2^-8 or finer of a level (adding 2^23 leaves the integer in
  /// the low bits of the sum), then halves go up: off from the true rounding only within that of a
  /// tie.
  @inline(__always) private static func fixed(_ alpha: Floats, _ full: Float) -> SIMD16<UInt32> {
    let shift: UInt32 = full > 255 ? 8 : 15
    let unit = Float(1 &<< shift)
    let zero = Floats(repeating: 0)
    let top = Floats(repeating: full * unit)
    var v = alpha * top
    v.replace(with: zero, where: .!(v .> zero))
    v.replace(with: top, where: v .> top)
    let bits = unsafeBitCast(v + Floats(repeating: 8_388_608), to: SIMD16<UInt32>.self)
    let n = bits & SIMD16<UInt32>(repeating: 0x7F_FFFF)
    let half = SIMD16<UInt32>(repeating: 1 &<< (shift &- 1))
    return (n &+ half) &>> SIMD16<UInt32>(repeating: shift)
  }

  /// Writes each byte `channels` (1, 3 or 4) times, in order or from the last to the first.
  ///
  /// Up to 3 bytes after the result are overwritten.
  public static func expand(
    _ out: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ channels: Int,
    _ isReversed: Bool
  ) {
    var p = out
    for j in 0..<count {
      let value = UInt32(bytes[isReversed ? count &- 1 &- j : j]) &* 0x0101_0101
      p.storeBytes(of: value, as: UInt32.self)
      p += channels
    }
  }
}
