import PenumbraGraphics
import ShadowEngine

extension ReferenceRenderer {
  /// What a cell lays over each pixel.
  func source(of cell: DisplayCell, in region: PixelRect) throws -> ReferenceSource {
    let outer = cell.shadows.filter { !$0.isInset }
    let inset = cell.shadows.filter { $0.isInset }
    let contentMask = try contentMask(of: cell)
    let area = touchedArea(of: cell, contentMask: contentMask).intersection(region)
    if area.width == 0 || area.height == 0 { return ReferenceSource(area) { _, _ in [] } }
    let shape = 1
    let clip = 2
    let mask = 4
    // What is missing is the whole plane, and stands as the shape again, which cuts nothing.
    let means = ShadowMeans(
      area,
      regions: [
        [cell.shape], [cell.clip.map { RoundedRect(rect: $0) } ?? cell.shape],
        [cell.mask?.shape ?? cell.shape],
      ],
      casters: (outer + inset).map { Caster($0, contentMask: contentMask) }, panels: panels)
    let paint = try CellPaint(cell, content)
    return ReferenceSource(area) { x, y in
      var sum = ReferenceColor()
      let parts = means.parts(x: x, y: y)
      for part in parts {
        let isInside = part.key & shape != 0
        let isInMask = cell.mask == nil || part.key & mask != 0
        let isVisible = cell.mask?.rule == .evenOdd ? isInMask != isInside : isInMask
        guard isVisible else { continue }
        var color = ReferenceColor()
        if cell.clip == nil || part.key & clip != 0 {
          for (layer, mean) in zip(outer, part.means).reversed()
          where !(isInside && layer.isKnockedOut) {
            color.lay(layer.color, alpha: layer.alpha * mean)
          }
        }
        if isInside {
          color.lay(paint.fill(x, y))
          // The position mask is for outer shadows alone, and does not part what it cuts.
          let alike = parts.filter { ($0.key ^ part.key) & ~clip == 0 }
          let area = alike.reduce(0) { $0 + $1.area }
          for (index, layer) in inset.enumerated().reversed() {
            let mean = alike.reduce(0) { $0 + $1.area * $1.means[outer.count + index] } / area
            color.lay(layer.color, alpha: layer.alpha * (1 - mean))
          }
        }
        color.lay(paint.label(x, y))
        if isInside { color.lay(paint.overlay(x, y)) }
        sum.add(color, times: cell.opacity * part.area)
      }
      return sum.channels
    }
  }

  /// What the shadows of a union lay over each pixel, below the cells that come later.
  func source(of shadow: UnionShadow, in region: PixelRect) -> ReferenceSource {
    let means = ShadowMeans(
      region, regions: [shadow.shapes],
      casters: shadow.layers.map {
        Caster(shapes: $0.casters, sigma: $0.sigmaPixels, kernel: $0.kernel)
      }, panels: panels)
    let seen = zip(shadow.shapes, shadow.fills).filter {
      let area = PixelRect(covering: $0.0.rect).intersection(region)
      return area.width > 0 && area.height > 0
    }
    let fills = seen.map { ReferenceShadow.coverage($0.0, in: region) }
    return ReferenceSource(region) { x, y in
      let parts = means.parts(x: x, y: y)
      let covered = parts.reduce(0) { $0 + ($1.key == 1 ? $1.area : 0) }
      let filled = min(
        covered, zip(fills, seen).reduce(0) { $0 + $1.0.value(x: x, y: y) * $1.1.1 })
      // Nothing is left to see of so little; a whole pixel is 1 but for its own rounding.
      guard filled < 0.99999 else { return [0, 0, 0, 0] }
      var sum = ReferenceColor()
      for part in parts {
        let isInside = part.key == 1
        var color = ReferenceColor()
        for (layer, mean) in zip(shadow.layers, part.means).reversed()
        where !(isInside && layer.isKnockedOut) {
          color.lay(layer.color, alpha: layer.alpha * mean)
        }
        let free = isInside ? part.area - filled : part.area
        sum.add(color, times: free / (1 - filled))
      }
      return sum.channels
    }
  }

  /// The alpha of a cell's image, or of its label where it has no image.
  private func contentMask(of cell: DisplayCell) throws -> PixelField? {
    if case .image(let request, let x, let y) = cell.fill {
      let image = try content.pixels(of: request)
      var mask = PixelField(PixelRect(x: x, y: y, width: image.width, height: image.height))
      for index in mask.values.indices {
        mask.values[index] = Double(image.bytes[4 * index + 3]) / 255
      }
      return mask
    }
    guard let label = cell.label else { return nil }
    let text = try content.coverage(of: label.request)
    var mask = PixelField(
      PixelRect(x: label.x, y: label.y, width: text.width, height: text.height))
    for index in mask.values.indices { mask.values[index] = Double(text.bytes[index]) / 255 }
    return mask
  }

  /// Every pixel that a cell can change.
  private func touchedArea(of cell: DisplayCell, contentMask: PixelField?) -> PixelRect {
    var area = PixelRect(covering: cell.shape.rect)
    for layer in cell.shadows where !layer.isInset {
      var cast: Rect
      switch layer.caster {
      case .shape(let shape): cast = shape.rect
      case .content(let offset):
        let rect = contentMask?.rect ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
        cast = Rect(
          x: Double(rect.x) + offset.x, y: Double(rect.y) + offset.y, width: Double(rect.width),
          height: Double(rect.height))
      }
      guard cast.width > 0, cast.height > 0 else { continue }
      area = area.union(
        PixelRect(covering: cast)
          .grown(by: ReferenceShadow.reach(sigma: layer.sigmaPixels, kernel: layer.kernel)))
    }
    guard let label = cell.label else { return area }
    return area.union(
      PixelRect(
        x: label.x, y: label.y, width: label.request.width, height: label.request.height))
  }
}

