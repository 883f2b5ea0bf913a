/// A mask: for each row, the pixels that are neither nothing nor like the middle of the row.
///
/// Immutable once built, so any number of threads may read it. A mask of flat paint holds one byte a
/// pixel, and of a mirrored row the left part only: the kernels read it through `ExpandedRows`. That
/// keeps thousands of distinct masks near the processor.
final class AlphaMask: @unchecked Sendable {
  /// What the data are.
  enum Content {
    /// Inverse alpha, a byte a pixel.
    case bytes
    /// Inverse alpha, a byte a pixel, to be expanded for pixels of so many bytes; where it is mirrored,
    /// the right part of a row is the left one backwards.
    case compact(channels: Int, isMirrored: Bool)
    /// Levels, two bytes a pixel, see `AlphaRows.wideLevels`.
    case levels
  }

  /// One row, laid out as `AlphaRows.expandRows` reads it.
  ///
  /// Pixels are counted from the mask's left edge; `left..<middleStart` have data,
  /// `middleStart..<middleEnd` are all alike, `middleEnd..<right` have data again. Outside, alpha is 0.
  struct Row {
    var left: Int32
    var middleStart: Int32
    var middleEnd: Int32
    var right: Int32
    /// Byte offsets of the data of the two parts, of compact ones in the expanded data: there they
    /// follow each other from row to row.
    var leftData: Int32
    var rightData: Int32
    /// Byte offsets of the compact data of the two parts.
    var leftSource: Int32 = 0
    var rightSource: Int32 = 0
    /// The inverse alpha of the middle, or its level in a mask of levels.
    var middle: Int32
  }

  /// Room before and after the data that kernels may read.
  private static let slack = 64

  let content: Content
  let rowCount: Int
  /// Memory held, in bytes.
  let byteCount: Int
  /// For whoever builds the mask.
  let mutableRows: UnsafeMutablePointer<Row>
  let mutableData: UnsafeMutableRawPointer

  var rows: UnsafePointer<Row> { UnsafePointer(mutableRows) }
  var data: UnsafeRawPointer { UnsafeRawPointer(mutableData) }

  /// Room for rows and data, to be filled before anyone else sees the mask.
  init(_ content: Content, rowCount: Int, dataBytes: Int) {
    self.content = content
    let rowBytes = rowCount * MemoryLayout<Row>.stride
    byteCount = rowBytes + dataBytes + 2 * Self.slack
    let store = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    mutableRows = store.bindMemory(to: Row.self, capacity: rowCount)
    mutableData = store + rowBytes + Self.slack
    self.rowCount = rowCount
    // What lies beside the data is read, though never used.
    (store + rowBytes).initializeMemory(as: UInt8.self, repeating: 255, count: Self.slack)
    (mutableData + dataBytes).initializeMemory(
      as: UInt8.self, repeating: 255, count: Self.slack)
  }

  deinit { UnsafeMutableRawPointer(mutableRows).deallocate() }
}
