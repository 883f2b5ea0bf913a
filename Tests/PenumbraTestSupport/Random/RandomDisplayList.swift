internal import PenumbraGraphics
public import ShadowEngine

/// Random display lists that use everything a display list can say.
public struct RandomDisplayList: Sendable {
  /// What a list has beyond what all may have: these have no exact formula.
  public enum Specialty: Hashable, Sendable {
    /// Every cell has a shadow of its image or label.
    case contentShadows
    /// Every item is a shadow cast by shapes that may overlap.
    case overlappingUnions
    /// Shadows are dithered.
    case dither
    /// Every item is a cell of which edges of sharp and nearly sharp shadows, holes and masks run
    /// together with its own, or close by.
    case edges
    /// Every item is a cell with up to 16 shadows of as many colours.
    case stacks
  }

  private var shapes: RandomShapes
  private let size: Int
  private let specialty: Specialty?

  /// Lists on square canvases of `size` pixels; the seed decides everything.
  public init(seed: UInt64, size: Int = 48, specialty: Specialty? = nil) {
    shapes = RandomShapes(seed: seed)
    self.size = size
    self.specialty = specialty
  }

  /// The list of one seed.
  public static func list(
    seed: UInt64, size: Int = 48, specialty: Specialty? = nil
  ) -> DisplayList {
    var maker = RandomDisplayList(seed: seed, size: size, specialty: specialty)
    return maker.next()
  }

  /// One to three items on a background of any kind.
  public mutating func next() -> DisplayList {
    let items = (0..<shapes.random.integer(1, 3)).map { _ -> DisplayItem in
      switch specialty {
      case .overlappingUnions: .unionShadow(unionShadow())
      case .contentShadows, .edges, .stacks: .cell(cell())
      case .dither, nil: shapes.random.oneIn(5) ? .unionShadow(unionShadow()) : .cell(cell())
      }
    }
    return DisplayList(
      width: size, height: size, background: background(),
      dither: specialty == .dither ? .ordered : .none, items: items)
  }

  private mutating func background() -> Paint {
    switch shapes.random.integer(0, 5) {
    case 0: return .color(.transparent)
    case 1: return .color(color(alpha: shapes.random.unit()))
    case 2: return .gradient(gradient(isOpaque: shapes.random.oneIn(2)))
    case 3: return .color(.black)
    default: return .color(color(alpha: 1))
    }
  }

  // MARK: Cells

  private mutating func cell() -> DisplayCell {
    let shape = box()
    var cell = DisplayCell(shape: shape)
    let isStack = specialty == .stacks
    let palette = (0..<(isStack ? 16 : 2)).map { _ in rgb8() }
    let count = isStack ? shapes.random.integer(4, 16) : shapes.random.integer(0, 4)
    cell.shadows = (0..<count).map { _ in layer(over: shape, palette) }
    if shapes.random.oneIn(3) { cell.clip = clip(of: shape.rect) }
    cell.fill = fill(of: shape.rect)
    if shapes.random.oneIn(4) { cell.label = label(in: shape.rect) }
    if shapes.random.oneIn(4) { cell.overlay = gradient(isOpaque: false) }
    if shapes.random.oneIn(4) {
      cell.mask = DisplayMask(
        shape: specialty == .edges
          ? nudged(shape) : shapes.random.oneIn(3) ? shifted(shape) : box(),
        rule: shapes.random.oneIn(2) ? .evenOdd : .nonZero)
    }
    if shapes.random.oneIn(4) { cell.opacity = shapes.random.unit() }
    if specialty == .contentShadows {
      if shapes.random.oneIn(2) { cell.label = label(in: shape.rect) }
      var layer = layer(over: shape, palette)
      layer.isInset = false
      layer.caster = .content(
        offset: Point(x: shapes.random.uniform(-4, 4), y: shapes.random.uniform(-4, 4)))
      cell.shadows.append(layer)
    }
    return cell
  }

