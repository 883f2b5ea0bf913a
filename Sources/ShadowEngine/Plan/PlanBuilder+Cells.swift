internal import PenumbraGraphics

extension PlanBuilder {
  /// A cell taken apart: what its steps are made of.
  private struct Parts {
    var x: Int
    var y: Int
    var shape: FittedShape
    /// Runs of one colour, in paint order.
    var outer: [[ShadowLayer]]
    var inset: [[ShadowLayer]]
    /// What a position mask on whole pixels leaves of the canvas to outer shadows.
    var shadowBounds: PixelBox
    /// A position mask whose edges lie between pixels.
    var clip: FittedShape?
    var hasShadows: Bool { !outer.isEmpty || !inset.isEmpty }
  }

  mutating func add(_ cell: DisplayCell) {
    guard cell.opacity > 0 else { return }
    let (x, y) = Self.origin(cell.shape.rect)
    var parts = Parts(
      x: x, y: y, shape: fitted(cell.shape, x, y),
      outer: Self.runs(cell.shadows.filter { !$0.isInset }),
      inset: Self.runs(cell.shadows.filter { $0.isInset }), shadowBounds: canvas)
    let matrix = dithers && parts.hasShadows ? takeTurn() : nil
    clip(cell, &parts)
    if matrix == nil, isPlain(cell, parts) {
      addPlain(cell, parts)
    } else {
      addWhole(cell, parts, matrix: matrix)
    }
  }

  /// Heeds the position mask; shadows of which it leaves nothing go.
  private mutating func clip(_ cell: DisplayCell, _ parts: inout Parts) {
    guard let clip = cell.clip else { return }
    let box = fitted(RoundedRect(rect: clip), parts.x, parts.y)
    if box.isEmpty {
      parts.outer = []
    } else if Self.isWhole(box) {
      parts.shadowBounds = canvas.intersection(
        PixelBox(
          left: Self.clamped(box.left + Double(parts.x)),
          top: Self.clamped(box.top + Double(parts.y)),
          right: Self.clamped(box.right + Double(parts.x)),
          bottom: Self.clamped(box.bottom + Double(parts.y))))
    } else {
      parts.clip = box
    }
  }

  /// Whether no pixel but those on the edge is rounded more than once when layer by layer is painted.
  private func isPlain(_ cell: DisplayCell, _ parts: Parts) -> Bool {
    guard cell.opacity >= 1, cell.mask == nil, parts.clip == nil, parts.outer.count <= 1 else {
      return false
    }
    var roundings = parts.inset.count + (cell.overlay == nil ? 0 : 1)
    var isOpaque = false
    if let fill = cell.fill {
      if case .flat(_, let alpha) = fill, alpha >= 1 { isOpaque = true } else { roundings += 1 }
    }
    // A shadow that shows through the fill is both sides of the edge, but not on it.
    if !isOpaque, parts.outer.joined().contains(where: { !$0.isKnockedOut }) { return false }
    if let label = cell.label {
      let box = PixelBox(
        left: Self.clamped(Double(label.x)), top: Self.clamped(Double(label.y)),
        right: Self.clamped(Double(label.x + label.request.width)),
        bottom: Self.clamped(Double(label.y + label.request.height)))
      guard interior(parts.shape, parts.x, parts.y).contains(where: { $0.contains(box) }) else {
        return false
      }
      roundings += 1
    }
    return roundings <= 1
  }

  /// Adds a step for each layer, which leave out the pixels on the edge where several meet, and one
  /// for those pixels.
  private mutating func addPlain(_ cell: DisplayCell, _ parts: Parts) {
    let isFlat = if case .flat = cell.fill { true } else { cell.fill == nil }
    let meets = parts.hasShadows || cell.overlay != nil || !isFlat
    for run in parts.outer { addOuter(run, cell, parts) }
    if let fill = cell.fill { addFill(fill, cell, parts, isInterior: meets) }
    for run in parts.inset { addInset(run, cell, parts) }
    if let label = cell.label { addLabel(label) }
    if let overlay = cell.overlay {
      addGradient(
        overlay, box: cell.shape.rect, mask: parts.shape, parts.x, parts.y)
    }
    guard meets else { return }
    var planned = plannedCell(cell, parts, isRim: true)
    planned.rim = planned.inside
    guard let box = planned.box(of: [planned.inside]) else { return }
    add(planned, box, repeatsRows: repeatsRows(cell))
  }

  /// Adds one step for all of a cell.
  private mutating func addWhole(_ cell: DisplayCell, _ parts: Parts, matrix: Int32?) {
    var planned = plannedCell(cell, parts, isRim: false)
    planned.matrix = matrix
    planned.opacity = cell.opacity
    var seen = planned.outside.map { [$0, planned.inside] } ?? []
    if planned.outside == nil { seen = Array(planned.planes.indices) }
    guard let box = planned.box(of: seen) else { return }
    let first = ops.count
    add(
      planned, box, repeatsRows: matrix == nil && cell.label == nil && repeatsRows(cell))
    if case .flat(_, let alpha) = cell.fill, alpha >= 1, cell.opacity >= 1, cell.mask == nil {
      markOpaque(parts.shape, parts.x, parts.y, firstOp: first)
    }
  }

  /// Whether rows are alike in what fills the cell.
  private func repeatsRows(_ cell: DisplayCell) -> Bool {
    func isAlike(_ gradient: Gradient) -> Bool {
      !PlannedGradient(gradient, box: cell.shape.rect).variesDown
    }
    switch cell.fill {
    case .image: return false
    case .gradient(let gradient) where !isAlike(gradient): return false
    default: return cell.overlay.map(isAlike) ?? true
    }
  }

