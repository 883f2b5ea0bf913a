/// Float rows of scratch memory, cleared, with room around each.
///
/// Row y covers columns `columns`; `margin` floats before it and at least `margin` plus a block of
/// 32 after it exist too and are zero until written.
final class GeneralBlurPlane {
  let columns: Range<Int>
  let rows: Range<Int>
  private let stride: Int
  private let margin: Int
  private let memory: UnsafeMutablePointer<Float>
  /// A row of zeros of the same length.
  let zero: UnsafePointer<Float>

  init(columns: Range<Int>, rows: Range<Int>, margin: Int) {
    self.columns = columns
    self.rows = rows
    self.margin = (margin + 15) & ~15
    stride = ((columns.count + 31) & ~31) + 2 * self.margin + 32
    let count = stride * (rows.count + 1)
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    zero = UnsafePointer(memory + stride * rows.count + self.margin)
  }

  deinit { memory.deallocate() }

  /// The first column of a row inside `rows`.
  func row(_ y: Int) -> UnsafeMutablePointer<Float> {
    memory + (y - rows.lowerBound) * stride + margin
  }

  /// The first column of any row: zeros outside `rows`.
  func rowOrZero(_ y: Int) -> UnsafePointer<Float> {
    rows.contains(y) ? UnsafePointer(row(y)) : zero
  }
}

/// The last n filtered rows, by row number, as n pointers in order wherever a window begins.
struct GeneralBlurWindow {
  private let count: Int
  private let pointers: UnsafeMutablePointer<UnsafePointer<Float>>

  /// All rows start as `zero`.
  init(count: Int, zero: UnsafePointer<Float>) {
    self.count = count
    pointers = .allocate(capacity: 2 * count)
    pointers.initialize(repeating: zero, count: 2 * count)
  }

  func deallocate() { pointers.deallocate() }

  /// The slot of row y, 0 to count - 1.
  func slot(_ y: Int) -> Int {
    let remainder = y % count
    return remainder < 0 ? remainder + count : remainder
  }

  func set(_ y: Int, _ row: UnsafePointer<Float>) {
    pointers[slot(y)] = row
    pointers[slot(y) + count] = row
  }

  /// The rows y to y + count - 1.
  func rows(from y: Int) -> UnsafePointer<UnsafePointer<Float>> {
    UnsafePointer(pointers + slot(y))
  }
}
