import PenumbraGraphics
import PenumbraTestSupport
import Testing

@Suite struct UnionTests {
  static let unions: [[RoundedRect]] = [
    // Overlapping cards.
    [
      RoundedRect(rect: Rect(x: 4.2, y: 5, width: 14, height: 12.3), radii: Corners(all: 4)),
      RoundedRect(rect: Rect(x: 11.7, y: 9.4, width: 15, height: 14), radii: Corners(all: 5)),
    ],
    // Touching cells.
    [
      RoundedRect(rect: Rect(x: 4, y: 6, width: 10, height: 12)),
      RoundedRect(rect: Rect(x: 14, y: 6, width: 9.5, height: 12)),
    ],
    // The same shape twice, and one inside of it.
    [
      RoundedRect(rect: Rect(x: 5.5, y: 6, width: 18, height: 15), radii: Corners(all: 6)),
      RoundedRect(rect: Rect(x: 5.5, y: 6, width: 18, height: 15), radii: Corners(all: 6)),
      RoundedRect(rect: Rect(x: 9, y: 9, width: 5, height: 5)),
    ],
    // A common left side, and a circle that only just looks out on the right.
    [
      RoundedRect(rect: Rect(x: 5, y: 4, width: 12, height: 22)),
      RoundedRect(rect: Rect(x: 5, y: 8, width: 9, height: 9)),
      RoundedRect(rect: Rect(x: 7.3, y: 9, width: 10, height: 10), radii: Corners(all: 5)),
    ],
    // Apart.
    [
      RoundedRect(
        rect: Rect(x: 4, y: 4, width: 8, height: 9), radii: Corners(all: 3), curve: .continuous),
      RoundedRect(rect: Rect(x: 18, y: 16, width: 9, height: 8), radii: Corners(all: 3)),
    ],
  ]

  @Test(arguments: unions)
  func coverageMeetsPointSamples(shapes: [RoundedRect]) {
    let pixels = ReferenceShadowTests.pixels
    let exact = ReferenceShadow.coverage(ofUnion: shapes, in: pixels)
    let sampled = SupersampledShadow.coverage(shapes, in: pixels, samplesPerSide: 128)
    // Two sides in a pixel double the error of one.
    #expect(largestDifference(exact.values, sampled.values) < 2 / 250.0)
  }

  @Test(arguments: unions)
  func blurMeetsFineConvolution(shapes: [RoundedRect]) {
    let pixels = ReferenceShadowTests.pixels
    for sigma in [0.7, 2] {
      let exact = ReferenceShadow.alpha(
        ofUnion: shapes, sigma: sigma, kernel: .gaussian, in: pixels)
      let fine = SupersampledShadow.alpha(
        shapes, sigma: sigma, kernel: .gaussian, in: pixels, subpixels: 16)
      #expect(largestDifference(exact.values, fine.values) < 0.0004)
    }
  }

  @Test func orderDoesNotMatter() {
    let pixels = ReferenceShadowTests.pixels
    for shapes in Self.unions {
      let a = ReferenceShadow.alpha(ofUnion: shapes, sigma: 1.5, kernel: .gaussian, in: pixels)
      let b = ReferenceShadow.alpha(
        ofUnion: shapes.reversed(), sigma: 1.5, kernel: .gaussian, in: pixels)
      #expect(largestDifference(a.values, b.values) < 1e-6)
    }
  }
}
