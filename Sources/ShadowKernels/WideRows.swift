/// Rows of premultiplied colour in single precision: a cell's layers over each other, unrounded, and
/// their one rounding onto 8-bit pixels.
///
/// A *colour row* is four rows of numbers, red, green, blue, alpha, each in 0...255 and `stride`
/// numbers from one to the next.
public enum WideRows {
  /// `out = level / 32640`, `levelStride` numbers apart (0: one for all).
  public static func alphas(
    _ out: UnsafeMutablePointer<Float>, _ levels: UnsafePointer<UInt16>, _ levelStride: Int,
    _ count: Int
  ) {
    if levelStride == 0 {
      let alpha = Float(Int32(levels[0])) / 32640
      for j in 0..<count { out[j] = alpha }
      return
    }
    for j in 0..<count { out[j] = Float(Int32(levels[j])) / 32640 }
  }

  /// Lays one colour, four numbers in 0...255 of which the last is 255, over a colour row:
  /// `row = color * alpha + row * (1 - alpha)`.
  public static func flat(
    _ row: UnsafeMutablePointer<Float>, _ stride: Int, _ alpha: UnsafePointer<Float>,
    _ color: UnsafePointer<Float>, _ count: Int
  ) {
    for c in 0..<4 {
      let value = color[c]
      let out = row + c &* stride
      for j in 0..<count { out[j] = value * alpha[j] + out[j] * (1 - alpha[j]) }
    }
  }

  /// Lays a colour row over another: `row = source + row * (1 - source alpha / 255)`.
  public static func over(
    _ row: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>, _ stride: Int,
    _ count: Int
  ) {
    let alpha = source + 3 &* stride
    for c in 0..<4 {
      let out = row + c &* stride
      let s = source + c &* stride
      for j in 0..<count { out[j] = s[j] + out[j] * (1 - alpha[j] * (1 / 255)) }
    }
  }

  /// `row = row * weight + other * otherWeight`.
  public static func mix(
    _ row: UnsafeMutablePointer<Float>, _ weight: UnsafePointer<Float>,
    _ other: UnsafePointer<Float>, _ otherWeight: UnsafePointer<Float>, _ stride: Int,
    _ count: Int
  ) {
    for c in 0..<4 {
      let out = row + c &* stride
      let o = other + c &* stride
      for j in 0..<count { out[j] = out[j] * weight[j] + o[j] * otherWeight[j] }
    }
  }

  /// Lays a colour row over pixels of `channels` (3 or 4) bytes, with the one rounding:
  /// `d = floor(q + d * (1 - alpha / 255) + threshold / 32640)`.
  ///
  /// `thresholds` are eight numbers below 32640 that repeat, the first for a pixel whose `phase` is 0.
  /// What lies within 2^-16 below a whole number counts as that.
  public static func settle(
    _ pixels: UnsafeMutablePointer<UInt8>, _ channels: Int, _ row: UnsafePointer<Float>,
    _ stride: Int, _ thresholds: UnsafePointer<UInt16>, _ phase: Int, _ count: Int
  ) {
    let alpha = row + 3 &* stride
    for j in 0..<count {
      let kept = 1 - alpha[j] * (1 / 255)
      let threshold = Float(Int32(thresholds[(j &+ phase) & 7])) * (1 / 32640)
      for c in 0..<channels {
        let place = j &* channels &+ c
        let old = Float(Int32(pixels[place]))
        let value = row[c &* stride &+ j] + old * kept + threshold
        // Adding 2^23 to 2^15 times a number below 256 leaves its whole part in the sum's bits.
        pixels[place] = UInt8(truncatingIfNeeded: (value * 32768 + 8_388_608).bitPattern &>> 15)
      }
    }
  }
}