extension PixelRect {
  fileprivate init(covering rect: Rect) {
    self.init(coveringX: rect.x, rect.y, to: rect.maxX, rect.maxY)
  }
}

/// What casts a shadow, for means over whole pixels and over parts of them.
private struct Caster {
  let part: PartCaster
  /// The mean over every pixel of a rectangle.
  let field: (PixelRect) -> PixelField

  init(shapes: [RoundedRect], sigma: Double, kernel: BlurKernel) {
    part = PartCaster(union: shapes, sigma: sigma, kernel: kernel)
    field = {
      ReferenceShadow.alpha(ofUnion: shapes, sigma: sigma, kernel: kernel, in: $0)
    }
  }

  init(mask: PixelField, movedBy offset: Point, sigma: Double, kernel: BlurKernel) {
    part = PartCaster(mask: mask, movedBy: offset, sigma: sigma, kernel: kernel)
    field = {
      ReferenceShadow.alpha(
        ofMask: mask, movedBy: offset, sigma: sigma, kernel: kernel, in: $0)
    }
  }

  /// A layer without content to cast it casts nothing.
  init(_ layer: ShadowLayer, contentMask: PixelField?) {
    let sigma = layer.sigmaPixels
    switch (layer.caster, contentMask) {
    case (.shape(let shape), _):
      self.init(shapes: [shape], sigma: sigma, kernel: layer.kernel)
    case (.content(let offset), let mask?):
      self.init(mask: mask, movedBy: offset, sigma: sigma, kernel: layer.kernel)
    case (.content, nil):
      self.init(shapes: [], sigma: sigma, kernel: layer.kernel)
    }
  }
}

/// The parts of every pixel of an area: those without an edge are one part.
private struct ShadowMeans {
  private let coverages: [PixelField]
  private let fields: [PixelField]
  private let cutter: PixelParts

  init(_ area: PixelRect, regions: [[RoundedRect]], casters: [Caster], panels: Int) {
    coverages = regions.map { ReferenceShadow.coverage(ofUnion: $0, in: area) }
    fields = casters.map { $0.field(area) }
    cutter = PixelParts(
      regions.map { SpanRegion($0) }, casters: casters.map(\.part), panels: panels)
  }

  func parts(x: Int, y: Int) -> [PixelParts.Part] {
    var key = 0
    for (bit, coverage) in coverages.enumerated() {
      let share = coverage.value(x: x, y: y)
      if share > 1e-9 && share < 1 - 1e-9 { return cutter.parts(x: x, y: y) }
      if share > 0.5 { key |= 1 << bit }
    }
    return [
      PixelParts.Part(key: key, area: 1, means: fields.map { $0.value(x: x, y: y) })
    ]
  }
}

/// What a cell is painted with at each pixel, premultiplied.
private struct CellPaint {
  let fill: (_ x: Int, _ y: Int) -> [Double]
  let label: (_ x: Int, _ y: Int) -> [Double]
  let overlay: (_ x: Int, _ y: Int) -> [Double]

  private static func nothing(_ x: Int, _ y: Int) -> [Double] { [0, 0, 0, 0] }

  init(_ cell: DisplayCell, _ content: any ContentSource) throws {
    fill = try cell.fill.map { try Self.fill($0, cell.shape.rect, content) } ?? Self.nothing
    overlay = cell.overlay.map { Self.gradient($0, cell.shape.rect) } ?? Self.nothing
    label = try cell.label.map { try Self.label($0, content) } ?? Self.nothing
  }

  private static func gradient(_ gradient: Gradient, _ box: Rect) -> (Int, Int) -> [Double] {
    let gradient = ReferenceGradient(gradient: gradient, box: box)
    return { x, y in gradient.premultiplied(x: x, y: y) }
  }

  private static func fill(
    _ fill: DisplayFill, _ box: Rect, _ content: any ContentSource
  ) throws -> (Int, Int) -> [Double] {
    switch fill {
    case .flat(let color, let alpha):
      let channels = [color.red, color.green, color.blue].map { Double($0) / 255 * alpha }
      return { _, _ in channels + [alpha] }
    case .gradient(let gradient): return Self.gradient(gradient, box)
    case .image(let request, let left, let top):
      let image = try content.pixels(of: request)
      return { x, y in
        guard x >= left, y >= top, x < left + image.width, y < top + image.height else {
          return nothing(x, y)
        }
        let start = 4 * ((y - top) * image.width + x - left)
        return image.bytes[start..<start + 4].map { Double($0) / 255 }
      }
    }
  }

  private static func label(
    _ label: DisplayLabel, _ content: any ContentSource
  ) throws -> (Int, Int) -> [Double] {
    let text = try content.coverage(of: label.request)
    let rect = PixelRect(x: label.x, y: label.y, width: text.width, height: text.height)
    return { x, y in
      guard x >= rect.x, y >= rect.y, x < rect.maxX, y < rect.maxY else { return nothing(x, y) }
      let share = Double(text.bytes[(y - rect.y) * rect.width + x - rect.x]) / 255
      var color = ReferenceColor()
      color.lay(label.color, alpha: share * label.alpha)
      return color.channels
    }
  }
}
