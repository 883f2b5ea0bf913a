import Scene
import ShadowEngine
import Testing

/// The general blur against its float64 definition.
@Suite struct GeneralBlurTests {
  static let instructionSet = InstructionSet.available.last ?? .baseline

  /// The largest error of the 16-bit result over all pixels, in levels of 255.
  static func largestError(
    _ mask: TestMask, sigma: Double, kernel: BlurKernel = .gaussian, margin: Int,
    instructionSet: InstructionSet = Self.instructionSet
  ) -> Double {
    let columns = -margin..<mask.width + margin
    let rows = -margin..<mask.height + margin
    let truth = GeneralBlurOracle.blur(
      mask, taps: GeneralBlurOracle.taps(sigma: sigma, kernel: kernel), columns: columns,
      rows: rows)
    let blur = GeneralBlur(sigma: sigma, kernel: kernel, instructionSet: instructionSet)
    let words = blur.words(mask, columns: columns, rows: rows)
    return zip(words, truth).reduce(0) { max($0, abs(Double($1.0) / 257 - $1.1)) }
  }

  static let sigmas = [
    0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.49, 4.5, 5, 6, 7.5, 8.99, 9, 12, 15, 17.99,
    18, 25, 35.9, 36, 50, 71.9, 72, 84, 85, 86, 120, 143.9, 144, 200,
  ]

  static let masks: [TestMask] = [
    .noise(97, 61, seed: 1), .salt(64, 83, seed: 2), .strokes(150, 47), .full(70, 40),
    .checkerboard(66, 65), .checkerboard(64, 64, cell: 4), .dot(41, 43), .halfPlane(200, 30),
    .full(1, 90), .full(90, 1), .full(1, 1), .salt(3, 120, seed: 3),
  ]

  @Test(arguments: masks, sigmas)
  func gaussianIsWithinAQuarterLevel(mask: TestMask, sigma: Double) {
    let margin = min(60, Int(3 * sigma) + 3)
    let error = Self.largestError(mask, sigma: sigma, margin: margin)
    #expect(error <= 0.25, "\(mask.testDescription), sigma \(sigma): \(error)/255")
  }
}

extension GeneralBlur {
  func words(_ mask: TestMask, columns: Range<Int>, rows: Range<Int>) -> [UInt16] {
    var words = [UInt16](repeating: 0xAAAA, count: columns.count * rows.count)
    words.withUnsafeMutableBufferPointer { words in
      mask.bytes.withUnsafeBufferPointer { bytes in
        guard let source = bytes.baseAddress, let target = words.baseAddress else { return }
        let view = MaskView(
          base: source, width: mask.width, height: mask.height, stride: mask.width)
        blur(view, columns: columns, rows: rows, to: target, stride: columns.count)
      }
    }
    return words
  }

  func bytes(_ mask: TestMask, columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
    var result = [UInt8](repeating: 0xAA, count: columns.count * rows.count)
    result.withUnsafeMutableBufferPointer { result in
      mask.bytes.withUnsafeBufferPointer { bytes in
        guard let source = bytes.baseAddress, let target = result.baseAddress else { return }
        let view = MaskView(
          base: source, width: mask.width, height: mask.height, stride: mask.width)
        blur(view, columns: columns, rows: rows, to: target, stride: columns.count)
      }
    }
    return result
  }
}