  private mutating func layer(over shape: RoundedRect, _ palette: [RGB8]) -> ShadowLayer {
    let isInset = shapes.random.oneIn(4)
    let isEdge = specialty == .edges
    let sigma = isEdge ? smallSigma() : shapes.sigma()
    return ShadowLayer(
      caster: .shape(isEdge ? nudged(shape) : moved(shape, by: sigma)), sigmaPixels: sigma,
      kernel: kernel(sigma),
      color: shapes.random.pick(palette),
      alpha: alpha(), isInset: isInset, isKnockedOut: isInset || !shapes.random.oneIn(3))
  }

  /// Three kernels, but coreGraphics, which has no short way in the reference, not for large sigma.
  private mutating func kernel(_ sigma: Double) -> BlurKernel {
    let kernel = shapes.random.pick(BlurKernel.allCases)
    return kernel == .coreGraphics && sigma > 16 ? .gaussian : kernel
  }

  /// Nothing, or less than two pixels.
  private mutating func smallSigma() -> Double {
    shapes.random.oneIn(3) ? 0 : shapes.random.logUniform(0.05, 2)
  }

  /// The shape itself, or moved and spread by fractions of a pixel or few pixels.
  private mutating func nudged(_ shape: RoundedRect) -> RoundedRect {
    let steps = [0, 0, 0, 0.25, 0.5, -0.3, 1, -1, 2.5]
    let spread = shapes.random.pick(steps)
    let rect = shape.rect
    return RoundedRect(
      rect: Rect(
        x: rect.x + shapes.random.pick(steps) - spread,
        y: rect.y + shapes.random.pick(steps) - spread, width: max(0, rect.width + 2 * spread),
        height: max(0, rect.height + 2 * spread)),
      radii: shape.radii, curve: shape.curve)
  }

  /// A shape with offset and spread, down to nothing.
  private mutating func moved(_ shape: RoundedRect, by sigma: Double) -> RoundedRect {
    let reach = 4 + min(20, sigma)
    let spread = shapes.random.oneIn(2) ? 0 : shapes.random.uniform(-8, 8)
    let rect = shape.rect
    return RoundedRect(
      rect: Rect(
        x: rect.x + shapes.random.uniform(-reach, reach) - spread,
        y: rect.y + shapes.random.uniform(-reach, reach) - spread,
        width: max(0, rect.width + 2 * spread), height: max(0, rect.height + 2 * spread)),
      radii: shape.radii, curve: shape.curve)
  }

  private mutating func shifted(_ shape: RoundedRect) -> RoundedRect {
    let rect = shape.rect
    return RoundedRect(
      rect: Rect(x: rect.x - 3, y: rect.y - 2.5, width: rect.width + 6, height: rect.height + 5.5),
      radii: shapes.radii(width: rect.width, height: rect.height), curve: shape.curve)
  }

  private mutating func clip(of rect: Rect) -> Rect {
    Rect(
      x: rect.x - shapes.random.uniform(-2, 20), y: rect.y - shapes.random.uniform(-2, 20),
      width: rect.width + shapes.random.uniform(0, 30),
      height: rect.height + shapes.random.uniform(0, 30))
  }

  private mutating func fill(of rect: Rect) -> DisplayFill? {
    switch shapes.random.integer(0, 5) {
    case 0: return nil
    case 1: return .gradient(gradient(isOpaque: shapes.random.oneIn(2)))
    case 2:
      let x = Int(rect.x.rounded(.down))
      let y = Int(rect.y.rounded(.down))
      return .image(
        ImageRequest(
          path: "picture-\(shapes.random.integer(0, 9)).png", folder: "", mode: .stretch,
          width: Int(rect.maxX.rounded(.up)) - x, height: Int(rect.maxY.rounded(.up)) - y),
        x: x, y: y)
    default: return .flat(rgb8(), alpha: shapes.random.oneIn(2) ? 1 : alpha())
    }
  }

  private mutating func label(in rect: Rect) -> DisplayLabel {
    let width = max(1, Int(rect.width) / 2)
    let height = max(1, Int(rect.height) / 2)
    return DisplayLabel(
      request: LabelRequest(
        text: "label \(shapes.random.integer(0, 99))", sizePixels: 12, weight: 400,
        alignment: .left, isRightToLeft: false, lines: 1, width: width, height: height),
      x: Int(rect.x.rounded(.up)), y: Int(rect.y.rounded(.up)), color: rgb8(), alpha: alpha())
  }

