/// Sums of outer products of two rows of numbers: the shape of every separable shadow.
///
/// All rows are padded to multiples of 32 floats. No multiply-add is fused: each product is rounded
/// before it is added, so every instruction set gives the same bits.
public enum OuterProduct {
  /// `out[i][j] = x[j] * y[i]`, or `+=` when it accumulates.
  public static func product(
    _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ x: UnsafePointer<Float>,
    _ y: UnsafePointer<Float>, _ rows: Int, _ columns: Int, _ accumulates: Bool
  ) {
    for i in 0..<rows {
      let row = out + i &* stride
      let factor = Floats(repeating: y[i])
      var j = 0
      if accumulates {
        while j < columns {
          store(floats(row, j) + floats(x, j) * factor, row, j)
          j &+= 16
        }
      } else {
        while j < columns {
          store(floats(x, j) * factor, row, j)
          j &+= 16
        }
      }
    }
  }

  /// `out[i][j] -= sum over k in windows[i] of v[i][k] * u[k][j]`, k ascending.
  ///
  /// `windows` holds two numbers a row: the first k and one past the last.
  public static func subtract(
    _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ u: UnsafePointer<Float>, _ uStride: Int,
    _ v: UnsafePointer<Float>, _ vStride: Int, _ windows: UnsafePointer<Int32>, _ rows: Int,
    _ columns: Int
  ) {
    for i in 0..<rows {
      let first = Int(windows[2 &* i])
      let last = Int(windows[2 &* i &+ 1])
      if first >= last { continue }
      let row = out + i &* stride
      let factors = v + i &* vStride
      var j = 0
      while j < columns {
        var sum0 = floats(row, j)
        var sum1 = floats(row, j &+ 16)
        var k = first
        while k < last {
          let factor = Floats(repeating: factors[k])
          let term = u + (k &* uStride &+ j)
          sum0 -= floats(term, 0) * factor
          sum1 -= floats(term, 16) * factor
          k &+= 1
        }
        store(sum0, row, j)
        store(sum1, row, j &+ 16)
        j &+= 32
      }
    }
  }
}
