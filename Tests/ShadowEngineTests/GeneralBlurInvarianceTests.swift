import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// What must not change a byte: the instruction set, the window asked for, where the mask lies.
@Suite struct GeneralBlurInvarianceTests {
  static let sigmas = [0.2, 1, 2, 4.4, 4.5, 7, 9, 20, 40, 85, 200]

  @Test(arguments: sigmas) func instructionSetsAgree(sigma: Double) {
    for kernel in BlurKernel.allCases where kernel == .gaussian || sigma <= 20 {
      for seed in 1...4 as ClosedRange<UInt64> {
        let mask = TestMask.salt(31 + Int(seed) * 23, 77 - Int(seed) * 11, seed: seed)
        let (columns, rows) = (-13..<mask.width + 9, -7..<mask.height + 11)
        let truth = GeneralBlur(sigma: sigma, kernel: kernel, instructionSet: .baseline)
          .words(mask, columns: columns, rows: rows)
        for set in InstructionSet.available {
          let words = GeneralBlur(sigma: sigma, kernel: kernel, instructionSet: set)
            .words(mask, columns: columns, rows: rows)
          #expect(words == truth, "\(set), \(kernel), sigma \(sigma), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: sigmas) func everyWindowGivesTheSameBytes(sigma: Double) {
    let mask = TestMask.strokes(210, 67)
    let blur = GeneralBlur(
      sigma: sigma, kernel: .gaussian, instructionSet: GeneralBlurTests.best)
    let columns = -40..<mask.width + 40
    let rows = -40..<mask.height + 40
    let whole = blur.bytes(mask, columns: columns, rows: rows)
    func expected(_ someColumns: Range<Int>, _ someRows: Range<Int>) -> [UInt8] {
      someRows.flatMap { y in
        someColumns.map { x in
          whole[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
        }
      }
    }
    var state: UInt64 = 11
    func random(_ range: Range<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
    for _ in 0..<40 {
      let (x, y) = (random(columns), random(rows))
      let someColumns = x..<random(x + 1..<columns.upperBound + 1)
      let someRows = y..<random(y + 1..<rows.upperBound + 1)
      #expect(
        blur.bytes(mask, columns: someColumns, rows: someRows)
          == expected(someColumns, someRows), "columns \(someColumns), rows \(someRows), seed 11")
    }
  }

  /// Directly filtered, the result moves with the mask; decimated, it does so by whole steps.
  @Test(arguments: [(2.0, 1), (5.0, 2), (12.0, 4)]) func translationMovesTheResult(
    sigma: Double, step: Int
  ) {
    let small = TestMask.noise(50, 40, seed: 9)
    let (dx, dy) = (7 * step, 5 * step)
    let moved = TestMask("moved", 50 + dx, 40 + dy) { x, y in
      x < dx || y < dy ? 0 : small.bytes[(y - dy) * 50 + x - dx]
    }
    let blur = GeneralBlur(
      sigma: sigma, kernel: .gaussian, instructionSet: GeneralBlurTests.best)
    #expect(
      blur.words(small, columns: -20..<70, rows: -20..<60)
        == blur.words(moved, columns: dx - 20..<dx + 70, rows: dy - 20..<dy + 60))
  }

  /// Nothing outside the wanted rectangle is written, whatever the stride.
  @Test(arguments: [1.0, 6.0]) func strideIsRespected(sigma: Double) {
    let mask = TestMask.full(33, 12)
    let blur = GeneralBlur(
      sigma: sigma, kernel: .gaussian, instructionSet: GeneralBlurTests.best)
    var target = [UInt8](repeating: 77, count: 50 * 14)
    target.withUnsafeMutableBufferPointer { target in
      mask.bytes.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        blur.blur(
          MaskView(base: source, width: 33, height: 12, stride: 33), columns: -1..<34,
          rows: 0..<12, to: target + 51, stride: 50)
      }
    }
    let tight = blur.bytes(mask, columns: -1..<34, rows: 0..<12)
    for y in 0..<14 {
      for x in 0..<50 {
        let inside = (1..<13).contains(y) && (1..<36).contains(x)
        #expect(target[y * 50 + x] == (inside ? tight[(y - 1) * 35 + x - 1] : 77))
      }
    }
  }
}

extension GeneralBlur {
  /// The wanted pixels in words, without padding.
  func words(_ mask: TestMask, columns: Range<Int>, rows: Range<Int>) -> [UInt16] {
    var words = [UInt16](repeating: 0xAAAA, count: columns.count * rows.count)
    words.withUnsafeMutableBufferPointer { words in
      mask.withView { view in
        guard let target = words.baseAddress else { return }
        blur(view, columns: columns, rows: rows, to: target, stride: columns.count)
      }
    }
    return words
  }

  /// The wanted pixels in bytes, without padding.
  func bytes(_ mask: TestMask, columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: columns.count * rows.count)
    bytes.withUnsafeMutableBufferPointer { bytes in
      mask.withView { view in
        guard let target = bytes.baseAddress else { return }
        blur(view, columns: columns, rows: rows, to: target, stride: columns.count)
      }
    }
    return bytes
  }
}
