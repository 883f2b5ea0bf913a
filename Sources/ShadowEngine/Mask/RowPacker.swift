/// Rounds rows of alpha and keeps of each what is neither nothing nor like its middle.
final class RowPacker {
  private let axis: Axis
  private let isMirrored: Bool
  private let sampleCount: Int
  private let channels: Int?
  private let kernels: KernelTable
  private let scratch: UnsafeMutableRawPointer
  private let capacity: Int
  private let line: UnsafeMutableRawPointer
  private var used = 0
  private(set) var rows: [AlphaMask.Row] = []

  init(
    axis: Axis, isMirrored: Bool, sampleCount: Int, rowCapacity: Int, channels: Int?,
    kernels: KernelTable
  ) {
    self.axis = axis
    self.isMirrored = isMirrored
    self.sampleCount = sampleCount
    self.channels = channels
    self.kernels = kernels
    let bytes = (channels ?? 2) * (isMirrored ? 2 : 1)
    capacity = rowCapacity * sampleCount * bytes + 64
    scratch = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
    line = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * paddedCount(sampleCount) + 64, alignment: 64)
    rows.reserveCapacity(rowCapacity)
  }

  deinit {
    scratch.deallocate()
    line.deallocate()
  }

  /// The mask whose rows are `records`, made of those added.
  func finish(_ records: [AlphaMask.Row]) -> AlphaMask {
    AlphaMask(rows: records, data: UnsafeRawBufferPointer(start: scratch, count: used))
  }

  func add(_ alpha: UnsafePointer<Float>) {
    if let channels {
      kernels.inverseBytes(line, alpha, paddedCount(sampleCount))
      pack(line.assumingMemoryBound(to: UInt8.self), nothing: 255) { from, count, isReversed in
        kernels.expand(
          scratch + used, line.assumingMemoryBound(to: UInt8.self) + from, count, channels,
          isReversed)
        return count * channels
      }
    } else {
      kernels.wideLevels(line, alpha, paddedCount(sampleCount))
      let levels = line.assumingMemoryBound(to: UInt16.self)
      pack(levels, nothing: 0) { from, count, isReversed in
        let out = (scratch + used).assumingMemoryBound(to: UInt16.self)
        for j in 0..<count { out[j] = levels[isReversed ? from + count - 1 - j : from + j] }
        return 2 * count
      }
    }
  }

  private func pack<Level: FixedWidthInteger>(
    _ levels: UnsafePointer<Level>, nothing: Level, copy: (Int, Int, Bool) -> Int
  ) {
    let split =
      axis.plateau > 0 ? axis.lead : isMirrored ? sampleCount - 1 : sampleCount / 2
    let middle = levels[split]
    var left = 0
    while left < split, levels[left] == nothing { left += 1 }
    var middleStart = split
    while middleStart > left, levels[middleStart - 1] == middle { middleStart -= 1 }
    var row = AlphaMask.Row(
      left: Int32(axis.pixel(left)), middleStart: Int32(axis.pixel(middleStart)), middleEnd: 0,
      right: 0, leftData: Int32(used), rightData: 0, middle: UInt16(truncatingIfNeeded: middle))
    used += copy(left, middleStart - left, false)
    row.rightData = Int32(used)
    if isMirrored {
      row.middleEnd = Int32(axis.length) - row.middleStart
      row.right = Int32(axis.length) - row.left
      used += copy(left, middleStart - left, true)
    } else {
      var right = sampleCount
      while right > split + 1, levels[right - 1] == nothing { right -= 1 }
      var middleEnd = split + 1
      while middleEnd < right, levels[middleEnd] == middle { middleEnd += 1 }
      row.middleEnd = Int32(axis.pixel(middleEnd))
      row.right = Int32(axis.pixel(right))
      used += copy(middleEnd, right - middleEnd, false)
    }
    rows.append(row)
  }
}
