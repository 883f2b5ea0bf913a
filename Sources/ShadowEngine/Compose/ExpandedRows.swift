/// Rows of compact masks as the kernels read them: one byte for every byte of pixels, or words.
///
/// Belongs to a thread. The few that were used last are kept, since the cells of a row often share
/// their masks; they must be forgotten when a band is done, lest they keep masks alive.
struct ExpandedRows {
  private struct Entry {
    var mask: AlphaMask?
    var rows = 0..<0
    var memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    var capacity = 64
  }

  private var entries = (0..<4).map { _ in Entry() }
  private var oldest = 0

  /// What a kernel takes for `mask.data`: the offsets of the rows `rows` hold from there.
  ///
  /// Valid until the next call but three.
  mutating func data(
    _ mask: AlphaMask, rows: Range<Int>, channels: Int, isMirrored: Bool, kernels: KernelTable
  ) -> UnsafeRawPointer {
    let first = mask.rows[rows.lowerBound]
    for entry in entries where entry.mask === mask && entry.rows == rows {
      return UnsafeRawPointer(entry.memory) - Int(first.leftData)
    }
    let place = oldest
    oldest = (oldest + 1) % entries.count
    let last = mask.rows[rows.upperBound - 1]
    let bytes =
      Int(last.rightData - first.leftData) + Int(last.right - last.middleEnd) * channels + 128
    if bytes > entries[place].capacity {
      entries[place].memory.deallocate()
      entries[place].memory = .allocate(byteCount: bytes, alignment: 64)
      entries[place].capacity = bytes
    }
    entries[place].mask = mask
    entries[place].rows = rows
    let memory = entries[place].memory
    UnsafeRawPointer(mask.rows + rows.lowerBound).withMemoryRebound(
      to: Int32.self,
      capacity: rows.count * MemoryLayout<AlphaMask.Row>.stride / MemoryLayout<Int32>.stride
    ) {
      kernels.expandRows(
        memory, mask.data.assumingMemoryBound(to: UInt8.self), $0, rows.count, channels,
        isMirrored)
    }
    return UnsafeRawPointer(memory) - Int(first.leftData)
  }

  /// Lets go of all masks.
  mutating func forget() {
    for place in entries.indices { entries[place].mask = nil }
  }

  func deallocate() {
    for entry in entries { entry.memory.deallocate() }
  }
}
