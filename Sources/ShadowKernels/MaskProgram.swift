/// The rows of an outer shadow's mask, from blurred shapes to bytes, in blocks of 16 rows by 32
/// columns that stay in the first-level cache.
///
/// What `OuterProduct` and `AlphaRows` do to whole rows one after the other, with the same operations
/// in the same order. What is to be done is a *program*: words of eight bytes in memory, numbers or pointers,
/// because a type that crosses from module to module would bring weak code with it.
///
/// | part | words |
/// |---|---|
/// | program | layer count, layers, rising columns, room for `scratchFloats` |
/// | layer | alpha (the bits of a float), then the blurred shape's coverage |
/// | coverage | rectangle count, rectangles, sum count, sums |
/// | rectangle | its rows of numbers x and y, whose product it is, first column, end column |
/// | sum | u, v, windows, uStride, vStride, first column, columns, first row, rows |
///
/// A sum is subtracted as by `OuterProduct.subtract`; its first column is a multiple of 32, and rows
/// of u are padded with zeros to whole blocks of 32. Columns before *rising columns* are those where
/// the x of every layer's rectangles rises, so that a block whose last column is nearly nothing is so
/// throughout; 0 where that is not known.
public enum MaskProgram {
  /// Words of a program, before what it points to.
  public static var programWords: Int { 4 }
  /// Floats that a run works in.
  public static var scratchFloats: Int { 2 * blockRows * blockColumns }
  /// Words of a layer.
  public static var layerWords: Int { 5 }
  /// Words of a rectangle.
  public static var rectangleWords: Int { 4 }
  /// Words of a sum.
  public static var sumWords: Int { 9 }

  private static var blockRows: Int { 16 }
  private static var blockColumns: Int { 32 }

  /// Runs a program: `out = 255 - round(255 * (1 - product(1 - blurred_i * alpha_i)))`.
  ///
  /// Rows are `first..<first + rows`, written `stride` bytes apart; columns go from `firstColumn`, a
  /// multiple of 32, in whole blocks of 32.
  public static func inverseBytes(
    _ out: UnsafeMutableRawPointer, _ stride: Int, _ first: Int, _ rows: Int, _ firstColumn: Int,
    _ columns: Int, _ program: UnsafeRawPointer
  ) {
    let layerCount = word(program, 0)
    let layers = pointer(program, 1)
    let rising = word(program, 2)
    let scratch = program.load(fromByteOffset: 24, as: UnsafeMutablePointer<Float>.self)
    let blurred = scratch + blockRows &* blockColumns
    var i = 0
    while i < rows {
      let row = first &+ i
      let count = rows &- i < blockRows ? rows &- i : blockRows
      let line = out + i &* stride
      var j = firstColumn
      while j < firstColumn &+ columns {
        if j &+ 31 < rising, isNothing(layers, layerCount, row, count, j &+ 31) {
          fillBlock(line + j, stride, count)
          j &+= blockColumns
          continue
        }
        var index = 0
        var layer = layers
        while index < layerCount {
          setCoverage(blurred, layer + 8, row, count, j)
          let alpha = Float(bitPattern: UInt32(truncatingIfNeeded: word(layer, 0)))
          attenuate(scratch, blurred, alpha, count, isFirst: index == 0)
          layer += 40
          index &+= 1
        }
        var r = 0
        while r < count {
          AlphaRows.inverseBytesOfPassed(
            line + (r &* stride &+ j), scratch + r &* blockColumns, blockColumns)
          r &+= 1
        }
        j &+= blockColumns
      }
      i &+= count
    }
  }

  @inline(__always) private static func word(_ p: UnsafeRawPointer, _ index: Int) -> Int {
    p.load(fromByteOffset: 8 &* index, as: Int.self)
  }

  @inline(__always) private static func pointer(
    _ p: UnsafeRawPointer, _ index: Int
  ) -> UnsafeRawPointer {
    p.load(fromByteOffset: 8 &* index, as: UnsafeRawPointer.self)
  }

  @inline(__always) private static func numbers(
    _ p: UnsafeRawPointer, _ index: Int
  ) -> UnsafePointer<Float> {
    p.load(fromByteOffset: 8 &* index, as: UnsafePointer<Float>.self)
  }

