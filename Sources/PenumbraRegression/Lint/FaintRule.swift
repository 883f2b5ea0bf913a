internal import PenumbraGraphics
internal import PenumbraScene

/// Shadows that change nothing, even where no mask cuts them off: too faint, or of the colour of what
/// they lie on.
struct FaintRule {
  let probe: LintProbe

  /// What a cell's shadows lie on.
  struct Ground {
    /// The canvas and its background.
    var canvas: Canvas
    /// What was painted before, in order.
    var cells: [PlacedCell]

    /// Its colour, where it is one colour.
    var color: Color? {
      guard cells.isEmpty, case .color(let color) = canvas.background else { return nil }
      return color
    }
  }

  /// A shadow that cannot be seen.
  struct Faint {
    var index: Int
    /// The largest change of any channel, in levels.
    var level: Double
    /// Whether it is the colour that hides it, not the opacity alone.
    var isOfGroundsColor: Bool
  }

  /// The shadows of the cell that change no channel by a level.
  func faint(in cell: PlacedCell, on ground: Ground) throws -> [Faint] {
    var found: [Faint] = []
    for (index, shadow) in cell.style.shadows.enumerated() {
      let alpha = shadow.opacity * shadow.color.alpha
      if alpha == 0 {
        found.append(Faint(index: index, level: 0, isOfGroundsColor: false))
        continue
      }
      let region = probe.region(around: cell, reach: probe.reach(of: cell))
      let levels = try coverage(of: shadow, cell: cell, region: region)
      let peak = Double(levels.max() ?? 0) * alpha
      if peak < 1 {
        found.append(Faint(index: index, level: peak, isOfGroundsColor: false))
        continue
      }
      if !shadow.isInset, let color = ground.color,
        peak * FaintRule.contrast(shadow.color, on: color) >= 1
      {
        continue
      }
      let level = try change(
        by: index, of: cell, on: ground, region: region, coverage: levels, alpha: alpha)
      if level < 1 { found.append(Faint(index: index, level: level, isOfGroundsColor: true)) }
    }
    return found
  }

  /// The levels at full opacity.
  private func coverage(
    of shadow: Shadow, cell: PlacedCell, region: PixelRect
  ) throws -> [UInt8] {
    if !shadow.isInset {
      return try probe.coverage(of: shadow, cell: cell, .knockout, region: region)
    }
    // An inset shadow lies on the cell: what a white cell without it loses to it.
    var bare = cell
    bare.style.overlay = nil
    bare.style.label = nil
    bare.style.opacity = 1
    bare.style.fill = .color(.white)
    var only = shadow
    only.color = .black
    only.opacity = 1
    bare.style.shadows = [only]
    let with = try probe.picture(of: [bare], on: .color(.white), region: region)
    return stride(from: 0, to: with.bytes.count, by: 4).map { 255 - with.bytes[$0] }
  }

  /// The largest change that one shadow makes where the ground, and the cell's other shadows, are
  /// what they are.
  private func change(
    by index: Int, of cell: PlacedCell, on ground: Ground, region: PixelRect, coverage: [UInt8],
    alpha: Double
  ) throws -> Double {
    let shadow = cell.style.shadows[index]
    var rest = cell
    rest.style.shadows.remove(at: index)
    rest.style.overlay = nil
    rest.style.label = nil
    if !shadow.isInset { rest.style.fill = nil }
    let below = try probe.picture(
      of: [probe.background(of: ground.canvas)] + ground.cells + [rest],
      on: .color(.transparent), region: region)
    var largest = 0.0
    for pixel in coverage.indices where coverage[pixel] > 0 {
      let at = pixel * 4
      func part(_ channel: Int) -> Double { Double(below.bytes[at + channel]) / 255 }
      let color = Color(red: part(0), green: part(1), blue: part(2), alpha: part(3))
      let contrast = FaintRule.contrast(shadow.color, on: color)
      largest = max(largest, Double(coverage[pixel]) * alpha * contrast)
    }
    return largest
  }

  /// The largest share that a channel of the ground is changed by, under the colour at full opacity.
  static func contrast(_ color: Color, on ground: Color) -> Double {
    max(
      abs(color.red - ground.red * ground.alpha), abs(color.green - ground.green * ground.alpha),
      abs(color.blue - ground.blue * ground.alpha), 1 - ground.alpha)
  }
}
