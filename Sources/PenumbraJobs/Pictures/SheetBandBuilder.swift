internal import CSSValues
internal import OrderedJSON
internal import Penumbra
internal import PenumbraGraphics
internal import PenumbraScene
internal import ShadowEngine
internal import Synchronization
internal import Vips

/// The display list of a band of a contact sheet.
struct SheetBandBuilder {
  let block: SheetLayout.Block
  let band: SheetBand
  let width: Int
  /// Whether the page leaves as RGB.
  let isOpaque: Bool
  let hasCaptions: Bool
  /// Knows which captions fit.
  let renderer: CaptionRenderer

  private var canvas: Canvas { block.cells.scene.layout.canvas }

  /// The band's cells in their places, with captions and header, on the scene's background.
  ///
  /// `captions` gets the texts that are captions, not labels.
  func list(captions requests: inout Set<LabelRequest>) throws -> DisplayList {
    let cells = placedCells()
    let layout = block.cells.layout(of: cells.map(\.cell))
    let drawn = try DisplayList(scene: layout, folder: block.cells.scene.scene.folder)
    var items: [DisplayItem] = backdrop()
    for (item, place) in zip(drawn.items, cells) {
      guard case .cell(let cell) = item else { continue }
      items.append(.cell(cell.moved(byX: place.x, y: place.y)))
    }
    if hasCaptions {
      for caption in try captions() {
        requests.insert(caption.request)
        items.append(.cell(text(caption.request, x: caption.x, y: caption.y)))
      }
      if band.hasHeader, let header = block.header(sheetWidth: width) {
        items.append(.cell(text(header, x: block.padding, y: block.padding)))
      }
    }
    return DisplayList(
      width: width, height: band.height, background: background, dither: canvas.dither,
      items: items)
  }

  /// A cell and by how much it moves from its canvas to its place.
  private func placedCells() -> [(cell: PlacedCell, x: Int, y: Int)] {
    var result: [(PlacedCell, Int, Int)] = []
    forEachCell { index, left, top in
      let cell = block.cells[index]
      let scale = block.cells.scale
      result.append(
        (
          cell, left + block.before - Int(saturating: (cell.frame.x * scale).rounded(.down)),
          top - Int(saturating: (cell.frame.y * scale).rounded(.down))
        ))
    }
    return result
  }

  /// Calls `body` with each cell's index, its column's left and its frames' top in the band.
  private func forEachCell(_ body: (Int, Int, Int) throws -> Void) rethrows {
    var top = band.isFirst ? block.padding + block.headerHeight : 0
    for row in band.rows {
      for column in 0..<block.columns {
        let index = row * block.columns + column
        guard index < block.cells.count else { break }
        try body(index, block.padding + column * block.pitch, top + block.rows[row].above)
      }
      top += block.height(ofRow: row)
    }
  }

  // MARK: Background

  /// What the engine begins with: the scene's colour, over white where the page is opaque.
  private var background: Paint {
    switch canvas.background {
    case .color(let color): return .color(isOpaque ? overWhite(color) : color)
    case .gradient, .image: return .color(.white)
    }
  }

  /// A gradient goes over the whole part of the page; an image stays with its own canvas.
  private func backdrop() -> [DisplayItem] {
    guard case .gradient(let gradient) = canvas.background else { return [] }
    let rect = Rect(
      x: 0, y: Double(band.part.top - band.top), width: Double(width),
      height: Double(band.part.height))
    return [.cell(DisplayCell(shape: RoundedRect(rect: rect), fill: .gradient(gradient)))]
  }

  private func overWhite(_ color: Color) -> Color {
    func mix(_ value: Double) -> Double { 1 - color.alpha * (1 - value) }
    return Color(red: mix(color.red), green: mix(color.green), blue: mix(color.blue))
  }

  // MARK: Text

  private var textColor: RGB8 {
    let ground: Color =
      switch canvas.background {
      case .color(let color): overWhite(color)
      case .gradient(let gradient): overWhite(gradient.stops.last?.color ?? .white)
      case .image: .white
      }
    let luma = 0.2126 * ground.red + 0.7152 * ground.green + 0.0722 * ground.blue
    let level: UInt8 = luma < 0.5 ? 255 : 0
    return RGB8(red: level, green: level, blue: level)
  }

  private func captions() throws -> [(request: LabelRequest, x: Int, y: Int)] {
    var result: [(LabelRequest, Int, Int)] = []
    try forEachCell { index, left, top in
      let caption = try block.caption(of: block.cells[index], renderer: renderer)
      guard let (request, x) = caption else { return }
      result.append((request, left + x, top + block.rows[index / block.columns].below))
    }
    return result
  }

  private func text(_ request: LabelRequest, x: Int, y: Int) -> DisplayCell {
    let box = Rect(
      x: Double(x), y: Double(y), width: Double(request.width), height: Double(request.height))
    return DisplayCell(
      shape: RoundedRect(rect: box),
      label: DisplayLabel(request: request, x: x, y: y, color: textColor, alpha: 1))
  }
}
