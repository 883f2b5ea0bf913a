internal import PenumbraGraphics

extension PlanBuilder {
  /// Which dither matrix the next item with shadows rounds by.
  mutating func takeTurn() -> Int32 {
    defer { shadowItems += 1 }
    return shadowItems & 1
  }

  /// Adds a plane of levels to a cell, and returns its number.
  mutating func addPlane(
    _ recipe: MaskRecipe, _ x: Int, _ y: Int, bounds: PixelBox, to cell: inout PlannedCell
  ) -> Int {
    let first = cell.pieces.count
    swap(&ops, &cell.pieces)
    addMasked(
      recipe, originX: x, originY: y, kind: .plane, detail: 0, bounds: bounds, repeatsRows: true)
    swap(&ops, &cell.pieces)
    cell.planes.append(first..<cell.pieces.count)
    return cell.planes.count - 1
  }

  /// Adds the step of a cell that is composed of planes.
  mutating func add(_ cell: PlannedCell, _ box: PixelBox, repeatsRows: Bool) {
    let plateau = cell.plateau
    ops.append(
      PaintOp(
        kind: .cell, left: box.left, top: box.top, right: box.right, bottom: box.bottom, mask: -1,
        originX: 0, originY: plateau.lowerBound, lead: 0, plateau: Int32(plateau.count),
        firstSample: 0, detail: Int32(cells.count), repeatsRows: repeatsRows))
    cells.append(cell)
  }

  /// Adds a step for each mask of a recipe, cut to `bounds`.
  mutating func addMasked(
    _ recipe: MaskRecipe, originX: Int, originY: Int, kind: PaintOp.Kind, detail: Int32,
    bounds: PixelBox, repeatsRows: Bool
  ) {
    func add(_ known: Known) {
      addSteps(
        known, originX: originX, originY: originY, kind: kind, detail: detail, bounds: bounds,
        repeatsRows: repeatsRows)
    }
    if let found = known[recipe] {
      if let found { add(found) }
      return
    }
    guard let layout = MaskLayout(recipe) else {
      known[recipe] = .some(nil)
      return
    }
    let width = Int(canvas.right)
    let widest = min(
      max(Self.widestMask, min(width, 2 * Self.widestMask)), max(512, 4 * width))
    guard layout.x.sampleCount > widest else { return add(remember(recipe, layout)) }
    // Only what the canvas shows of it, in parts; cells that lie elsewhere have their own.
    let low = max(0, originX + layout.x.origin)
    let high = min(Int(canvas.right), originX + layout.x.origin + layout.x.length)
    for left in stride(from: low, to: high, by: Self.widestMask) {
      var part = recipe
      part.window = left - originX..<min(high, left + Self.widestMask) - originX
      if let found = known[part] {
        if let found { add(found) }
      } else if let layout = MaskLayout(part) {
        add(remember(part, layout))
      }
    }
  }

  private mutating func addSteps(
    _ known: Known, originX: Int, originY: Int, kind: PaintOp.Kind, detail: Int32,
    bounds: PixelBox, repeatsRows: Bool
  ) {
    let layout = recipes[known.recipe].layout
    let left = originX + layout.x.origin
    let top = originY + layout.y.origin
    let visible = bounds.intersection(canvas)
    let samples = layout.y.sampleCount
    var first = 0
    var mask = known.firstMask
    while first < samples {
      let end = min(samples, first + known.rowsPerMask)
      let box = PixelBox(
        left: Self.clamped(Double(left)), top: Self.clamped(Double(top + layout.y.pixel(first))),
        right: Self.clamped(Double(left + layout.x.length)),
        bottom: Self.clamped(
          Double(top + (end == samples ? layout.y.length : layout.y.pixel(end))))
      ).intersection(visible)
      if !box.isEmpty {
        ops.append(
          PaintOp(
            kind: kind, left: box.left, top: box.top, right: box.right, bottom: box.bottom,
            mask: Int32(mask), originX: left, originY: top,
            lead: Int32(layout.y.lead), plateau: Int32(layout.y.plateau),
            firstSample: Int32(first), detail: detail, repeatsRows: repeatsRows))
      }
      first = end
      mask += 1
    }
  }

  private mutating func remember(_ recipe: MaskRecipe, _ layout: MaskLayout) -> Known {
    let bytesPerRow = layout.x.sampleCount * (recipe.channels ?? 2)
    let rows = layout.y.sampleCount
    let isSmall = bytesPerRow * rows <= Self.largestMask
    let rowsPerMask =
      isSmall ? rows : min(Self.mostRows, max(32, Self.largestMask / 4 / bytesPerRow))
    let found = Known(recipe: recipes.count, firstMask: masks.count, rowsPerMask: rowsPerMask)
    var first = 0
    while first < rows {
      let end = min(rows, first + rowsPerMask)
      masks.append(.recipe(recipes.count, rows: first..<end))
      first = end
    }
    recipes.append((recipe, layout))
    known[recipe] = found
    return found
  }

  /// Notes which pixels an opaque fill surely covers, so that nothing below is shaded there.
  mutating func markOpaque(_ shape: FittedShape, _ x: Int, _ y: Int, firstOp: Int) {
    guard ops.count > firstOp else { return }
    let seen = interior(shape, x, y).map { $0.intersection(canvas) }
    opaque += seen.filter { !$0.isEmpty }.map {
      OpaqueBox(box: $0, op: Int32(firstOp), cell: cellNumber)
    }
  }

  /// Boxes of pixels that a shape covers wholly, on the canvas or beside it.
  func interior(_ shape: FittedShape, _ x: Int, _ y: Int) -> [PixelBox] {
    let left = max(shape.topLeft.reach, shape.bottomLeft.reach)
    let right = max(shape.topRight.reach, shape.bottomRight.reach)
    let top = max(shape.topLeft.reach, shape.topRight.reach)
    let bottom = max(shape.bottomLeft.reach, shape.bottomRight.reach)
    func box(_ l: Double, _ t: Double, _ r: Double, _ b: Double) -> PixelBox {
      PixelBox(
        left: Self.clamped(l.rounded(.up) + Double(x)),
        top: Self.clamped(t.rounded(.up) + Double(y)),
        right: Self.clamped(r.rounded(.down) + Double(x)),
        bottom: Self.clamped(b.rounded(.down) + Double(y))
      )
    }
    var boxes = [
      box(shape.left, shape.top + top, shape.right, shape.bottom - bottom)
    ]
    if top > 0 || bottom > 0 {
      boxes.append(box(shape.left + left, shape.top, shape.right - right, shape.bottom))
    }
    boxes.removeAll(where: \.isEmpty)
    return boxes
  }

  mutating func paint(_ color: RGB8) -> Int32 {
    let pixel = [color.red, color.green, color.blue, 255]
    return paints.number(Array(pixel[0..<channels]))
  }
}
