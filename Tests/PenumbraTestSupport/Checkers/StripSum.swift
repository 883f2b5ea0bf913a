import Foundation
public import Scene

/// The method by which the published shadow vectors were made: strips in y, each with the mean of
/// its edges.
///
/// It tells the vectors' own error apart from ours. Within a strip the edge of a corner and the
/// weight of a pixel's row are taken as independent, which leaves an error that shrinks with the
/// number of strips: with as many as the vectors used (64 for each eight pixels of radius) it is up
/// to 3.2/255 at sigma 0, where a strip straddles two pixel rows, and 0.07/255 at sigma 1.
public enum StripSum {
  /// The Gaussian alpha of a circular rounded rectangle whose radii fit its sides.
  public static func alpha(
    _ shape: RoundedRect, sigma: Double, in pixels: PixelRect, stripsPerEightPixels: Int
  ) -> PixelField {
    let profile = BlurProfile(density: sigma > 0 ? .gaussian : .impulse, sigma: sigma)
    var field = PixelField(pixels)
    for (start, end, count) in bands(of: shape, stripsPerEightPixels) {
      for strip in 0..<count {
        let a = start + (end - start) * Double(strip) / Double(count)
        let b = start + (end - start) * Double(strip + 1) / Double(count)
        add(shape, profile, from: a, to: b, to: &field)
      }
    }
    return field
  }

  /// The corner bands and what lies between, with the number of strips of each.
  private static func bands(
    of shape: RoundedRect, _ stripsPerEightPixels: Int
  ) -> [(Double, Double, Int)] {
    let radii = shape.radii
    let top = max(radii.topLeft, radii.topRight)
    let bottom = max(radii.bottomLeft, radii.bottomRight)
    let rect = shape.rect
    let count = max(
      8, Int((Double(stripsPerEightPixels) * max(1, max(top, bottom) / 8)).rounded(.up)))
    if top + bottom > rect.height { return [(rect.y, rect.maxY, 2 * count)] }
    return [
      (rect.y, rect.y + top, count), (rect.y + top, rect.maxY - bottom, 1),
      (rect.maxY - bottom, rect.maxY, count),
    ].filter { $0.1 > $0.0 }
  }

  private static func add(
    _ shape: RoundedRect, _ profile: BlurProfile, from a: Double, to b: Double,
    to field: inout PixelField
  ) {
    let pixels = field.rect
    var row = [Double](repeating: 0, count: pixels.width)
    for (node, weight) in fourNodes {
      let y = 0.5 * (a + b) + 0.5 * (b - a) * node
      let (left, right) = edges(of: shape, at: y)
      for x in row.indices {
        let center = Double(pixels.x + x) + 0.5
        row[x] += 0.5 * weight * (profile.step(center - left) - profile.step(center - right))
      }
    }
    for y in 0..<pixels.height {
      let center = Double(pixels.y + y) + 0.5
      let share = profile.step(center - a) - profile.step(center - b)
      guard share != 0 else { continue }
      for x in row.indices { field.values[y * pixels.width + x] += share * row[x] }
    }
  }

  private static func edges(of shape: RoundedRect, at y: Double) -> (Double, Double) {
    func inset(_ radius: Double, _ distance: Double) -> Double {
      guard distance < radius else { return 0 }
      let d = radius - distance
      return radius - max(0, radius * radius - d * d).squareRoot()
    }
    let top = y - shape.rect.y
    let bottom = shape.rect.maxY - y
    let radii = shape.radii
    return (
      shape.rect.x + max(inset(radii.topLeft, top), inset(radii.bottomLeft, bottom)),
      shape.rect.maxX - max(inset(radii.topRight, top), inset(radii.bottomRight, bottom))
    )
  }

  /// Four-node Gauss-Legendre quadrature on -1...1.
  private static let fourNodes: [(Double, Double)] = [
    (-0.861136311594052575, 0.347854845137453857), (-0.339981043584856265, 0.652145154862546143),
    (0.339981043584856265, 0.652145154862546143), (0.861136311594052575, 0.347854845137453857),
  ]
}
