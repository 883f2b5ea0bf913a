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

    /// Nothing in a mask of inverse bytes.
    static let nothing = Row(
      left: 0, middleStart: 0, middleEnd: 0, right: 0, leftData: 0, rightData: 0, middle: 255)
  }

  /// Room after the data that kernels may read.
  static let slack = 96

  let rows: UnsafePointer<Row>
  let rowCount: Int
  let data: UnsafeRawPointer
  /// Memory held, in bytes.
  let byteCount: Int
  private let store: UnsafeMutableRawPointer

  /// Copies the rows and the data.
  init(rows: UnsafeBufferPointer<Row>, data: UnsafeRawBufferPointer) {
    let rowBytes = rows.count * MemoryLayout<Row>.stride
    byteCount = rowBytes + data.count + Self.slack
    store = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    let rowStore = store.bindMemory(to: Row.self, capacity: rows.count)
    if let base = rows.baseAddress { rowStore.initialize(from: base, count: rows.count) }
    let dataStore = store + rowBytes
    if let base = data.baseAddress { dataStore.copyMemory(from: base, byteCount: data.count) }
    (dataStore + data.count).initializeMemory(
      as: UInt8.self, repeating: 255, count: Self.slack)
    self.rows = UnsafePointer(rowStore)
    rowCount = rows.count
    self.data = UnsafeRawPointer(dataStore)
  }

  deinit { store.deallocate() }
}
