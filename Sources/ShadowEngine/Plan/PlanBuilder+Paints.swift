internal import PenumbraGraphics

extension PlanBuilder {
  /// The number of a gradient over a box; nil where the box is empty.
  mutating func number(_ gradient: Gradient, box: Rect) -> Int? {
    guard box.width > 0, box.height > 0 else { return nil }
    gradients.append(PlannedGradient(gradient, box: box))
    return gradients.count - 1
  }

  /// The numbers of an image at its place: one, or of a large one those of the parts that show.
  mutating func numbers(of request: ImageRequest, x: Int, y: Int) -> [Int] {
    let shown = shownPart(x: x, y: y, width: request.width, height: request.height)
    let parts = BitmapWindow.parts(
      width: request.width, height: request.height, shown: shown, most: Self.largestImage)
    guard let parts else { return [number(request, x: x, y: y)] }
    return parts.map { part in
      var request = request
      request.window = part
      return number(request, x: x + part.columns.lowerBound, y: y + part.rows.lowerBound)
    }
  }

  /// The number of an image, or of a window of it, whose top left pixel lies at (`x`, `y`).
  private mutating func number(_ request: ImageRequest, x: Int, y: Int) -> Int {
    images.append(Plan.PlacedImage(request: imageRequests.number(request), x: x, y: y))
    return images.count - 1
  }

  /// Where the pixels of a window lie whose first one is at (`x`, `y`).
  private static func box(x: Int, y: Int, _ window: BitmapWindow) -> PixelBox {
    PixelBox(
      left: clamped(Double(x)), top: clamped(Double(y)),
      right: clamped(Double(x + window.columns.count)),
      bottom: clamped(Double(y + window.rows.count)))
  }

  /// What the canvas shows of a bitmap that lies at (`x`, `y`).
  private func shownPart(x: Int, y: Int, width: Int, height: Int) -> BitmapWindow {
    func shown(_ place: Int, _ length: Int, _ canvas: Int32) -> Range<Int> {
      let first = min(length, max(0, -place))
      return first..<max(first, min(length, Int(canvas) - place))
    }
    return BitmapWindow(
      columns: shown(x, width, canvas.right), rows: shown(y, height, canvas.bottom))
  }

  /// Adds a gradient where a shape covers whole pixels.
  mutating func addGradient(
    _ gradient: Gradient, box: Rect, mask: FittedShape, _ x: Int, _ y: Int
  ) {
    guard let number = number(gradient, box: box) else { return }
    addMasked(
      .coverage(mask, alpha: 1, isInterior: true, channels: nil), originX: x, originY: y,
      kind: .gradient, detail: Int32(number), bounds: canvas,
      repeatsRows: !gradients[number].variesDown)
  }

  /// Adds an image where a shape covers whole pixels.
  mutating func addImage(
    _ request: ImageRequest, x: Int, y: Int, mask: FittedShape, _ originX: Int, _ originY: Int
  ) {
    for number in numbers(of: request, x: x, y: y) {
      let placed = images[number]
      addMasked(
        .coverage(mask, alpha: 1, isInterior: true, channels: 1), originX: originX,
        originY: originY, kind: .image, detail: Int32(number),
        bounds: Self.box(x: placed.x, y: placed.y, imageRequests.list[placed.request].shown),
        repeatsRows: false)
    }
  }

  mutating func addLabel(_ label: DisplayLabel) {
    ops += labelSteps(label, channels: channels)
  }

  /// The steps of a label: one, or of a large one those of the parts that show.
  mutating func labelSteps(_ label: DisplayLabel, channels: Int?) -> [PaintOp] {
    let request = label.request
    let shown = shownPart(x: label.x, y: label.y, width: request.width, height: request.height)
    guard shown.area > 0, label.alpha > 0 else { return [] }
    let parts = BitmapWindow.parts(width: request.width, height: request.height, shown: shown)
    guard let parts else { return labelStep(label, channels: channels).map { [$0] } ?? [] }
    return parts.compactMap { part in
      var label = label
      label.request.window = part
      label.x += part.columns.lowerBound
      label.y += part.rows.lowerBound
      return labelStep(label, channels: channels)
    }
  }

