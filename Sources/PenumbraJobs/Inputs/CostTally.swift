internal import CSSValues
internal import PenumbraGraphics
internal import PenumbraScene

/// Adds up painted pixels and mask samples, clipped to the canvas where there is one.
struct CostTally {
  let scale: Double
  let bounds: Rect?
  private(set) var units = 0
  /// The largest memory that one cell needs for what is neither its mask nor its pixels, and whose.
  private(set) var bytes = (count: 0, share: Share?.none)
  private var masks: Set<MaskKey> = []
  private var texts: Set<TextKey> = []
  /// What each key of cells adds up to, and of which cell most.
  private var shares: [String: (units: Int, largest: Share)] = [:]
  private var section = 0

  /// What a key of a cell costs.
  struct Share {
    var key: String
    /// The section, by its number.
    var section: Int
    var cell: Int
    var units: Int
  }

  /// The key that costs most, at the cell where it costs most, and what it adds up to.
  var heaviest: (share: Share, units: Int)? {
    shares.max { ($0.value.units, $1.key) < ($1.value.units, $0.key) }
      .map { ($0.value.largest, $0.value.units) }
  }

  /// What two labels must share to be drawn once.
  private struct TextKey: Hashable {
    var label: Label
    var size: Size
  }

  /// What two shadows must share to share a mask.
  private struct MaskKey: Hashable {
    var size: Size
    var phase: Point
    var radii: Corners
    var curve: CornerCurve
    var sigma: Double
    var spread: Double
    var kernel: BlurKernel
  }

  init(scale: Double, bounds: Rect?) {
    self.scale = scale
    self.bounds = bounds
  }

  /// All that a scene paints on its canvas, which itself is not counted.
  init(scene: LaidOutScene) {
    self.init(
      scale: scene.canvas.scale,
      bounds: Rect(x: 0, y: 0, width: scene.canvas.width, height: scene.canvas.height))
    for (number, placed) in scene.sections.enumerated() {
      section = number
      for cell in [placed.background, placed.header, placed.footer] {
        if let cell { add(cell) }
      }
      if let union = placed.sectionShadow { add(union) }
      for cell in placed.cells { add(cell) }
    }
  }

  /// Does what adds units, and notes them for a key of a cell.
  private mutating func charge(
    _ key: String, _ cell: Int, _ body: (inout CostTally) -> Void
  ) {
    let before = units
    body(&self)
    let share = Share(key: key, section: section, cell: cell, units: units - before)
    guard share.units > 0 else { return }
    let known = shares[key] ?? (0, share)
    let (sum, overflow) = known.units.addingReportingOverflow(share.units)
    shares[key] = (
      overflow ? Int.max : sum, share.units > known.largest.units ? share : known.largest
    )
  }

  /// A box in canvas points, each of its pixels at a weight.
  mutating func add(_ box: Rect, weight: Int) {
    let box = clipped(box)
    let width = CostTally.pixels(box.width * scale)
    let height = CostTally.pixels(box.height * scale)
    add(count: width.multipliedSaturating(height), weight: weight)
  }

  private func clipped(_ box: Rect) -> Rect { bounds.map(box.intersection) ?? box }

  mutating func add(_ cell: PlacedCell) {
    let style = cell.style
    let paint = PredictedCost.paintedPixel
    add(count: 1, weight: PredictedCost.plannedCell)
    if style.fill != nil { charge("fill", cell.index) { $0.add(cell.frame, weight: paint) } }
    if style.overlay != nil {
      charge("overlay", cell.index) { $0.add(cell.frame, weight: 2 * paint) }
    }
    if let label = style.label {
      charge("label", cell.index) {
        $0.add(cell.frame, weight: 2 * paint)
        $0.addText(label, size: Size(width: cell.frame.width, height: cell.frame.height))
      }
    }
    if style.opacity < 1 || style.mask != nil {
      charge(style.mask != nil ? "mask" : "opacity", cell.index) {
        $0.add(CostTally.extent(of: cell), weight: 2 * paint)
      }
    }
    for shadow in style.shadows {
      let box = clipped(CostTally.box(of: shadow, cell: cell))
      guard box.width > 0, box.height > 0 else { continue }
      charge("shadow", cell.index) {
        $0.add(box, weight: paint)
        switch shadow.caster {
        case .content: $0.addContent(of: shadow, cell: cell, box)
        case .shape: $0.addMask(of: shadow, cell: cell, box)
        }
      }
    }
  }

