internal import PenumbraGraphics
public import ShadowEngine

/// Draws a display list as the comment of `DisplayList` defines it, pixel by pixel in float64.
///
/// The engine is judged by this. It shares no code with the engine beyond the types of the display
/// list, and is written to be checked by reading: a pixel through which an edge runs is cut into its
/// parts, line by line, each part is composed by itself, and the pixel is their mean by area.
public struct ReferenceRenderer {
  let list: DisplayList
  let content: any ContentSource
  /// How finely pixels are cut into lines.
  let panels: Int

  /// The content source must give the same bitmaps as the one that the engine is given; `panels`
  /// times eight lines are laid through a pixel that an edge runs through.
  public init(_ list: DisplayList, content: any ContentSource, panels: Int = 8) {
    self.list = list
    self.content = content
    self.panels = panels
  }

  /// The whole canvas.
  public func render() throws -> ReferencePicture {
    try render(PixelRect(x: 0, y: 0, width: list.width, height: list.height))
  }

  /// A part of the canvas, with the same bytes as the whole has there.
  public func render(_ region: PixelRect) throws -> ReferencePicture {
    try draw(region).picture
  }

  /// A part of the canvas, and how many items lie over each of its pixels: each of them rounds.
  public func draw(_ region: PixelRect) throws -> (picture: ReferencePicture, depths: [Int]) {
    var canvas = ReferenceCanvas(region)
    var depths = [Int](repeating: 0, count: region.width * region.height)
    paintBackground(&canvas)
    var ditherTurn = 0
    for item in list.items {
      guard let layer = try self.layer(of: item, in: region) else { continue }
      let isDithered = list.dither == .ordered && layer.hasShadows
      canvas.lay(layer.source, ditherTurn: isDithered ? ditherTurn : nil)
      layer.source.eachSeen(in: region) { depths[$0] += 1 }
      if layer.hasShadows { ditherTurn += 1 }
    }
    return (canvas.leaving(isOpaque: isOpaque), depths)
  }

  /// The premultiplied red, green, blue and alpha that one item lays over every pixel of a region,
  /// before their rounding; pixel after pixel.
  public func source(ofItem index: Int, in region: PixelRect) throws -> [Double] {
    try layer(of: list.items[index], in: region)?.source.flattened(to: region)
      ?? [Double](repeating: 0, count: 4 * region.width * region.height)
  }

  private func layer(
    of item: DisplayItem, in region: PixelRect
  ) throws -> (source: ReferenceSource, hasShadows: Bool)? {
    switch item {
    case .cell(let cell):
      guard cell.opacity > 0 else { return nil }
      return (try source(of: cell, in: region), !cell.shadows.isEmpty)
    case .unionShadow(let shadow):
      return (source(of: shadow, in: region), !shadow.layers.isEmpty)
    }
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
      let channels = [color.red, color.green, color.blue, 1].map {
        ReferenceCanvas.round(255 * $0)
      }
      let alpha = ReferenceCanvas.round(255 * color.alpha)
      canvas.fill(channels.map { ReferenceCanvas.div255($0 * alpha) })
    case .gradient(let gradient):
      let gradient = ReferenceGradient(
        gradient: gradient,
        box: Rect(x: 0, y: 0, width: Double(list.width), height: Double(list.height)))
      canvas.lay(
        ReferenceSource(canvas.rect) { x, y in gradient.premultiplied(x: x, y: y) },
        ditherTurn: nil)
    case .image:
      preconditionFailure("a canvas has no image for a background")
    }
  }
}

/// Premultiplied colours in 0...1 over a rectangle, before any rounding.
struct ReferenceSource {
  let rect: PixelRect
  private var values: [Double]

  /// Four numbers for every pixel.
  init(_ rect: PixelRect, _ value: (_ x: Int, _ y: Int) throws -> [Double]) rethrows {
    self.rect = rect
    values = []
    values.reserveCapacity(4 * rect.width * rect.height)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { values += try value(x, y) }
    }
  }

  /// The four numbers at (x, y), which must lie in `rect`.
  func value(x: Int, y: Int) -> ArraySlice<Double> {
    let start = 4 * ((y - rect.y) * rect.width + x - rect.x)
    return values[start..<start + 4]
  }

  /// Gives the place in a region, row by row, of every pixel over which anything is laid.
  func eachSeen(in region: PixelRect, _ body: (Int) -> Void) {
    let shared = region.intersection(rect)
    for y in shared.y..<shared.maxY {
      for x in shared.x..<shared.maxX where value(x: x, y: y).contains(where: { $0 > 0 }) {
        body((y - region.y) * region.width + x - region.x)
      }
    }
  }

  /// The numbers of another rectangle, 0 where there are none.
  func flattened(to region: PixelRect) -> [Double] {
    (region.y..<region.maxY).flatMap { y in
      (region.x..<region.maxX).flatMap { x in
        x >= rect.x && x < rect.maxX && y >= rect.y && y < rect.maxY
          ? Array(value(x: x, y: y)) : [0, 0, 0, 0]
      }
    }
  }
}

/// One premultiplied colour that is laid over another, in 0...1.
struct ReferenceColor {
  private(set) var channels = [0.0, 0, 0, 0]

  /// Lays a premultiplied colour over this.
  mutating func lay(_ source: [Double]) {
    for index in 0..<4 { channels[index] = source[index] + channels[index] * (1 - source[3]) }
  }

  /// Lays a colour of an alpha over this.
  mutating func lay(_ color: RGB8, alpha: Double) {
    lay([color.red, color.green, color.blue].map { Double($0) / 255 * alpha } + [alpha])
  }

  /// Adds a share of another.
  mutating func add(_ other: ReferenceColor, times share: Double) {
    for index in 0..<4 { channels[index] += share * other.channels[index] }
  }
}
