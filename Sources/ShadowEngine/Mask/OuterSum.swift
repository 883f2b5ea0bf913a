/// A sum of outer products over some samples of a mask, to be subtracted from what is there.
///
/// Its memory is its context's arena.
struct OuterSum {
  /// Terms by terms, each a row over `columns`, padded with zeros.
  let u: UnsafeMutablePointer<Float>
  let uStride: Int
  /// Terms by terms, the factor of each for every row.
  let v: UnsafeMutablePointer<Float>
  /// From one term's factors to the next (see `Factors`).
  let vStride: Int
  /// For each row the first term that counts and one past the last.
  let windows: UnsafeMutablePointer<Int32>
  /// A multiple of 32.
  let firstColumn: Int
  let columns: Int
  /// How many columns of padding come first.
  private let inset: Int
  let firstRow: Int
  let rows: Int

  /// How the factors of terms lie.
  enum Factors {
    /// Each term has a factor for every row.
    case own
    /// All terms share those of the rows.
    case shared
    /// Factor i of term k is number i + k of one list: each term's are the one before's, moved by a
    /// row.
    case sliding
  }

  /// Makes room for `terms` over some samples.
  ///
  /// Rows are zero where `isZeroed`, else they must be
  /// written, and padded by `pad`.
  init(
    terms: Int, columns: Range<Int>, rows: Range<Int>, factors: Factors = .own,
    isZeroed: Bool = true, arena: Arena
  ) {
    inset = columns.lowerBound & 31
    firstColumn = columns.lowerBound - inset
    self.columns = columns.count + inset
    firstRow = rows.lowerBound
    self.rows = rows.count
    uStride = paddedCount(self.columns)
    u = isZeroed ? arena.zeros(terms * uStride) : arena.floats(terms * uStride)
    switch factors {
    case .own:
      vStride = rows.count
      v = arena.zeros(terms * rows.count)
    case .shared:
      vStride = 0
      v = arena.floats(rows.count)
    case .sliding:
      vStride = 1
      v = arena.zeros(terms + rows.count)
    }
    windows = arena.integers(2 * rows.count)
  }

  /// The first of the samples that the sum was made for, in a term's row.
  func row(_ term: Int) -> UnsafeMutablePointer<Float> { u + (term * uStride + inset) }

  /// Sets what lies before and behind the samples of a term's row to zero.
  func pad(_ term: Int) {
    let row = u + term * uStride
    for j in 0..<inset { row[j] = 0 }
    for j in columns..<max(columns, uStride) { row[j] = 0 }
  }

  /// Makes row i term i alone, times `factor`.
  func setRowsAsTerms(factor: Float) {
    for i in 0..<rows {
      v[i] = factor
      windows[2 * i] = Int32(i)
      windows[2 * i + 1] = Int32(i + 1)
    }
  }
}
