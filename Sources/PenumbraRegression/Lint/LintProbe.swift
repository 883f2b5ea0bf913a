internal import CSSValues
internal import Penumbra
internal import PenumbraGraphics
internal import PenumbraScene
internal import ShadowEngine

/// Draws parts of a scene so that lint can measure them; every figure comes from the renderer.
///
/// A shadow's level is drawn at full opacity, layer by layer, and only then multiplied with the
/// layer's alpha and combined, so that a faint shadow is known to a fraction of a level although the
/// renderer gives whole ones.
struct LintProbe {
  let scale: Double
  let isRightToLeft: Bool
  let folder: String
  let render: PictureRenderer

  /// The largest region that is drawn, in pixels.
  static let pixelLimit = 40_000_000

  /// What of a cell is drawn for a field.
  struct Options: OptionSet, Hashable {
    let rawValue: Int
    /// The position mask is in force.
    static let positionMask = Options(rawValue: 1)
    /// The cell's own mask is in force.
    static let mask = Options(rawValue: 2)
    /// The shadow is cut out under the cell, where the cell says so.
    static let knockout = Options(rawValue: 4)
    /// All as the scene has it.
    static let all: Options = [.positionMask, .mask, .knockout]
  }

  // MARK: Geometry

  /// A rectangle of canvas points in whole canvas pixels, rounded to the nearest.
  func pixels(_ rect: Rect) -> PixelRect {
    let left = Int(saturating: (rect.x * scale).rounded())
    let top = Int(saturating: (rect.y * scale).rounded())
    return PixelRect(
      x: left, y: top, width: max(0, Int(saturating: (rect.maxX * scale).rounded()) - left),
      height: max(0, Int(saturating: (rect.maxY * scale).rounded()) - top))
  }

  /// How far beyond its frame a cell's outer shadows can show, in points.
  func reach(of cell: PlacedCell) -> Double {
    let path = cell.shadowPath.rect
    let beyond = max(
      -path.x, -path.y, path.maxX - cell.frame.width, path.maxY - cell.frame.height, 0)
    return cell.style.shadows.filter { !$0.isInset }.map { shadow in
      // 3.2 sigma: below it a shadow of full opacity is under a third of a level.
      3.2 * shadow.sigma + max(shadow.spread, 0) + max(abs(shadow.offset.x), abs(shadow.offset.y))
    }.max().map { $0 + beyond + 2 / scale } ?? 0
  }

  /// The frame with the reach around it, in whole canvas pixels.
  func region(around cell: PlacedCell, reach: Double) -> PixelRect {
    let left = Int(saturating: ((cell.frame.x - reach) * scale).rounded(.down))
    let top = Int(saturating: ((cell.frame.y - reach) * scale).rounded(.down))
    let right = Int(saturating: ((cell.frame.maxX + reach) * scale).rounded(.up))
    let bottom = Int(saturating: ((cell.frame.maxY + reach) * scale).rounded(.up))
    return PixelRect(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
  }

  // MARK: Drawing

  /// Draws cells on a ground, as they are.
  func picture(
    of cells: [PlacedCell], on ground: Paint, region: PixelRect, at otherScale: Double? = nil
  ) throws -> Picture {
    let scale = otherScale ?? self.scale
    try LintError.check(region)
    let moved = cells.map { cell -> PlacedCell in
      var cell = cell
      cell.frame.x -= Double(region.x) / scale
      cell.frame.y -= Double(region.y) / scale
      return cell
    }
    let canvas = Canvas(
      width: Double(region.width) / scale, height: Double(region.height) / scale, scale: scale,
      background: ground)
    let scene = LaidOutScene(
      name: "", canvas: canvas, isRightToLeft: isRightToLeft,
      sections: [PlacedSection(name: "", cells: PlacedCells(moved))])
    return try render(DisplayList(scene: scene, folder: folder))
  }

  /// The canvas's background as a cell, so that a gradient keeps its place when a part is drawn.
  func background(of canvas: Canvas) -> PlacedCell {
    let frame = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    return PlacedCell(
      role: .background, index: 0, frame: frame, shadowPath: RoundedRect(rect: frame),
      style: ResolvedStyle(fill: canvas.background))
  }

  /// The cell's outer shadows alone.
  func field(
    of cell: PlacedCell, _ options: Options = .all, region: PixelRect? = nil,
    at otherScale: Double? = nil
  ) throws -> ShadowField {
    var field = try ShadowField(region: region ?? self.region(around: cell, reach: reach(of: cell)))
    for shadow in cell.style.shadows where !shadow.isInset {
      let alpha = shadow.opacity * shadow.color.alpha
      if alpha == 0 { continue }
      let layer = try coverage(
        of: shadow, cell: cell, options, region: field.region, at: otherScale)
      for index in field.levels.indices where layer[index] > 0 {
        let level = Double(field.levels[index])
        field.levels[index] = Float(255 - (255 - level) * (1 - Double(layer[index]) / 255 * alpha))
      }
    }
    return field
  }

  /// One outer shadow of the cell at full opacity: a level at each pixel of the region.
  func coverage(
    of shadow: Shadow, cell: PlacedCell, _ options: Options, region: PixelRect,
    at otherScale: Double? = nil
  ) throws -> [UInt8] {
    var bare = cell
    if !options.contains(.positionMask) { bare.positionMask = nil }
    if !options.contains(.mask) { bare.style.mask = nil }
    var only = shadow
    only.color = .black
    only.opacity = 1
    if !options.contains(.knockout) { only.isKnockedOut = false }
    bare.style.shadows = [only]
    bare.style.overlay = nil
    bare.style.opacity = 1
    guard shadow.caster == .content else {
      bare.style.fill = nil
      bare.style.label = nil
      return try alpha(of: bare, region: region, at: otherScale)
    }
    // What casts it has to be drawn too; the shadow is known where the content leaves it bare.
    let both = try alpha(of: bare, region: region, at: otherScale)
    bare.style.shadows = []
    let content = try alpha(of: bare, region: region, at: otherScale)
    return zip(both, content).map { $1 == 0 ? $0 : 0 }
  }

  private func alpha(
    of cell: PlacedCell, region: PixelRect, at otherScale: Double?
  ) throws -> [UInt8] {
    let picture = try picture(
      of: [cell], on: .color(.transparent), region: region, at: otherScale)
    return (0..<(region.width * region.height)).map { picture.bytes[$0 * 4 + 3] }
  }
}

/// Renders a display list to straight-alpha RGBA8.
typealias PictureRenderer = @Sendable (DisplayList) throws -> Picture

/// Why a cell could not be linted.
enum LintError: Error, CustomStringConvertible {
  case tooLarge(width: Int, height: Int)

  /// Refuses a region over the limit before memory for it is taken.
  static func check(_ region: PixelRect) throws(LintError) {
    guard region.width <= LintProbe.pixelLimit / max(1, region.height) else {
      throw .tooLarge(width: region.width, height: region.height)
    }
  }

  var description: String {
    switch self {
    case .tooLarge(let width, let height):
      "\(width) x \(height) px with its shadow; lint draws at most \(LintProbe.pixelLimit) px a cell"
    }
  }
}
