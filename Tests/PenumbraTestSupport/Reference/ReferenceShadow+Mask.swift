public import PenumbraGraphics

extension ReferenceShadow {
  /// The alpha of a blurred bitmap at every pixel of a rectangle.
  ///
  /// The mask is a function that is constant on each pixel's square, moved by `offset`; its blur is
  /// averaged over pixels, as that of a shape is. `coreGraphics` filters the moved mask's averages.
  public static func alpha(
    ofMask mask: PixelField, movedBy offset: Point, sigma: Double, kernel: BlurKernel,
    in pixels: PixelRect
  ) -> PixelField {
    precondition(sigma >= 0 && sigma.isFinite, "sigma must be finite and not negative")
    let sharp = BlurProfile(density: .impulse, sigma: 0)
    switch kernel {
    case .coreGraphics:
      let taps = DiscreteTaps(sigma: sigma)
      let moved = separable(
        mask, movedBy: offset, profile: sharp, in: pixels.grown(by: taps.radius))
      return taps.filtered(moved, to: pixels)
    case .gaussian, .renderServer:
      let density: BlurProfile.Density = kernel == .gaussian ? .gaussian : .cutGaussian
      let profile = sigma < 1e-5 ? sharp : BlurProfile(density: density, sigma: sigma)
      return separable(mask, movedBy: offset, profile: profile, in: pixels)
    }
  }

  /// Every mask pixel spreads over the pixels around it as a blurred square does.
  private static func separable(
    _ mask: PixelField, movedBy offset: Point, profile: BlurProfile, in pixels: PixelRect
  ) -> PixelField {
    // weights[i][k]: what mask column (or row) k gives to pixel column (or row) i.
    func weights(_ targets: Range<Int>, _ sources: Range<Int>, _ offset: Double) -> [[Double]] {
      targets.map { target in
        sources.map { source in
          let distance = Double(target - source) - offset
          return profile.step(distance + 0.5) - profile.step(distance - 0.5)
        }
      }
    }
    let across = weights(pixels.x..<pixels.maxX, mask.rect.x..<mask.rect.maxX, offset.x)
    let down = weights(pixels.y..<pixels.maxY, mask.rect.y..<mask.rect.maxY, offset.y)
    var rows = PixelField(
      PixelRect(x: pixels.x, y: mask.rect.y, width: pixels.width, height: mask.rect.height))
    for y in 0..<mask.rect.height {
      for x in 0..<pixels.width {
        var sum = 0.0
        for k in 0..<mask.rect.width {
          sum += across[x][k] * mask.values[y * mask.rect.width + k]
        }
        rows.values[y * pixels.width + x] = sum
      }
    }
    var result = PixelField(pixels)
    for y in 0..<pixels.height {
      for k in 0..<mask.rect.height where down[y][k] != 0 {
        for x in 0..<pixels.width {
          result.values[y * pixels.width + x] += down[y][k] * rows.values[k * pixels.width + x]
        }
      }
    }
    return result
  }
}
