import Foundation
import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing
import Vips

/// The three kernels against pictures that Apple's code drew.
@Suite(.enabled(if: SharedFolder.has("apple"), "needs apple/ in the folder PENUMBRA_SHARED names"))
struct AppleSampleTests {
  static let coreGraphics = [
    "cg_blueprint_r8_ios17", "cg_blueprint_r2_cr30_ios17", "cg_dezignables_r5_2x",
    "cg_lottie_style_r6_MainThread", "cg_eventize_r6_3x", "cg_bsw_r10_3x",
  ]

  /// Within 1.5/255 outside of the shape, before the rounding.
  @Test(arguments: coreGraphics)
  func coreGraphicsMeetsAppleBeforeRounding(name: String) throws {
    try Library.start(threads: 1)
    let sample = try AppleSample(name, kernel: .coreGraphics)
    let worst = try largestError(of: sample)
    #expect(worst <= 1.5, "\(name): off by \(worst)/255")
    // The kernel is told from the exact Gaussian, which misses by more.
    let gaussian = try AppleSample(name, kernel: .gaussian)
    #expect(try largestError(of: gaussian) > 1.5)
  }

  /// The engine's finished picture: whole levels, so at most one from Apple's.
  @Test(arguments: coreGraphics)
  func engineMeetsApple(name: String) throws {
    try Library.start(threads: 1)
    let sample = try AppleSample(name, kernel: .coreGraphics)
    let picture = try engineRender(sample.displayList)
    let region = sample.region
    let isOutside = sample.isOutside(in: region)
    var worst = 0
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX where isOutside[index(x, y, region)] {
        let channels = sample.background == nil ? 3..<4 : 0..<3
        let actual = picture.pixel(x: x, y: y)[channels]
        let expected = sample.pixel(x: x, y: y)[channels]
        worst = max(worst, zip(actual, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255)
      }
    }
    #expect(worst <= 1, "\(name): off by \(worst) levels")
  }

  /// The largest error in levels of the alpha (on a transparent ground) or of the colours, with the
  /// shadow's own alpha not rounded.
  private func largestError(of sample: AppleSample) throws -> Double {
    let region = sample.region
    let shadow = try #require(sample.shadows.first)
    guard case .shape(let caster) = shadow.caster else { return 255 }
    let alpha = ReferenceShadow.alpha(
      caster, sigma: shadow.sigmaPixels, kernel: shadow.kernel, in: region)
    let isOutside = sample.isOutside(in: region)
    var worst = 0.0
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX where isOutside[index(x, y, region)] {
        let a = alpha.value(x: x, y: y) * shadow.alpha
        let actual = sample.pixel(x: x, y: y)
        guard let ground = sample.background else {
          worst = max(worst, abs(255 * a - Double(actual[3])))
          continue
        }
        let pairs = [
          (ground.red, shadow.color.red), (ground.green, shadow.color.green),
          (ground.blue, shadow.color.blue),
        ]
        for (channel, (below, above)) in pairs.enumerated() {
          let expected = Double(below) + a * (Double(above) - Double(below))
          worst = max(worst, abs(expected - Double(actual[channel])))
        }
      }
    }
    return worst
  }

  private func index(_ x: Int, _ y: Int, _ region: PixelRect) -> Int {
    (y - region.y) * region.width + x - region.x
  }

  /// The newest compositor sample, within 1/255.
  ///
  /// It dithers by a level, so rows are averaged; only its left and right sides are whole.
  @Test func renderServerMeetsTheCompositorsSides() throws {
    try Library.start(threads: 1)
    let sample = try AppleSample("server_swiftui_ha_r14_3x_ios26", kernel: .renderServer)
    let shadow = try #require(sample.shadows.first)
    guard case .shape(let caster) = shadow.caster else { return }
    let ground = try #require(sample.background)
    let rows = 990..<1055
    var worst = 0.0
    for columns in [100..<216, 955..<1070] {
      let alpha = ReferenceShadow.alpha(
        caster, sigma: shadow.sigmaPixels, kernel: .renderServer,
        in: PixelRect(
          x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
      for x in columns {
        let mean = rows.reduce(0.0) { $0 + Double(sample.pixel(x: x, y: $1)[0]) }
        let expected = rows.reduce(0.0) {
          $0 + Double(ground.red) * (1 - shadow.alpha * alpha.value(x: x, y: $1))
        }
        worst = max(worst, abs(mean - expected) / Double(rows.count))
      }
    }
    #expect(worst <= 1, "off by \(worst)/255")
  }

  /// The older compositor sample, within 3/255.
  ///
  /// It is stored in gamma 1.8, so its greys are taken to sRGB first.
  @Test func renderServerMeetsTheMaterialSample() throws {
    try Library.start(threads: 1)
    let sample = try AppleSample("server_mdc_elevation2_2x", kernel: .renderServer)
    let region = sample.region
    let alphas = sample.shadows.map { shadow -> PixelField in
      guard case .shape(let caster) = shadow.caster else { return PixelField(region) }
      return ReferenceShadow.alpha(
        caster, sigma: shadow.sigmaPixels, kernel: shadow.kernel, in: region)
    }
    let isOutside = sample.isOutside(in: region)
    var worst = 0.0
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX where isOutside[index(x, y, region)] {
        let passed = zip(alphas, sample.shadows).reduce(1.0) {
          $0 * (1 - $1.0.value(x: x, y: y) * $1.1.alpha)
        }
        let stored = Double(sample.pixel(x: x, y: y)[0]) / 255
        let linear = pow(stored, 1.8)
        let encoded =
          linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
        worst = max(worst, abs(255 * encoded - 255 * passed))
      }
    }
    #expect(worst <= 3, "off by \(worst)/255")
  }
}
