internal import PenumbraGraphics

/// A gradient evaluated in float64.
struct ReferenceGradient {
  let gradient: Gradient
  /// The box whose unit square the gradient spans, in pixels.
  let box: Rect

  /// Premultiplied red, green, blue and alpha in 0...1 at the centre of pixel (x, y).
  func premultiplied(x: Int, y: Int) -> [Double] {
    let u = (Double(x) + 0.5 - box.x) / box.width
    let v = (Double(y) + 0.5 - box.y) / box.height
    let dx = gradient.end.x - gradient.start.x
    let dy = gradient.end.y - gradient.start.y
    let t =
      ((u - gradient.start.x) * dx + (v - gradient.start.y) * dy) / (dx * dx + dy * dy)
    return color(at: t)
  }

  /// The mixture of the two stops around t; the outermost stops go on for ever.
  ///
  /// Where several stops share a place, the last of them begins there.
  private func color(at t: Double) -> [Double] {
    let stops = gradient.stops
    guard let next = stops.firstIndex(where: { $0.location > t }) else {
      return Self.premultiplied(stops[stops.count - 1].color)
    }
    guard next > 0 else { return Self.premultiplied(stops[0].color) }
    let before = stops[next - 1]
    let after = stops[next]
    let share = (t - before.location) / (after.location - before.location)
    switch gradient.interpolation {
    case .premultiplied:
      return zip(Self.premultiplied(before.color), Self.premultiplied(after.color)).map {
        $0 + share * ($1 - $0)
      }
    case .straight:
      let mix = { (a: Double, b: Double) in a + share * (b - a) }
      return Self.premultiplied(
        Color(
          red: mix(before.color.red, after.color.red),
          green: mix(before.color.green, after.color.green),
          blue: mix(before.color.blue, after.color.blue),
          alpha: mix(before.color.alpha, after.color.alpha)))
    }
  }

  private static func premultiplied(_ color: Color) -> [Double] {
    [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha]
  }
}
