/// Builds masks: evaluates the samples that are no mirror image of others, rounds them, and packs
/// the rows.
struct MaskBuilder {
  let kernels: KernelTable

  /// The mask of a recipe, or of some of its rows of samples.
  ///
  /// `content` has the bitmap of every content that a layer of the recipe names.
  func mask(
    _ recipe: MaskRecipe, _ layout: MaskLayout, rows: Range<Int>,
    content: [Int: CoverageBitmap]
  ) -> AlphaMask {
    let isHalfHigh = layout.isMirroredInY && rows == 0..<layout.y.sampleCount
    let rowCount = isHalfHigh ? (rows.count + 1) / 2 : rows.count
    let columnCount =
      layout.isMirroredInX ? (layout.x.sampleCount + 1) / 2 : layout.x.sampleCount
    let evaluator = MaskEvaluator(
      recipe, x: layout.x, y: layout.y, columns: 0..<columnCount,
      rows: rows.lowerBound..<rows.lowerBound + rowCount, content: content, kernels: kernels)
    let packer = RowPacker(
      axis: layout.x, isMirrored: layout.isMirroredInX, sampleCount: columnCount,
      rowCapacity: rowCount, channels: recipe.channels, kernels: kernels)
    let block = FloatBuffer(evaluator.stride * MaskEvaluator.blockRows)
    var row = 0
    while row < rowCount {
      let count = min(MaskEvaluator.blockRows, rowCount - row)
      evaluator.alpha(firstRow: row, count: count, into: block.base)
      for i in 0..<count { packer.add(block.base + i * evaluator.stride) }
      row += count
    }
    var records = packer.rows
    if isHalfHigh {
      for i in rowCount..<rows.count { records.append(records[rows.count - 1 - i]) }
    }
    return packer.finish(records)
  }

  /// The mask of a text: its coverage times an alpha, in a box `height` rows high.
  func mask(
    _ coverage: CoverageBitmap, height: Int, alpha: Double, channels: Int
  ) -> AlphaMask {
    let axis = Axis(origin: 0, lead: coverage.width, plateau: 0, trail: 0)
    let packer = RowPacker(
      axis: axis, isMirrored: false, sampleCount: coverage.width, rowCapacity: coverage.height,
      channels: channels, kernels: kernels)
    let row = FloatBuffer(paddedCount(coverage.width))
    let factor = alpha / 255
    let levels = (0..<256).map { Float(Double($0) * factor) }
    for y in 0..<coverage.height {
      for x in 0..<coverage.width {
        row.base[x] = levels[Int(coverage.bytes[y * coverage.width + x])]
      }
      packer.add(row.base)
    }
    let empty = AlphaMask.Row(
      left: 0, middleStart: 0, middleEnd: 0, right: 0, leftData: 0, rightData: 0, middle: 255)
    let missing = max(0, height - coverage.height)
    return packer.finish(packer.rows + repeatElement(empty, count: missing))
  }
}
