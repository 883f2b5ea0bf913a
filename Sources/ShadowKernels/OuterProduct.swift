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

  /// `out[i][j] -= sum over k in windows[i] of v[k][i] * u[k][j]`, k ascending.
  ///
  /// `windows` holds two numbers a row: the first k and one past the last. A `vStride` of 0 reads
  /// the same factors for every k.
  public static func subtract(
    _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ u: UnsafePointer<Float>, _ uStride: Int,
    _ v: UnsafePointer<Float>, _ vStride: Int, _ windows: UnsafePointer<Int32>, _ rows: Int,
    _ columns: Int
  ) {
    subtractColumns(out, stride, u, uStride, v, vStride, windows, rows, columns)
  }

  /// As `subtract`, for other kernels.
  @inline(__always) static func subtractColumns(
    _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ u: UnsafePointer<Float>, _ uStride: Int,
    _ v: UnsafePointer<Float>, _ vStride: Int, _ windows: UnsafePointer<Int32>, _ rows: Int,
    _ columns: Int
  ) {
    var i = 0
    while i < rows {
      let first = Int(windows[2 &* i])
      let last = Int(windows[2 &* i &+ 1])
      // Two rows with one window share the loads of their terms.
      let isPair =
        i &+ 1 < rows && windows[2 &* i &+ 2] == windows[2 &* i]
        && windows[2 &* i &+ 3] == windows[2 &* i &+ 1]
      if first < last {
        let row = out + i &* stride
        if isPair {
          subtractPair(row, stride, u, uStride, v + i, vStride, first, last, columns)
        } else {
          subtractRow(row, u, uStride, v + i, vStride, first, last, columns)
        }
      }
      i &+= isPair ? 2 : 1
    }
  }

  @inline(__always) private static func subtractRow(
    _ row: UnsafeMutablePointer<Float>, _ u: UnsafePointer<Float>, _ uStride: Int,
    _ v: UnsafePointer<Float>, _ vStride: Int, _ first: Int, _ last: Int, _ columns: Int
  ) {
    var j = 0
    while j < columns {
      var sum0 = floats(row, j)
      var sum1 = floats(row, j &+ 16)
      var k = first
      while k < last {
        let factor = Floats(repeating: v[k &* vStride])
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

  @inline(__always) private static func subtractPair(
    _ row: UnsafeMutablePointer<Float>, _ stride: Int, _ u: UnsafePointer<Float>, _ uStride: Int,
    _ v: UnsafePointer<Float>, _ vStride: Int, _ first: Int, _ last: Int, _ columns: Int
  ) {
    let next = row + stride
    var j = 0
    while j < columns {
      var a0 = floats(row, j)
      var a1 = floats(row, j &+ 16)
      var b0 = floats(next, j)
      var b1 = floats(next, j &+ 16)
      var k = first
      while k < last {
        let factorA = Floats(repeating: v[k &* vStride])
        let factorB = Floats(repeating: v[k &* vStride &+ 1])
        let term0 = floats(u, k &* uStride &+ j)
        let term1 = floats(u, k &* uStride &+ j &+ 16)
        a0 -= term0 * factorA
        a1 -= term1 * factorA
        b0 -= term0 * factorB
        b1 -= term1 * factorB
        k &+= 1
      }
      store(a0, row, j)
      store(a1, row, j &+ 16)
      store(b0, next, j)
      store(b1, next, j &+ 16)
      j &+= 32
    }
  }
}