  /// The step of a label, or of a window of it whose top left pixel lies at the label's place; nil
  /// where nothing of it is seen.
  private mutating func labelStep(_ label: DisplayLabel, channels: Int?) -> PaintOp? {
    let request = label.request
    let box = Self.box(x: label.x, y: label.y, request.shown).intersection(canvas)
    guard !box.isEmpty else { return nil }
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
    return PaintOp(
      kind: channels == nil ? .plane : .flat, left: box.left, top: box.top, right: box.right,
      bottom: box.bottom, mask: Int32(mask), originX: label.x, originY: label.y,
      lead: Int32(request.shown.rows.count), plateau: 0, firstSample: 0,
      detail: channels == nil ? 0 : paint(label.color), repeatsRows: true)
  }

  mutating func add(_ shadow: UnionShadow) {
    guard let place = shadow.shapes.first else { return }
    let (x, y) = Self.origin(place.rect)
    let cell = shadow.shapes.map { fitted($0, x, y) }
    // What is under opaque fills is not seen.
    let isHidden = shadow.fills.allSatisfy { $0 >= 1 }
    var runs: [(color: RGB8, layers: [MaskRecipe.Layer], shown: [MaskRecipe.Layer])] = []
    for layer in shadow.layers.reversed() where layer.alpha > 0 {
      if runs.last?.color != layer.color { runs.append((layer.color, [], [])) }
      let recipe = MaskRecipe.Layer(
        shapes: layer.casters.map { fitted($0, x, y, sigma: layer.sigmaPixels) }, content: nil,
        sigma: layer.sigmaPixels, kernel: layer.kernel, alpha: layer.alpha)
      runs[runs.count - 1].layers.append(recipe)
      if !layer.isKnockedOut && !isHidden { runs[runs.count - 1].shown.append(recipe) }
    }
    let matrix = dithers && !shadow.layers.isEmpty ? takeTurn() : nil
    let isPlain =
      runs.count == 1 && matrix == nil && runs[0].shown.isEmpty
    if isPlain {
      addMasked(
        MaskRecipe(rule: .outer, layers: runs[0].layers, cell: cell, channels: channels),
        originX: x, originY: y, kind: .flat, detail: paint(runs[0].color), bounds: canvas,
        repeatsRows: true)
    }
    var planned = PlannedCell()
    planned.matrix = matrix
    func plane(_ rule: MaskRecipe.Rule, _ layers: [MaskRecipe.Layer]) -> Int {
      addPlane(
        MaskRecipe(rule: rule, layers: layers, cell: cell, isRim: isPlain), x, y, bounds: canvas,
        to: &planned)
    }
    let fills = zip(cell, shadow.fills).map { shape, fill in
      MaskRecipe.Layer(
        shapes: [shape], content: nil, sigma: 0, kernel: .gaussian, alpha: fill)
    }.filter { $0.alpha > 0 }
    planned.taken = plane(.taken, fills)
    planned.inside = plane(.left, fills)
    for run in runs {
      let outside = plane(.mean(.outside, isInset: false), run.layers)
      let inside =
        run.shown.isEmpty ? nil : plane(.mean(.inside, isInset: false), run.shown)
      planned.layers.append(.shadow(run.color, outside: outside, inside: inside))
    }
    if isPlain {
      let rim = plane(.area(.inside), [])
      planned.rim = rim
      if let box = planned.box(of: [rim]) { add(planned, box, repeatsRows: true) }
    } else if let box = planned.box(of: Array(planned.planes.indices)) {
      add(planned, box, repeatsRows: matrix == nil)
    }
  }
}
