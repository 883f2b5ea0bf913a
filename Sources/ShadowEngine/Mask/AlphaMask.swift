/// A mask ready for the kernels: for each row, the pixels that are neither nothing nor like the
/// middle of the row.
///
/// Immutable once built, so any number of threads may read it.
final class AlphaMask: @unchecked Sendable {
  /// One row. Pixels are counted from the mask's left edge; `left..<middleStart` have data,
  /// `middleStart..<middleEnd` are all alike, `middleEnd..<right` have data again. Outside, alpha is 0.
  struct Row {
    var left: Int32
    var middleStart: Int32
    var middleEnd: Int32
    var right: Int32
    /// Byte offsets of the data of the two parts.
    var leftData: Int32
    var rightData: Int32
    /// The inverse alpha of the middle, or its level in a mask of levels.
    var middle: UInt16
  }

  /// Room after the data that kernels may read.
  static let slack = 96

  let rows: UnsafePointer<Row>
  let rowCount: Int
  let data: UnsafeRawPointer
  /// Memory held, in bytes.
  let byteCount: Int

  /// Copies both blocks.
  init(rows: [Row], data: UnsafeRawBufferPointer) {
    let rowStore = UnsafeMutablePointer<Row>.allocate(capacity: max(1, rows.count))
    rowStore.initialize(from: rows, count: rows.count)
    let store = UnsafeMutableRawPointer.allocate(
      byteCount: data.count + Self.slack, alignment: 64)
    if let base = data.baseAddress { store.copyMemory(from: base, byteCount: data.count) }
    (store + data.count).initializeMemory(as: UInt8.self, repeating: 255, count: Self.slack)
    self.rows = UnsafePointer(rowStore)
    rowCount = rows.count
    self.data = UnsafeRawPointer(store)
    byteCount = data.count + Self.slack + rows.count * MemoryLayout<Row>.stride
  }

  deinit {
    rows.deallocate()
    data.deallocate()
  }
}
