internal import PenumbraGraphics
public import ShadowEngine

/// Draws a display list as the comment of `DisplayList` defines it, pixel by pixel in float64.
///
/// The engine is judged by this. It shares no code with the engine beyond the types of the display
/// list, and is written to be checked by reading.
public struct ReferenceRenderer {
  let list: DisplayList
  let content: any ContentSource

  /// The content source must give the same bitmaps as the one that the engine is given.
  public init(_ list: DisplayList, content: any ContentSource) {
    self.list = list
    self.content = content
  }

  /// The whole canvas.
  public func render() throws -> ReferencePicture {
    try render(PixelRect(x: 0, y: 0, width: list.width, height: list.height))
  }

  /// A part of the canvas, with the same bytes as the whole has there.
  public func render(_ region: PixelRect) throws -> ReferencePicture {
    var canvas = ReferenceCanvas(region, ditherTurn: list.dither == .ordered ? 0 : nil)
    paintBackground(&canvas)
    for item in list.items {
      switch item {
      case .cell(let cell): try paint(cell, on: &canvas)
      case .unionShadow(let shadow): paint(shadow, on: &canvas)
      }
    }
    return canvas.leaving(isOpaque: isOpaque)
  }

  /// Whether the background alone makes every pixel opaque.
  public var isOpaque: Bool {
    switch list.background {
    case .color(let color): ReferenceCanvas.round(255 * color.alpha) == 255
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 1 }
    case .image: false
    }
  }

  private func paintBackground(_ canvas: inout ReferenceCanvas) {
    switch list.background {
    case .color(let color):
      let channels = [color.red, color.green, color.blue].map {
        UInt8(ReferenceCanvas.round(255 * $0))
      }
      canvas.paint(
        red: channels[0], green: channels[1], blue: channels[2],
        alpha: PixelField(canvas.rect, filledWith: color.alpha))
    case .gradient(let gradient):
      let box = Rect(x: 0, y: 0, width: Double(list.width), height: Double(list.height))
      paint(
        gradient, in: box, coverage: PixelField(canvas.rect, filledWith: 1), on: &canvas)
    case .image:
      preconditionFailure("a canvas has no image for a background")
    }
  }

  // MARK: Cells

  private func paint(_ cell: DisplayCell, on canvas: inout ReferenceCanvas) throws {
    guard cell.opacity > 0 else { return }
    let area = try touchedArea(of: cell).intersection(canvas.rect)
    guard !area.isEmpty else {
      // Shadows take turns with the dither matrices whether they are seen or not.
      canvas.ditherTurn? +=
        runs(of: cell.shadows.filter { !$0.isInset }).count
        + runs(of: cell.shadows.filter { $0.isInset }).count
      return
    }
    guard cell.opacity < 1 || cell.mask != nil else {
      try paintUngrouped(cell, on: &canvas)
      return
    }
    var group = ReferenceCanvas(area, ditherTurn: canvas.ditherTurn)
    try paintUngrouped(cell, on: &group)
    canvas.ditherTurn = group.ditherTurn
    let mask = cell.mask.map { coverage(of: $0, cell: cell.shape, in: area) }
    canvas.paint(over: area) { x, y in
      let share = ReferenceCanvas.round(
        255 * cell.opacity * (mask?.value(x: x, y: y) ?? 1))
      return group.pixel(x: x, y: y).map { ReferenceCanvas.div255($0 * share) }
    }
  }

  /// Outer shadows, fill, inset shadows, label, overlay.
  private func paintUngrouped(_ cell: DisplayCell, on canvas: inout ReferenceCanvas) throws {
    for run in runs(of: cell.shadows.filter { !$0.isInset }) {
      try paintOuter(run, of: cell, on: &canvas)
    }
    let coverage = ReferenceShadow.coverage(
      cell.shape, in: pixels(of: cell.shape).intersection(canvas.rect))
    if let fill = cell.fill { try paint(fill, of: cell, coverage: coverage, on: &canvas) }
    for run in runs(of: cell.shadows.filter { $0.isInset }) {
      try paintInset(run, of: cell, coverage: coverage, on: &canvas)
    }
    if let label = cell.label { try paint(label, on: &canvas) }
    if let overlay = cell.overlay {
      paint(overlay, in: cell.shape.rect, coverage: coverage, on: &canvas)
    }
  }

  /// Every pixel that a cell can change.
  private func touchedArea(of cell: DisplayCell) throws -> PixelRect {
    var area = pixels(of: cell.shape)
    area = area.union(
      try visibleArea(of: cell.shadows.filter { !$0.isInset }, cell: cell))
    if let label = cell.label {
      let request = label.request
      area = area.union(
        PixelRect(x: label.x, y: label.y, width: request.width, height: request.height))
    }
    return area
  }

  private func pixels(of shape: RoundedRect) -> PixelRect {
    PixelRect(coveringX: shape.rect.x, shape.rect.y, to: shape.rect.maxX, shape.rect.maxY)
  }

  private func paint(
    _ fill: DisplayFill, of cell: DisplayCell, coverage: PixelField,
    on canvas: inout ReferenceCanvas
  ) throws {
    switch fill {
    case .flat(let color, let alpha):
      var field = coverage
      for index in field.values.indices { field.values[index] *= alpha }
      canvas.paint(red: color.red, green: color.green, blue: color.blue, alpha: field)
    case .gradient(let gradient):
      paint(gradient, in: cell.shape.rect, coverage: coverage, on: &canvas)
    case .image(let request, let left, let top):
      let image = try content.pixels(of: request)
      let area = PixelRect(x: left, y: top, width: image.width, height: image.height)
      canvas.paint(over: area.intersection(coverage.rect)) { x, y in
        let share = ReferenceCanvas.round(255 * coverage.value(x: x, y: y))
        let start = ((y - top) * image.width + x - left) * 4
        return (0..<4).map { ReferenceCanvas.div255(Int(image.bytes[start + $0]) * share) }
      }
    }
  }

  private func paint(
    _ gradient: Gradient, in box: Rect, coverage: PixelField, on canvas: inout ReferenceCanvas
  ) {
    let gradient = ReferenceGradient(gradient: gradient, box: box)
    canvas.paint(over: coverage.rect) { x, y in
      let share = coverage.value(x: x, y: y)
      return gradient.premultiplied(x: x, y: y).map { ReferenceCanvas.round(255 * $0 * share) }
    }
  }

  private func paint(_ label: DisplayLabel, on canvas: inout ReferenceCanvas) throws {
    let text = try content.coverage(of: label.request)
    var field = PixelField(
      PixelRect(x: label.x, y: label.y, width: text.width, height: text.height))
    for index in field.values.indices {
      field.values[index] = Double(text.bytes[index]) / 255 * label.alpha
    }
    canvas.paint(
      red: label.color.red, green: label.color.green, blue: label.color.blue, alpha: field)
  }

  private func coverage(
    of mask: DisplayMask, cell: RoundedRect, in pixels: PixelRect
  ) -> PixelField {
    var field = ReferenceShadow.coverage(mask.shape, in: pixels)
    guard mask.rule == .evenOdd else { return field }
    // Inside exactly one of two shapes: twice their union, less each of them.
    let other = ReferenceShadow.coverage(cell, in: pixels)
    let union = ReferenceShadow.coverage(ofUnion: [mask.shape, cell], in: pixels)
    for index in field.values.indices {
      field.values[index] = min(
        1, max(0, 2 * union.values[index] - field.values[index] - other.values[index]))
    }
    return field
  }
}
