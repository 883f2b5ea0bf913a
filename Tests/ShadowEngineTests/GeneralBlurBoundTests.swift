import PenumbraGraphics
import PenumbraTestSupport
import Testing

@testable import ShadowEngine

/// The error for the worst of all masks, from the filters themselves.
///
/// In one axis a mask in 0...1 is answered wrongly by at most the larger of the positive and the
/// negative part of (filter - truth), summed. In two axes K x K - T x T is (K - T) x K plus
/// T x (K - T), so by at most the sum of both axes, as the filters are positive and sum to one.
@Suite struct GeneralBlurBoundTests {
  static let sigmas =
    stride(from: 0.1, to: 4.5, by: 0.1).map { $0 } + stride(from: 4.5, to: 20, by: 0.37).map { $0 }
    + [4.4999, 8.9999, 9, 17.9999, 18, 25, 35.9999, 36, 50, 71.9999, 72, 84, 85, 86, 120, 143.9999]
    + [144, 200, 287.9999, 288]

  @Test(arguments: sigmas, [0, 0.25, 0.5]) func worstMaskIsWithinAQuarterLevel(
    sigma: Double, shift: Double
  ) {
    let blur = GeneralBlur(
      sigma: sigma, kernel: .gaussian, offset: Point(x: shift, y: 0), instructionSet: .baseline)
    let truth = GeneralBlurOracle.taps(sigma: sigma, kernel: .gaussian, shift: shift)
    let worst =
      switch blur.method {
      case .direct(let filters): Self.worstDirect(Self.taps(filters.x), truth)
      case .decimated(let level, let filters, let interpolation):
        Self.worstDecimated(
          step: 1 << level, Self.taps(filters.x), interpolation.map { Double($0) }, truth)
      }
    // Float rounding adds less than 80 operations times 2^-24 of 255.
    #expect(2 * worst * 255 + 0.002 <= 0.25, "sigma \(sigma): \(2 * worst * 255)/255")
  }

  /// All taps, in the order of what they move the mask by.
  private static func taps(_ filter: GeneralBlurFilter) -> [Double] {
    let weights = filter.weights.map { Double($0) }
    return filter.isSymmetric ? weights.dropFirst().reversed() + weights : weights.reversed()
  }

  private static func worstDirect(_ taps: [Double], _ truth: [Double]) -> Double {
    var errors = truth.map { -$0 }
    for (i, tap) in taps.enumerated() { errors[i - taps.count / 2 + truth.count / 2] += tap }
    return worst(errors)
  }

  /// The largest over the `step` phases of a pixel between coarse samples.
  private static func worstDecimated(
    step: Int, _ taps: [Double], _ interpolation: [Double], _ truth: [Double]
  ) -> Double {
    // Pixel offset d from a coarse sample has the four-box weight box[|d|], summing to 1.
    var box = [Double](repeating: 0, count: 2 * step)
    for phase in 0..<step {
      box[phase] = interpolation[4 * phase + 1] / Double(step)
      box[phase + step] = interpolation[4 * phase] / Double(step)
    }
    let radius = taps.count / 2
    let reach = max(truth.count / 2 + step, (radius + 5) * step)
    return (0..<step).map { phase -> Double in
      // What the mask pixel at -i + reach gives to the pixel `phase`.
      var errors = [Double](repeating: 0, count: 2 * reach + 1)
      for row in -1...2 {
        for j in -radius...radius {
          let weight = interpolation[4 * phase + row + 1] * taps[j + radius]
          for d in 1 - 2 * step...2 * step - 1 {
            errors[(row - j) * step + d + reach] += weight * box[abs(d)]
          }
        }
      }
      for (i, tap) in truth.enumerated() { errors[phase - i + truth.count / 2 + reach] -= tap }
      return worst(errors)
    }.max() ?? 0
  }

  private static func worst(_ errors: [Double]) -> Double {
    max(errors.filter { $0 > 0 }.reduce(0, +), -errors.filter { $0 < 0 }.reduce(0, +))
  }
}
