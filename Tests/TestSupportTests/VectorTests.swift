import PenumbraGraphics
import PenumbraTestSupport
import Testing

@Suite struct VectorTests {
  /// The vectors' own error, which is larger where a corner's strips are coarser than its pixel
  /// rows (from sigma 1 on) and the blur does not yet hide it.
  @Test(arguments: try ShadowVector.all())
  func referenceReproducesVector(_ vector: ShadowVector) {
    let reference = ReferenceShadow.alpha(
      vector.shape, sigma: vector.sigma, kernel: .gaussian, in: vector.pixels)
    let worst = largestDifference(reference.values, vector.alpha.map(Double.init))
    let isCoarse = vector.sigma == 1 && vector.shape.radii != .zero
    #expect(worst < (isCoarse ? 0.08 : 0.02) / 255, "off by \(worst * 255)/255")
  }

  @Test func everyVectorIsRead() throws {
    #expect(try ShadowVector.all().count == 42)
  }
}

func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
  precondition(a.count == b.count, "fields of different sizes")
  return zip(a, b).map { abs($0 - $1) }.max() ?? 0
}
