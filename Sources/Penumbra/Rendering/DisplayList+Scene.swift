internal import CSSValues
internal import PenumbraGraphics
public import PenumbraScene
public import ShadowEngine

extension DisplayList {
  /// The display list of a scene: every length times the canvas's scale, styles turned into paint.
  ///
  /// - The canvas has `floor(points * scale + 0.5)` pixels a side.
  /// - Colours are rounded to 8 bits, halves up; alpha stays as it is.
  /// - A text's box is its cell's frame less the insets, each edge rounded to the nearest pixel.
  /// - An image's box is its cell's frame, rounded out to whole pixels.
  /// - Everything else keeps its fractions.
  ///
  /// `folder` is where the scene's file lies: image paths are relative to it. Throws
  /// `RenderError.canvasSize` where the canvas has no pixels or more than 2^31 - 1 a side.
  public init(scene: LaidOutScene, folder: String) throws(RenderError) {
    let scale = scene.canvas.scale
    let width = (scene.canvas.width * scale + 0.5).rounded(.down)
    let height = (scene.canvas.height * scale + 0.5).rounded(.down)
    guard width >= 1, height >= 1, width <= Double(Int32.max), height <= Double(Int32.max) else {
      throw .canvasSize(width: width, height: height)
    }
    let builder = DisplayListBuilder(
      scale: scale, folder: folder, isRightToLeft: scene.isRightToLeft)
    var items: [DisplayItem] = []
    items.reserveCapacity(scene.cellCount)
    for section in scene.sections {
      if let cell = section.background { items.append(.cell(builder.cell(cell))) }
      if let shadow = section.sectionShadow {
        items.append(.unionShadow(builder.union(shadow)))
      }
      if let cell = section.header { items.append(.cell(builder.cell(cell))) }
      for cell in section.cells { items.append(.cell(builder.cell(cell))) }
      if let cell = section.footer { items.append(.cell(builder.cell(cell))) }
      if let captions = section.captions {
        for cell in captions { items.append(.cell(builder.cell(cell))) }
      }
    }
    self.init(
      width: Int(saturating: width), height: Int(saturating: height),
      background: scene.canvas.background,
      dither: scene.canvas.dither, items: items)
  }
}

/// Turns cells in points into cells in pixels.
private struct DisplayListBuilder {
  let scale: Double
  let folder: String
  let isRightToLeft: Bool

  func cell(_ cell: PlacedCell) -> DisplayCell {
    let style = cell.style
    let frame = scaled(cell.frame)
    let shape = RoundedRect(rect: frame, radii: scaled(style.radii), curve: style.curve)
    let path = RoundedRect(
      rect: scaled(moved(cell.shadowPath.rect, to: cell.frame)),
      radii: scaled(cell.shadowPath.radii), curve: cell.shadowPath.curve)
    return DisplayCell(
      shape: shape,
      shadows: style.shadows.map { layer($0, path: $0.isInset ? shape : path) },
      clip: cell.positionMask.map { scaled(moved($0, to: cell.frame)) },
      fill: style.fill.flatMap { fill($0, frame: frame) },
      label: style.label.flatMap { label($0, frame: cell.frame) }, overlay: style.overlay,
      mask: style.mask.map { mask($0, frame: cell.frame) }, opacity: style.opacity)
  }

  func union(_ shadow: SectionShadow) -> UnionShadow {
    let shapes = shadow.shapes.map {
      RoundedRect(rect: scaled($0.rect), radii: scaled($0.radii), curve: $0.curve)
    }
    return UnionShadow(
      shapes: shapes, fills: shadow.fills,
      layers: shadow.shadows.map { shadow in
        UnionShadow.Layer(
          casters: shapes.map { cast($0, shadow) }, sigmaPixels: shadow.sigma * scale,
          kernel: shadow.kernel, color: RGB8(shadow.color),
          alpha: shadow.color.alpha * shadow.opacity, isKnockedOut: shadow.isKnockedOut)
      })
  }