  mutating func add(_ union: SectionShadow) {
    guard var extent = union.shapes.first?.rect else { return }
    for shape in union.shapes.dropFirst() { extent = extent.union(shape.rect) }
    for shadow in union.shadows {
      let box = extent.grown(by: CostTally.reach(of: shadow)).moved(by: shadow.offset)
      charge("shadow", 0) {
        $0.add(box, weight: PredictedCost.paintedPixel + PredictedCost.blurredPixel)
        // Every shape is seen where its blur reaches, and its corners along both axes.
        for shape in union.shapes {
          let seen = $0.clipped(
            shape.rect.grown(by: CostTally.reach(of: shadow)).moved(by: shadow.offset))
          let width = CostTally.pixels(seen.width * $0.scale)
          let height = CostTally.pixels(seen.height * $0.scale)
          if width == 0 || height == 0 { continue }
          $0.add(count: width.multipliedSaturating(height) / 4, weight: 1)
          $0.add(count: width + height, weight: PredictedCost.maskEdge)
        }
      }
    }
  }

  /// Drawing a text that no cell before it has: a few times, since what is too long is cut.
  private mutating func addText(_ label: Label, size: Size) {
    guard texts.insert(TextKey(label: label, size: size)).inserted else { return }
    let points = label.size * scale
    let perLine = size.width * scale / (0.1 * points)
    let lines = size.height * scale / points + 1
    let room = 16 + (perLine * lines < 100_000 ? perLine * lines : 100_000)
    let letters = min(label.text.unicodeScalars.count, CostTally.pixels(room))
    let isCut = Double(letters) * 0.5 * points > size.width * scale
    let draws = isCut ? (label.lines == 1 ? 6 : 24) : 1
    let ink = CostTally.pixels(points * points / 32).multipliedSaturating(letters)
    add(count: draws, weight: PredictedCost.drawnText)
    add(count: draws * letters, weight: PredictedCost.drawnLetter)
    add(count: ink.multipliedSaturating(draws), weight: PredictedCost.drawnInk)
  }

  /// The blur of a cell's content, of which memory holds what the box can see.
  private mutating func addContent(of shadow: Shadow, cell: PlacedCell, _ box: Rect) {
    add(box, weight: PredictedCost.blurredPixel)
    let seen = box.grown(by: 6 * shadow.sigma)
    func side(_ seen: Double, _ whole: Double) -> Int {
      min(CostTally.pixels(whole * scale), CostTally.pixels(seen * scale) + 1024)
    }
    let area = side(seen.width, cell.frame.width).multipliedSaturating(
      side(seen.height, cell.frame.height))
    add(count: area, weight: PredictedCost.blurredPixel / 4)
    let count = area.multipliedSaturating(4)
    if count > bytes.count {
      bytes = (count, Share(key: "shadow", section: section, cell: cell.index, units: 0))
    }
  }

  private mutating func addMask(of shadow: Shadow, cell: PlacedCell, _ visible: Rect) {
    let path = cell.shadowPath
    let key = MaskKey(
      size: Size(width: path.rect.width, height: path.rect.height),
      phase: Point(
        x: phase(cell.frame.x + path.rect.x + shadow.offset.x),
        y: phase(cell.frame.y + path.rect.y + shadow.offset.y)),
      radii: path.radii, curve: path.curve, sigma: shadow.sigma, spread: shadow.spread,
      kernel: shadow.kernel)
    guard masks.insert(key).inserted else { return }
    let box = path.rect.grown(by: CostTally.reach(of: shadow))
    let edge = CostTally.pixels(box.width * scale) + CostTally.pixels(box.height * scale)
    add(count: edge, weight: PredictedCost.maskEdge)
    add(visible, weight: PredictedCost.maskSample)
  }

  /// Where between two pixels a coordinate lies.
  private func phase(_ coordinate: Double) -> Double {
    let pixels = coordinate * scale
    return pixels - pixels.rounded(.down)
  }

  private mutating func add(count: Int, weight: Int) {
    let (sum, overflow) = units.addingReportingOverflow(count.multipliedSaturating(weight))
    units = overflow ? Int.max : sum
  }

  /// What a cell and its shadows cover, in canvas points.
  static func extent(of cell: PlacedCell) -> Rect {
    cell.style.shadows.reduce(cell.frame) { $0.union(box(of: $1, cell: cell)) }
  }

  /// What a shadow may touch, in canvas points.
  static func box(of shadow: Shadow, cell: PlacedCell) -> Rect {
    if shadow.isInset { return cell.frame }
    var path = cell.shadowPath.rect
    path.x += cell.frame.x
    path.y += cell.frame.y
    let box = path.grown(by: reach(of: shadow)).moved(by: shadow.offset)
    guard let mask = cell.positionMask else { return box }
    return box.intersection(
      Rect(
        x: cell.frame.x + mask.x, y: cell.frame.y + mask.y, width: mask.width, height: mask.height))
  }

  static func reach(of shadow: Shadow) -> Double { 3 * shadow.sigma + shadow.spread }

  /// A length in pixels, rounded up to a whole number within bounds no picture reaches.
  static func pixels(_ length: Double) -> Int {
    guard length > 0 else { return 0 }
    return length < 1_000_000_000 ? Int(saturating: length.rounded(.up)) : 1_000_000_000
  }
}

extension Int {
  func multipliedSaturating(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? Int.max : product
  }
}
