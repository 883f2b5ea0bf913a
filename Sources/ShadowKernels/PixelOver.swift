/// Varied paint (gradients, images, groups) over 8-bit pixels, and the way out of the canvas.
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

  /// Flat colour through levels, `a = level / 32640`, the last bit decided by ordered thresholds:
  /// `d = floor(c * a + d * (1 - a) + threshold / 32640)`.
  ///
  /// `levels` holds two bytes a pixel, `levelStride` numbers apart (0: one for all); `color` and
  /// pixels have `channels` (3 or 4) bytes a pixel. `thresholds` are eight numbers below 32640 that
  /// repeat, the first for a pixel whose `phase` is 0.
  public static func dithered(
    _ pixels: UnsafeMutablePointer<UInt8>, _ levels: UnsafePointer<UInt16>, _ levelStride: Int,
    _ count: Int, _ channels: Int, _ color: UnsafePointer<UInt8>,
    _ thresholds: UnsafePointer<UInt16>, _ phase: Int
  ) {
    for x in 0..<count {
      let level = UInt32(levels[x &* levelStride])
      let threshold = UInt32(thresholds[(x &+ phase) & 7])
      for c in 0..<channels {
        let place = x &* channels &+ c
        let sum =
          UInt32(color[c]) &* level &+ UInt32(pixels[place]) &* (32640 &- level) &+ threshold
        pixels[place] = UInt8(truncatingIfNeeded: sum / 32640)
      }
    }
  }

  /// Premultiplied RGBA to straight alpha in place: `c = (255 * p + a / 2) / a` in integers, at
  /// most 255; 0 where a is 0.
  public static func unpremultiply(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for x in 0..<count {
      let p = pixels + 4 &* x
      let a = UInt32(p[3])
      if a == 255 { continue }
      if a == 0 {
        p[0] = 0
        p[1] = 0
        p[2] = 0
        continue
      }
      for c in 0..<3 {
        let v = (255 &* UInt32(p[c]) &+ a / 2) / a
        p[c] = UInt8(truncatingIfNeeded: v < 255 ? v : 255)
      }
    }
  }
}