  /// Nothing, in a block of the mask.
  @inline(__always) private static func fillBlock(
    _ out: UnsafeMutableRawPointer, _ stride: Int, _ rows: Int
  ) {
    let nothing = Words(repeating: 0xFFFF)
    for r in 0..<rows { store(nothing, out, r &* stride) }
  }

  /// Whether the rectangles alone, from which all else only takes, round to nothing at a column.
  @inline(__always) private static func isNothing(
    _ layers: UnsafeRawPointer, _ layerCount: Int, _ row: Int, _ rows: Int, _ column: Int
  ) -> Bool {
    var sum: Float = 0
    var layer = layers
    for _ in 0..<layerCount {
      let alpha = Float(bitPattern: UInt32(truncatingIfNeeded: word(layer, 0)))
      var rectangle = pointer(layer, 2)
      for _ in 0..<word(layer, 1) {
        let y = numbers(rectangle, 1) + row
        var highest = y[0]
        for r in 1..<rows where y[r] > highest { highest = y[r] }
        sum += alpha * numbers(rectangle, 0)[column] * highest
        rectangle += 32
      }
      layer += 40
    }
    return sum < 0.49 / 255
  }

  /// The sum of rectangles, less the sums, for some rows of a block's columns.
  @inline(__always) private static func setCoverage(
    _ out: UnsafeMutablePointer<Float>, _ coverage: UnsafeRawPointer, _ row: Int, _ rows: Int,
    _ column: Int
  ) {
    var isFirst = true
    var rectangle = pointer(coverage, 1)
    for _ in 0..<word(coverage, 0) {
      // Outside of its columns a rectangle is 0.
      if column &+ 31 < word(rectangle, 2) || column >= word(rectangle, 3) {
        rectangle += 32
        continue
      }
      let x0 = floats(numbers(rectangle, 0), column)
      let x1 = floats(numbers(rectangle, 0), column &+ 16)
      let y = numbers(rectangle, 1) + row
      if isFirst {
        isFirst = false
        for r in 0..<rows {
          let factor = Floats(repeating: y[r])
          store(x0 * factor, out, r &* 32)
          store(x1 * factor, out, r &* 32 &+ 16)
        }
      } else {
        for r in 0..<rows {
          let factor = Floats(repeating: y[r])
          store(floats(out, r &* 32) + x0 * factor, out, r &* 32)
          store(floats(out, r &* 32 &+ 16) + x1 * factor, out, r &* 32 &+ 16)
        }
      }
      rectangle += 32
    }
    if isFirst {
      let zero = Floats(repeating: 0)
      for r in 0..<rows {
        store(zero, out, r &* 32)
        store(zero, out, r &* 32 &+ 16)
      }
    }
    var sum = pointer(coverage, 3)
    for _ in 0..<word(coverage, 2) {
      let firstRow = word(sum, 7)
      let from = row > firstRow ? row : firstRow
      let end = firstRow &+ word(sum, 8)
      let to = row &+ rows < end ? row &+ rows : end
      let j = column &- word(sum, 5)
      if from < to, j >= 0, j < word(sum, 6) {
        let i = from &- firstRow
        OuterProduct.subtractColumns(
          out + (from &- row) &* 32, 32, numbers(sum, 0) + j, word(sum, 3), numbers(sum, 1) + i,
          word(sum, 4),
          sum.load(fromByteOffset: 16, as: UnsafePointer<Int32>.self) + 2 &* i, to &- from, 32)
      }
      sum += 72
    }
  }

  @inline(__always) private static func attenuate(
    _ passed: UnsafeMutablePointer<Float>, _ blurred: UnsafePointer<Float>, _ alpha: Float,
    _ rows: Int, isFirst: Bool
  ) {
    let one = Floats(repeating: 1)
    let factor = Floats(repeating: alpha)
    var j = 0
    while j < rows &* 32 {
      let left = one - floats(blurred, j) * factor
      store(isFirst ? left : floats(passed, j) * left, passed, j)
      j &+= 16
    }
  }
}
