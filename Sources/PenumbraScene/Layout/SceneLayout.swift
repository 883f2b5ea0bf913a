internal import OrderedJSON
internal import PenumbraGraphics

extension Scene {
  /// Solves the scene: every frame, mask, path and style, without a pixel.
  ///
  /// Cells are made when they are asked for, so that a matrix of 100,000 costs nothing to hold.
  ///
  /// - Throws: ``SceneError`` over the options, or a canvas that they make too large. What the scene
  ///   itself says was solved once when it was loaded.
  public func layOut(_ options: LayoutOptions = LayoutOptions()) throws(SceneError) -> LaidOutScene
  {
    do throws(LayoutFault) {
      return try SceneLayout(self, options).solved()
    } catch {
      throw SceneError(
        kind: error.kind, file: file, path: error.path.description, found: error.found,
        expected: error.expected)
    }
  }
}

/// Why a scene has no layout, and which key is at fault.
struct LayoutFault: Error {
  var kind: SceneError.Kind
  var path: JSONPath
  var found: String
  var expected: String
  /// The same of other sections.
  var others: [LayoutFault] = []
}

/// The layout of one scene under one set of options.
struct SceneLayout {
  private let scene: Scene
  private let scale: Double
  private let kernels: KernelChoice
  private let drawsCaptions: Bool

  init(_ scene: Scene, _ options: LayoutOptions) throws(LayoutFault) {
    self.scene = scene
    drawsCaptions = options.drawsCaptions
    scale = options.scale ?? scene.canvas.scale
    kernels = KernelChoice(override: options.kernel, scene: scene.kernel)
    guard scene.limits.scales.contains(scale) else {
      throw LayoutFault(
        kind: .invalidValue, path: Self.canvasPath("scale"),
        found: "a scale of \(JSONValue.text(of: scale))",
        expected: scene.limits.scaleDescription)
    }
    let fontPixels = scene.largestFont.points * scale
    guard fontPixels <= scene.limits.fontSizePixels else {
      throw LayoutFault(
        kind: .limitExceeded, path: scene.largestFont.path,
        found: "a text \(JSONValue.text(of: fontPixels)) pixels high",
        expected: "at most \(JSONValue.text(of: scene.limits.fontSizePixels)) pixels")
    }
    let sigmaPixels = scene.largestSigma.points * scale
    guard sigmaPixels <= scene.limits.sigmaPixels else {
      throw LayoutFault(
        kind: .limitExceeded, path: scene.largestSigma.path,
        found: "a blur of \(JSONValue.text(of: sigmaPixels)) pixels",
        expected: "at most \(JSONValue.text(of: scene.limits.sigmaPixels)) pixels")
    }
  }

  private static func canvasPath(_ key: String) -> JSONPath {
    JSONPath(steps: [.key("canvas"), .key(key)])
  }

  func solved() throws(LayoutFault) -> LaidOutScene {
    // A canvas too wide is refused before anything is solved on it.
    try checkPixels(height: scene.canvas.height ?? 1 / scale)
    let sections: [PlacedSection]
    var height: Double
    switch scene.content {
    case .cells(let cells):
      (sections, height) = try solved(cells)
    case .sections(let declared):
      (sections, height) = try solved(declared)
    case .matrix(let matrix):
      (sections, height) = try solved(matrix)
    }
    guard height > 0 else {
      throw LayoutFault(
        kind: .unsolvableLayout, path: Self.canvasPath("height"),
        found: "a height to be fitted to nothing", expected: "cells, or a height in points")
    }
    if scene.canvas.height == nil { height = fitted(sections, height: height) }
    try checkPixels(height: height)
    let canvas = scene.canvas
    return LaidOutScene(
      name: scene.name,
      canvas: Canvas(
        width: canvas.width, height: height, scale: scale, background: canvas.background,
        dither: canvas.dither),
      isRightToLeft: scene.isRightToLeft, sections: sections,
      lint: scene.lint, identicalStyles: scene.identicalStyles)
  }

