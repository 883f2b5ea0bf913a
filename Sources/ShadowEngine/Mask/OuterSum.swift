/// A sum of outer products over some samples of a mask, to be subtracted from what is there.
struct OuterSum {
  /// Terms by terms, each a padded row over `columns`.
  let u: FloatBuffer
  let uStride: Int
  /// Factors of the terms for each row.
  let v: FloatBuffer
  /// From one row's factors to the next; 0 where all rows share them.
  let vStride: Int
  /// For each row the first term that counts and one past the last.
  let windows: [Int32]
  let firstColumn: Int
  let columns: Int
  let firstRow: Int
  let rows: Int

  /// Columns and rows are the samples of two runs.
  init(
    u: FloatBuffer, uStride: Int, v: FloatBuffer, vStride: Int, windows: [Int32], x: EdgeRun,
    y: EdgeRun
  ) {
    self.init(
      u: u, uStride: uStride, v: v, vStride: vStride, windows: windows, firstColumn: x.lowest,
      columns: x.count, firstRow: y.lowest, rows: y.count)
  }

  init(
    u: FloatBuffer, uStride: Int, v: FloatBuffer, vStride: Int, windows: [Int32],
    firstColumn: Int, columns: Int, firstRow: Int, rows: Int
  ) {
    self.u = u
    self.uStride = uStride
    self.v = v
    self.vStride = vStride
    self.windows = windows
    self.firstColumn = firstColumn
    self.columns = columns
    self.firstRow = firstRow
    self.rows = rows
  }
}
