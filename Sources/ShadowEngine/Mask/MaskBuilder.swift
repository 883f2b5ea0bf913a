internal import PenumbraGraphics

/// Builds masks: evaluates the samples that are no mirror image of others, rounds them, and packs
/// the rows.
struct MaskBuilder {
  let kernels: KernelTable
  private let tiles = CornerResidualCache()

  init(kernels: KernelTable) { self.kernels = kernels }

  /// Forgets the corners that are kept.
  func discardTiles() { tiles.removeAll() }

  /// The mask of a recipe, or of some of its rows of samples.
  ///
  /// `content` has the bitmap of every content that a layer of the recipe names. `arena` is the
  /// calling thread's; it is reset.
  func mask(
    _ recipe: MaskRecipe, _ layout: MaskLayout, rows: Range<Int>,
    content: [Int: CoverageBitmap], arena: Arena
  ) -> AlphaMask {
    arena.reset()
    let isHalfHigh = layout.isMirroredInY && rows == 0..<layout.y.sampleCount
    let rowCount = isHalfHigh ? (rows.count + 1) / 2 : rows.count
    let columnCount =
      layout.isMirroredInX ? (layout.x.sampleCount + 1) / 2 : layout.x.sampleCount
    // Slopes need the samples beside.
    let margin = recipe.isOfParts ? MaskEvaluator.slopeReach : 0
    let above = min(margin, rows.lowerBound)
    let evaluator = MaskEvaluator(
      recipe, x: layout.x, y: layout.y,
      columns: 0..<min(layout.x.sampleCount, columnCount + margin),
      rows: rows.lowerBound
        - above..<min(layout.y.sampleCount, rows.lowerBound + rowCount + margin), content: content,
      context: MaskContext(kernels: kernels, tiles: tiles, arena: arena))
    let lines = RoundedLines(
      rows: rowCount, samples: columnCount, isWide: recipe.channels == nil, kernels: kernels,
      arena: arena)
    let hidden = HiddenSamples(recipe, layout, columns: columnCount)
    /// Rounds a few rows, but for what the cell's edge leaves to other masks.
    func round(_ row: Int, _ count: Int, _ columns: Range<Int>) {
      if columns.isEmpty { return }
      if !evaluator.inverseBytes(firstRow: row, count: count, columns: columns, into: lines) {
        roundBlocks(row, count, columns)
      }
      if let edges = evaluator.edges { lines.leaveOut(recipe.rule, edges, row, count, columns) }
    }
    func roundBlocks(_ row: Int, _ count: Int, _ columns: Range<Int>) {
      var done = 0
      while done < count {
        let block = min(MaskEvaluator.blockRows, count - done)
        func round(_ columns: Range<Int>) {
          lines.round(
            evaluator.block(firstRow: above + row + done, count: block, columns: columns),
            evaluator.stride, firstRow: row + done, count: block, columns: columns)
        }
        if recipe.isRim {
          lines.clear(firstRow: row + done, count: block, columns: columns)
          for part in evaluator.rimColumns(
            firstRow: above + row + done, count: block, columns: columns)
          { round(part) }
        } else {
          round(columns)
        }
        done += block
      }
    }
    if let hidden {
      let first = min(rowCount, max(0, hidden.rows.lowerBound - rows.lowerBound))
      let end = min(rowCount, max(first, hidden.rows.upperBound - rows.lowerBound))
      round(0, first, 0..<columnCount)
      // What lies beside is taken in whole blocks; those that reach inside are cleared again.
      round(first, end - first, 0..<hidden.columns.lowerBound)
      if hidden.columns.upperBound < columnCount {
        round(first, end - first, (hidden.columns.upperBound & ~31)..<columnCount)
      }
      lines.clear(firstRow: first, count: end - first, columns: hidden.columns)
      round(end, rowCount - end, 0..<columnCount)
    } else {
      round(0, rowCount, 0..<columnCount)
    }
    return RowPacker(
      axis: layout.x, isMirrored: layout.isMirroredInX, sampleCount: columnCount,
      channels: recipe.channels, arena: arena
    ).mask(
      lines, rowCount: rowCount, mirroredTo: isHalfHigh ? rows.count : rowCount,
      totalRows: rows.count)
  }

