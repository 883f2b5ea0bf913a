import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// The general blur against its float64 definition.
@Suite struct GeneralBlurTests {
  static let best = InstructionSet.available.last ?? .baseline

  static let sigmas = [
    0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.49, 4.5, 5, 6, 7.5, 8.99, 9, 12, 15, 17.99, 18,
    25, 35.9, 36, 50, 71.9, 72, 84, 85, 86, 120, 143.9, 144, 200,
  ]

  static let masks: [TestMask] = [
    .noise(97, 61, seed: 1), .salt(64, 83, seed: 2), .strokes(150, 47), .full(70, 40),
    .checkerboard(66, 65), .checkerboard(64, 64, cell: 4), .dot(41, 43), .halfPlane(200, 30),
    .full(1, 90), .full(90, 1), .full(1, 1), .salt(3, 120, seed: 3),
  ]

  /// The largest error of the 16-bit result over all pixels, in levels of 255.
  ///
  /// A word is 1/257 of a level, so the rounding to it is seen as an error of at most 0.002.
  static func largestError(
    _ mask: TestMask, sigma: Double, kernel: BlurKernel, offset: Point = .zero, margin: Int
  ) -> Double {
    let columns = -margin..<mask.width + margin
    let rows = -margin..<mask.height + margin
    let (x, y) = (offset.x.rounded(.down), offset.y.rounded(.down))
    let truth = GeneralBlurOracle.blur(
      mask,
      x: GeneralBlurOracle.taps(sigma: sigma, kernel: kernel, shift: offset.x - x),
      y: GeneralBlurOracle.taps(sigma: sigma, kernel: kernel, shift: offset.y - y),
      columns: columns, rows: rows)
    let blur = GeneralBlur(sigma: sigma, kernel: kernel, offset: offset, instructionSet: best)
    let words = blur.words(
      mask, columns: columns.lowerBound + Int(x)..<columns.upperBound + Int(x),
      rows: rows.lowerBound + Int(y)..<rows.upperBound + Int(y))
    return zip(words, truth).reduce(0) { max($0, abs(Double($1.0) / 257 - $1.1)) }
  }

  @Test(arguments: masks, sigmas)
  func gaussianIsWithinAQuarterLevel(mask: TestMask, sigma: Double) {
    let margin = min(48, Int(3 * sigma) + 3)
    let error = Self.largestError(mask, sigma: sigma, kernel: .gaussian, margin: margin)
    #expect(error <= 0.25, "\(mask.testDescription), sigma \(sigma): \(error)/255")
  }

  @Test(arguments: [BlurKernel.coreGraphics, .renderServer], [0.1, 0.4, 0.5, 1, 3, 8.2, 30, 86])
  func truncatedKernelsAreExact(kernel: BlurKernel, sigma: Double) {
    for mask in [TestMask.noise(60, 41, seed: 7), .halfPlane(90, 9), .full(1, 33)] {
      let error = Self.largestError(mask, sigma: sigma, kernel: kernel, margin: 20)
      #expect(error <= 0.003, "\(mask.testDescription), sigma \(sigma): \(error)/255")
    }
  }

  @Test(arguments: BlurKernel.allCases, [0, 0.4, 1, 3, 4.4, 4.6, 8.9, 20, 86]) func anyOffset(
    kernel: BlurKernel, sigma: Double
  ) {
    for offset in [Point(x: 0.5, y: 0.25), Point(x: -7.125, y: 3), Point(x: 2, y: 40.999)] {
      for mask in [TestMask.salt(60, 41, seed: 7), .halfPlane(90, 9), .full(1, 33)] {
        let error = Self.largestError(
          mask, sigma: sigma, kernel: kernel, offset: offset, margin: 20)
        #expect(
          error <= (kernel == .gaussian ? 0.25 : 0.003),
          "\(mask.testDescription), sigma \(sigma), offset \(offset): \(error)/255")
      }
    }
  }

  @Test func sigmaZeroIsTheMask() {
    let mask = TestMask.noise(37, 23, seed: 5)
    for kernel in BlurKernel.allCases {
      let blur = GeneralBlur(sigma: 0, kernel: kernel, instructionSet: Self.best)
      #expect(blur.bytes(mask, columns: 0..<37, rows: 0..<23) == mask.bytes)
      #expect(blur.reach() == 0)
    }
  }

  /// An opaque picture casts the shadow of its box: the profile of a sharp edge is the Gaussian's
  /// integral averaged over a pixel, tabulated here from its definition at sigma 2.
  @Test func edgeOfAFullMaskIsTheExactEdgeProfile() {
    // 255 times the average of Phi(x / 2) over the pixels 0...1, 1...2, ... from the edge.
    let expected = [152.42, 196.61, 227.46, 244.38, 251.69, 254.17]
    let mask = TestMask.full(120, 120)
    let blur = GeneralBlur(sigma: 2, kernel: .gaussian, instructionSet: Self.best)
    let words = blur.words(mask, columns: 0..<6, rows: 60..<61)
    for (word, level) in zip(words, expected) { #expect(abs(Double(word) / 257 - level) < 0.14) }
  }

  /// The plateau of a full mask is full, and far from a mask there is exactly nothing.
  @Test(arguments: [0.5, 2, 4.6, 10, 30]) func plateauAndFarField(sigma: Double) {
    let mask = TestMask.full(300, 300)
    let blur = GeneralBlur(sigma: sigma, kernel: .gaussian, instructionSet: Self.best)
    let inside = blur.words(mask, columns: 140..<160, rows: 140..<160)
    #expect(inside.allSatisfy { $0 >= 65530 }, "\(inside.min() ?? 0)")
    #expect(blur.bytes(mask, columns: 140..<160, rows: 140..<160).allSatisfy { $0 == 255 })
    let far = blur.words(mask, columns: 1000..<1020, rows: -1000..<(-990))
    #expect(far.allSatisfy { $0 == 0 })
  }

  /// Beyond the reach nothing rounds to more than zero; at its edge something does.
  @Test(arguments: BlurKernel.allCases, [0.3, 1, 2, 4.5, 10, 40]) func reachIsTight(
    kernel: BlurKernel, sigma: Double
  ) {
    let blur = GeneralBlur(sigma: sigma, kernel: kernel, instructionSet: Self.best)
    let half = Int(4 * sigma) + 4
    let mask = TestMask.full(2 * half, 2 * half)
    for opacity in [1, 0.5, 0.1] {
      let reach = blur.reach(opacity: opacity)
      let row = blur.words(
        mask, columns: 2 * half..<2 * half + reach + 5, rows: half..<half + 1)
      let painted = row.map { opacity * Double($0) / 257 }
      #expect(painted.dropFirst(reach).allSatisfy { $0 < 0.5 + 0.25 })
      if reach > 0 { #expect(painted[reach - 1] > 0.5 - 0.25) }
    }
  }

  @Test func emptyMasksAndRangesDoNothing() {
    let blur = GeneralBlur(sigma: 3, kernel: .gaussian, instructionSet: Self.best)
    let none = TestMask("none", 0, 0) { _, _ in 0 }
    let some = TestMask("one column of zeros", 1, 5) { _, _ in 0 }
    for sigma in [0, 3, 20.0] {
      let blur = GeneralBlur(sigma: sigma, kernel: .gaussian, instructionSet: Self.best)
      #expect(blur.bytes(some, columns: -5..<5, rows: -5..<9).allSatisfy { $0 == 0 })
    }
    #expect(blur.bytes(none, columns: 0..<0, rows: 0..<0).isEmpty)
    #expect(blur.bytes(some, columns: 3..<3, rows: 0..<4).isEmpty)
  }
}
