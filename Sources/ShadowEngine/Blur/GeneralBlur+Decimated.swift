extension GeneralBlur {
  /// Halve, filter, double: every step on rows, in both axes.
  ///
  /// Sample i of level k sits on pixel 2^k i. Each plane holds only the samples that the wanted
  /// pixels depend on and that the mask can reach; samples outside are zero.
  func blurDecimated(
    _ mask: MaskView, level: Int, filters: Filters, interpolation: [Float], columns: Range<Int>,
    rows: Range<Int>, to target: GeneralBlurTarget
  ) {
    let coarseColumns = Self.sources(ofDoubled: columns, times: level)
    let coarseRows = Self.sources(ofInterpolated: rows, step: 1 << level)
    guard
      let halved = halve(
        mask, times: level, columns: Self.widened(coarseColumns, by: filters.x.radius),
        rows: Self.widened(coarseRows, by: filters.y.radius))
    else {
      for y in 0..<rows.count { target.clear(x: 0, y: y, count: columns.count) }
      return
    }
    let coarse = GeneralBlurPlane(columns: coarseColumns, rows: coarseRows, margin: 1)
    filter(halved, filters, to: coarse)
    interpolate(
      coarse, level: level, weights: interpolation, columns: columns, rows: rows, to: target)
  }

  // MARK: Halving

  /// The mask halved `times` times, at the samples wanted; nil where it shows nothing there.
  private func halve(
    _ mask: MaskView, times: Int, columns: Range<Int>, rows: Range<Int>
  ) -> GeneralBlurPlane? {
    var wanted = [(columns: columns, rows: rows)]
    for _ in 1..<times {
      let last = wanted[wanted.count - 1]
      wanted.append((Self.sources(ofHalved: last.columns), Self.sources(ofHalved: last.rows)))
    }
    var reached = (columns: 0..<mask.width, rows: 0..<mask.height)
    var plane: GeneralBlurPlane?
    for want in wanted.reversed() {
      reached = (Self.halved(reached.columns), Self.halved(reached.rows))
      let (columns, rows) =
        (reached.columns.clamped(to: want.columns), reached.rows.clamped(to: want.rows))
      guard !columns.isEmpty, !rows.isEmpty else { return nil }
      let finer = plane
      let coarser = GeneralBlurPlane(columns: columns, rows: rows, margin: 0)
      if let finer { halve(finer, to: coarser) } else { halve(mask, to: coarser) }
      plane = coarser
    }
    return plane
  }

  /// The first halving, from bytes.
  private func halve(_ mask: MaskView, to plane: GeneralBlurPlane) {
    // The pixels under the plane's columns, from an even one on; words hold pairs of them.
    let first = max(0, 2 * (plane.columns.lowerBound - 1))
    let end = min(mask.width, 2 * plane.columns.upperBound + 1)
    let count = max(0, end - first)
    let capacity = plane.columns.count + 64
    let words = UnsafeMutablePointer<UInt16>.allocate(capacity: 2 * capacity)
    words.initialize(repeating: 0, count: 2 * capacity)
    let zeros = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    zeros.initialize(repeating: 0, count: count + 1)
    defer {
      words.deallocate()
      zeros.deallocate()
    }
    func pixels(_ y: Int) -> UnsafePointer<UInt8> {
      y >= 0 && y < mask.height
        ? mask.base + y * mask.stride + first : UnsafePointer(zeros)
    }
    // One word of room before the sample under the plane's first column.
    let even = words + 8
    let odd = even + capacity
    let shift = first / 2 - plane.columns.lowerBound
    for y in plane.rows {
      table.halveByteColumns(
        pixels(2 * y - 2), pixels(2 * y - 1), pixels(2 * y), pixels(2 * y + 1), pixels(2 * y + 2),
        even + shift, odd + shift, count)
      table.halveWordRow(even, odd, plane.row(y), plane.columns.count)
    }
  }

  private func halve(_ finer: GeneralBlurPlane, to plane: GeneralBlurPlane) {
    // Room for the five samples at either end.
    let line = GeneralBlurPlane(columns: finer.columns, rows: 0..<1, margin: 64)
    let start = 2 * plane.columns.lowerBound - finer.columns.lowerBound
    for y in plane.rows {
      table.halveColumns(
        finer.rowOrZero(2 * y - 2), finer.rowOrZero(2 * y - 1), finer.rowOrZero(2 * y),
        finer.rowOrZero(2 * y + 1), finer.rowOrZero(2 * y + 2), line.row(0), finer.columns.count)
      // The last block was written whole; beyond the last sample there is nothing.
      let end = finer.columns.count
      (line.row(0) + end).update(repeating: 0, count: (end + 31) & ~31 - end)
      table.halveRow(line.row(0) + start, plane.row(y), plane.columns.count)
    }
  }

  // MARK: Filtering

  /// The FIR filters between coarse samples, in x and y.
  private func filter(_ input: GeneralBlurPlane, _ filters: Filters, to output: GeneralBlurPlane) {
    let width = output.columns.count
    let line = GeneralBlurPlane(columns: output.columns, rows: 0..<1, margin: filters.x.radius)
    let across = GeneralBlurPlane(columns: output.columns, rows: input.rows, margin: 0)
    let start = line.row(0) + (input.columns.lowerBound - output.columns.lowerBound)
    for y in input.rows {
      start.update(from: input.row(y), count: input.columns.count)
      table.convolveRow(filters.x, line.row(0), to: across.row(y), count: width)
    }
    let radius = filters.y.radius
    let window = GeneralBlurWindow(count: 2 * radius + 2, zero: across.zero)
    defer { window.deallocate() }
    // Takes the second of two rows where only one is wanted.
    let spare = GeneralBlurPlane(columns: output.columns, rows: 0..<1, margin: 0)
    var next = output.rows.lowerBound - radius
    for y in stride(from: output.rows.lowerBound, to: output.rows.upperBound, by: 2) {
      while next <= y + radius + 1 {
        window.set(next, across.rowOrZero(next))
        next += 1
      }
      let lower = y + 1 < output.rows.upperBound ? output.row(y + 1) : spare.row(0)
      table.convolveColumns(
        filters.y, window.rows(from: y - radius), to: output.row(y), lower, count: width)
    }
  }

  // MARK: Interpolating

  /// Coarse samples to pixels: each coarse row doubled to full width once, then four of them to
  /// each row of pixels.
  private func interpolate(
    _ coarse: GeneralBlurPlane, level: Int, weights: [Float], columns: Range<Int>,
    rows: Range<Int>, to target: GeneralBlurTarget
  ) {
    // Column ranges from the coarse plane down to the pixels.
    var ranges = [columns]
    for _ in 0..<level { ranges.append(Self.sources(ofDoubled: ranges[ranges.count - 1])) }
    let wide = 0..<2 * ranges[1].count + 64
    let rings = GeneralBlurPlane(columns: wide, rows: 0..<4, margin: 0)
    let lines = GeneralBlurPlane(columns: wide, rows: 0..<2, margin: 1)
    let output = GeneralBlurPlane(columns: columns, rows: 0..<1, margin: 0)

    /// Doubles coarse row `y` into its place in the ring; the first wanted pixel lies one float
    /// into it where `columns` starts at an odd one.
    func double(_ y: Int) {
      var input = UnsafePointer(coarse.row(y))
      for k in stride(from: level, through: 1, by: -1) {
        // The first and last samples of a range are only neighbours of those doubled.
        let inner = ranges[k].count - 2
        let line = k == 1 ? rings.row(y & 3) : lines.row(k & 1)
        table.doubleRow(input + 1, line, inner)
        let first = 2 * (ranges[k].lowerBound + 1)
        input = UnsafePointer(line + (ranges[k - 1].lowerBound - first))
      }
    }

    let offset = columns.lowerBound - 2 * (ranges[1].lowerBound + 1)
    let step = 1 << level
    weights.withUnsafeBufferPointer { buffer in
      guard let weights = buffer.baseAddress else { return }
      var next = coarse.rows.lowerBound
      for y in rows {
        let above = y >> level
        while next <= above + 2 {
          double(next)
          next += 1
        }
        table.interpolateColumns(
          rings.row((above - 1) & 3) + offset, rings.row(above & 3) + offset,
          rings.row((above + 1) & 3) + offset, rings.row((above + 2) & 3) + offset,
          weights + 4 * (y & (step - 1)), output.row(0), columns.count)
        target.write(
          output.row(0), x: 0, y: y - rows.lowerBound, count: columns.count, table: table)
      }
    }
  }

  // MARK: Ranges

  private static func widened(_ range: Range<Int>, by margin: Int) -> Range<Int> {
    range.lowerBound - margin..<range.upperBound + margin
  }

  /// The samples that halved ones depend on.
  private static func sources(ofHalved range: Range<Int>) -> Range<Int> {
    2 * range.lowerBound - 2..<2 * range.upperBound + 1
  }

  /// The halved samples that depend on a range, which may not be empty.
  private static func halved(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return range }
    return (range.lowerBound - 1) >> 1..<((range.upperBound + 1) >> 1) + 1
  }

  /// The coarse samples that doubled ones depend on, from one before the first to one after.
  private static func sources(ofDoubled range: Range<Int>) -> Range<Int> {
    (range.lowerBound >> 1) - 1..<((range.upperBound - 1) >> 1) + 2
  }

  private static func sources(ofDoubled range: Range<Int>, times: Int) -> Range<Int> {
    (0..<times).reduce(range) { range, _ in sources(ofDoubled: range) }
  }

  /// The coarse rows that rows of pixels are interpolated between.
  private static func sources(ofInterpolated range: Range<Int>, step: Int) -> Range<Int> {
    let shift = step.trailingZeroBitCount
    return (range.lowerBound >> shift) - 1..<((range.upperBound - 1) >> shift) + 3
  }
}
