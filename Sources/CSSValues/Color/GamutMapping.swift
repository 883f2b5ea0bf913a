/// Bringing a colour into sRGB as CSS Color Level 4, section 13.2.2 does: chroma is reduced in
/// Oklch until clipping the rest makes a difference too small to notice.
enum GamutMapping {
  /// The difference of Oklab that is just noticeable.
  private static let justNoticeable = 0.02
  private static let epsilon = 0.000_1
  /// How far outside of 0...1 still counts as inside: a fortieth of an 8-bit step, so that a colour
  /// of sRGB written in another space with four digits is not reported as mapped.
  private static let tolerance = 0.000_1

  /// Encoded sRGB in 0...1, and whether the colour lay outside.
  static func map(_ components: SIMD3<Double>, in space: ColorSpace) -> (SIMD3<Double>, Bool) {
    let direct = space.convert(components, to: .srgb)
    if isInside(direct) { return (clip(direct), false) }
    let origin = space.convert(components, to: .oklch)
    if origin.x >= 1 { return (SIMD3(repeating: 1), true) }
    if origin.x <= 0 { return (SIMD3(repeating: 0), true) }
    var low = 0.0
    var high = origin.y
    var isLowInside = true
    var current = origin
    var clipped = clip(direct)
    if difference(clipped, current) < justNoticeable { return (clipped, true) }
    while high - low > epsilon {
      current.y = (low + high) / 2
      let rgb = ColorSpace.oklch.convert(current, to: .srgb)
      if isLowInside && isInside(rgb) {
        low = current.y
        continue
      }
      clipped = clip(rgb)
      let distance = difference(clipped, current)
      if distance < justNoticeable {
        if justNoticeable - distance < epsilon { break }
        isLowInside = false
        low = current.y
      } else {
        high = current.y
      }
    }
    return (clipped, true)
  }

  private static func isInside(_ rgb: SIMD3<Double>) -> Bool {
    let low = -tolerance
    let high = 1 + tolerance
    return rgb.x >= low && rgb.x <= high && rgb.y >= low && rgb.y <= high && rgb.z >= low
      && rgb.z <= high
  }

  private static func clip(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(min(max(rgb.x, 0), 1), min(max(rgb.y, 0), 1), min(max(rgb.z, 0), 1))
  }

  /// deltaEOK between an sRGB colour and one in Oklch.
  private static func difference(_ rgb: SIMD3<Double>, _ oklch: SIMD3<Double>) -> Double {
    let d = ColorSpace.srgb.convert(rgb, to: .oklab) - Polar.toRectangular(oklch)
    return (d.x * d.x + d.y * d.y + d.z * d.z).squareRoot()
  }
}
