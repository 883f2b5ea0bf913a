/// The two passes of a FIR filter over rows of `Float`.
///
/// A symmetric filter of radius R has the weights w[0] to w[R]. Each output is
///
///     w[0] p(x) + w[1] (p(x - 1) + p(x + 1)) + ... + w[R] (p(x - R) + p(x + R))
///
/// summed in this order. An uneven one has the weights w[0] to w[2 R], and each output is
/// w[0] p(x - R) + w[1] p(x - R + 1) + ... + w[2 R] p(x + R). Every operation is rounded to
/// `Float`, none fused: the same bits at every instruction set. The rounding error of a pass is below (2 R + 3) 2^-24 of the result where the
/// weights and the input are not negative. A window of zeros gives exactly zero.
///
/// Rows are handled in blocks of 32: they must be readable, and outputs writable, to `count`
/// rounded up to that. Nothing need be aligned; inputs and outputs may not overlap.
public enum SeparableBlurFIR {
  /// One row filtered along itself; `row` must also be readable for `radius` floats before its
  /// first and after its last block.
  ///
  /// Eight lanes at a time also where registers hold sixteen: the loads of neighbours are not
  /// aligned, and a load of sixteen always crosses a cache line (0.53 against 0.43 ns a pixel).
  public static func convolveRow(
    _ row: UnsafePointer<Float>, weights: UnsafePointer<Float>, radius: Int,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x < count {
      let center = UnsafeRawPointer(row + x)
      var weight = SIMD8<Float>(repeating: weights[0])
      var a = eight(center, 0) * weight
      var b = eight(center, 1) * weight
      var c = eight(center, 2) * weight
      var d = eight(center, 3) * weight
      var before = center
      var after = center
      var i = 1
      while i <= radius {
        weight = SIMD8<Float>(repeating: weights[i])
        before -= 4
        after += 4
        a = a + (eight(before, 0) + eight(after, 0)) * weight
        b = b + (eight(before, 1) + eight(after, 1)) * weight
        c = c + (eight(before, 2) + eight(after, 2)) * weight
        d = d + (eight(before, 3) + eight(after, 3)) * weight
        i &+= 1
      }
      let out = UnsafeMutableRawPointer(output + x)
      out.storeBytes(of: a, as: SIMD8<Float>.self)
      out.storeBytes(of: b, toByteOffset: 32, as: SIMD8<Float>.self)
      out.storeBytes(of: c, toByteOffset: 64, as: SIMD8<Float>.self)
      out.storeBytes(of: d, toByteOffset: 96, as: SIMD8<Float>.self)
      x &+= 32
    }
  }

  /// Two output rows, one below the other, from the 2 `radius` + 2 rows around them, top to bottom.
  ///
  /// Two at a time because they share all rows but two: half the loads.
  public static func convolveColumns(
    _ rows: UnsafePointer<UnsafePointer<Float>>, weights: UnsafePointer<Float>, radius: Int,
    to upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x < count {
      var weight = SIMD16<Float>(repeating: weights[0])
      var above = sixteen(rows[radius], x)
      var below = sixteen(rows[radius &+ 1], x)
      var a = above * weight
      var b = below * weight
      var i = 1
      while i <= radius {
        weight = SIMD16<Float>(repeating: weights[i])
        let farAbove = sixteen(rows[radius &- i], x)
        let farBelow = sixteen(rows[radius &+ i &+ 1], x)
        a = a + (farAbove + below) * weight
        b = b + (above + farBelow) * weight
        above = farAbove
        below = farBelow
        i &+= 1
      }
      UnsafeMutableRawPointer(upper + x).storeBytes(of: a, as: SIMD16<Float>.self)
      UnsafeMutableRawPointer(lower + x).storeBytes(of: b, as: SIMD16<Float>.self)
      x &+= 16
    }
  }

  /// `convolveRow` for a filter that is not symmetric.
  public static func convolveRow(
    _ row: UnsafePointer<Float>, unevenWeights weights: UnsafePointer<Float>, radius: Int,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x < count {
      var source = UnsafeRawPointer(row + (x &- radius))
      var weight = SIMD8<Float>(repeating: weights[0])
      var a = eight(source, 0) * weight
      var b = eight(source, 1) * weight
      var c = eight(source, 2) * weight
      var d = eight(source, 3) * weight
      var i = 1
      while i <= 2 &* radius {
        weight = SIMD8<Float>(repeating: weights[i])
        source += 4
        a = a + eight(source, 0) * weight
        b = b + eight(source, 1) * weight
        c = c + eight(source, 2) * weight
        d = d + eight(source, 3) * weight
        i &+= 1
      }
      let out = UnsafeMutableRawPointer(output + x)
      out.storeBytes(of: a, as: SIMD8<Float>.self)
      out.storeBytes(of: b, toByteOffset: 32, as: SIMD8<Float>.self)
      out.storeBytes(of: c, toByteOffset: 64, as: SIMD8<Float>.self)
      out.storeBytes(of: d, toByteOffset: 96, as: SIMD8<Float>.self)
      x &+= 32
    }
  }

  /// `convolveColumns` for a filter that is not symmetric.
  public static func convolveColumns(
    _ rows: UnsafePointer<UnsafePointer<Float>>, unevenWeights weights: UnsafePointer<Float>,
    radius: Int, to upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    var x = 0
    while x < count {
      var weight = SIMD16<Float>(repeating: weights[0])
      var a = sixteen(rows[0], x) * weight
      var next = sixteen(rows[1], x)
      var b = next * weight
      var i = 1
      while i <= 2 &* radius {
        weight = SIMD16<Float>(repeating: weights[i])
        a = a + next * weight
        next = sixteen(rows[i &+ 1], x)
        b = b + next * weight
        i &+= 1
      }
      UnsafeMutableRawPointer(upper + x).storeBytes(of: a, as: SIMD16<Float>.self)
      UnsafeMutableRawPointer(lower + x).storeBytes(of: b, as: SIMD16<Float>.self)
      x &+= 16
    }
  }

  @inline(__always)
  private static func eight(_ row: UnsafeRawPointer, _ vector: Int) -> SIMD8<Float> {
    row.loadUnaligned(fromByteOffset: 32 &* vector, as: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func sixteen(_ row: UnsafePointer<Float>, _ x: Int) -> SIMD16<Float> {
    UnsafeRawPointer(row + x).loadUnaligned(as: SIMD16<Float>.self)
  }
}
