/// Conversions between the bytes and words of a mask and the `Float` rows in between.
///
/// A float row holds mask levels, 0 to 255. Float rows are scratch memory, readable and writable to
/// `count` rounded up to 32 floats; bytes and words belong to the caller and are never touched
/// beyond `count`. No two arguments may overlap, nothing need be aligned.
public enum SeparableBlurConvert {
  /// Whether every byte of the run is zero.
  public static func isZero(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    let source = UnsafeRawPointer(bytes)
    var x = 0
    while x &+ 64 <= count {
      let a = source.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt64>.self)
      let (b, c) = (a[0] | a[1] | a[2] | a[3], a[4] | a[5] | a[6] | a[7])
      if b | c != 0 { return false }
      x &+= 64
    }
    var rest: UInt8 = 0
    while x < count {
      rest |= bytes[x]
      x &+= 1
    }
    return rest == 0
  }

  /// Bytes to floats, exactly.
  public static func toFloats(
    _ bytes: UnsafePointer<UInt8>, _ floats: UnsafeMutablePointer<Float>, count: Int
  ) {
    let source = UnsafeRawPointer(bytes)
    let target = UnsafeMutableRawPointer(floats)
    // 2^23 + m has the bits of 2^23 with m in the mantissa: no conversion is called.
    let exponent = SIMD16<UInt32>(repeating: 0x4B00_0000)
    let offset = SIMD16<Float>(repeating: 8_388_608)
    var x = 0
    while x &+ 16 <= count {
      let m = source.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
      let bits = SIMD16<UInt32>(truncatingIfNeeded: m) | exponent
      let level = unsafeBitCast(bits, to: SIMD16<Float>.self) - offset
      target.storeBytes(of: level, toByteOffset: 4 &* x, as: SIMD16<Float>.self)
      x &+= 16
    }
    while x < count {
      floats[x] = Float(bytes[x])
      x &+= 1
    }
  }

  /// Levels to bytes: rounded to 1/256 of a level (ties to even), then to a byte, halves up.
  ///
  /// Levels must lie in 0..<255.5.
  public static func toBytes(
    _ floats: UnsafePointer<Float>, _ bytes: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let source = UnsafeRawPointer(floats)
    let target = UnsafeMutableRawPointer(bytes)
    // 2^15 + v leaves v in units of 1/256 in the low sixteen bits of the mantissa.
    let offset = SIMD16<Float>(repeating: 32768)
    let half = SIMD16<UInt32>(repeating: 128)
    let eight = SIMD16<UInt32>(repeating: 8)
    var x = 0
    while x &+ 16 <= count {
      let level = source.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD16<Float>.self) + offset
      let bits = (unsafeBitCast(level, to: SIMD16<UInt32>.self) &+ half) &>> eight
      let rounded = SIMD16<UInt8>(truncatingIfNeeded: bits)
      target.storeBytes(of: rounded, toByteOffset: x, as: SIMD16<UInt8>.self)
      x &+= 16
    }
    while x < count {
      bytes[x] = UInt8(truncatingIfNeeded: ((floats[x] + 32768).bitPattern &+ 128) &>> 8)
      x &+= 1
    }
  }

  /// Levels to words, 65535 for 255, to the nearest (ties to even).
  ///
  /// Levels must lie in 0...255 but for rounding errors below 0.001.
  public static func toWords(
    _ floats: UnsafePointer<Float>, _ words: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let source = UnsafeRawPointer(floats)
    let target = UnsafeMutableRawPointer(words)
    let scale = SIMD16<Float>(repeating: 257)
    let offset = SIMD16<Float>(repeating: 8_388_608)
    var x = 0
    while x &+ 16 <= count {
      let level = source.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD16<Float>.self)
      let bits = unsafeBitCast(level * scale + offset, to: SIMD16<UInt32>.self)
      let rounded = SIMD16<UInt16>(truncatingIfNeeded: bits)
      target.storeBytes(of: rounded, toByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
      x &+= 16
    }
    while x < count {
      words[x] = UInt16(truncatingIfNeeded: (floats[x] * 257 + 8_388_608).bitPattern)
      x &+= 1
    }
  }
}