  /// The mask of a text: its coverage times an alpha, in a box `height` rows high.
  func mask(
    _ coverage: CoverageBitmap, height: Int, alpha: Double, channels: Int?, arena: Arena
  ) -> AlphaMask {
    arena.reset()
    let width = coverage.width
    let rowCount = width > 0 ? coverage.height : 0
    let lines = RoundedLines(
      rows: rowCount, samples: width, isWide: channels == nil, kernels: kernels, arena: arena)
    let row = arena.floats(paddedCount(width))
    let levels = (0..<256).map { Float(Double($0) / 255 * alpha) }
    for y in 0..<rowCount {
      for x in 0..<width { row[x] = levels[Int(coverage.bytes[y * width + x])] }
      lines.round(.alpha(row), 0, firstRow: y, count: 1, columns: 0..<width)
    }
    return RowPacker(
      axis: Axis(origin: 0, lead: width, plateau: 0, trail: 0), isMirrored: false,
      sampleCount: width, channels: channels, arena: arena
    ).mask(
      lines, rowCount: rowCount, mirroredTo: rowCount, totalRows: max(height, rowCount))
  }
}

extension RoundedLines {
  /// Makes nothing of what a mask of flat paint leaves to others, in `columns` of `count` rows from
  /// `first` on.
  fileprivate func leaveOut(
    _ rule: MaskRecipe.Rule, _ edges: EdgeRows, _ first: Int, _ count: Int, _ columns: Range<Int>
  ) {
    for row in first..<first + count {
      func omit(_ from: Int, _ to: Int) {
        let run = (from..<max(from, to)).clamped(to: columns)
        if !run.isEmpty { clear(firstRow: row, count: 1, columns: run) }
      }
      switch rule {
      case .outer:
        for run in edges.touched(row) { omit(run.lowerBound, run.upperBound) }
      case .inset, .interior:
        var free = columns.lowerBound
        for run in edges.whole(row) {
          omit(free, run.lowerBound)
          free = max(free, run.upperBound)
        }
        omit(free, columns.upperBound)
      case .mean, .area, .share, .taken, .left: return
      }
    }
  }
}

/// The samples of a knocked-out shadow that lie wholly inside of its cell, where nothing shows: in
/// all of `rows` the columns `columns`.
private struct HiddenSamples {
  let rows: Range<Int>
  let columns: Range<Int>

  /// nil where there are none.
  ///
  /// `columns` is how many columns of samples are evaluated.
  init?(_ recipe: MaskRecipe, _ layout: MaskLayout, columns count: Int) {
    guard recipe.rule == .outer, recipe.cell.count == 1, let cell = recipe.cell.first,
      !cell.isEmpty
    else { return nil }
    let top = cell.top + max(cell.topLeft.reach, cell.topRight.reach)
    let bottom = cell.bottom - max(cell.bottomLeft.reach, cell.bottomRight.reach)
    rows = Self.samples(layout.y, from: top, to: bottom, count: layout.y.sampleCount)
    columns = Self.samples(layout.x, from: cell.left, to: cell.right, count: count)
    if rows.isEmpty || columns.count < 32 { return nil }
  }

  /// The samples whose pixels lie wholly between two edges.
  private static func samples(
    _ axis: Axis, from: Double, to: Double, count: Int
  ) -> Range<Int> {
    var first = 0
    while first < count, Double(axis.origin + axis.pixel(first)) < from { first += 1 }
    var last = first
    while last < count, Double(axis.origin + axis.pixel(last + 1)) <= to { last += 1 }
    return first..<last
  }
}