  /// A fitted height with what the cells' shadows need below it, in whole points.
  ///
  /// Frames stay: the canvas only ends later. Cells beside the canvas cast nothing onto it.
  private func fitted(_ sections: [PlacedSection], height: Double) -> Double {
    var bottom = height
    for section in sections {
      for cell in section.drawn {
        let bounds = cell.drawnBounds
        if bounds.x < scene.canvas.width, bounds.maxX > 0 { bottom = max(bottom, bounds.maxY) }
      }
      if let shadow = section.sectionShadow { bottom = max(bottom, shadow.bottom) }
    }
    // Noise of arithmetic does not cost a point.
    return bottom > height + 1e-6 ? (bottom - 1e-6).rounded(.up) : height
  }

  private func checkPixels(height: Double) throws(LayoutFault) {
    let limits = scene.limits
    let wide = (scene.canvas.width * scale).rounded(.up)
    let high = (height * scale).rounded(.up)
    guard wide <= limits.canvasSidePixels, high <= limits.canvasSidePixels,
      wide * high <= limits.canvasPixels
    else {
      let text = JSONValue.text(of:)
      throw LayoutFault(
        kind: .limitExceeded, path: JSONPath(steps: [.key("canvas")]),
        found: "a canvas of \(text(wide)) x \(text(high)) pixels",
        expected: "at most \(text(limits.canvasPixels)) pixels, and "
          + "\(text(limits.canvasSidePixels)) on a side")
    }
    // As the canvas is rounded: half a pixel is one.
    for (key, side) in [("width", scene.canvas.width * scale), ("height", height * scale)]
    where side < 0.5 {
      throw LayoutFault(
        kind: .invalidValue, path: Self.canvasPath(key),
        found: "a side of \(JSONValue.text(of: side)) pixels", expected: "at least half a pixel")
    }
  }

  // MARK: Cells with frames

  private func solved(_ cells: [FramedCell]) throws(LayoutFault) -> ([PlacedSection], Double) {
    let place = placing(count: nil) { (cells[$0].cell, cells[$0].frame) }
    var section = PlacedSection(
      name: scene.name, cells: PlacedCells(count: cells.count, make: place))
    section.sectionShadow = try sectionShadow(
      count: cells.count, path: JSONPath(steps: [.key("cells")]), scope: scene.scope
    ) { (cells[$0].cell.style, cells[$0].frame) }
    let height = scene.canvas.height ?? cells.reduce(0) { max($0, $1.frame.maxY) }
    return ([section], height)
  }

  // MARK: Sections

  private func solved(
    _ sections: [SectionDeclaration]
  ) throws(LayoutFault) -> ([PlacedSection], Double) {
    var placed: [PlacedSection] = []
    var faults: [LayoutFault] = []
    var y = 0.0
    for (index, section) in sections.enumerated() {
      let path = JSONPath(steps: [.key("sections"), .index(index)])
      if index > 0 { y += scene.interSectionSpacing }
      do throws(LayoutFault) {
        let solution = try self.solution(section, y: y, path: path)
        y += solution.height
        placed.append(try self.placed(section, solution, path: path))
      } catch {
        faults.append(error)
      }
    }
    if var first = faults.first {
      first.others = Array(faults.dropFirst())
      throw first
    }
    return (placed, scene.canvas.height ?? y)
  }

  private func solution(
    _ section: SectionDeclaration, y: Double, path: JSONPath
  ) throws(LayoutFault) -> SectionSolution {
    let solution: SectionSolution
    do throws(SectionSolution.Fault) {
      solution = try SectionSolution(
        section, y: y, canvasWidth: scene.canvas.width, canvasHeight: scene.canvas.height)
    } catch {
      throw LayoutFault(
        kind: .unsolvableLayout, path: JSONPath(steps: path.steps + error.steps),
        found: error.found, expected: error.expected)
    }
    let last = solution.frame(of: max(0, section.cells.count - 1))
    let corners = [last.x, last.y, last.maxX, last.maxY, y + solution.height]
    guard corners.allSatisfy({ abs($0) <= scene.limits.lengthPoints }) else {
      throw LayoutFault(
        kind: .limitExceeded, path: path, found: "a section that ends beyond the limit",
        expected: "coordinates of at most \(JSONValue.text(of: scene.limits.lengthPoints)) points")
    }
    return solution
  }

