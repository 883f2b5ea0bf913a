internal import Foundation
public import PenumbraGraphics

/// The true alpha of a shadow: the average over each pixel's square of the shape's indicator
/// convolved with the blur kernel, in float64 and before any rounding.
///
/// This defines truth. It is written to be read and is slow.
///
/// - `gaussian`: the exact Gaussian. A sigma of 0 gives exact area coverage.
/// - `renderServer`: the Gaussian cut at 2.7 sigma and renormalised, likewise exact.
/// - `coreGraphics`: exact area coverage per pixel, filtered in x and in y by Gaussian taps at whole
///   pixels |i| <= floor(2 sigma), renormalised.
///
/// Its own error is below 0.005/255 at any size, radius and sigma, which the tests of the test
/// support show against brute force and by exchanging x, which is closed form, and y, which is
/// quadrature.
public enum ReferenceShadow {
  /// The alpha of one blurred shape at every pixel of a rectangle; 0 for an empty shape.
  public static func alpha(
    _ shape: RoundedRect, sigma: Double, kernel: BlurKernel, in pixels: PixelRect
  ) -> PixelField {
    alpha(ofUnion: [shape], sigma: sigma, kernel: kernel, in: pixels)
  }

  /// The alpha of the blurred union of several shapes at every pixel of a rectangle.
  public static func alpha(
    ofUnion shapes: [RoundedRect], sigma: Double, kernel: BlurKernel, in pixels: PixelRect
  ) -> PixelField {
    precondition(sigma >= 0 && sigma.isFinite, "sigma must be finite and not negative")
    let density: BlurProfile.Density
    switch kernel {
    case .gaussian: density = .gaussian
    case .renderServer: density = .cutGaussian
    case .coreGraphics:
      let taps = DiscreteTaps(sigma: sigma)
      let mask = coverage(ofUnion: shapes, in: pixels.grown(by: taps.radius))
      return taps.filtered(mask, to: pixels)
    }
    // Below a hundred-thousandth of a pixel a blur changes alpha by less than 0.001/255.
    let profile = BlurProfile(density: sigma < 1e-5 ? .impulse : density, sigma: sigma)
    return integral(shapes, profile: profile, in: pixels)
  }

  /// The share of each pixel's square that lies inside a shape.
  public static func coverage(_ shape: RoundedRect, in pixels: PixelRect) -> PixelField {
    coverage(ofUnion: [shape], in: pixels)
  }

  /// The share of each pixel's square that lies inside any of several shapes.
  public static func coverage(
    ofUnion shapes: [RoundedRect], in pixels: PixelRect
  ) -> PixelField {
    integral(shapes, profile: BlurProfile(density: .impulse, sigma: 0), in: pixels)
  }

  /// How far beyond its shape a shadow may still be seen, in whole pixels.
  public static func reach(sigma: Double, kernel: BlurKernel) -> Int {
    switch kernel {
    case .gaussian:
      Int(BlurProfile(density: .gaussian, sigma: sigma).support.rounded(.up)) + 1
    case .renderServer:
      Int(BlurProfile(density: .cutGaussian, sigma: sigma).support.rounded(.up)) + 1
    case .coreGraphics: DiscreteTaps(sigma: sigma).radius + 1
    }
  }

  private static func integral(
    _ shapes: [RoundedRect], profile: BlurProfile, in pixels: PixelRect
  ) -> PixelField {
    var integral = OutlineIntegral(pixels, profile: profile)
    for stretch in OutlineUnion(shapes).pieces {
      integral.add(stretch.piece, from: stretch.from, to: stretch.to)
    }
    var field = integral.finished()
    for index in field.values.indices {
      field.values[index] = min(1, max(0, field.values[index]))
    }
    return field
  }
}

/// Gaussian taps at whole pixels, cut at 2 sigma and renormalised, as `CALayer.render(in:)` uses.
struct DiscreteTaps {
  let radius: Int
  /// From -radius to radius.
  let weights: [Double]
  /// The sum of the weights up to each tap.
  let sums: [Double]
  /// The sum of the taps' weights times how far each tap lies beyond them.
  let ramps: [Double]

  init(sigma: Double) {
    let radius = Int((2 * sigma).rounded(.down))
    let raw = (-radius...radius).map { tap in
      tap == 0 ? 1 : exp(-Double(tap * tap) / (2 * sigma * sigma))
    }
    let sum = raw.reduce(0, +)
    self.radius = radius
    let weights = raw.map { $0 / sum }
    self.weights = weights
    var sums: [Double] = []
    var ramps: [Double] = []
    for weight in weights {
      ramps.append((ramps.last ?? 0) + (sums.last ?? 0))
      sums.append((sums.last ?? 0) + weight)
    }
    self.sums = sums
    self.ramps = ramps
  }

  /// Filters a mask in x and in y; the mask must reach `radius` beyond `pixels` on every side.
  func filtered(_ mask: PixelField, to pixels: PixelRect) -> PixelField {
    precondition(mask.rect == pixels.grown(by: radius), "the mask lacks the filter's margin")
    var rows = PixelField(
      PixelRect(x: pixels.x, y: mask.rect.y, width: pixels.width, height: mask.rect.height))
    for y in 0..<rows.rect.height {
      for x in 0..<rows.rect.width {
        var sum = 0.0
        for tap in weights.indices {
          sum += weights[tap] * mask.values[y * mask.rect.width + x + tap]
        }
        rows.values[y * rows.rect.width + x] = sum
      }
    }
    var result = PixelField(pixels)
    for y in 0..<pixels.height {
      for tap in weights.indices {
        for x in 0..<pixels.width {
          result.values[y * pixels.width + x] +=
            weights[tap] * rows.values[(y + tap) * pixels.width + x]
        }
      }
    }
    return result
  }
}
