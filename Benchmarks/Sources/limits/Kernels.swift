import Scene
import ShadowEngine
import ShadowKernels
import ShadowKernelsV3
import ShadowKernelsV4

/// Black over RGBA pixels through a mask of their length, all in the second-level cache.
func measureSourceOver(pixels: UnsafeMutableRawPointer, mask: UnsafeMutableRawPointer, bytes: Int) {
  // Room for the vectors that reach beyond the last span.
  let length = bytes - 64
  for i in 0..<bytes { mask.storeBytes(of: UInt8(i >> 2 & 0xFF), toByteOffset: i, as: UInt8.self) }
  var paint = [UInt8](repeating: 0, count: 160)
  for i in 128..<160 { paint[i] = 255 }
  for i in stride(from: 3, to: 96, by: 4) { paint[i] = 255 }
  let rowBytes = 4096
  let spans = stride(from: 0, to: length / rowBytes * rowBytes, by: rowBytes).flatMap {
    [Int32($0), Int32($0), Int32(rowBytes)]
  }
  for set in InstructionSet.available {
    let amount = Double(spans.count / 3 * rowBytes / 4)
    report("src-over", where: "L2", isa: set.rawValue, unit: "pixels/s", amount: amount) {
      switch set {
      case .baseline:
        ShadowKernels.SourceOver.maskedSpans(pixels, mask, spans, spans.count / 3, paint, true)
      case .v3:
        ShadowKernelsV3.SourceOver.maskedSpans(pixels, mask, spans, spans.count / 3, paint, true)
      case .v4:
        ShadowKernelsV4.SourceOver.maskedSpans(pixels, mask, spans, spans.count / 3, paint, true)
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
      report(
        "blur", where: "sigma \(Int(sigma))", isa: set.rawValue, unit: "pixels/s",
        amount: Double(size * size)
      ) {
        mask.withUnsafeBufferPointer { mask in
          guard let base = mask.baseAddress else { return }
          blur.blur(
            MaskView(base: base, width: size, height: size, stride: size), columns: 0..<size,
            rows: 0..<size, to: output, stride: size)
        }
      }
    }
  }
}
