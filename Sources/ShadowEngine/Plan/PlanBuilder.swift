internal import CSSValues
internal import Scene

/// Turns the items of a display list into steps of painting.
struct PlanBuilder {
  let canvasChannels: Int
  private let canvas: PixelBox
  private(set) var background: Int32 = 0
  private(set) var ops: [PaintOp] = []
  private(set) var opaque: [OpaqueBox] = []
  /// The cell being built, by its place among the items.
  private var cellNumber: Int32 = 0
  private(set) var groups: [Plan.Group] = []
  private(set) var gradients: [PlannedGradient] = []
  private(set) var images: [Plan.PlacedImage] = []
  private(set) var imageRequests = Numbering<ImageRequest>()
  private(set) var labelRequests = Numbering<LabelRequest>()
  private(set) var casters = Numbering<ContentCaster>()
  private(set) var masks: [MaskSource] = []
  private(set) var recipes: [(recipe: MaskRecipe, layout: MaskLayout)] = []
  let paints = PaintBlocks()

  /// A recipe's place in the plan: its number, its first mask and how many rows of samples each of
  /// its masks holds.
  private struct Known {
    var recipe: Int
    var firstMask: Int
    var rowsPerMask: Int
  }

  private var known: [MaskRecipe: Known?] = [:]
  private var labelMasks: [LabelMask: Int] = [:]

  private struct LabelMask: Hashable {
    var request: Int
    var alpha: Double
    var channels: Int
  }

  /// Steps of the group being built, and how many bytes a pixel has where they paint.
  private var channels: Int
  private var isInGroup = false

  /// Whether shadows are dithered, and how many runs of them there were so far, seen or not.
  private let dithers: Bool
  private var shadowRuns: Int32 = 0

  /// A mask larger than this is made in parts, so that no single one breaks the bank.
  private static let largestMask = 4 << 20

  /// Rows of a part: of a high narrow mask no more are made than bands are likely to need.
  private static let mostRows = 1 << 10

  /// Columns of samples of a mask; a wider one is cut to the canvas, and into parts.
  private static let widestMask = 1 << 14

  init(_ list: DisplayList) {
    canvas = PixelBox(left: 0, top: 0, right: Int32(list.width), bottom: Int32(list.height))
    canvasChannels = Self.isOpaque(list.background) ? 3 : 4
    channels = canvasChannels
    dithers = list.dither == .ordered
  }

  private static func isOpaque(_ paint: Paint) -> Bool {
    switch paint {
    case .color(let color): (255 * color.alpha + 0.5).rounded(.down) >= 255
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 1 }
    case .image: false
    }
  }

  mutating func build(_ list: DisplayList) {
    let box = Rect(x: 0, y: 0, width: Double(list.width), height: Double(list.height))
    switch list.background {
    case .color(let color):
      let rgb = RGB8(color)
      let alpha = Int((255 * color.alpha + 0.5).rounded(.down))
      let pixel = [Int(rgb.red), Int(rgb.green), Int(rgb.blue), 255].map {
        UInt8(($0 * alpha + 127) / 255)
      }
      background = paints.number(Array(pixel[0..<canvasChannels]))
    case .gradient(let gradient):
      background = paints.number([UInt8](repeating: 0, count: canvasChannels))
      addGradient(gradient, shape: RoundedRect(rect: box), box: box)
    case .image(let image):
      background = paints.number([UInt8](repeating: 0, count: canvasChannels))
      addImage(
        ImageRequest(
          path: image.path, folder: "", mode: image.mode, width: list.width, height: list.height),
        x: 0, y: 0, shape: RoundedRect(rect: box))
    }
    for item in list.items {
      switch item {
      case .cell(let cell): add(cell)
      case .unionShadow(let shadow): add(shadow)
      }
      cellNumber += 1
    }
  }

  // MARK: Cells

  private mutating func add(_ cell: DisplayCell) {
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

  private mutating func addGradient(_ gradient: Gradient, shape: RoundedRect, box: Rect) {
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

  private mutating func addImage(_ request: ImageRequest, x: Int, y: Int, shape: RoundedRect) {
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

  private mutating func add(_ shadow: UnionShadow) {
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

  // MARK: Steps

  /// Which dither matrix the next run of shadows rounds by.
  private mutating func takeTurn() -> Int32 {
    defer { shadowRuns += 1 }
    return shadowRuns & 1
  }

  /// Adds a shadow's steps, dithered where the canvas asks for it.
  private mutating func addShadow(
    _ recipe: MaskRecipe, originX: Int, originY: Int, color: RGB8, bounds: PixelBox, matrix: Int32
  ) {
    guard dithers else {
      addMasked(
        recipe, originX: originX, originY: originY, kind: .flat, detail: paint(color),
        bounds: bounds, repeatsRows: true)
      return
    }
    var recipe = recipe
    recipe.channels = nil
    let first = ops.count
    addMasked(
      recipe, originX: originX, originY: originY, kind: .dithered, detail: paint(color),
      bounds: bounds, repeatsRows: false)
    for index in first..<ops.count { ops[index].matrix = matrix }
  }

  /// Adds a step for each mask of a recipe, cut to `bounds`.
  private mutating func addMasked(
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
    guard layout.x.sampleCount > max(Self.widestMask, min(Int(canvas.right), 2 * Self.widestMask))
    else { return add(remember(recipe, layout)) }
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
  private mutating func markOpaque(_ shape: FittedShape, _ x: Int, _ y: Int, firstOp: Int) {
    guard !isInGroup, ops.count > firstOp else { return }
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
      ).intersection(canvas)
    }
    var boxes = [
      box(shape.left, shape.top + top, shape.right, shape.bottom - bottom)
    ]
    if top > 0 || bottom > 0 {
      boxes.append(box(shape.left + left, shape.top, shape.right - right, shape.bottom))
    }
    boxes.removeAll(where: \.isEmpty)
    opaque += boxes.map { OpaqueBox(box: $0, op: Int32(firstOp), cell: cellNumber) }
  }

  private mutating func paint(_ color: RGB8) -> Int32 {
    let pixel = [color.red, color.green, color.blue, 255]
    return paints.number(Array(pixel[0..<channels]))
  }

  /// A shape as masks know it, relative to a pixel of the canvas.
  private func fitted(_ shape: RoundedRect, _ x: Int, _ y: Int, sigma: Double = 0) -> FittedShape {
    FittedShape(shape, originX: x, originY: y).confined(
      to: FittedShape(
        left: Double(-x), top: Double(-y), right: Double(Int(canvas.right) - x),
        bottom: Double(Int(canvas.bottom) - y)),
      reach: 8 * sigma)
  }
}
