/// What makes the rows of an outer shadow's mask: layers of blurred shapes, and what knocks them out.
///
/// Programs cross from module to module as raw memory: every module that is compiled from these
/// sources lays them out alike. They are tuples, because a struct brings functions that copy it,
/// which are weak symbols: the linker would keep one instruction set's for all.
public enum MaskProgram {
  /// A sum of outer products to be subtracted, see `OuterProduct.subtract`.
  ///
  /// `firstColumn` is a multiple of 32; rows of `u` are padded with zeros to whole blocks of 32.
  public typealias Sum = (
    u: UnsafePointer<Float>, v: UnsafePointer<Float>, windows: UnsafePointer<Int32>,
    uStride: Int, vStride: Int, firstColumn: Int, columns: Int, firstRow: Int, rows: Int
  )

  /// A rectangle's two rows of numbers, whose product it is; both are numbered from the first
  /// sample.
  public typealias Rectangle = (x: UnsafePointer<Float>, y: UnsafePointer<Float>)

  /// The sum of some rectangles, less some sums; pointers are not read where a count is 0.
  public typealias Coverage = (
    rectangles: UnsafePointer<Rectangle>, rectangleCount: Int, sums: UnsafePointer<Sum>,
    sumCount: Int
  )

  /// One blurred shape and how much of it is painted; knocked out means only outside of the
  /// program's cell.
  public typealias Layer = (blurred: Coverage, alpha: Float, isKnockedOut: Bool)

  /// Layers in paint order, and the cell that knocks out.
  ///
  /// Up to column `risingColumns` the `x` of every rectangle rises, so that a block whose last
  /// column is nearly nothing is so throughout; 0 where that is not known.
  public typealias Program = (
    layers: UnsafePointer<Layer>, layerCount: Int, cell: Coverage, hasCell: Bool,
    risingColumns: Int
  )

  /// Runs a program: `out = 255 - round(255 * (1 - product(1 - blurred_i * alpha_i * k_i)))`, k_i
  /// being 1, or what the cell leaves free of a layer that is knocked out.
  ///
  /// The same operations in the same order as `OuterProduct` and `AlphaRows` one after the other,
  /// but in registers. Rows are `first..<first + rows`, written `stride` bytes apart; columns go from
  /// `firstColumn`, a multiple of 32, in whole blocks of 32.
  public static func inverseBytes(
    _ out: UnsafeMutableRawPointer, _ stride: Int, _ first: Int, _ rows: Int, _ firstColumn: Int,
    _ columns: Int, _ program: UnsafeRawPointer
  ) {
    let program = program.assumingMemoryBound(to: Program.self)
    let one = Floats(repeating: 1)
    for i in 0..<rows {
      let row = first &+ i
      let line = out + i &* stride
      var j = firstColumn
      while j < firstColumn &+ columns {
        if j &+ 31 < program.pointee.risingColumns, isNothing(program, row, j &+ 31) {
          let nothing = SIMD16<UInt8>(repeating: 255)
          line.storeBytes(of: nothing, toByteOffset: j, as: SIMD16<UInt8>.self)
          line.storeBytes(of: nothing, toByteOffset: j &+ 16, as: SIMD16<UInt8>.self)
          j &+= 32
          continue
        }
        var left0 = one
        var left1 = one
        if program.pointee.hasCell {
          let (a, b) = coverage(program.pointee.cell, row, j)
          left0 -= a
          left1 -= b
        }
        var passed0 = one
        var passed1 = one
        for index in 0..<program.pointee.layerCount {
          let layer = program.pointee.layers + index
          let (a, b) = coverage(layer.pointee.blurred, row, j)
          let alpha = Floats(repeating: layer.pointee.alpha)
          if layer.pointee.isKnockedOut {
            passed0 *= one - a * alpha * left0
            passed1 *= one - b * alpha * left1
          } else {
            passed0 *= one - a * alpha
            passed1 *= one - b * alpha
          }
        }
        AlphaRows.storeInverse(one - passed0, line, j)
        AlphaRows.storeInverse(one - passed1, line, j &+ 16)
        j &+= 32
      }
    }
  }

  /// Whether the rectangles alone, from which all else only takes, round to nothing at a column.
  @_transparent private static func isNothing(
    _ program: UnsafePointer<Program>, _ row: Int, _ column: Int
  ) -> Bool {
    var sum: Float = 0
    for index in 0..<program.pointee.layerCount {
      let layer = program.pointee.layers + index
      for place in 0..<layer.pointee.blurred.rectangleCount {
        let rectangle = layer.pointee.blurred.rectangles + place
        sum += layer.pointee.alpha * rectangle.pointee.x[column] * rectangle.pointee.y[row]
      }
    }
    return sum < 0.49 / 255
  }

  @inline(__always) private static func coverage(
    _ coverage: Coverage, _ row: Int, _ column: Int
  ) -> (Floats, Floats) {
    var a = Floats(repeating: 0)
    var b = Floats(repeating: 0)
    for index in 0..<coverage.rectangleCount {
      let rectangle = coverage.rectangles + index
      let factor = Floats(repeating: rectangle.pointee.y[row])
      a += floats(rectangle.pointee.x, column) * factor
      b += floats(rectangle.pointee.x, column &+ 16) * factor
    }
    for index in 0..<coverage.sumCount {
      let sum = coverage.sums + index
      let i = row &- sum.pointee.firstRow
      let j = column &- sum.pointee.firstColumn
      if i < 0 || i >= sum.pointee.rows || j < 0 || j >= sum.pointee.columns { continue }
      var k = Int(sum.pointee.windows[2 &* i])
      let last = Int(sum.pointee.windows[2 &* i &+ 1])
      let uStride = sum.pointee.uStride
      let vStride = sum.pointee.vStride
      var u = sum.pointee.u + (k &* uStride &+ j)
      var v = sum.pointee.v + (k &* vStride &+ i)
      while k < last {
        let factor = Floats(repeating: v.pointee)
        a -= floats(u, 0) * factor
        b -= floats(u, 16) * factor
        u += uStride
        v += vStride
        k &+= 1
      }
    }
    return (a, b)
  }
}
