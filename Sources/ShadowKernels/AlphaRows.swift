/// From blurred shapes to the bytes of a mask.
///
/// Rows are padded to multiples of 32.
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

  /// `out = 255 - round(255 * alpha)`, one byte an element; alpha is clamped to 0...1.
  public static func inverseBytes(
    _ out: UnsafeMutableRawPointer, _ alpha: UnsafePointer<Float>, _ count: Int
  ) {
    var j = 0
    while j < count {
      storeInverse(floats(alpha, j), out, j)
      j &+= 16
    }
  }

  /// `out = 255 - round(255 * (1 - passed))`, one byte an element: `inverseBytes` of what is left.
  public static func inverseBytesOfPassed(
    _ out: UnsafeMutableRawPointer, _ passed: UnsafePointer<Float>, _ count: Int
  ) {
    let one = Floats(repeating: 1)
    var j = 0
    while j < count {
      storeInverse(one - floats(passed, j), out, j)
      j &+= 16
    }
  }

  /// `out[j...] = 255 - round(255 * alpha)` for sixteen elements.
  @_transparent static func storeInverse(
    _ alpha: Floats, _ out: UnsafeMutableRawPointer, _ j: Int
  ) {
    let inverse = SIMD16<UInt32>(repeating: 255) &- fixed(alpha, 255, 15)
    let half = SIMD16<UInt16>(truncatingIfNeeded: inverse)
    out.storeBytes(
      of: SIMD16<UInt8>(truncatingIfNeeded: half), toByteOffset: j, as: SIMD16<UInt8>.self)
  }

  /// `out = round(32640 * alpha)`, two bytes an element: alpha at 128 times the precision of a byte.
  public static func wideLevels(
    _ out: UnsafeMutableRawPointer, _ alpha: UnsafePointer<Float>, _ count: Int
  ) {
    var j = 0
    while j < count {
      let level = fixed(floats(alpha, j), 255 * 128, 8)
      out.storeBytes(
        of: SIMD16<UInt16>(truncatingIfNeeded: level), toByteOffset: 2 &* j,
        as: SIMD16<UInt16>.self)
      j &+= 16
    }
  }

  /// `wideLevels` of what is left: `out = round(32640 * (1 - passed))`.
  public static func wideLevelsOfPassed(
    _ out: UnsafeMutableRawPointer, _ passed: UnsafePointer<Float>, _ count: Int
  ) {
    let one = Floats(repeating: 1)
    var j = 0
    while j < count {
      let level = fixed(one - floats(passed, j), 255 * 128, 8)
      out.storeBytes(
        of: SIMD16<UInt16>(truncatingIfNeeded: level), toByteOffset: 2 &* j,
        as: SIMD16<UInt16>.self)
      j &+= 16
    }
  }

  /// `floor(alpha * full + 0.5)` for full up to 2^(23 - shift); alpha is clamped to 0...1.
  ///
  /// The product is first rounded to 2^-shift of a level (adding 2^23 leaves the integer in
  /// the low bits of the sum), then halves go up: off from the true rounding only within that of a
  /// tie.
  @_transparent static func fixed(
    _ alpha: Floats, _ full: Float, _ shift: UInt32
  ) -> SIMD16<UInt32> {
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
  /// Up to 63 bytes after the result are overwritten, and as many before and after the `count` bytes
  /// are read.
  public static func expand(
    _ out: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ channels: Int,
    _ isReversed: Bool
  ) {
    let raw = UnsafeRawPointer(bytes)
    var j = 0
    var p = out
    while j < count {
      var v: SIMD16<UInt8>
      if isReversed {
        v = reversed(
          raw.loadUnaligned(fromByteOffset: count &- j &- 16, as: SIMD16<UInt8>.self))
      } else {
        v = raw.loadUnaligned(fromByteOffset: j, as: SIMD16<UInt8>.self)
      }
      if channels == 3 {
        triple(v, p)
      } else if channels == 4 {
        let wide = SIMD16<UInt32>(truncatingIfNeeded: v)
        p.storeBytes(
          of: wide &* SIMD16<UInt32>(repeating: 0x0101_0101), as: SIMD16<UInt32>.self)
      } else {
        p.storeBytes(of: v, as: SIMD16<UInt8>.self)
      }
      j &+= 16
      p += 16 &* channels
    }
  }

  @inline(__always) private static func reversed(_ v: SIMD16<UInt8>) -> SIMD16<UInt8> {
    SIMD16<UInt8>(
      v[15], v[14], v[13], v[12], v[11], v[10], v[9], v[8], v[7], v[6], v[5], v[4], v[3], v[2],
      v[1], v[0])
  }

  /// Sixteen bytes, each three times.
  @inline(__always) private static func triple(
    _ v: SIMD16<UInt8>, _ out: UnsafeMutableRawPointer
  ) {
    let a = SIMD16<UInt8>(
      v[0], v[0], v[0], v[1], v[1], v[1], v[2], v[2], v[2], v[3], v[3], v[3], v[4], v[4], v[4],
      v[5])
    let b = SIMD16<UInt8>(
      v[5], v[5], v[6], v[6], v[6], v[7], v[7], v[7], v[8], v[8], v[8], v[9], v[9], v[9], v[10],
      v[10])
    let c = SIMD16<UInt8>(
      v[10], v[11], v[11], v[11], v[12], v[12], v[12], v[13], v[13], v[13], v[14], v[14], v[14],
      v[15], v[15], v[15])
    out.storeBytes(of: a, as: SIMD16<UInt8>.self)
    out.storeBytes(of: b, toByteOffset: 16, as: SIMD16<UInt8>.self)
    out.storeBytes(of: c, toByteOffset: 32, as: SIMD16<UInt8>.self)
  }

  /// The first place in `from..<to` whose byte is not `value`, or `to`.
  public static func firstOther(
    _ bytes: UnsafePointer<UInt8>, _ value: UInt8, _ from: Int, _ to: Int
  ) -> Int {
    let raw = UnsafeRawPointer(bytes)
    let pattern = UInt64(value) &* 0x0101_0101_0101_0101
    var j = from
    while j &+ 8 <= to {
      let different = raw.loadUnaligned(fromByteOffset: j, as: UInt64.self) ^ pattern
      if different != 0 { return j &+ different.trailingZeroBitCount / 8 }
      j &+= 8
    }
    while j < to, bytes[j] == value { j &+= 1 }
    return j
  }

  /// The place after the last one in `from..<to` whose byte is not `value`, or `from`.
  public static func lastOther(
    _ bytes: UnsafePointer<UInt8>, _ value: UInt8, _ from: Int, _ to: Int
  ) -> Int {
    let raw = UnsafeRawPointer(bytes)
    let pattern = UInt64(value) &* 0x0101_0101_0101_0101
    var j = to
    while j &- 8 >= from {
      let different = raw.loadUnaligned(fromByteOffset: j &- 8, as: UInt64.self) ^ pattern
      if different != 0 { return j &- different.leadingZeroBitCount / 8 }
      j &-= 8
    }
    while j > from, bytes[j &- 1] == value { j &-= 1 }
    return j
  }
}