  private func placed(
    _ section: SectionDeclaration, _ solution: SectionSolution, path: JSONPath
  ) throws(LayoutFault) -> PlacedSection {
    let scope = section.scope ?? scene.scope
    let count = section.cells.count
    let place = placing(count: count, scope: scope) { index in
      (section.cells[index], mirrored(solution.frame(of: index)))
    }
    var placed = PlacedSection(
      name: section.name, cells: PlacedCells(count: count, make: place))
    func alone(_ cell: CellDeclaration, _ frame: Rect, _ role: PlacedCell.Role) -> PlacedCell {
      placing(count: nil, role: role) { _ in (cell, mirrored(frame)) }(0)
    }
    if let background = section.background {
      let frame = Rect(
        x: 0, y: solution.origin.y, width: scene.canvas.width, height: solution.height)
      placed.background = alone(CellDeclaration(style: background), frame, .background)
    }
    if let header = section.header, let frame = solution.header {
      placed.header = alone(header.cell, frame, .header)
    }
    if let footer = section.footer, let frame = solution.footer {
      placed.footer = alone(footer.cell, frame, .footer)
    }
    placed.isScrolling = section.scrolling != .none
    placed.sectionShadow = try sectionShadow(
      count: count, path: path.appending(.key("cells")), scope: scope
    ) { (section.cells[$0].style, mirrored(solution.frame(of: $0))) }
    return placed
  }

  /// A left-to-right frame where it lies in the scene's direction.
  private func mirrored(_ frame: Rect) -> Rect {
    guard scene.isRightToLeft else { return frame }
    var frame = frame
    frame.x = scene.canvas.width - frame.x - frame.width
    return frame
  }

  // MARK: Matrix

  private func solved(_ matrix: Matrix) throws(LayoutFault) -> ([PlacedSection], Double) {
    let solution = MatrixSolution(
      matrix, canvasWidth: scene.canvas.width, canvasHeight: scene.canvas.height)
    let last = solution.frame(of: matrix.count - 1)
    guard max(last.maxX, last.maxY) <= scene.limits.lengthPoints else {
      throw LayoutFault(
        kind: .limitExceeded, path: JSONPath(steps: [.key("matrix")]),
        found: "a matrix that ends beyond the limit",
        expected: "coordinates of at most \(JSONValue.text(of: scene.limits.lengthPoints)) points")
    }
    let place = placing(count: nil) { index in
      (CellDeclaration(style: matrix.style(at: index)), mirrored(solution.frame(of: index)))
    }
    let cells = PlacedCells(count: matrix.count) { index in
      var cell = place(index)
      cell.caption = matrix.caption(at: index)
      return cell
    }
    var section = PlacedSection(name: scene.name, cells: cells)
    section.captions = captions(of: matrix, solution)
    return ([section], scene.canvas.height ?? solution.fittedHeight)
  }

  /// The captions as cells of nothing but a label; nil where there are none, or no room for any.
  private func captions(of matrix: Matrix, _ solution: MatrixSolution) -> PlacedCells? {
    guard drawsCaptions, matrix.caption != nil, solution.captionFrame(of: 0) != nil else {
      return nil
    }
    let canvas = Size(
      width: scene.canvas.width, height: scene.canvas.height ?? solution.fittedHeight)
    let background = scene.canvas.background
    return PlacedCells(count: matrix.count) { index in
      let frame = mirrored(solution.captionFrame(of: index) ?? solution.frame(of: index))
      let label = Label(
        text: matrix.caption(at: index) ?? "", size: solution.captionSize,
        color: Self.captionColor(on: background, of: canvas, at: frame), alignment: .center)
      return PlacedCell(
        role: .caption, index: index, frame: frame,
        shadowPath: RoundedRect(
          rect: Rect(x: 0, y: 0, width: frame.width, height: frame.height)),
        style: ResolvedStyle(label: label))
    }
  }