  private mutating func plannedCell(
    _ cell: DisplayCell, _ parts: Parts, isRim: Bool
  ) -> PlannedCell {
    var planned = PlannedCell()
    func recipe(_ rule: MaskRecipe.Rule, _ layers: [MaskRecipe.Layer] = []) -> MaskRecipe {
      MaskRecipe(rule: rule, layers: layers, cell: [parts.shape], isRim: isRim)
    }
    func window(_ side: PixelPart.Side) -> PixelPart.Window? {
      cell.mask.map {
        PixelPart.Window(
          shape: fitted($0.shape, parts.x, parts.y),
          isInverted: $0.rule == .evenOdd && side == .inside)
      }
    }
    func plane(_ recipe: MaskRecipe, bounds: PixelBox? = nil) -> Int {
      addPlane(recipe, parts.x, parts.y, bounds: bounds ?? canvas, to: &planned)
    }
    var area = recipe(.area(.inside))
    area.mask = window(.inside)
    planned.inside = plane(area)
    planned.taken = planned.inside
    if cell.mask != nil {
      area.rule = .area(.outside)
      area.mask = window(.outside)
      planned.outside = plane(area)
    }
    for run in parts.outer {
      let layers = self.layers(run, cell, parts.x, parts.y)
      guard !layers.isEmpty else { continue }
      var mean = recipe(.mean(.outside, isInset: false), layers)
      mean.clip = parts.clip
      mean.mask = window(.outside)
      let outside = plane(mean, bounds: parts.shadowBounds)
      mean.layers = self.layers(run.filter { !$0.isKnockedOut }, cell, parts.x, parts.y)
      mean.rule = .mean(.inside, isInset: false)
      mean.mask = window(.inside)
      let inside = mean.layers.isEmpty ? nil : plane(mean, bounds: parts.shadowBounds)
      planned.layers.append(.shadow(run[0].color, outside: outside, inside: inside))
    }
    if let clip = parts.clip, !planned.layers.isEmpty {
      func share(_ side: PixelPart.Side) -> Int {
        var share = recipe(.share(side))
        share.clip = clip
        share.mask = window(side)
        return plane(share)
      }
      planned.layers.append(.clip(outside: share(.outside), inside: share(.inside)))
    }
    switch cell.fill {
    case nil: break
    case .flat(let color, let alpha): planned.layers.append(.fill(color, alpha: alpha))
    case .gradient(let gradient):
      if let number = number(gradient, box: cell.shape.rect) {
        planned.layers.append(.gradient(number))
      }
    case .image(let request, let x, let y):
      planned.layers += numbers(of: request, x: x, y: y).map { .image($0) }
    }
    for run in parts.inset {
      let layers = self.layers(run, cell, parts.x, parts.y)
      guard !layers.isEmpty else { continue }
      var mean = recipe(.mean(.inside, isInset: true), layers)
      mean.mask = window(.inside)
      planned.layers.append(.inset(run[0].color, plane(mean)))
    }
    if let label = cell.label, !isRim {
      planned.pieces += labelSteps(label, channels: nil)
      let first = planned.planes.last?.upperBound ?? 0
      planned.planes.append(first..<planned.pieces.count)
      planned.layers.append(.label(label.color, planned.planes.count - 1))
    }
    if let overlay = cell.overlay, let number = number(overlay, box: cell.shape.rect) {
      planned.layers.append(.gradient(number))
    }
    return planned
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

  private mutating func addOuter(_ run: [ShadowLayer], _ cell: DisplayCell, _ parts: Parts) {
    // What is not knocked out the fill hides, but for the edge.
    let layers = self.layers(run, cell, parts.x, parts.y)
    let first = ops.count
    addMasked(
      MaskRecipe(rule: .outer, layers: layers, cell: [parts.shape], channels: channels),
      originX: parts.x, originY: parts.y, kind: .flat, detail: paint(run[0].color),
      bounds: parts.shadowBounds, repeatsRows: true)
    for index in first..<ops.count { ops[index].knockedOutCell = cellNumber }
  }

  private mutating func addInset(_ run: [ShadowLayer], _ cell: DisplayCell, _ parts: Parts) {
    let layers = self.layers(run, cell, parts.x, parts.y)
    addMasked(
      MaskRecipe(rule: .inset, layers: layers, cell: [parts.shape], channels: channels),
      originX: parts.x, originY: parts.y, kind: .flat, detail: paint(run[0].color),
      bounds: canvas, repeatsRows: true)
  }

  private mutating func layers(
    _ run: [ShadowLayer], _ cell: DisplayCell, _ x: Int, _ y: Int
  ) -> [MaskRecipe.Layer] {
    run.compactMap { layer in
      guard layer.alpha > 0 else { return nil }
      var recipe = MaskRecipe.Layer(
        shapes: [], content: nil, sigma: layer.sigmaPixels, kernel: layer.kernel,
        alpha: layer.alpha)
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

  private mutating func addFill(
    _ fill: DisplayFill, _ cell: DisplayCell, _ parts: Parts, isInterior: Bool
  ) {
    switch fill {
    case .flat(let color, let alpha):
      let first = ops.count
      addMasked(
        .coverage(parts.shape, alpha: alpha, isInterior: isInterior, channels: channels),
        originX: parts.x, originY: parts.y, kind: .flat, detail: paint(color), bounds: canvas,
        repeatsRows: true)
      if alpha >= 1 { markOpaque(parts.shape, parts.x, parts.y, firstOp: first) }
    case .gradient(let gradient):
      addGradient(gradient, box: cell.shape.rect, mask: parts.shape, parts.x, parts.y)
    case .image(let request, let x, let y):
      addImage(request, x: x, y: y, mask: parts.shape, parts.x, parts.y)
    }
  }
}
