import PenumbraGraphics
import ShadowEngine
import ShadowKernels
import ShadowKernelsV3
import ShadowKernelsV4

/// Black over RGBA pixels in the second-level cache, one row of shadow over every row of pixels; its
/// memory stays until the process ends.
func sourceOver(pixels: UnsafeMutableRawPointer, bytes: Int) -> [Contender] {
  let rowBytes = 4096
  // The words of inverse alpha, see SourceOver, aligned as the engine's; room for the vectors that reach
  // beyond a span.
  let words = rowBytes / 2 + 32
  let mask = UnsafeMutableRawPointer.allocate(byteCount: 2 * words, alignment: 64)
  for i in 0..<words {
    let inverse = UInt16(i >> 1 & 0xFF)
    let word = 257 * inverse + (inverse + 1) >> 7 & 1
    mask.storeBytes(of: word, toByteOffset: 2 * i, as: UInt16.self)
  }
  let paint = (0..<160).map { i -> UInt8 in i < 96 ? (i & 3 == 3 ? 255 : 0) : i < 128 ? 0 : 255 }
  let spans = stride(from: 0, to: (bytes - 64) / rowBytes * rowBytes, by: rowBytes).flatMap {
    start -> [Int] in
    [start, 0, rowBytes]
  }
  let count = spans.count / 3
  return InstructionSet.available.map { set in
    Contender(
      what: "src-over", place: "L2", isa: set.rawValue, unit: "pixels/s",
      amount: Double(count * rowBytes / 4)
    ) {
      switch set {
      case .baseline:
        ShadowKernels.SourceOver.maskedSpans(pixels, mask, spans, count, paint, 2)
      case .v3:
        ShadowKernelsV3.SourceOver.maskedSpans(pixels, mask, spans, count, paint, 2)
      case .v4:
        ShadowKernelsV4.SourceOver.maskedSpans(pixels, mask, spans, count, paint, 2)
      }
    }
  }
}

/// The general blur of a random mask of 1024 x 1024 bytes to bytes.
func measureGeneralBlur() {
  let size = 1024
  var state: UInt64 = 1
  let mask = (0..<size * size).map { _ -> UInt8 in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
  let output = UnsafeMutablePointer<UInt8>.allocate(capacity: size * size)
  defer { output.deallocate() }
  for set in InstructionSet.available {
    for sigma in [2.0, 6, 10, 30, 60, 200] {
      let blur = GeneralBlur(sigma: sigma, kernel: .gaussian, instructionSet: set)
      let contender = Contender(
        what: "blur", place: "sigma \(Int(sigma))", isa: set.rawValue, unit: "pixels/s",
        amount: Double(size * size)
      ) {
        mask.withUnsafeBufferPointer { mask in
          guard let base = mask.baseAddress else { return }
          blur.blur(
            MaskView(base: base, width: size, height: size, stride: size), columns: 0..<size,
            rows: 0..<size, to: output, stride: size)
        }
      }
      race([contender], rounds: 7)
    }
  }
}
