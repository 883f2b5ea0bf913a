/// The two passes of a symmetric FIR filter over rows of `Float`.
///
/// A filter of radius R has the weights w[0] to w[R]. Each output is
///
///     w[0] p(x) + w[1] (p(x - 1) + p(x + 1)) + ... + w[R] (p(x - R) + p(x + R))
///
/// summed in this order, every operation rounded to `Float`, none fused: the same bits at every
/// instruction set. The rounding error of a pass is below (R + 3) 2^-24 of the result where the
/// weights and the input are not negative. A window of zeros gives exactly zero.
///
/// Rows are handled in blocks of 32: they must be readable, and outputs writable, to `count`
/// rounded up to that. Nothing need be aligned; inputs and outputs may not overlap.
public enum SeparableBlurFIR {
  /// One row filtered along itself; `row` must also be readable for `radius` floats before its
  /// first and after its last block.
  public static func convolveRow(
    _ row: UnsafePointer<Float>, weights: UnsafePointer<Float>, radius: Int,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x < count {
      let center = UnsafeRawPointer(row + x)
      var weight = SIMD16<Float>(repeating: weights[0])
      var a = center.loadUnaligned(as: SIMD16<Float>.self) * weight
      var b = center.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self) * weight
      var before = center
      var after = center
      var i = 1
      while i <= radius {
        weight = SIMD16<Float>(repeating: weights[i])
        before -= 4
        after += 4
        let s =
          before.loadUnaligned(as: SIMD16<Float>.self) + after.loadUnaligned(as: SIMD16<Float>.self)
        let t =
          before.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self)
          + after.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self)
        a = a + s * weight
        b = b + t * weight
        i &+= 1
      }
      let out = UnsafeMutableRawPointer(output + x)
      out.storeBytes(of: a, as: SIMD16<Float>.self)
      out.storeBytes(of: b, toByteOffset: 64, as: SIMD16<Float>.self)
      x &+= 32
    }
  }

  /// One output row from the 2 `radius` + 1 rows around it, top to bottom.
  public static func convolveColumns(
    _ rows: UnsafePointer<UnsafePointer<Float>>, weights: UnsafePointer<Float>, radius: Int,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x < count {
      let center = UnsafeRawPointer(rows[radius] + x)
      var weight = SIMD16<Float>(repeating: weights[0])
      var a = center.loadUnaligned(as: SIMD16<Float>.self) * weight
      var b = center.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self) * weight
      var i = 1
      while i <= radius {
        weight = SIMD16<Float>(repeating: weights[i])
        let above = UnsafeRawPointer(rows[radius &- i] + x)
        let below = UnsafeRawPointer(rows[radius &+ i] + x)
        let s =
          above.loadUnaligned(as: SIMD16<Float>.self) + below.loadUnaligned(as: SIMD16<Float>.self)
        let t =
          above.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self)
          + below.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self)
        a = a + s * weight
        b = b + t * weight
        i &+= 1
      }
      let out = UnsafeMutableRawPointer(output + x)
      out.storeBytes(of: a, as: SIMD16<Float>.self)
      out.storeBytes(of: b, toByteOffset: 64, as: SIMD16<Float>.self)
      x &+= 32
    }
  }
}
