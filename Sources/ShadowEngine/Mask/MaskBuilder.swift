/// Builds masks: evaluates the samples that are no mirror image of others, rounds them, and packs
/// the rows.
struct MaskBuilder {
  let kernels: KernelTable
  private let tiles = ResidualTileCache()

  init(kernels: KernelTable) { self.kernels = kernels }

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
    let evaluator = MaskEvaluator(
      recipe, x: layout.x, y: layout.y, columns: 0..<columnCount,
      rows: rows.lowerBound..<rows.lowerBound + rowCount, content: content,
      context: MaskContext(kernels: kernels, tiles: tiles, arena: arena))
    var packer = RowPacker(
      axis: layout.x, isMirrored: layout.isMirroredInX, sampleCount: columnCount,
      rowCapacity: rowCount, channels: recipe.channels, kernels: kernels, arena: arena)
    let hidden = HiddenSamples(recipe, layout, columns: columnCount)
    var row = 0
    while row < rowCount {
      let first = rows.lowerBound + row
      let isHidden = hidden?.rows.contains(first) ?? false
      var count = 1
      while count < MaskEvaluator.blockRows, row + count < rowCount,
        (hidden?.rows.contains(first + count) ?? false) == isHidden
      {
        count += 1
      }
      let lines = packer.lines(count)
      if isHidden, let hidden {
        // Rounding writes beyond its columns, so it goes from left to right.
        let before = 0..<hidden.columns.lowerBound
        let after = hidden.columns.upperBound..<columnCount
        lines.round(
          evaluator.block(firstRow: row, count: count, columns: before), evaluator.stride, before)
        lines.clear(hidden.columns)
        lines.round(
          evaluator.block(firstRow: row, count: count, columns: after), evaluator.stride, after)
      } else {
        lines.round(
          evaluator.block(firstRow: row, count: count, columns: 0..<columnCount),
          evaluator.stride, 0..<columnCount)
      }
      packer.add(lines)
      row += count
    }
    if isHalfHigh { packer.addMirrored(upTo: rows.count) }
    return packer.finish()
  }

  /// The mask of a text: its coverage times an alpha, in a box `height` rows high.
  func mask(
    _ coverage: CoverageBitmap, height: Int, alpha: Double, channels: Int, arena: Arena
  ) -> AlphaMask {
    arena.reset()
    let axis = Axis(origin: 0, lead: coverage.width, plateau: 0, trail: 0)
    var packer = RowPacker(
      axis: axis, isMirrored: false, sampleCount: coverage.width,
      rowCapacity: max(height, coverage.height),
      channels: channels, kernels: kernels, arena: arena)
    let row = arena.floats(paddedCount(coverage.width))
    let levels = (0..<256).map { Float(Double($0) / 255 * alpha) }
    if coverage.width > 0 {
      for y in 0..<coverage.height {
        for x in 0..<coverage.width {
          row[x] = levels[Int(coverage.bytes[y * coverage.width + x])]
        }
        let lines = packer.lines(1)
        lines.round(.alpha(row), 0, 0..<coverage.width)
        packer.add(lines)
      }
    }
    while packer.rowCount < height { packer.addRow(.nothing) }
    return packer.finish()
  }
}

/// The samples of a knocked-out shadow that lie wholly inside of its cell, where nothing shows: in
/// all of `rows` the columns `columns`.
private struct HiddenSamples {
  let rows: Range<Int>
  let columns: Range<Int>

  /// nil where there are none. `columns` is how many columns of samples are evaluated.
  init?(_ recipe: MaskRecipe, _ layout: MaskLayout, columns count: Int) {
    guard recipe.rule == .outer, recipe.cell.count == 1, let cell = recipe.cell.first,
      !cell.isEmpty, recipe.layers.allSatisfy(\.isKnockedOut)
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
