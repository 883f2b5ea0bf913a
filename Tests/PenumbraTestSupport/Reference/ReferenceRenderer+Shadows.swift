internal import PenumbraGraphics
import ShadowEngine

extension ReferenceRenderer {
  /// Neighbours of one colour, in paint order: last to first.
  func runs(of layers: [ShadowLayer]) -> [[ShadowLayer]] {
    var runs: [[ShadowLayer]] = []
    for layer in layers.reversed() {
      if let last = runs.last, last[0].color == layer.color {
        runs[runs.count - 1].append(layer)
      } else {
        runs.append([layer])
      }
    }
    return runs
  }

  /// Paints one run: `a = clip * (1 - product(1 - a_i * alpha_i * k_i))`.
  func paintOuter(
    _ run: [ShadowLayer], of cell: DisplayCell, on canvas: inout ReferenceCanvas
  ) throws {
    let area = try visibleArea(of: run, cell: cell).intersection(canvas.rect)
    guard !area.isEmpty else {
      canvas.ditherTurn? += 1
      return
    }
    let cellCoverage = ReferenceShadow.coverage(cell.shape, in: area)
    let clip = cell.clip.map { ReferenceShadow.coverage(RoundedRect(rect: $0), in: area) }
    var passed = PixelField(area, filledWith: 1)
    for layer in run {
      let blurred = try alpha(of: layer, cell: cell, in: area)
      for index in passed.values.indices {
        let kept = layer.isKnockedOut ? 1 - cellCoverage.values[index] : 1
        passed.values[index] *= 1 - blurred.values[index] * layer.alpha * kept
      }
    }
    for index in passed.values.indices {
      passed.values[index] = (clip?.values[index] ?? 1) * (1 - passed.values[index])
    }
    let color = run[0].color
    canvas.paintShadow(red: color.red, green: color.green, blue: color.blue, alpha: passed)
  }

  /// Paints one run: `a = coverage(cell) * (1 - product(1 - alpha_i * (1 - hole_i)))`.
  func paintInset(
    _ run: [ShadowLayer], of cell: DisplayCell, coverage: PixelField,
    on canvas: inout ReferenceCanvas
  ) throws {
    var passed = PixelField(coverage.rect, filledWith: 1)
    for layer in run {
      let hole = try alpha(of: layer, cell: cell, in: coverage.rect)
      for index in passed.values.indices {
        passed.values[index] *= 1 - layer.alpha * (1 - hole.values[index])
      }
    }
    for index in passed.values.indices {
      passed.values[index] = coverage.values[index] * (1 - passed.values[index])
    }
    let color = run[0].color
    canvas.paintShadow(red: color.red, green: color.green, blue: color.blue, alpha: passed)
  }

  /// As the outer shadows of a cell, cast by a union and knocked out by a union.
  func paint(_ shadow: UnionShadow, on canvas: inout ReferenceCanvas) {
    var index = shadow.layers.count
    while index > 0 {
      let last = index
      let color = shadow.layers[last - 1].color
      while index > 0, shadow.layers[index - 1].color == color { index -= 1 }
      let area = canvas.rect
      let covered = ReferenceShadow.coverage(ofUnion: shadow.shapes, in: area)
      var passed = PixelField(area, filledWith: 1)
      for layer in shadow.layers[index..<last].reversed() {
        let blurred = ReferenceShadow.alpha(
          ofUnion: layer.casters, sigma: layer.sigmaPixels, kernel: layer.kernel, in: area)
        for pixel in passed.values.indices {
          let kept = layer.isKnockedOut ? 1 - covered.values[pixel] : 1
          passed.values[pixel] *= 1 - blurred.values[pixel] * layer.alpha * kept
        }
      }
      for pixel in passed.values.indices { passed.values[pixel] = 1 - passed.values[pixel] }
      canvas.paintShadow(red: color.red, green: color.green, blue: color.blue, alpha: passed)
    }
  }

  private func alpha(
    of layer: ShadowLayer, cell: DisplayCell, in area: PixelRect
  ) throws -> PixelField {
    switch layer.caster {
    case .shape(let shape):
      return ReferenceShadow.alpha(
        shape, sigma: layer.sigmaPixels, kernel: layer.kernel, in: area)
    case .content(let offset):
      guard let mask = try contentMask(of: cell) else { return PixelField(area) }
      return ReferenceShadow.alpha(
        ofMask: mask, movedBy: offset, sigma: layer.sigmaPixels, kernel: layer.kernel, in: area)
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

  /// Where a run of outer shadows can be other than nothing.
  func visibleArea(of run: [ShadowLayer], cell: DisplayCell) throws -> PixelRect {
    var bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for layer in run {
      var area: PixelRect
      switch layer.caster {
      case .shape(let shape):
        guard shape.rect.width > 0, shape.rect.height > 0 else { continue }
        area = PixelRect(
          coveringX: shape.rect.x, shape.rect.y, to: shape.rect.maxX, shape.rect.maxY)
      case .content(let offset):
        guard let mask = try contentMask(of: cell) else { continue }
        area = PixelRect(
          coveringX: Double(mask.rect.x) + offset.x, Double(mask.rect.y) + offset.y,
          to: Double(mask.rect.maxX) + offset.x, Double(mask.rect.maxY) + offset.y)
      }
      area = area.grown(
        by: ReferenceShadow.reach(sigma: layer.sigmaPixels, kernel: layer.kernel))
      bounds = bounds.union(area)
    }
    return bounds
  }
}
