/// What one pass over two pictures finds: how far they differ, and where.
struct LevelFigures {
  /// How many pixels differ by each number of levels, in the channel that differs most.
  private(set) var counts = [Int](repeating: 0, count: 256)
  /// The largest difference of red, green, blue and alpha.
  private(set) var channels: [UInt8] = [0, 0, 0, 0]
  private var minX = Int.max
  private var maxX = -1
  private var minY = Int.max
  private var maxY = -1

  /// Reads two pictures of equal size.
  init(_ before: any PictureRows, _ after: any PictureRows) throws {
    try ComparedRows.forEach(before, after) { rows in
      for row in 0..<rows.count where !rows.isEqual(row: row) { add(rows, row) }
    }
    counts[0] = before.width * before.height - counts[1...].reduce(0, +)
  }

  private mutating func add(_ rows: ComparedRows, _ row: Int) {
    var largest: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    var (first, last) = (Int.max, -1)
    counts.withUnsafeMutableBufferPointer { counts in
      for x in 0..<rows.width {
        let level = rows.levels(at: (row * rows.width + x) * 4)
        if level.largest == 0 { continue }
        counts[Int(level.largest)] += 1
        largest = (
          max(largest.0, level.red), max(largest.1, level.green), max(largest.2, level.blue),
          max(largest.3, level.alpha)
        )
        first = min(first, x)
        last = x
      }
    }
    guard last >= 0 else { return }
    for (channel, value) in [largest.0, largest.1, largest.2, largest.3].enumerated() {
      channels[channel] = max(channels[channel], value)
    }
    minX = min(minX, first)
    maxX = max(maxX, last)
    minY = min(minY, rows.top + row)
    maxY = max(maxY, rows.top + row)
  }

  /// The smallest level that at most `allowed` pixels exceed.
  func smallestLevel(allowed: Int) -> Int { Self.smallestLevel(counts, allowed: allowed) }

  /// The same of counts.
  static func smallestLevel(_ counts: [Int], allowed: Int) -> Int {
    var beyond = 0
    for level in stride(from: 255, to: 0, by: -1) {
      beyond += counts[level]
      if beyond > allowed { return level }
    }
    return 0
  }

  /// The figures that follow from levels alone.
  func write(to measures: inout Measures) {
    measures.largestDifference = Int(channels.max() ?? 0)
    measures.largestByChannel = channels.map(Int.init)
    measures.changedPixels = counts[1...].reduce(0, +)
    if maxX >= 0 {
      measures.changedBox = PixelRect(
        x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1)
    }
  }
}
