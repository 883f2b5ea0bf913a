extension GeneralBlur {
  /// A FIR filter in x and y, in tiles of columns whose window of rows stays in the first cache.
  ///
  /// Rows of a tile in which the mask is empty are not filtered, and windows of such rows are
  /// cleared: a window of zeros filters to exactly zero, so this changes no byte.
  func blurDirectly(
    _ mask: MaskView, filters: Filters, columns: Range<Int>, rows: Range<Int>,
    to target: GeneralBlurTarget
  ) {
    let window = 2 * filters.y.radius + 4
    let tile = max(64, min(1024, 6144 / window & ~31))
    var x = columns.lowerBound
    while x < columns.upperBound {
      let end = min(x + tile, columns.upperBound)
      filterTile(
        mask, filters: filters, columns: x..<end, rows: rows, origin: columns.lowerBound,
        to: target)
      x = end
    }
  }

  private func filterTile(
    _ mask: MaskView, filters: Filters, columns: Range<Int>, rows: Range<Int>, origin: Int,
    to target: GeneralBlurTarget
  ) {
    let x = columns.lowerBound
    let (side, radius) = (filters.x.radius, filters.y.radius)
    // What of the mask the tile sees; clamped so that it is empty where the mask is out of sight.
    let seenStart = min(max(x - side, 0), mask.width)
    let seen = seenStart..<max(seenStart, min(columns.upperBound + side, mask.width))
    // One plane: the filtered rows of the window, then two output rows; and one row of input.
    let count = 2 * radius + 2
    let plane = GeneralBlurPlane(columns: columns, rows: 0..<count + 2, margin: 0)
    let line = GeneralBlurPlane(columns: columns, rows: 0..<1, margin: side)
    let input = line.row(0)
    let (upper, lower) = (plane.row(count), plane.row(count + 1))
    let window = GeneralBlurWindow(count: count, zero: plane.zero)
    defer { window.deallocate() }

    var lastFilled = Int.min
    var next = rows.lowerBound - radius
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
      while next <= y + radius + 1 {
        if filterRow(mask, y: next, seen: seen, input + (seen.lowerBound - x)) {
          let row = plane.row(window.slot(next))
          table.convolveRow(filters.x, input, to: row, count: columns.count)
          window.set(next, row)
          lastFilled = next
        } else {
          window.set(next, plane.zero)
        }
        next += 1
      }
      let (left, top) = (x - origin, y - rows.lowerBound)
      let isPair = y + 1 < rows.upperBound
      if lastFilled < y - radius {
        target.clear(x: left, y: top, count: columns.count)
        if isPair { target.clear(x: left, y: top + 1, count: columns.count) }
      } else {
        table.convolveColumns(
          filters.y, window.rows(from: y - radius), to: upper, lower, count: columns.count)
        target.write(upper, x: left, y: top, count: columns.count, table: table)
        if isPair { target.write(lower, x: left, y: top + 1, count: columns.count, table: table) }
      }
    }
  }

  /// Mask row `y` to floats; false where it shows nothing.
  private func filterRow(
    _ mask: MaskView, y: Int, seen: Range<Int>, _ floats: UnsafeMutablePointer<Float>
  ) -> Bool {
    guard y >= 0, y < mask.height, !seen.isEmpty else { return false }
    let bytes = mask.base + y * mask.stride + seen.lowerBound
    if table.isZero(bytes, seen.count) { return false }
    table.toFloats(bytes, floats, seen.count)
    return true
  }
}
