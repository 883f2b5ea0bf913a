internal import ShadowKernels

/// Rounded alpha of a few rows, one number a sample: inverse bytes, or levels of two bytes.
struct RoundedLines {
  let base: UnsafeMutableRawPointer
  let count: Int
  /// Bytes from one row to the next.
  let stride: Int
  let isWide: Bool
  let kernels: KernelTable

  /// Rounds columns of a block whose rows are `blockStride` floats apart.
  ///
  /// Up to 31 numbers after the columns are overwritten.
  func round(_ block: MaskEvaluator.Block, _ blockStride: Int, _ columns: Range<Int>) {
    let width = paddedCount(columns.count)
    for i in 0..<count {
      let place = i * blockStride + columns.lowerBound
      let out = base + (i * stride + columns.lowerBound * (isWide ? 2 : 1))
      switch block {
      case .alpha(let alpha):
        if isWide {
          kernels.wideLevels(out, alpha + place, width)
        } else {
          kernels.inverseBytes(out, alpha + place, width)
        }
      case .passed(let passed):
        if isWide {
          kernels.wideLevelsOfPassed(out, passed + place, width)
        } else {
          kernels.inverseBytesOfPassed(out, passed + place, width)
        }
      }
    }
  }

  /// Makes columns nothing.
  func clear(_ columns: Range<Int>) {
    for i in 0..<count {
      let width = isWide ? 2 : 1
      (base + (i * stride + columns.lowerBound * width)).initializeMemory(
        as: UInt8.self, repeating: isWide ? 0 : 255, count: columns.count * width)
    }
  }
}

/// Keeps of each row what is neither nothing nor like its middle.
struct RowPacker {
  private let axis: Axis
  private let isMirrored: Bool
  private let sampleCount: Int
  private let channels: Int?
  private let kernels: KernelTable
  /// The sample that lies in the middle: on the plateau, on the axis of symmetry, or just there.
  private let split: Int
  private let data: UnsafeMutableRawPointer
  private let line: UnsafeMutableRawPointer
  private let lineStride: Int
  private let rows: UnsafeMutablePointer<AlphaMask.Row>
  private var used = 0
  private(set) var rowCount = 0

  /// Works in the arena, for at most `rowCapacity` rows of `sampleCount` samples, and as many mirror
  /// images of rows.
  init(
    axis: Axis, isMirrored: Bool, sampleCount: Int, rowCapacity: Int, channels: Int?,
    kernels: KernelTable, arena: Arena
  ) {
    self.axis = axis
    self.isMirrored = isMirrored
    self.sampleCount = sampleCount
    self.channels = channels
    self.kernels = kernels
    split = axis.plateau > 0 ? axis.lead : isMirrored ? sampleCount - 1 : sampleCount / 2
    let bytes = (channels ?? 2) * (isMirrored ? 2 : 1)
    data = arena.bytes(rowCapacity * sampleCount * bytes + 64)
    lineStride = 2 * (paddedCount(sampleCount) + 32)
    line = arena.bytes(MaskEvaluator.blockRows * lineStride)
    rows = arena.bytes(2 * rowCapacity * MemoryLayout<AlphaMask.Row>.stride)
      .bindMemory(to: AlphaMask.Row.self, capacity: 2 * rowCapacity)
  }

  /// Room for the next rows, at most as many as a block has.
  func lines(_ count: Int) -> RoundedLines {
    RoundedLines(
      base: line, count: count, stride: lineStride, isWide: channels == nil, kernels: kernels)
  }

  /// Packs rows that are rounded.
  mutating func add(_ lines: RoundedLines) {
    for i in 0..<lines.count {
      let row = lines.base + i * lines.stride
      if let channels {
        packBytes(row.assumingMemoryBound(to: UInt8.self), channels)
      } else {
        packLevels(row.assumingMemoryBound(to: UInt16.self))
      }
    }
  }

  /// Adds the mirror images of the first rows, last to first, up to a count of rows.
  mutating func addMirrored(upTo count: Int) {
    while rowCount < count { addRow(rows[count - 1 - rowCount]) }
  }

  /// Adds a row as it stands.
  mutating func addRow(_ row: AlphaMask.Row) {
    (rows + rowCount).initialize(to: row)
    rowCount += 1
  }

  /// The mask of the rows added.
  func finish() -> AlphaMask {
    AlphaMask(
      rows: UnsafeBufferPointer(start: rows, count: rowCount),
      data: UnsafeRawBufferPointer(start: data, count: used))
  }

  private mutating func packBytes(_ bytes: UnsafePointer<UInt8>, _ channels: Int) {
    let middle = bytes[split]
    let left = AlphaRows.firstOther(bytes, 255, 0, split)
    let middleStart = AlphaRows.lastOther(bytes, middle, left, split)
    let count = middleStart - left
    var row = self.row(left, middleStart, middle: UInt16(middle))
    kernels.expand(data + used, bytes + left, count, channels, false)
    used += count * channels
    row.rightData = Int32(truncatingIfNeeded: used)
    if isMirrored {
      mirror(&row)
      kernels.expand(data + used, bytes + left, count, channels, true)
      used += count * channels
    } else {
      let right = AlphaRows.lastOther(bytes, 255, split + 1, sampleCount)
      let middleEnd = AlphaRows.firstOther(bytes, middle, split + 1, right)
      row.middleEnd = Int32(truncatingIfNeeded: axis.pixel(middleEnd))
      row.right = Int32(truncatingIfNeeded: axis.pixel(right))
      kernels.expand(data + used, bytes + middleEnd, right - middleEnd, channels, false)
      used += (right - middleEnd) * channels
    }
    addRow(row)
  }

  private mutating func packLevels(_ levels: UnsafePointer<UInt16>) {
    let middle = levels[split]
    var left = 0
    while left < split, levels[left] == 0 { left += 1 }
    var middleStart = split
    while middleStart > left, levels[middleStart - 1] == middle { middleStart -= 1 }
    var row = self.row(left, middleStart, middle: middle)
    for sample in left..<middleStart { addLevel(levels[sample]) }
    row.rightData = Int32(truncatingIfNeeded: used)
    if isMirrored {
      mirror(&row)
      for sample in (left..<middleStart).reversed() { addLevel(levels[sample]) }
    } else {
      var right = sampleCount
      while right > split + 1, levels[right - 1] == 0 { right -= 1 }
      var middleEnd = split + 1
      while middleEnd < right, levels[middleEnd] == middle { middleEnd += 1 }
      row.middleEnd = Int32(truncatingIfNeeded: axis.pixel(middleEnd))
      row.right = Int32(truncatingIfNeeded: axis.pixel(right))
      for sample in middleEnd..<max(middleEnd, right) { addLevel(levels[sample]) }
    }
    addRow(row)
  }

  private mutating func addLevel(_ level: UInt16) {
    data.storeBytes(of: level, toByteOffset: used, as: UInt16.self)
    used += 2
  }

  /// A row whose samples `left..<middleStart` have data.
  private func row(_ left: Int, _ middleStart: Int, middle: UInt16) -> AlphaMask.Row {
    AlphaMask.Row(
      left: Int32(truncatingIfNeeded: axis.pixel(left)),
      middleStart: Int32(truncatingIfNeeded: axis.pixel(middleStart)), middleEnd: 0, right: 0,
      leftData: Int32(truncatingIfNeeded: used), rightData: 0, middle: middle)
  }

  /// Makes a row's right half the mirror image of its left one.
  private func mirror(_ row: inout AlphaMask.Row) {
    let length = Int32(truncatingIfNeeded: axis.length)
    row.middleEnd = length - row.middleStart
    row.right = length - row.left
  }
}
