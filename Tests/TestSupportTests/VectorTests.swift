import PenumbraTestSupport
import Scene
import Testing

@Suite struct VectorTests {
  /// From sigma 2 on the vectors' own error is below 1e-4 (see `StripSum`).
  @Test func referenceReproducesVectors() throws {
    let vectors = try ShadowVector.all()
    #expect(vectors.count == 42)
    for vector in vectors {
      let isExact = vector.sigma >= 2 || vector.shape.radii == .zero
      let reference = ReferenceShadow.alpha(
        vector.shape, sigma: vector.sigma, kernel: .gaussian, in: vector.pixels)
      let worst = largestDifference(reference.values, vector.alpha.map(Double.init))
      // 3.2/255 is what the coarse strips of the vectors miss at sigma 0.
      #expect(worst < (isExact ? 1e-4 : 3.2 / 255), "\(vector): off by \(worst * 255)/255")
    }
  }

  /// Where the vectors are coarse, their own method reproduces them exactly with as many strips as
  /// they were made with, and meets the reference with many more.
  @Test func vectorsMeetTheReferenceAsTheirStripsShrink() throws {
    for vector in try ShadowVector.all() where vector.sigma < 2 && vector.shape.radii != .zero {
      var shape = vector.shape
      shape.radii = fitted(shape)
      let coarse = StripSum.alpha(
        shape, sigma: vector.sigma, in: vector.pixels, stripsPerEightPixels: 64)
      let remade = largestDifference(coarse.values, vector.alpha.map(Double.init))
      #expect(remade < 1e-6, "\(vector): made in another way, off by \(remade)")
      let fine = StripSum.alpha(
        shape, sigma: vector.sigma, in: vector.pixels, stripsPerEightPixels: 64 * 20)
      let reference = ReferenceShadow.alpha(
        vector.shape, sigma: vector.sigma, kernel: .gaussian, in: vector.pixels)
      let worst = largestDifference(fine.values, reference.values)
      #expect(worst < 2e-5, "\(vector): fine strips are off by \(worst * 255)/255")
    }
  }

  /// The vectors' pill asks for radii of 99 pixels; all four shrink to half its height.
  private func fitted(_ shape: RoundedRect) -> Corners {
    shape.radii.topLeft == 99 ? Corners(all: shape.rect.height / 2) : shape.radii
  }
}

func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
  precondition(a.count == b.count, "fields of different sizes")
  return zip(a, b).map { abs($0 - $1) }.max() ?? 0
}
