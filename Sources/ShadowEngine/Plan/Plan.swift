/// A display list made ready: steps in paint order, the masks they need by number, and which rows
/// each touches.
final class Plan: Sendable {
  /// An image where it is drawn.
  struct PlacedImage: Sendable {
    /// The number of its request.
    var request: Int
    var x: Int
    var y: Int
  }

  let width: Int
  let height: Int
  /// 3 where the background makes every pixel opaque, else 4.
  let channels: Int
  let background: Int32
  let ops: [PaintOp]
  /// What later steps make opaque, for each step that they hide a part of.
  let hidden: [PixelBox]
  let cells: [PlannedCell]
  let gradients: [PlannedGradient]
  let images: [PlacedImage]
  let imageRequests: [ImageRequest]
  let labelRequests: [LabelRequest]
  let casters: [ContentCaster]
  let masks: [MaskSource]
  let recipes: [(recipe: MaskRecipe, layout: MaskLayout)]
  /// Every mask in use and the row after the last that needs it, sorted by that row.
  let masksByLastRow: [(row: Int, mask: Int32)]
  let paints: PaintBlocks

  /// Steps by strips of `bucketRows` rows: strip i has `bucketOps[bucketStarts[i]..<[i + 1]]`.
  static let bucketRows = 64
  private let bucketStarts: [Int32]
  private let bucketOps: [Int32]

  init(_ list: DisplayList) {
    var builder = PlanBuilder(list)
    builder.build(list)
    width = list.width
    height = list.height
    channels = builder.channels
    background = builder.background
    var ops = builder.ops
    hidden = HiddenBoxes(builder.opaque, width: list.width, height: list.height).assign(to: &ops)
    self.ops = ops
    cells = builder.cells
    gradients = builder.gradients
    images = builder.images
    imageRequests = builder.imageRequests.list
    labelRequests = builder.labelRequests.list
    casters = builder.casters.list
    masks = builder.masks
    recipes = builder.recipes
    masksByLastRow = Self.lastRows(ops, builder.cells, count: builder.masks.count)
    paints = builder.paints

    let strips = (list.height + Self.bucketRows - 1) / Self.bucketRows
    var counts = [Int32](repeating: 0, count: strips + 1)
    func touched(_ op: PaintOp) -> ClosedRange<Int> {
      Int(op.top) / Self.bucketRows...(Int(op.bottom) - 1) / Self.bucketRows
    }
    for op in ops {
      for strip in touched(op) { counts[strip + 1] += 1 }
    }
    for strip in 0..<strips { counts[strip + 1] += counts[strip] }
    var filled = counts
    var bucketOps = [Int32](repeating: 0, count: Int(counts[strips]))
    for (number, op) in ops.enumerated() {
      for strip in touched(op) {
        bucketOps[Int(filled[strip])] = Int32(number)
        filled[strip] += 1
      }
    }
    bucketStarts = counts
    self.bucketOps = bucketOps
  }

  private static func lastRows(
    _ ops: [PaintOp], _ cells: [PlannedCell], count: Int
  ) -> [(row: Int, mask: Int32)] {
    var rows = [Int32](repeating: 0, count: count)
    func note(_ op: PaintOp) {
      if op.mask >= 0 { rows[Int(op.mask)] = max(rows[Int(op.mask)], op.bottom) }
    }
    for op in ops {
      note(op)
      if op.kind == .cell {
        for piece in cells[Int(op.detail)].pieces { note(piece) }
      }
    }
    return rows.indices.filter { rows[$0] > 0 }.map { (Int(rows[$0]), Int32($0)) }
      .sorted { $0.row < $1.row }
  }

  /// The numbers of the steps that touch these rows, in paint order.
  func ops(touching rows: Range<Int>) -> [Int32] {
    var found: [Int32] = []
    let first = rows.lowerBound / Self.bucketRows
    let last = (rows.upperBound - 1) / Self.bucketRows
    for strip in first...last {
      for place in Int(bucketStarts[strip])..<Int(bucketStarts[strip + 1]) {
        let op = ops[Int(bucketOps[place])]
        // A step of several strips counts in the first of those asked for.
        if strip > first, Int(op.top) < strip * Self.bucketRows { continue }
        if Int(op.top) < rows.upperBound, Int(op.bottom) > rows.lowerBound {
          found.append(bucketOps[place])
        }
      }
    }
    if last > first { found.sort() }
    return found
  }
}
