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

  // The loops below are written for one number: that way they narrow to bytes in vector code on every
  // level, where the conversions of SIMD types fall into loops over lanes.
  //
  // A product is rounded to 2^-15 (2^-8) of a level, since adding 2^23 leaves the integer in the low
  // bits of the sum; then halves go up. That is off from the true rounding only within so much of a
  // tie. Alpha may lie from -0.001 to 1.001; bytes round what is beyond away, levels clamp it.

  /// Whether coverage, as a level, is neither nothing nor full.
  @inline(__always) public static func isPartial(_ coverage: Float) -> Bool {
    let sum = coverage * wideScale + wideBias
    return sum >= levelOne && sum < levelFull
  }

  /// `out = 255 - round(255 * alpha)`, one byte an element.
  public static func inverseBytes(
    _ out: UnsafeMutableRawPointer, _ alpha: UnsafePointer<Float>, _ count: Int
  ) {
    let out = out.assumingMemoryBound(to: UInt8.self)
    for j in 0..<count {
      let sum = alpha[j] * byteScale + byteBias
      out[j] = ~UInt8(truncatingIfNeeded: sum.bitPattern &>> 15)
    }
  }

  /// `out = 255 - round(255 * (1 - passed))`, one byte an element: `inverseBytes` of what is left.
  @inline(__always) public static func inverseBytesOfPassed(
    _ out: UnsafeMutableRawPointer, _ passed: UnsafePointer<Float>, _ count: Int
  ) {
    let out = out.assumingMemoryBound(to: UInt8.self)
    for j in 0..<count {
      let sum = (1 - passed[j]) * byteScale + byteBias
      out[j] = ~UInt8(truncatingIfNeeded: sum.bitPattern &>> 15)
    }
  }

  /// `out = round(32640 * alpha)`, two bytes an element: alpha at 128 times the precision of a byte.
  public static func wideLevels(
    _ out: UnsafeMutableRawPointer, _ alpha: UnsafePointer<Float>, _ count: Int
  ) {
    let out = out.assumingMemoryBound(to: UInt16.self)
    for j in 0..<count {
      let sum = clamped(alpha[j]) * wideScale + wideBias
      out[j] = UInt16(truncatingIfNeeded: sum.bitPattern &>> 8) & 0x7FFF
    }
  }

  /// `wideLevels` of what is left: `out = round(32640 * (1 - passed))`.
  public static func wideLevelsOfPassed(
    _ out: UnsafeMutableRawPointer, _ passed: UnsafePointer<Float>, _ count: Int
  ) {
    let out = out.assumingMemoryBound(to: UInt16.self)
    for j in 0..<count {
      let sum = clamped(1 - passed[j]) * wideScale + wideBias
      out[j] = UInt16(truncatingIfNeeded: sum.bitPattern &>> 8) & 0x7FFF
    }
  }

  /// What lies in 0...1, else the nearer end.
  @inline(__always) private static func clamped(_ alpha: Float) -> Float {
    let positive: Float = alpha > 0 ? alpha : 0
    return positive < 1 ? positive : 1
  }

  /// 255 * 2^15, and 2^23 with half of 2^15.
  private static var byteScale: Float { 8_355_840 }
  private static var byteBias: Float { 8_404_992 }
  /// The alpha of one level of two bytes.
  public static var level: Float { 1.0 / 32640 }

  /// 32640 * 2^8, and 2^23 with half of 2^8.
  private static var wideScale: Float { 8_355_840 }
  private static var wideBias: Float { 8_388_736 }
  /// 2^23 and 2^8 times 1 and 32640: the sums from which on a level is that.
  private static var levelOne: Float { 8_388_864 }
  private static var levelFull: Float { 16_744_448 }

  /// Writes each byte as masks hold it for `channels` bytes a pixel (1, 3 or 4), in order or from the
  /// last to the first: as often as that, or as two words, see `SourceOver`.
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
        let i = widened(v)
        let next = i &+ SIMD16<UInt32>(repeating: 1)
        let more =
          next &>> SIMD16<UInt32>(repeating: 7) & SIMD16<UInt32>(repeating: 1)
        p.storeBytes(
          of: i &* SIMD16<UInt32>(repeating: 0x0101_0101)
            &+ more &* SIMD16<UInt32>(repeating: 0x0001_0001),
          as: SIMD16<UInt32>.self)
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

  /// Lane by lane: here the standard library's conversion would be a weak function of its own, which
  /// the linker may take from another level's object.
  @inline(__always) private static func widened(_ v: SIMD16<UInt8>) -> SIMD16<UInt32> {
    SIMD16<UInt32>(
      UInt32(v[0]), UInt32(v[1]), UInt32(v[2]), UInt32(v[3]), UInt32(v[4]), UInt32(v[5]),
      UInt32(v[6]), UInt32(v[7]), UInt32(v[8]), UInt32(v[9]), UInt32(v[10]), UInt32(v[11]),
      UInt32(v[12]), UInt32(v[13]), UInt32(v[14]), UInt32(v[15]))
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

  /// `expand` for the two parts of each row of a mask.
  ///
  /// `rows` are records of nine numbers: four columns, of which the first two bound the left part and the
  /// last two the right one; where the results of both go, counted from where the first row's left one
  /// does; where the bytes of both begin; and one that is not read. Where `isMirrored`, the right part
  /// is written from the last byte to the first.
  public static func expandRows(
    _ out: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ rows: UnsafePointer<Int32>,
    _ count: Int, _ channels: Int, _ isMirrored: Bool
  ) {
    let first = count > 0 ? Int(rows[4]) : 0
    for index in 0..<count {
      let row = rows + 9 &* index
      let left = Int(row[1]) &- Int(row[0])
      let right = Int(row[3]) &- Int(row[2])
      if left > 0 {
        expand(out + (Int(row[4]) &- first), bytes + Int(row[6]), left, channels, false)
      }
      if right > 0 {
        expand(out + (Int(row[5]) &- first), bytes + Int(row[7]), right, channels, isMirrored)
      }
    }
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
