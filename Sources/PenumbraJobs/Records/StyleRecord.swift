internal import CSSValues
package import OrderedJSON
internal import PenumbraGraphics
package import PenumbraScene

/// What decides a cell's picture, in the words of the scene language.
///
/// A baseline keeps it beside each picture, so that a check can say which key changed and not only
/// that pixels did. It holds what was resolved: named styles, sweeps and defaults are gone, an
/// elevation stays an elevation. A cell's place on the canvas is left out, since moving a cell does
/// not change how it looks; what is left of it is the sub-pixel phase.
///
/// Lengths are in points. A shadow's blur is recorded as `radius` (its sigma), however the scene
/// wrote it. Keys at their defaults are left out, but for a shadow's own five.
package enum StyleRecord {
  /// The record of a cell on its canvas.
  package static func record(of cell: PlacedCell, canvas: Canvas) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("canvas", record(of: canvas)), ("frame", frame(of: cell, scale: canvas.scale)),
    ]
    let style = cell.style
    if let fill = style.fill { members.append(("fill", paint(fill))) }
    if style.radii != .zero { members.append(("cornerRadius", corners(style.radii))) }
    if style.curve != .circular {
      members.append(("cornerCurve", JSONValue(style.curve.rawValue)))
    }
    members += shadows(of: style)
    if let rule = style.position { members.append(("position", position(rule, cell.position))) }
    if let mask = style.mask { members.append(("mask", record(of: mask))) }
    if let overlay = style.overlay { members.append(("overlay", gradient(overlay))) }
    if let label = style.label { members.append(("label", record(of: label))) }
    if style.opacity != 1 { members.append(("opacity", JSONValue(style.opacity))) }
    return JSONValue(members)
  }

  private static func record(of canvas: Canvas) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("scale", JSONValue(canvas.scale)), ("background", paint(canvas.background)),
    ]
    if canvas.dither != .none { members.append(("dither", JSONValue(canvas.dither.rawValue))) }
    return JSONValue(members)
  }

  private static func frame(of cell: PlacedCell, scale: Double) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("width", JSONValue(cell.frame.width)), ("height", JSONValue(cell.frame.height)),
    ]
    let phase = [cell.frame.x, cell.frame.y].map { value -> Double in
      let pixels = value * scale
      return pixels - pixels.rounded(.down)
    }
    if phase != [0, 0] { members.append(("phase", JSONValue(phase.map { JSONValue($0) }))) }
    return JSONValue(members)
  }

  // MARK: Shadows

  private static func shadows(of style: ResolvedStyle) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    let fromElevation =
      style.elevation?.shadows(kernel: .gaussian, isKnockedOut: true).count ?? 0
    let own = style.shadows.dropLast(fromElevation)
    if own.count == 1, let only = own.first {
      members.append(("shadow", record(of: only)))
    } else if !own.isEmpty {
      members.append(("shadow", JSONValue(own.map(record(of:)))))
    }
    guard let elevation = style.elevation else { return members }
    var parts: [(String, JSONValue)] = [
      ("value", JSONValue(elevation.value)), ("model", JSONValue(elevation.model.rawValue)),
    ]
    if elevation.ambientColor != .black {
      parts.append(("ambientColor", JSONValue(text(elevation.ambientColor))))
    }
    if elevation.keyColor != .black {
      parts.append(("keyColor", JSONValue(text(elevation.keyColor))))
    }
    if let cast = style.shadows.last, fromElevation > 0 {
      parts += settings(of: cast)
    }
    members.append(("elevation", JSONValue(parts)))
    return members
  }

  private static func record(of shadow: Shadow) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("color", JSONValue(text(shadow.color))), ("opacity", JSONValue(shadow.opacity)),
      ("offset", [JSONValue(shadow.offset.x), JSONValue(shadow.offset.y)]),
      ("radius", JSONValue(shadow.sigma)), ("spread", JSONValue(shadow.spread)),
    ]
    if shadow.isInset { members.append(("inset", true)) }
    if shadow.spreadRule != .css3 {
      members.append(("spreadRule", JSONValue(shadow.spreadRule.rawValue)))
    }
    return JSONValue(members + settings(of: shadow))
  }

  /// What a shadow takes from its cell or its scene.
  private static func settings(of shadow: Shadow) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if shadow.kernel != .gaussian {
      members.append(("kernel", JSONValue(shadow.kernel.rawValue)))
    }
    if !shadow.isKnockedOut && !shadow.isInset { members.append(("knockout", false)) }
    if shadow.caster == .content { members.append(("shadowOf", "content")) }
    return members
  }

  // MARK: Other parts

  private static func position(_ rule: PositionRule, _ place: Position?) -> JSONValue {
    var members: [(String, JSONValue)] = [("axis", JSONValue(rule.axis.rawValue))]
    if let space = rule.maskSpace { members.append(("maskSpace", JSONValue(space))) }
    if let space = rule.joinSpace { members.append(("joinSpace", JSONValue(space))) }
    if let place { members.append(("place", JSONValue(place.rawValue))) }
    return JSONValue(members)
  }

  private static func record(of mask: Mask) -> JSONValue {
    [
      "shape": JSONValue(mask.shape.rawValue), "frame": rect(mask.frame),
      "radius": JSONValue(mask.radius), "rule": JSONValue(mask.rule.rawValue),
    ]
  }

  private static func record(of label: Label) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("text", JSONValue(label.text)), ("size", JSONValue(label.size)),
      ("weight", JSONValue(label.weight)), ("color", JSONValue(text(label.color))),
      ("align", JSONValue(label.alignment.rawValue)), ("lines", JSONValue(label.lines)),
    ]
    if let font = label.font { members.append(("font", JSONValue(font))) }
    if label.insets != .zero {
      members.append(
        (
          "insets",
          [
            "top": JSONValue(label.insets.top), "leading": JSONValue(label.insets.leading),
            "bottom": JSONValue(label.insets.bottom), "trailing": JSONValue(label.insets.trailing),
          ]
        ))
    }
    return JSONValue(members)
  }

  private static func paint(_ paint: Paint) -> JSONValue {
    switch paint {
    case .color(let color): JSONValue(text(color))
    case .gradient(let value): gradient(value)
    case .image(let image):
      ["image": JSONValue(image.path), "mode": JSONValue(image.mode.rawValue)]
    }
  }

  private static func gradient(_ gradient: Gradient) -> JSONValue {
    [
      "start": [JSONValue(gradient.start.x), JSONValue(gradient.start.y)],
      "end": [JSONValue(gradient.end.x), JSONValue(gradient.end.y)],
      "colors": JSONValue(gradient.stops.map { JSONValue(text($0.color)) }),
      "locations": JSONValue(gradient.stops.map { JSONValue($0.location) }),
      "interpolation": JSONValue(gradient.interpolation.rawValue),
    ]
  }

  private static func rect(_ rect: Rect) -> JSONValue {
    [JSONValue(rect.x), JSONValue(rect.y), JSONValue(rect.width), JSONValue(rect.height)]
  }

  private static func corners(_ radii: Corners) -> JSONValue {
    if radii == Corners(all: radii.topLeft) { return JSONValue(radii.topLeft) }
    return [
      JSONValue(radii.topLeft), JSONValue(radii.topRight), JSONValue(radii.bottomRight),
      JSONValue(radii.bottomLeft),
    ]
  }

  /// `#rrggbb` or `#rrggbbaa` where that is exact, else the colour's components as they are.
  private static func text(_ color: Color) -> String {
    let scaled = [color.red, color.green, color.blue, color.alpha].map { $0 * 255 }
    guard scaled.allSatisfy({ abs($0 - $0.rounded()) < 1e-9 }) else {
      let parts = [color.red, color.green, color.blue].map { JSONValue.text(of: $0) }
      let alpha = color.alpha == 1 ? "" : " / \(JSONValue.text(of: color.alpha))"
      return "color(srgb \(parts.joined(separator: " "))\(alpha))"
    }
    let digits = scaled.prefix(color.alpha == 1 ? 3 : 4).map { value -> String in
      let hex = String(Int(saturating: value.rounded()), radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }
    return "#" + digits.joined()
  }
}
