import PenumbraGraphics
import PenumbraTestSupport
import Testing

@Suite struct ReferenceShadowTests {
  /// Shapes of every kind, small enough to be supersampled.
  static let shapes: [RoundedRect] = [
    RoundedRect(rect: Rect(x: 6, y: 6, width: 20, height: 12)),
    RoundedRect(rect: Rect(x: 6.3, y: 5.8, width: 19.15, height: 13.4), radii: Corners(all: 4.6)),
    RoundedRect(rect: Rect(x: 7.25, y: 6.5, width: 0.5, height: 17.3)),
    RoundedRect(
      rect: Rect(x: 6.4, y: 6.1, width: 21.7, height: 15.2),
      radii: Corners(topLeft: 0, topRight: 3, bottomRight: 7.5, bottomLeft: 12)),
    RoundedRect(
      rect: Rect(x: 6.1, y: 6.7, width: 21.3, height: 20.9), radii: Corners(all: 5.2),
      curve: .continuous),
    RoundedRect(
      rect: Rect(x: 6.6, y: 6.2, width: 20.3, height: 14.9), radii: Corners(all: 6.5),
      curve: .continuous),
    RoundedRect(
      rect: Rect(x: 5.9, y: 6.4, width: 22.3, height: 11.2), radii: Corners(all: 99),
      curve: .continuous),
    RoundedRect(rect: Rect(x: 12.2, y: 12.6, width: 0.7, height: 0.6), radii: Corners(all: 0.3)),
  ]
  static let pixels = PixelRect(x: 0, y: 0, width: 34, height: 32)

  /// Coverage against 128 x 128 point samples a pixel: an upright side that falls between two
  /// columns of samples is off by up to half a column, 1/256.
  @Test(arguments: shapes)
  func coverageMeetsPointSamples(shape: RoundedRect) {
    let exact = ReferenceShadow.coverage(shape, in: Self.pixels)
    let sampled = SupersampledShadow.coverage([shape], in: Self.pixels, samplesPerSide: 128)
    #expect(largestDifference(exact.values, sampled.values) < 1 / 250.0)
  }

