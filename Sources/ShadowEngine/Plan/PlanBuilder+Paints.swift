internal import Scene

extension PlanBuilder {
  /// The number of a gradient over a box; nil where the box is empty.
  mutating func number(_ gradient: Gradient, box: Rect) -> Int? {
    guard box.width > 0, box.height > 0 else { return nil }
    gradients.append(PlannedGradient(gradient, box: box))
    return gradients.count - 1
  }

  /// The number of an image at its place.
  mutating func number(_ request: ImageRequest, x: Int, y: Int) -> Int {
    images.append(Plan.PlacedImage(request: imageRequests.number(request), x: x, y: y))
    return images.count - 1
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
    let number = number(request, x: x, y: y)
    let bounds = PixelBox(
      left: Self.clamped(Double(x)), top: Self.clamped(Double(y)),
      right: Self.clamped(Double(x + request.width)),
      bottom: Self.clamped(Double(y + request.height)))
    addMasked(
      .coverage(mask, alpha: 1, isInterior: true, channels: 1), originX: originX,
      originY: originY, kind: .image, detail: Int32(number), bounds: bounds, repeatsRows: false)
  }

  mutating func addLabel(_ label: DisplayLabel) {
    if let step = labelStep(label, channels: channels) { ops.append(step) }
  }

  /// The step of a label; nil where nothing of it is seen.
  mutating func labelStep(_ label: DisplayLabel, channels: Int?) -> PaintOp? {
    let request = label.request
    let box = PixelBox(
      left: Self.clamped(Double(label.x)), top: Self.clamped(Double(label.y)),
      right: Self.clamped(Double(label.x + request.width)),
      bottom: Self.clamped(Double(label.y + request.height))
    ).intersection(canvas)
    guard !box.isEmpty, label.alpha > 0 else { return nil }
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
      lead: Int32(request.height), plateau: 0, firstSample: 0,
      detail: channels == nil ? 0 : paint(label.color), repeatsRows: true)
  }

  mutating func add(_ shadow: UnionShadow) {
    guard let place = shadow.shapes.first else { return }
    let (x, y) = Self.origin(place.rect)
    let cell = shadow.shapes.map { fitted($0, x, y) }
    // What is under opaque fills is not seen.
    let isHidden = shadow.fills.allSatisfy { $0 >= 1 }
    var runs: [(color: RGB8, layers: [MaskRecipe.Layer])] = []
    for layer in shadow.layers.reversed() where layer.alpha > 0 {
      if runs.last?.color != layer.color { runs.append((layer.color, [])) }
      runs[runs.count - 1].layers.append(
        MaskRecipe.Layer(
          shapes: layer.casters.map { fitted($0, x, y, sigma: layer.sigmaPixels) },
          content: nil, sigma: layer.sigmaPixels, kernel: layer.kernel, alpha: layer.alpha,
          isKnockedOut: layer.isKnockedOut || isHidden))
    }
    let matrix = dithers && !shadow.layers.isEmpty ? takeTurn() : nil
    let isPlain =
      runs.count == 1 && matrix == nil && runs[0].layers.allSatisfy(\.isKnockedOut)
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
        shapes: [shape], content: nil, sigma: 0, kernel: .gaussian, alpha: fill,
        isKnockedOut: false)
    }.filter { $0.alpha > 0 }
    planned.taken = plane(.taken, fills)
    planned.inside = plane(.left, fills)
    for run in runs {
      let outside = plane(.mean(.outside, isInset: false), run.layers)
      let shown = run.layers.filter { !$0.isKnockedOut }
      let inside = shown.isEmpty ? nil : plane(.mean(.inside, isInset: false), shown)
      planned.layers.append(.shadow(run.color, outside: outside, inside: inside))
    }
    if isPlain {
      let rim = plane(.area(.inside, isInverted: false), [])
      planned.rim = rim
      if let box = planned.box(of: [rim]) { add(planned, box, repeatsRows: true) }
    } else if let box = planned.box(of: Array(planned.planes.indices)) {
      add(planned, box, repeatsRows: matrix == nil)
    }
  }
}
