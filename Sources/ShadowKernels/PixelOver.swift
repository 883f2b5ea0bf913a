/// Images over 8-bit pixels, and the way out of the canvas.
public enum PixelOver {
  /// `d = s + div255(d * i)` for every byte, i the inverse alpha of the byte's pixel.
  ///
  /// Premultiplied sources only: s never exceeds the pixel's alpha, so the sum fits a byte. Works
  /// in whole vectors with a byte-wise tail; nothing outside of `count` bytes is touched.
  public static func bytes(
    _ pixels: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ inverse: UnsafeRawPointer,
    _ count: Int
  ) {
    let half = Words(repeating: 128)
    var i = 0
    while i &+ 32 <= count {
      let d = words(pixels, i)
      let m = words(inverse, i)
      let a = evenBytes(d) &* evenBytes(m) &+ half
      let b = oddBytes(d) &* oddBytes(m) &+ half
      // Byte sums do not carry, so one 16-bit addition adds both bytes of a lane.
      store((div255(a) | (div255(b) &<< Words(repeating: 8))) &+ words(source, i), pixels, i)
      i &+= 32
    }
    while i < count {
      let d = UInt32(pixels.load(fromByteOffset: i, as: UInt8.self))
      let m = UInt32(inverse.load(fromByteOffset: i, as: UInt8.self))
      let s = UInt32(source.load(fromByteOffset: i, as: UInt8.self))
      let value = s &+ (d &* m &+ 127) / 255
      pixels.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
  }

  /// Multiplies premultiplied RGBA by coverage and lays it out for `bytes`.
  ///
  /// `coverage` holds one *inverse* byte a pixel, `coverageStride` bytes apart (0: one value for
  /// all). Each channel becomes `div255(p * (255 - inverse))`; the result is written with
  /// `channels` (3 or 4) bytes a pixel to `source`, its inverse alpha to `inverse` alike.
  public static func spread(
    _ rgba: UnsafePointer<UInt8>, _ coverage: UnsafePointer<UInt8>, _ coverageStride: Int,
    _ count: Int, _ channels: Int, _ source: UnsafeMutablePointer<UInt8>,
    _ inverse: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      let share = 255 &- UInt32(coverage[x &* coverageStride])
      let alpha = (UInt32(rgba[4 &* x &+ 3]) &* share &+ 127) / 255
      for c in 0..<channels {
        let s = (UInt32(rgba[4 &* x &+ c]) &* share &+ 127) / 255
        source[x &* channels &+ c] = UInt8(truncatingIfNeeded: s)
        inverse[x &* channels &+ c] = UInt8(truncatingIfNeeded: 255 &- alpha)
      }
    }
  }

  /// Premultiplied RGBA to straight alpha in place: `c = round(255 * p / a)`, halves up, at most 255;
  /// 0 where a is 0.
  public static func unpremultiply(_ pixels: UnsafeMutableRawPointer, _ count: Int) {
    var x = 0
    while x &+ 8 <= count {
      let p = pixels + 4 &* x
      if !isStraight(p) { unpremultiplyEight(p) }
      x &+= 8
    }
    if x < count {
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { rest in
        guard let base = rest.baseAddress else { return }
        for k in 0..<8 {
          base[k] =
            x &+ k < count
            ? pixels.loadUnaligned(fromByteOffset: 4 &* (x &+ k), as: UInt32.self) : 0
        }
        unpremultiplyEight(UnsafeMutableRawPointer(base))
        for k in 0..<count &- x {
          pixels.storeBytes(of: base[k], toByteOffset: 4 &* (x &+ k), as: UInt32.self)
        }
      }
    }
  }

  /// Whether eight pixels are all opaque or all black, and so straight already.
  @inline(__always) private static func isStraight(_ p: UnsafeMutableRawPointer) -> Bool {
    let a = p.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let b = p.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let c = p.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    let d = p.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    let alphas: UInt64 = 0xFF00_0000_FF00_0000
    return a & b & c & d & alphas == alphas || (a | b | c | d) & ~alphas == 0
  }

  /// A quotient is off by at most 2^-14; added 2^-10 takes halves up and nothing else, since what is
  /// no half is at least 1/510 away from one.
  @inline(__always) private static func unpremultiplyEight(_ p: UnsafeMutableRawPointer) {
    let pixels = p
    for k in 0..<8 {
      let v = pixels.loadUnaligned(fromByteOffset: 4 &* k, as: UInt32.self)
      let a = v &>> 24
      let factor = 255 / float(a)
      @inline(__always) func straight(_ shift: UInt32) -> UInt32 {
        let quotient = float(v &>> shift & 255) * factor + 0.0009765625
        let limited: Float = quotient < 255 ? quotient : 255
        return (limited + 8_388_608).bitPattern & 255
      }
      let color = straight(0) | straight(8) &<< 8 | straight(16) &<< 16
      pixels.storeBytes(
        of: (a == 0 ? 0 : color) | a &<< 24, toByteOffset: 4 &* k, as: UInt32.self)
    }
  }

  /// A byte as a float.
  @inline(__always) private static func float(_ byte: UInt32) -> Float {
    Float(Int32(truncatingIfNeeded: byte))
  }
}