  // MARK: Unions

  private mutating func unionShadow() -> UnionShadow {
    let count = shapes.random.integer(1, 4)
    let cells = specialty == .overlappingUnions ? (0..<count).map { _ in box() } : run(of: count)
    let layers = (0..<shapes.random.integer(1, 2)).map { _ -> UnionShadow.Layer in
      let sigma = shapes.sigma()
      let dx = shapes.random.uniform(-6, 6)
      let dy = shapes.random.uniform(-6, 6)
      return UnionShadow.Layer(
        casters: cells.map { cell in
          RoundedRect(
            rect: Rect(
              x: cell.rect.x + dx, y: cell.rect.y + dy, width: cell.rect.width,
              height: cell.rect.height), radii: cell.radii, curve: cell.curve)
        }, sigmaPixels: sigma, kernel: kernel(sigma), color: rgb8(), alpha: alpha(),
        isKnockedOut: shapes.random.oneIn(2))
    }
    let fills = cells.map { _ in shapes.random.oneIn(2) ? 1 : alpha() }
    return UnionShadow(shapes: cells, fills: fills, layers: layers)
  }

  /// Cells in a row that touch or stand apart.
  private mutating func run(of count: Int) -> [RoundedRect] {
    let canvas = Double(size)
    let height = shapes.random.logUniform(4, canvas)
    let y = shapes.random.uniform(-height / 2, canvas - height / 2)
    let gap = shapes.random.oneIn(3) ? 0 : shapes.random.uniform(0, 9)
    var x = shapes.random.uniform(-canvas / 2, canvas / 2)
    return (0..<count).map { _ in
      let width = shapes.random.logUniform(4, canvas)
      defer { x += width + gap }
      return RoundedRect(
        rect: Rect(x: x, y: y, width: width, height: height),
        radii: shapes.radii(width: width, height: height),
        curve: shapes.random.oneIn(3) ? .continuous : .circular)
    }
  }

  // MARK: Parts

  /// A box of which the canvas sees at least a corner, up to three canvases large.
  private mutating func box() -> RoundedRect {
    let canvas = Double(size)
    let width = shapes.random.logUniform(0.5, 3 * canvas)
    let height = shapes.random.logUniform(0.5, 3 * canvas)
    var x = shapes.random.uniform(-width, canvas)
    var y = shapes.random.uniform(-height, canvas)
    if shapes.random.oneIn(3) {
      x.round()
      y.round()
    }
    return RoundedRect(
      rect: Rect(x: x, y: y, width: width, height: height),
      radii: shapes.radii(width: width, height: height),
      curve: shapes.random.oneIn(3) ? .continuous : .circular)
  }

  private mutating func gradient(isOpaque: Bool) -> Gradient {
    let count = shapes.random.integer(2, 5)
    let stops = (0..<count).map { index in
      Gradient.Stop(
        location: Double(index) / Double(count - 1),
        color: color(alpha: isOpaque ? 1 : shapes.random.unit()))
    }
    let ends = [
      (Point(x: 0, y: 0), Point(x: 1, y: 0)), (Point(x: 0, y: 0), Point(x: 0, y: 1)),
      (Point(x: 0.1, y: 0.2), Point(x: 0.7, y: 0.9)), (Point(x: 1, y: 0.4), Point(x: 0.2, y: 0)),
    ]
    let (start, end) = shapes.random.pick(ends)
    return Gradient(
      start: start, end: end, stops: stops,
      interpolation: shapes.random.pick(Gradient.Interpolation.allCases))
  }

  private mutating func alpha() -> Double {
    switch shapes.random.integer(0, 5) {
    case 0: return 1
    case 1: return 0
    default: return shapes.random.unit()
    }
  }

  private mutating func rgb8() -> RGB8 {
    RGB8(red: byte(), green: byte(), blue: byte())
  }

  private mutating func byte() -> UInt8 { UInt8(shapes.random.integer(0, 255)) }

  private mutating func color(alpha: Double) -> Color {
    Color(
      red: Double(byte()) / 255, green: Double(byte()) / 255, blue: Double(byte()) / 255,
      alpha: alpha)
  }
}