  /// Black, or white where the canvas is dark behind the middle of the caption.
  private static func captionColor(on background: Paint, of canvas: Size, at frame: Rect) -> Color {
    let ground: Color
    switch background {
    case .color(let color): ground = color
    case .gradient(let gradient):
      let along = Point(x: gradient.end.x - gradient.start.x, y: gradient.end.y - gradient.start.y)
      let x = (frame.x + frame.width / 2) / canvas.width - gradient.start.x
      let y = (frame.y + frame.height / 2) / canvas.height - gradient.start.y
      let place = (x * along.x + y * along.y) / (along.x * along.x + along.y * along.y)
      // Of the stops before and after, the nearer is close enough to tell light from dark.
      let before = gradient.stops.last { $0.location <= place } ?? gradient.stops.first
      let after = gradient.stops.first { $0.location > place } ?? gradient.stops.last
      let nearer = [before, after].compactMap { $0 }.min {
        ($0.location - place).magnitude < ($1.location - place).magnitude
      }
      ground = nearer?.color ?? .white
    case .image: ground = .white
    }
    let luma = 0.2126 * ground.red + 0.7152 * ground.green + 0.0722 * ground.blue
    return luma < 0.5 && ground.alpha >= 0.5 ? .white : .black
  }

  // MARK: One cell

  /// The maker of placed cells.
  ///
  /// `count` is the number of cells of the run; nil where there is none.
  private func placing(
    count: Int?, scope: ShadowScope? = nil, role: PlacedCell.Role = .cell,
    _ source: @escaping @Sendable (Int) -> (CellDeclaration, Rect)
  ) -> @Sendable (Int) -> PlacedCell {
    let kernels = kernels
    let isRightToLeft = scene.isRightToLeft
    let scope = role == .cell ? scope ?? scene.scope : .cell
    return { index in
      let (cell, frame) = source(index)
      var style = cell.style.resolved(kernels: kernels)
      let size = Size(width: frame.width, height: frame.height)
      let position = style.position?.force ?? count.map { Position(index: index, count: $0) }
      var mask: Rect?
      var path: Rect?
      if (cell.style.scope ?? scope) == .section {
        // The section casts the outer shadows, so there is nothing to mask or to join.
        style.shadows.removeAll { !$0.isInset }
      } else if let position, let rule = style.position {
        mask = rule.mask(at: position, size: size, isRightToLeft: isRightToLeft)
        path = rule.path(at: position, size: size, isRightToLeft: isRightToLeft)
      }
      let own = RoundedRect(
        rect: Rect(x: 0, y: 0, width: frame.width, height: frame.height), radii: style.radii,
        curve: style.curve)
      return PlacedCell(
        role: role, index: index, name: cell.name, frame: frame, position: position,
        positionMask: mask, shadowPath: path.map { RoundedRect(rect: $0) } ?? own, style: style,
        caption: cell.name, lint: cell.style.lint ?? LintExceptions())
    }
  }

  /// The one shadow of all cells that leave theirs to the section; nil if none does.
  private func sectionShadow(
    count: Int, path: JSONPath, scope: ShadowScope?, _ source: (Int) -> (StyleDeclaration, Rect)
  ) throws(LayoutFault) -> SectionShadow? {
    var union: SectionShadow?
    for index in 0..<count {
      let (declared, frame) = source(index)
      guard (declared.scope ?? scope) == .section else {
        continue
      }
      let style = declared.resolved(kernels: kernels)
      let shadows = style.shadows.filter { !$0.isInset }
      var known = union ?? SectionShadow(shapes: [], fills: [], shadows: shadows)
      let cellPath = path.appending(.index(index))
      guard known.shadows == shadows else {
        throw LayoutFault(
          kind: .invalidValue, path: cellPath,
          found: "other shadows than those of the section's cells before",
          expected: "the same shadows in all cells that cast one shadow together")
      }
      guard known.shapes.count < scene.limits.unionCells else {
        throw LayoutFault(
          kind: .limitExceeded, path: path, found: "more cells that cast one shadow together",
          expected: "at most \(scene.limits.unionCells)")
      }
      known.shapes.append(RoundedRect(rect: frame, radii: style.radii, curve: style.curve))
      known.fills.append(style.fillOpacity)
      union = known
    }
    guard let union, !union.shadows.isEmpty else { return nil }
    return union
  }
}
