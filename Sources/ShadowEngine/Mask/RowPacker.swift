internal import ShadowKernels

/// Rounded alpha of rows of samples, one number a sample: inverse bytes, or levels of two bytes.
struct RoundedLines {
  let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  let stride: Int
  let isWide: Bool
  let kernels: KernelTable

  /// Room in the arena for rows, with what kernels read and write beside them.
  init(rows: Int, samples: Int, isWide: Bool, kernels: KernelTable, arena: Arena) {
    stride = (isWide ? 2 : 1) * (paddedCount(samples) + 32)
    base = arena.bytes(rows * stride + 128) + 64
    self.isWide = isWide
    self.kernels = kernels
  }

  /// Rounds columns of a block whose rows are `blockStride` floats apart into rows from `first` on.
  ///
  /// Up to 31 numbers after the columns are overwritten.
  func round(
    _ block: MaskEvaluator.Block, _ blockStride: Int, firstRow first: Int, count: Int,
    columns: Range<Int>
  ) {
    let width = paddedCount(columns.count)
    for i in 0..<count {
      let place = i * blockStride + columns.lowerBound
      let out = base + ((first + i) * stride + columns.lowerBound * (isWide ? 2 : 1))
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

  /// Makes columns of rows nothing.
  func clear(firstRow first: Int, count: Int, columns: Range<Int>) {
    let width = isWide ? 2 : 1
    for i in 0..<count {
      (base + ((first + i) * stride + columns.lowerBound * width)).initializeMemory(
        as: UInt8.self, repeating: isWide ? 0 : 255, count: columns.count * width)
    }
  }
}

/// Keeps of each row what is neither nothing nor like its middle.
struct RowPacker {
  let axis: Axis
  /// Whether the samples are only a left half.
  let isMirrored: Bool
  let sampleCount: Int
  /// Bytes a pixel of what is painted through the mask, 1 where it is varied; nil for levels.
  let channels: Int?
  let arena: Arena

  /// One row's samples: `left..<middleStart` and, unless mirrored, `middleEnd..<right` have data.
  private struct Trim {
    var left: Int
    var middleStart: Int
    var middleEnd: Int
    var right: Int
    var middle: UInt16
  }

  /// The mask of the first `rowCount` rows, then their mirror images, last to first, and empty rows up
  /// to `totalRows`.
  func mask(_ lines: RoundedLines, rowCount: Int, mirroredTo mirrored: Int, totalRows: Int)
    -> AlphaMask
  {
    let trims = arena.bytes(rowCount * MemoryLayout<Trim>.stride)
      .bindMemory(to: Trim.self, capacity: rowCount)
    let width = channels == nil ? 2 : 1
    let isCompact = channels.map { $0 > 1 } ?? false
    // A compact row that is mirrored keeps its left part only.
    let storesRight = !(isCompact && isMirrored)
    var samples = 0
    for i in 0..<rowCount {
      let row = lines.base + i * lines.stride
      let trim = channels == nil ? trimLevels(row) : trimBytes(row)
      (trims + i).initialize(to: trim)
      let left = trim.middleStart - trim.left
      samples += left
      if storesRight { samples += isMirrored ? left : trim.right - trim.middleEnd }
    }
    let content: AlphaMask.Content =
      isCompact
      ? .compact(channels: channels ?? 1, isMirrored: isMirrored)
      : channels == nil ? .levels : .bytes
    let mask = AlphaMask(content, rowCount: totalRows, dataBytes: samples * width)
    var used = 0
    /// Copies samples of a row to the mask's data, and returns where they are.
    func add(_ row: Int, _ from: Int, _ count: Int, isReversed: Bool) -> Int32 {
      let source = lines.base + (row * lines.stride + from * width)
      let out = mask.mutableData + used
      if isReversed {
        for j in 0..<count * width {
          let sample = count - 1 - j / width
          out.storeBytes(
            of: source.load(fromByteOffset: sample * width + j % width, as: UInt8.self),
            toByteOffset: j, as: UInt8.self)
        }
      } else {
        out.copyMemory(from: source, byteCount: count * width)
      }
      defer { used += count * width }
      return Int32(truncatingIfNeeded: used)
    }
    let length = Int32(truncatingIfNeeded: axis.length)
    for i in 0..<rowCount {
      let trim = trims[i]
      let count = trim.middleStart - trim.left
      let leftSource = add(i, trim.left, count, isReversed: false)
      var row = AlphaMask.Row(
        left: Int32(truncatingIfNeeded: axis.pixel(trim.left)),
        middleStart: Int32(truncatingIfNeeded: axis.pixel(trim.middleStart)), middleEnd: 0,
        right: 0, leftData: leftSource, rightData: leftSource, leftSource: leftSource,
        rightSource: leftSource, middle: Int32(trim.middle))
      if isMirrored {
        row.middleEnd = length - row.middleStart
        row.right = length - row.left
        if storesRight {
          row.rightSource = add(i, trim.left, count, isReversed: true)
        }
      } else {
        row.middleEnd = Int32(truncatingIfNeeded: axis.pixel(trim.middleEnd))
        row.right = Int32(truncatingIfNeeded: axis.pixel(trim.right))
        row.rightSource = add(
          i, trim.middleEnd, trim.right - trim.middleEnd, isReversed: false)
      }
      row.rightData = row.rightSource
      mask.mutableRows[i] = row
    }
    for i in rowCount..<max(rowCount, mirrored) {
      mask.mutableRows[i] = mask.rows[mirrored - 1 - i]
    }
    let nothing = AlphaMask.Row(
      left: 0, middleStart: 0, middleEnd: 0, right: 0, leftData: 0, rightData: 0,
      middle: channels == nil ? 0 : 255)
    for i in max(rowCount, mirrored)..<totalRows { mask.mutableRows[i] = nothing }
    if isCompact { placeExpanded(mask, channels: Int32(channels ?? 1)) }
    return mask
  }

  /// Lays the expanded data of all rows one after the other.
  private func placeExpanded(_ mask: AlphaMask, channels: Int32) {
    var used: Int32 = 0
    for i in 0..<mask.rowCount {
      let row = mask.mutableRows + i
      row.pointee.leftData = used
      used += (row.pointee.middleStart - row.pointee.left) * channels
      row.pointee.rightData = used
      used += (row.pointee.right - row.pointee.middleEnd) * channels
    }
  }

  /// The sample that lies in the middle: on the plateau, on the axis of symmetry, or just there.
  private var split: Int {
    axis.plateau > 0 ? axis.lead : isMirrored ? sampleCount - 1 : sampleCount / 2
  }

  private func trimBytes(_ row: UnsafeMutableRawPointer) -> Trim {
    let bytes = UnsafePointer(row.assumingMemoryBound(to: UInt8.self))
    let split = split
    let middle = bytes[split]
    let left = AlphaRows.firstOther(bytes, 255, 0, split)
    let middleStart = AlphaRows.lastOther(bytes, middle, left, split)
    var trim = Trim(
      left: left, middleStart: middleStart, middleEnd: 0, right: 0, middle: UInt16(middle))
    if !isMirrored {
      trim.right = AlphaRows.lastOther(bytes, 255, split + 1, sampleCount)
      trim.middleEnd = AlphaRows.firstOther(bytes, middle, split + 1, trim.right)
    }
    return trim
  }

  private func trimLevels(_ row: UnsafeMutableRawPointer) -> Trim {
    let levels = row.assumingMemoryBound(to: UInt16.self)
    let split = split
    let middle = levels[split]
    var trim = Trim(left: 0, middleStart: split, middleEnd: 0, right: 0, middle: middle)
    while trim.left < split, levels[trim.left] == 0 { trim.left += 1 }
    while trim.middleStart > trim.left, levels[trim.middleStart - 1] == middle {
      trim.middleStart -= 1
    }
    if !isMirrored {
      trim.right = sampleCount
      while trim.right > split + 1, levels[trim.right - 1] == 0 { trim.right -= 1 }
      trim.middleEnd = split + 1
      while trim.middleEnd < trim.right, levels[trim.middleEnd] == middle { trim.middleEnd += 1 }
    }
    return trim
  }
}
