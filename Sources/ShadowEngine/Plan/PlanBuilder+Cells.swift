internal import PenumbraGraphics

extension PlanBuilder {
  mutating func add(_ cell: DisplayCell) {
    guard cell.opacity < 1 || cell.mask != nil else { return addUngrouped(cell) }
    guard cell.opacity > 0 else { return }
    let outer = ops
    let outerChannels = channels
    let wasInGroup = isInGroup
    ops = []
    channels = 4
    isInGroup = true
    addUngrouped(cell)
    let inner = ops
    ops = outer
    channels = outerChannels
    isInGroup = wasInGroup
    guard let first = inner.first else { return }
    var bounds = PixelBox(
      left: first.left, top: first.top, right: first.right, bottom: first.bottom)
    for op in inner {
      bounds.left = min(bounds.left, op.left)
      bounds.top = min(bounds.top, op.top)
      bounds.right = max(bounds.right, op.right)
      bounds.bottom = max(bounds.bottom, op.bottom)
    }
    let group = Int32(groups.count)
    groups.append(
      Plan.Group(
        ops: inner, inverseOpacity: 255 - UInt8((255 * cell.opacity + 0.5).rounded(.down))))
    guard let mask = cell.mask else {
      ops.append(
        PaintOp(
          kind: .group, left: bounds.left, top: bounds.top, right: bounds.right,
          bottom: bounds.bottom, mask: -1, originX: 0, originY: 0, lead: 0, plateau: 0,
          firstSample: 0, detail: group, repeatsRows: false))
      return
    }
    let (x, y) = Self.origin(mask.shape.rect)
    let shape = fitted(mask.shape, x, y)
    var recipe = MaskRecipe.coverage(shape, alpha: cell.opacity, channels: 1)
    if mask.rule == .evenOdd {
      recipe.rule = .exclusive
      recipe.layers[0].shapes.append(fitted(cell.shape, x, y))
    }
    addMasked(
      recipe, originX: x, originY: y, kind: .group, detail: group, bounds: bounds,
      repeatsRows: false)
  }

  /// Outer shadows, fill, inset shadows, label, overlay.
  private mutating func addUngrouped(_ cell: DisplayCell) {
    for run in Self.runs(cell.shadows.filter { !$0.isInset }) { addOuter(run, cell) }
    if let fill = cell.fill { addFill(fill, cell.shape) }
    for run in Self.runs(cell.shadows.filter { $0.isInset }) { addInset(run, cell) }
    if let label = cell.label { addLabel(label) }
    if let overlay = cell.overlay { addGradient(overlay, shape: cell.shape, box: cell.shape.rect) }
  }

  /// Neighbours of one colour, in paint order: last to first.
  private static func runs(_ layers: [ShadowLayer]) -> [[ShadowLayer]] {
    var runs: [[ShadowLayer]] = []
    for layer in layers.reversed() {
      if runs.last?.first?.color == layer.color {
        runs[runs.count - 1].append(layer)
      } else {
        runs.append([layer])
      }
    }
    return runs
  }

  private mutating func addOuter(_ run: [ShadowLayer], _ cell: DisplayCell) {
    guard let color = run.first?.color else { return }
    let matrix = takeTurn()
    let (x, y) = Self.origin(cell.shape.rect)
    var recipe = MaskRecipe(
      rule: .outer, layers: layers(run, cell, x, y),
      cell: [fitted(cell.shape, x, y)], clip: nil, channels: channels)
    var bounds = canvas
    if let clip = cell.clip {
      let box = fitted(RoundedRect(rect: clip), x, y)
      if box.isEmpty { return }
      if Self.isWhole(box) {
        bounds = bounds.intersection(
          PixelBox(
            left: Self.clamped(box.left + Double(x)), top: Self.clamped(box.top + Double(y)),
            right: Self.clamped(box.right + Double(x)),
            bottom: Self.clamped(box.bottom + Double(y))))
      } else {
        recipe.clip = box
      }
    }
    if !recipe.layers.contains(where: \.isKnockedOut) { recipe.cell = [] }
    let first = ops.count
    addShadow(
      recipe, originX: x, originY: y, color: color, bounds: bounds, matrix: matrix)
    if recipe.layers.allSatisfy(\.isKnockedOut) {
      for index in first..<ops.count { ops[index].knockedOutCell = cellNumber }
    }
  }

  private mutating func addInset(_ run: [ShadowLayer], _ cell: DisplayCell) {
    guard let color = run.first?.color else { return }
    let (x, y) = Self.origin(cell.shape.rect)
    var layers = self.layers(run, cell, x, y)
    for index in layers.indices { layers[index].isKnockedOut = false }
    addShadow(
      MaskRecipe(
        rule: .inset, layers: layers,
        cell: [fitted(cell.shape, x, y)], clip: nil, channels: channels),
      originX: x, originY: y, color: color, bounds: canvas, matrix: takeTurn())
  }

  private mutating func layers(
    _ run: [ShadowLayer], _ cell: DisplayCell, _ x: Int, _ y: Int
  ) -> [MaskRecipe.Layer] {
    run.compactMap { layer in
      guard layer.alpha > 0 else { return nil }
      var recipe = MaskRecipe.Layer(
        shapes: [], content: nil, sigma: layer.sigmaPixels, kernel: layer.kernel,
        alpha: layer.alpha, isKnockedOut: layer.isKnockedOut)
      switch layer.caster {
      case .shape(let shape): recipe.shapes = [fitted(shape, x, y, sigma: layer.sigmaPixels)]
      case .content(let offset): recipe.content = content(of: cell, offset: offset, x, y)
      }
      return recipe
    }
  }