  /// A blur against the sampled kernel over 16 x 16 subpixels of exact coverage: what it misses,
  /// the blur within a subpixel, is of the order of (1/16 / sigma)^2 / 24.
  @Test(arguments: shapes, [0.7, 1, 2.3])
  func blurMeetsFineConvolution(shape: RoundedRect, sigma: Double) {
    for kernel in [BlurKernel.gaussian, .renderServer] {
      let exact = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: Self.pixels)
      let fine = SupersampledShadow.alpha(
        [shape], sigma: sigma, kernel: kernel, in: Self.pixels, subpixels: 16)
      let worst = largestDifference(exact.values, fine.values)
      #expect(worst < 0.0004, "\(kernel) sigma \(sigma): \(worst)")
    }
  }

  /// A tiny blur changes alpha by what passes an edge, at most 0.4 sigma for each edge.
  @Test(arguments: shapes)
  func vanishingSigmaApproachesCoverage(shape: RoundedRect) {
    let sharp = ReferenceShadow.coverage(shape, in: Self.pixels)
    for kernel in BlurKernel.allCases {
      for sigma in [1e-9, 1e-5, 1e-3, 0.01] {
        let blurred = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: Self.pixels)
        let worst = largestDifference(sharp.values, blurred.values)
        #expect(worst <= 1.7 * sigma + 1e-9, "\(kernel) sigma \(sigma): \(worst)")
      }
    }
  }

  /// Crossing the sigma at which panels are laid out differently leaves no step.
  @Test(arguments: [0.0625, 10.0])
  func noStepWherePanelsChange(sigma: Double) {
    for shape in Self.shapes {
      for kernel in [BlurKernel.gaussian, .renderServer] {
        let below = ReferenceShadow.alpha(
          shape, sigma: sigma - 1e-7, kernel: kernel, in: Self.pixels)
        let above = ReferenceShadow.alpha(
          shape, sigma: sigma + 1e-7, kernel: kernel, in: Self.pixels)
        let worst = largestDifference(below.values, above.values)
        #expect(worst < 0.005 / 255, "\(kernel): \(worst)")
      }
    }
  }

  /// Blurring moves coverage and loses none of it.
  @Test(arguments: shapes)
  func massIsConserved(shape: RoundedRect) {
    let area = ReferenceShadow.coverage(shape, in: Self.pixels).values.reduce(0, +)
    for kernel in BlurKernel.allCases {
      for sigma in [0.03, 0.5, 3, 20] {
        let reach = ReferenceShadow.reach(sigma: sigma, kernel: kernel)
        let field = ReferenceShadow.alpha(
          shape, sigma: sigma, kernel: kernel, in: Self.pixels.grown(by: reach))
        let mass = field.values.reduce(0, +)
        let bound = (kernel == .renderServer ? 1e-5 : 1e-9) * max(1, area)
        #expect(abs(mass - area) < bound, "\(kernel) sigma \(sigma): \(mass), not \(area)")
      }
    }
  }

  /// The area of shapes with a formula.
  @Test func areasAreExact() {
    let pixels = PixelRect(x: -2, y: -2, width: 60, height: 60)
    let circle = RoundedRect(
      rect: Rect(x: 3.3, y: 4.7, width: 41, height: 41), radii: Corners(all: 20.5))
    let area = ReferenceShadow.coverage(circle, in: pixels).values.reduce(0, +)
    #expect(abs(area - Double.pi * 20.5 * 20.5) < 1e-9)
    let card = RoundedRect(
      rect: Rect(x: 1.1, y: 2.2, width: 50, height: 40),
      radii: Corners(topLeft: 3, topRight: 0, bottomRight: 9, bottomLeft: 12.5))
    let missing = (1 - Double.pi / 4) * (9 + 81 + 12.5 * 12.5)
    let cardArea = ReferenceShadow.coverage(card, in: pixels).values.reduce(0, +)
    #expect(abs(cardArea - (2000 - missing)) < 1e-9)
  }

  /// A shape that is its own mirror image has a shadow that is.
  @Test(arguments: BlurKernel.allCases, CornerCurve.allCases)
  func symmetry(kernel: BlurKernel, curve: CornerCurve) {
    let pixels = PixelRect(x: 0, y: 0, width: 60, height: 60)
    let shape = RoundedRect(
      rect: Rect(x: 15.3, y: 15.3, width: 29.4, height: 29.4), radii: Corners(all: 8.1),
      curve: curve)
    // What the panels of the cut Gaussian leave at its ends differs between x and y.
    let bound = kernel == .renderServer ? 0.005 / 255 : 1e-9
    for sigma in [0, 0.02, 0.4, 3, 12] {
      let field = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: pixels)
      var worst = 0.0
      for y in 0..<60 {
        for x in 0..<60 {
          let value = field.value(x: x, y: y)
          worst = max(worst, abs(value - field.value(x: 59 - x, y: y)))
          worst = max(worst, abs(value - field.value(x: x, y: 59 - y)))
          worst = max(worst, abs(value - field.value(x: y, y: x)))
        }
      }
      #expect(worst < bound, "sigma \(sigma): \(worst)")
    }
  }

  /// Exchanging x, which is closed form, and y shows the error of the quadrature in y: large radii,
  /// pills, and sigma up to 200.
  @Test(arguments: [0.3, 7, 50, 200], CornerCurve.allCases)
  func largeShapesMeetTheirTranspose(sigma: Double, curve: CornerCurve) {
    for (width, height, radius) in [(1000.0, 800.0, 400.0), (900, 700, 60), (40, 3, 9)] {
      let rect = Rect(x: 10.3, y: 20.7, width: width, height: height)
      let turned = Rect(x: rect.y, y: rect.x, width: height, height: width)
      let pixels = PixelRect(x: -2, y: -5, width: 130, height: 110)
      let turnedPixels = PixelRect(x: -5, y: -2, width: 110, height: 130)
      for kernel in [BlurKernel.gaussian, .renderServer] {
        let field = ReferenceShadow.alpha(
          RoundedRect(rect: rect, radii: Corners(all: radius), curve: curve), sigma: sigma,
          kernel: kernel, in: pixels)
        let other = ReferenceShadow.alpha(
          RoundedRect(rect: turned, radii: Corners(all: radius), curve: curve), sigma: sigma,
          kernel: kernel, in: turnedPixels)
        var worst = 0.0
        for y in pixels.y..<pixels.maxY {
          for x in pixels.x..<pixels.maxX {
            worst = max(worst, abs(field.value(x: x, y: y) - other.value(x: y, y: x)))
          }
        }
        let bound = kernel == .renderServer ? 0.005 / 255 : 1e-8
        #expect(worst < bound, "\(kernel) \(width) x \(height) r \(radius): \(worst)")
      }
    }
  }

  /// A part of a picture equals the same part of the whole.
  @Test func partsEqualTheWhole() {
    let part = PixelRect(x: 11, y: 9, width: 7, height: 5)
    for shape in Self.shapes {
      for (kernel, sigma) in BlurKernel.allCases.flatMap({ kernel in
        [0, 0.3, 3].map { (kernel, $0) }
      }) {
        let whole = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: Self.pixels)
        let some = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: part)
        for y in part.y..<part.maxY {
          for x in part.x..<part.maxX {
            #expect(abs(whole.value(x: x, y: y) - some.value(x: x, y: y)) < 1e-12)
          }
        }
      }
    }
  }

  @Test func emptyShapesCastNothing() {
    for size in [(0.0, 5.0), (5, 0), (-3, 5), (5, -3)] {
      let shape = RoundedRect(
        rect: Rect(x: 5, y: 5, width: size.0, height: size.1), radii: Corners(all: 3))
      for kernel in BlurKernel.allCases {
        for sigma in [0.0, 2] {
          let field = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: Self.pixels)
          #expect(field.values.allSatisfy { $0 == 0 })
        }
      }
    }
  }
}
