/// A mask ready for the kernels: for each row, the pixels that are neither nothing nor like the
/// middle of the row.
///
/// Immutable once built, so any number of threads may read it.
final class AlphaMask: @unchecked Sendable {
  /// One row.
  ///
  /// Pixels are counted from the mask's left edge; `left..<middleStart` have data,
  /// `middleStart..<middleEnd` are all alike, `middleEnd..<right` have data again. Outside, alpha
  /// is 0.
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

    /// Nothing in a mask of levels.
    static let noLevels = Row(
      left: 0, middleStart: 0, middleEnd: 0, right: 0, leftData: 0, rightData: 0, middle: 0)
  }

  /// Room after the data that kernels may read, and write while the mask is built.
  private static let slack = 128

  let rowCount: Int
  /// Memory held, in bytes.
  let byteCount: Int
  /// For whoever builds the mask.
  let mutableRows: UnsafeMutablePointer<Row>
  let mutableData: UnsafeMutableRawPointer

  var rows: UnsafePointer<Row> { UnsafePointer(mutableRows) }
  var data: UnsafeRawPointer { UnsafeRawPointer(mutableData) }

  /// Room for rows and data, to be filled before anyone else sees the mask.
  init(rowCount: Int, dataBytes: Int) {
    let rowBytes = rowCount * MemoryLayout<Row>.stride
    byteCount = rowBytes + dataBytes + Self.slack
    let store = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    mutableRows = store.bindMemory(to: Row.self, capacity: rowCount)
    mutableData = store + rowBytes
    self.rowCount = rowCount
  }

  /// Settles what lies behind the data.
  func finish(dataBytes: Int) {
    (mutableData + dataBytes).initializeMemory(
      as: UInt8.self, repeating: 255, count: Self.slack)
  }

  deinit { UnsafeMutableRawPointer(mutableRows).deallocate() }
}