  /// The alpha of a cell's image, or of its label where it has no image, moved by an offset.
  private mutating func content(
    of cell: DisplayCell, offset: Point, _ x: Int, _ y: Int
  ) -> MaskRecipe.Content? {
    func place(_ pixel: Int, _ offset: Double, _ origin: Int) -> Double {
      Double(pixel - origin) + (offset * 65536 + 0.5).rounded(.down) / 65536
    }
    if case .image(let request, let left, let top) = cell.fill {
      return MaskRecipe.Content(
        number: casters.number(.image(imageRequests.number(request))),
        left: place(left, offset.x, x), top: place(top, offset.y, y), width: request.width,
        height: request.height)
    }
    guard let label = cell.label else { return nil }
    return MaskRecipe.Content(
      number: casters.number(.label(labelRequests.number(label.request))),
      left: place(label.x, offset.x, x), top: place(label.y, offset.y, y),
      width: label.request.width, height: label.request.height)
  }

  private mutating func addFill(_ fill: DisplayFill, _ shape: RoundedRect) {
    switch fill {
    case .flat(let color, let alpha):
      let (x, y) = Self.origin(shape.rect)
      let fitted = self.fitted(shape, x, y)
      let first = ops.count
      addMasked(
        .coverage(fitted, alpha: alpha, channels: channels), originX: x, originY: y, kind: .flat,
        detail: paint(color), bounds: canvas, repeatsRows: true)
      if alpha >= 1 { markOpaque(fitted, x, y, firstOp: first) }
    case .gradient(let gradient):
      addGradient(gradient, shape: shape, box: shape.rect)
    case .image(let request, let x, let y):
      addImage(request, x: x, y: y, shape: shape)
    }
  }

  mutating func addGradient(_ gradient: Gradient, shape: RoundedRect, box: Rect) {
    guard box.width > 0, box.height > 0 else { return }
    let (x, y) = Self.origin(shape.rect)
    let planned = PlannedGradient(gradient, box: box)
    let number = Int32(gradients.count)
    gradients.append(planned)
    addMasked(
      .coverage(self.fitted(shape, x, y), alpha: 1, channels: nil), originX: x,
      originY: y, kind: .gradient, detail: number, bounds: canvas,
      repeatsRows: !planned.variesDown)
  }

  mutating func addImage(_ request: ImageRequest, x: Int, y: Int, shape: RoundedRect) {
    let (originX, originY) = Self.origin(shape.rect)
    let number = Int32(images.count)
    images.append(Plan.PlacedImage(request: imageRequests.number(request), x: x, y: y))
    let bounds = PixelBox(
      left: Self.clamped(Double(x)), top: Self.clamped(Double(y)),
      right: Self.clamped(Double(x + request.width)),
      bottom: Self.clamped(Double(y + request.height)))
    addMasked(
      .coverage(
        fitted(shape, originX, originY), alpha: 1, channels: 1),
      originX: originX, originY: originY, kind: .image, detail: number, bounds: bounds,
      repeatsRows: false)
  }

  private mutating func addLabel(_ label: DisplayLabel) {
    let request = label.request
    let box = PixelBox(
      left: Self.clamped(Double(label.x)), top: Self.clamped(Double(label.y)),
      right: Self.clamped(Double(label.x + request.width)),
      bottom: Self.clamped(Double(label.y + request.height))
    ).intersection(canvas)
    guard !box.isEmpty, label.alpha > 0 else { return }
    let key = LabelMask(
      request: labelRequests.number(request), alpha: label.alpha, channels: channels)
    let mask: Int
    if let known = labelMasks[key] {
      mask = known
    } else {
      mask = masks.count
      masks.append(.label(key.request, alpha: key.alpha, channels: key.channels))
      labelMasks[key] = mask
    }
    ops.append(
      PaintOp(
        kind: .flat, left: box.left, top: box.top, right: box.right, bottom: box.bottom,
        mask: Int32(mask), originX: label.x, originY: label.y,
        lead: Int32(request.height), plateau: 0, firstSample: 0, detail: paint(label.color),
        repeatsRows: true))
  }

  mutating func add(_ shadow: UnionShadow) {
    guard let place = shadow.shapes.first else { return }
    let (x, y) = Self.origin(place.rect)
    var index = shadow.layers.count
    while index > 0 {
      let color = shadow.layers[index - 1].color
      var layers: [MaskRecipe.Layer] = []
      while index > 0, shadow.layers[index - 1].color == color {
        let layer = shadow.layers[index - 1]
        layers.append(
          MaskRecipe.Layer(
            shapes: layer.casters.map { fitted($0, x, y, sigma: layer.sigmaPixels) },
            content: nil, sigma: layer.sigmaPixels, kernel: layer.kernel, alpha: layer.alpha,
            isKnockedOut: layer.isKnockedOut))
        index -= 1
      }
      addShadow(
        MaskRecipe(
          rule: .outer, layers: layers,
          cell: shadow.shapes.map { fitted($0, x, y) }, clip: nil,
          channels: channels),
        originX: x, originY: y, color: color, bounds: canvas, matrix: takeTurn())
    }
  }
}
