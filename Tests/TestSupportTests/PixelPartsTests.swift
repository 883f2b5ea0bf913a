import CSSValues
import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// The reference's own error where an edge runs through a pixel.
@Suite struct PixelPartsTests {
  /// What the reference may be off by, in alpha.
  static let bound = 0.02 / 255

  static let sigmas = [0, 0.03, 0.2, 0.5, 0.8, 1, 1.7, 4, 11]

  /// A cell and what casts its one shadow, near each other.
  struct Case {
    var cell: RoundedRect
    var caster: RoundedRect
    var sigma: Double
    var kernel: BlurKernel

    init(seed: UInt64) {
      var shapes = RandomShapes(seed: seed)
      func box(_ shapes: inout RandomShapes) -> RoundedRect {
        let width = shapes.random.uniform(3, 17)
        let height = shapes.random.uniform(3, 17)
        return RoundedRect(
          rect: Rect(
            x: shapes.random.uniform(1, 5), y: shapes.random.uniform(1, 5), width: width,
            height: height),
          radii: shapes.radii(width: width, height: height),
          curve: shapes.random.oneIn(2) ? .continuous : .circular)
      }
      cell = box(&shapes)
      caster = shapes.random.oneIn(4) ? cell : box(&shapes)
      sigma = PixelPartsTests.sigmas[Int(seed) % PixelPartsTests.sigmas.count]
      kernel = BlurKernel.allCases[Int(seed / 9) % 3]
    }

    /// What a shadow alone gives: its alpha outside of the cell, or everywhere.
    func alpha(isKnockedOut: Bool, panels: Int = 8) throws -> [Double] {
      let layer = ShadowLayer(
        caster: .shape(caster), sigmaPixels: sigma, kernel: kernel,
        color: RGB8(red: 0, green: 0, blue: 0), alpha: 1, isInset: false,
        isKnockedOut: isKnockedOut)
      let list = DisplayList(
        width: 24, height: 24, background: .color(.white),
        items: [.cell(DisplayCell(shape: cell, shadows: [layer]))])
      let renderer = ReferenceRenderer(list, content: PatternContent(), panels: panels)
      let source = try renderer.source(ofItem: 0, in: Case.pixels)
      return stride(from: 3, to: source.count, by: 4).map { source[$0] }
    }

    static let pixels = PixelRect(x: 0, y: 0, width: 24, height: 24)
  }

  /// The means over a pixel's parts add up to the mean over the pixel, which comes from an integral
  /// along the outline.
  @Test func partsAddUp() throws {
    for seed in UInt64(0)..<UInt64(Sweep.count(27, all: 54)) {
      let test = Case(seed: seed)
      let whole = ReferenceShadow.alpha(
        test.caster, sigma: test.sigma, kernel: test.kernel, in: Case.pixels)
      let sum = try test.alpha(isKnockedOut: false)
      let worst = largestDifference(whole.values, sum)
      #expect(
        worst < Self.bound, "seed \(seed) \(test.kernel) \(test.sigma): \(worst * 255)/255")
    }
  }

  /// Four times as many lines change nothing.
  @Test func linesConverge() throws {
    for seed in UInt64(27)..<UInt64(Sweep.count(36, all: 54)) {
      let test = Case(seed: seed)
      let coarse = try test.alpha(isKnockedOut: true)
      let fine = try test.alpha(isKnockedOut: true, panels: 32)
      let worst = largestDifference(coarse, fine)
      #expect(
        worst < Self.bound, "seed \(seed) \(test.kernel) \(test.sigma): \(worst * 255)/255")
    }
  }

  /// The area of a sharp shadow outside of the cell, against 64 x 64 points a pixel, which are off
  /// by up to half a column for each of two sides.
  @Test func differencesMeetPointSamples() throws {
    for seed in stride(from: UInt64(0), to: 108, by: 9) {
      let test = Case(seed: seed)
      #expect(test.sigma == 0)
      let both = SupersampledShadow.coverage(
        [test.cell, test.caster], in: Case.pixels, samplesPerSide: 64)
      let cell = SupersampledShadow.coverage([test.cell], in: Case.pixels, samplesPerSide: 64)
      let alpha = try test.alpha(isKnockedOut: true)
      let expected = zip(both.values, cell.values).map { $0 - $1 }
      let worst = largestDifference(alpha, expected)
      #expect(worst < 2 / 125.0, "seed \(seed): \(worst)")
    }
  }

  /// A blurred shadow outside of the cell, against sums over 16 x 16 subpixels.
  @Test func blurredDifferencesMeetSubpixels() throws {
    let side = 16
    for seed in UInt64(0)..<54 {
      let test = Case(seed: seed)
      guard test.kernel != .coreGraphics, test.sigma >= 0.5 else { continue }
      let alpha = try test.alpha(isKnockedOut: true)
      let expected = test.sumOverSubpixels(side)
      let worst = largestDifference(alpha, expected)
      #expect(worst < 0.004, "seed \(seed) \(test.kernel) \(test.sigma): \(worst)")
    }
  }
}

extension RoundedRect {
  /// The same shape, larger.
  fileprivate func scaled(by scale: Double) -> RoundedRect {
    RoundedRect(
      rect: Rect(
        x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
        height: rect.height * scale),
      radii: Corners(
        topLeft: radii.topLeft * scale, topRight: radii.topRight * scale,
        bottomRight: radii.bottomRight * scale, bottomLeft: radii.bottomLeft * scale),
      curve: curve)
  }
}

extension PixelPartsTests.Case {
  /// The shadow's mean over each subpixel times what the cell leaves of it.
  func sumOverSubpixels(_ side: Int) -> [Double] {
    let pixels = Self.pixels
    let grid = PixelRect(x: 0, y: 0, width: side * pixels.width, height: side * pixels.height)
    let shadow = ReferenceShadow.alpha(
      caster.scaled(by: Double(side)), sigma: sigma * Double(side), kernel: kernel, in: grid)
    let cover = ReferenceShadow.coverage(cell.scaled(by: Double(side)), in: grid)
    var sums = [Double](repeating: 0, count: pixels.width * pixels.height)
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        let index = y * grid.width + x
        sums[y / side * pixels.width + x / side] +=
          shadow.values[index] * (1 - cover.values[index]) / Double(side * side)
      }
    }
    return sums
  }
}
