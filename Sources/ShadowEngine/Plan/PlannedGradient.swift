internal import PenumbraGraphics

/// A gradient over a box of the canvas, evaluated at pixel centres.
struct PlannedGradient: Sendable {
  private struct Stop: Sendable {
    var location: Double
    /// Premultiplied, or straight where the gradient mixes straight colours.
    var color: SIMD4<Double>
  }

  private let stops: [Stop]
  private let isStraight: Bool
  /// The parameter at (x, y) is `base + x * across + y * down`.
  private let base: Double
  private let across: Double
  private let down: Double

  /// Whether all rows, or all columns, are alike.
  var variesDown: Bool { down != 0 }
  var variesAcross: Bool { across != 0 }

  init(_ gradient: Gradient, box: Rect) {
    isStraight = gradient.interpolation == .straight
    let straight = isStraight
    stops = gradient.stops.map {
      let color = $0.color
      let factor = straight ? 1 : color.alpha
      return Stop(
        location: $0.location,
        color: SIMD4(color.red * factor, color.green * factor, color.blue * factor, color.alpha))
    }
    let dx = gradient.end.x - gradient.start.x
    let dy = gradient.end.y - gradient.start.y
    let square = dx * dx + dy * dy
    across = square > 0 ? dx / (square * box.width) : 0
    down = square > 0 ? dy / (square * box.height) : 0
    base =
      (0.5 - box.x) * across + (0.5 - box.y) * down
      - (square > 0 ? (gradient.start.x * dx + gradient.start.y * dy) / square : 0)
  }

  /// The parameter at the centre of a pixel.
  @inline(__always) func parameter(x: Int, y: Int) -> Double {
    base + Double(x) * across + Double(y) * down
  }

  /// The premultiplied colour at a parameter, components in 0...1.
  ///
  /// The outermost stops go on for ever; where several share a place, the last begins there.
  func color(at t: Double) -> SIMD4<Double> {
    var next = 0
    while next < stops.count, !(stops[next].location > t) { next += 1 }
    let mixed: SIMD4<Double>
    if next == 0 {
      mixed = stops[0].color
    } else if next == stops.count {
      mixed = stops[next - 1].color
    } else {
      let before = stops[next - 1]
      let after = stops[next]
      let share = (t - before.location) / (after.location - before.location)
      mixed = before.color + (after.color - before.color) * share
    }
    guard isStraight else { return mixed }
    return SIMD4(mixed.x * mixed.w, mixed.y * mixed.w, mixed.z * mixed.w, mixed.w)
  }
}
