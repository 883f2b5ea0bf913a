import Foundation
import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// The engine's alpha before its rounding against the float64 truth.
@Suite struct ShadowErrorTests {
  /// The largest error allowed, in alpha.
  static let bound = 0.25 / 255

  /// What may be cut off where a shadow fades out, since it rounds to nothing.
  static let nothing = 0.5 / 255

  /// One shadow of a seed: a shape, its blur, and a window of pixels to look at.
  private struct Case {
    var shape: RoundedRect
    var sigma: Double
    var kernel: BlurKernel
    var window: PixelRect

    init(seed: UInt64) {
      var shapes = RandomShapes(seed: seed)
      sigma = shapes.sigma()
      shape = shapes.roundedRect(reach: 40)
      kernel = shapes.random.pick(BlurKernel.allCases)
      // A long filter has no short way in the reference.
      if kernel == .coreGraphics, sigma > 40 { kernel = .gaussian }
      // Around a corner, or somewhere along the box, as far off as its blur is seen.
      let spread = 2.5 * sigma + 12
      let along = shapes.random.oneIn(3) ? shapes.random.unit() : shapes.random.pick([0.0, 1])
      let down = shapes.random.oneIn(3) ? shapes.random.unit() : shapes.random.pick([0.0, 1])
      let x = shape.rect.x + along * shape.rect.width + shapes.random.uniform(-spread, spread)
      let y = shape.rect.y + down * shape.rect.height + shapes.random.uniform(-spread, spread)
      window = PixelRect(x: Int(x.rounded()) - 10, y: Int(y.rounded()) - 10, width: 20, height: 20)
    }
  }

  /// 2,000 shadows of 0.5 to 2,000 px, any radii, sigma 0 to 200, any place between pixels.
  @Test(arguments: 0..<8)
  func randomShadowsAreWithinAQuarterOfALevel(batch: Int) throws {
    let seeds = UInt64(batch * 250)..<UInt64(batch * 250 + 250)
    var worst = 0.0
    var worstSeed: UInt64 = 0
    var varied = 0
    for seed in seeds {
      var isVaried = false
      let error = try largestError(of: Case(seed: seed), isVaried: &isVaried)
      if isVaried { varied += 1 }
      if error > worst {
        worst = error
        worstSeed = seed
      }
    }
    print("seeds \(seeds): at most \(worst * 255)/255 before rounding, at seed \(worstSeed)")
    #expect(varied > 100, "only \(varied) windows show more than one alpha")
    #expect(worst <= Self.bound, "seed \(worstSeed): off by \(worst * 255)/255")
  }

  /// The published vectors: sharp ones within 0.1/255, blurred ones within a quarter of a level.
  @Test(arguments: try ShadowVector.all())
  func vector(_ vector: ShadowVector) throws {
    let field = try engineAlpha(vector.shape, vector.sigma, .gaussian, in: vector.pixels)
    let bound = vector.sigma < 1 ? 0.1 / 255 : Self.bound
    for (index, expected) in vector.alpha.enumerated() {
      let error = abs(Double(expected) - field.alpha.values[index])
      guard error > (field.isCut[index] ? Self.nothing : bound) else { continue }
      Issue.record("off by \(error * 255)/255 at pixel \(index)")
      break
    }
  }

  /// The largest error in the window, in alpha; what is cut off counts only beyond half a level.
  ///
  /// Tells whether the window shows more than one alpha.
  private func largestError(of test: Case, isVaried: inout Bool) throws -> Double {
    let window = test.window
    let truth = ReferenceShadow.alpha(
      test.shape, sigma: test.sigma, kernel: test.kernel, in: window)
    let field = try engineAlpha(test.shape, test.sigma, test.kernel, in: window)
    var worst = 0.0
    if let low = truth.values.min(), let high = truth.values.max(), high - low > 0.02 {
      isVaried = true
    }
    for index in truth.values.indices {
      let error = abs(truth.values[index] - field.alpha.values[index])
      if !field.isCut[index] || error > Self.nothing { worst = max(worst, error) }
    }
    return worst
  }

  /// The engine's numbers for a window, and which of its pixels lie beyond the mask.
  private func engineAlpha(
    _ shape: RoundedRect, _ sigma: Double, _ kernel: BlurKernel, in window: PixelRect
  ) throws -> (alpha: PixelField, isCut: [Bool]) {
    let alpha = ShadowAlpha.masked(
      union: [shape], sigmaPixels: sigma, kernel: kernel, x: window.x, y: window.y,
      width: window.width, height: window.height, instructionSet: try InstructionSet.chosen())
    var field = PixelField(window)
    for (index, value) in alpha.enumerated() { field.values[index] = Double(value ?? 0) }
    return (field, alpha.map { $0 == nil })
  }
}