  private func layer(_ shadow: Shadow, path: RoundedRect) -> ShadowLayer {
    let caster: ShadowLayer.Caster =
      switch shadow.caster {
      case .shape: .shape(cast(path, shadow))
      case .content:
        .content(offset: Point(x: shadow.offset.x * scale, y: shadow.offset.y * scale))
      }
    return ShadowLayer(
      caster: caster, sigmaPixels: shadow.sigma * scale, kernel: shadow.kernel,
      color: RGB8(shadow.color), alpha: shadow.color.alpha * shadow.opacity,
      isInset: shadow.isInset, isKnockedOut: shadow.isKnockedOut)
  }

  /// A shape, in pixels, grown by spread (for an inset shadow: shrunk) and moved by offset.
  private func cast(_ shape: RoundedRect, _ shadow: Shadow) -> RoundedRect {
    let spread = (shadow.isInset ? -shadow.spread : shadow.spread) * scale
    var cast = shape.spread(by: spread, rule: shadow.spreadRule)
    cast.rect.x += shadow.offset.x * scale
    cast.rect.y += shadow.offset.y * scale
    return cast
  }

  private func fill(_ paint: Paint, frame: Rect) -> DisplayFill? {
    switch paint {
    case .color(let color): return .flat(RGB8(color), alpha: color.alpha)
    case .gradient(let gradient): return .gradient(gradient)
    case .image(let image):
      let left = frame.x.rounded(.down)
      let top = frame.y.rounded(.down)
      let width = frame.maxX.rounded(.up) - left
      let height = frame.maxY.rounded(.up) - top
      guard width >= 1, height >= 1 else { return nil }
      return .image(
        ImageRequest(
          path: image.path, folder: folder, mode: image.mode,
          width: Int(saturating: width), height: Int(saturating: height)),
        x: Int(saturating: left), y: Int(saturating: top))
    }
  }

  private func label(_ label: Label, frame: Rect) -> DisplayLabel? {
    let insets = label.insets
    let left = isRightToLeft ? insets.trailing : insets.leading
    let right = isRightToLeft ? insets.leading : insets.trailing
    func pixel(_ value: Double) -> Int { Int(saturating: (value * scale + 0.5).rounded(.down)) }
    let x = pixel(frame.x + left)
    let y = pixel(frame.y + insets.top)
    let width = pixel(frame.maxX - right) - x
    let height = pixel(frame.maxY - insets.bottom) - y
    guard width > 0, height > 0, !label.text.isEmpty, label.color.alpha > 0 else { return nil }
    return DisplayLabel(
      request: LabelRequest(
        text: label.text, sizePixels: label.size * scale, weight: label.weight,
        font: label.font, alignment: label.alignment, isRightToLeft: isRightToLeft,
        lines: label.lines,
        width: width, height: height),
      x: x, y: y, color: RGB8(label.color), alpha: label.color.alpha)
  }

  private func mask(_ mask: Mask, frame: Rect) -> DisplayMask {
    let box = scaled(moved(mask.frame, to: frame))
    let shape: RoundedRect
    switch mask.shape {
    case .rect: shape = RoundedRect(rect: box)
    case .roundedRect:
      shape = RoundedRect(rect: box, radii: Corners(all: mask.radius * scale))
    case .circle:
      let side = min(box.width, box.height)
      shape = RoundedRect(
        rect: Rect(
          x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side,
          height: side),
        radii: Corners(all: side / 2))
    }
    return DisplayMask(shape: shape, rule: mask.rule)
  }

  /// A rectangle in a cell's coordinates, in the canvas's.
  private func moved(_ rect: Rect, to frame: Rect) -> Rect {
    Rect(x: frame.x + rect.x, y: frame.y + rect.y, width: rect.width, height: rect.height)
  }

  private func scaled(_ rect: Rect) -> Rect {
    Rect(
      x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  private func scaled(_ corners: Corners) -> Corners {
    Corners(
      topLeft: corners.topLeft * scale, topRight: corners.topRight * scale,
      bottomRight: corners.bottomRight * scale, bottomLeft: corners.bottomLeft * scale)
  }
}
