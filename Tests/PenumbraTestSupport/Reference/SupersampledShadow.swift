import Foundation
public import PenumbraGraphics

/// The same truth by brute force, to judge the outline integral by: point samples of a shape for
/// its coverage, and a sampled kernel over the coverage of a fine grid for its blur.
public enum SupersampledShadow {
  /// The share of a regular grid of points in each pixel that lie inside any of the shapes.
  ///
  /// Shapes are convex and lie in their rectangles: of a pixel whose outermost points are in one shape
  /// all are, and of a pixel beyond every rectangle none.
  public static func coverage(
    _ shapes: [RoundedRect], in pixels: PixelRect, samplesPerSide: Int
  ) -> PixelField {
    let outlines = shapes.map { Outline($0) }.filter { !$0.isEmpty }
    var field = PixelField(pixels)
    let step = 1 / Double(samplesPerSide)
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let ends = [0.5, Double(samplesPerSide) - 0.5].map { $0 * step }
        let corners = ends.flatMap { v in
          ends.map { Point(x: Double(pixels.x + x) + $0, y: Double(pixels.y + y) + v) }
        }
        if outlines.contains(where: { corners.allSatisfy($0.contains) }) {
          field.values[y * pixels.width + x] = 1
          continue
        }
        let isNear = shapes.contains {
          corners[3].x >= $0.rect.x && corners[0].x <= $0.rect.maxX
            && corners[3].y >= $0.rect.y && corners[0].y <= $0.rect.maxY
        }
        guard isNear else { continue }
        var inside = 0
        for j in 0..<samplesPerSide {
          for i in 0..<samplesPerSide {
            let point = Point(
              x: Double(pixels.x + x) + (Double(i) + 0.5) * step,
              y: Double(pixels.y + y) + (Double(j) + 0.5) * step)
            if outlines.contains(where: { $0.contains(point) }) { inside += 1 }
          }
        }
        field.values[y * pixels.width + x] = Double(inside) * step * step
      }
    }
    return field
  }

  /// A blur as sums over the exact coverage of a grid of `subpixels` x `subpixels` cells a pixel,
  /// the kernel sampled at the cells' distances and renormalised, then averaged over each pixel.
  ///
  /// Only for the two kernels that have a density.
  public static func alpha(
    _ shapes: [RoundedRect], sigma: Double, kernel: BlurKernel, in pixels: PixelRect,
    subpixels: Int
  ) -> PixelField {
    precondition(kernel != .coreGraphics, "coreGraphics is defined on whole pixels")
    let scale = Double(subpixels)
    let reach = (kernel == .renderServer ? 2.7 : 7.0) * sigma * scale
    let radius = Int(reach.rounded(.up))
    var taps = (-radius...radius).map { tap -> Double in
      // The share of the tap's cell that the cut leaves.
      let kept = min(1, max(0, reach - Double(abs(tap)) + 0.5))
      return kept * exp(-0.5 * (Double(tap) / (sigma * scale)) * (Double(tap) / (sigma * scale)))
    }
    let sum = taps.reduce(0, +)
    taps = taps.map { $0 / sum }

    let grid = PixelRect(
      x: pixels.x * subpixels, y: pixels.y * subpixels, width: pixels.width * subpixels,
      height: pixels.height * subpixels
    ).grown(by: radius)
    let large = shapes.map { shape in
      RoundedRect(
        rect: Rect(
          x: shape.rect.x * scale, y: shape.rect.y * scale, width: shape.rect.width * scale,
          height: shape.rect.height * scale),
        radii: Corners(
          topLeft: shape.radii.topLeft * scale, topRight: shape.radii.topRight * scale,
          bottomRight: shape.radii.bottomRight * scale,
          bottomLeft: shape.radii.bottomLeft * scale), curve: shape.curve)
    }
    let fine = ReferenceShadow.coverage(ofUnion: large, in: grid)
    return average(fine, taps: taps, radius: radius, subpixels: subpixels, to: pixels)
  }

  private static func average(
    _ fine: PixelField, taps: [Double], radius: Int, subpixels: Int, to pixels: PixelRect
  ) -> PixelField {
    // One filter of taps and box: the weight of each grid cell for a pixel.
    var weights = [Double](repeating: 0, count: taps.count + subpixels - 1)
    for tap in taps.indices {
      for shift in 0..<subpixels { weights[tap + shift] += taps[tap] / Double(subpixels) }
    }
    var rows = [Double](repeating: 0, count: pixels.width * fine.rect.height)
    for y in 0..<fine.rect.height {
      for x in 0..<pixels.width {
        var sum = 0.0
        let start = y * fine.rect.width + x * subpixels
        for index in weights.indices { sum += weights[index] * fine.values[start + index] }
        rows[y * pixels.width + x] = sum
      }
    }
    var field = PixelField(pixels)
    for y in 0..<pixels.height {
      for index in weights.indices {
        for x in 0..<pixels.width {
          field.values[y * pixels.width + x] +=
            weights[index] * rows[(y * subpixels + index) * pixels.width + x]
        }
      }
    }
    return field
  }
}
