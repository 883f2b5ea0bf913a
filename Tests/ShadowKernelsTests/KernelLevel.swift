import CPUFeatures
import ShadowKernels
import ShadowKernelsV3
import ShadowKernelsV4

/// The kernels of one instruction-set level, as function values.
struct KernelLevel: Sendable, CustomStringConvertible {
  let description: String
  let maskedSpans:
    @Sendable (
      UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<Int32>, Int, UnsafeRawPointer, Int
    ) -> Void
  let constantSpans:
    @Sendable (UnsafeMutableRawPointer, UnsafePointer<Int32>, Int, UnsafeRawPointer) -> Void
  let fillSpans:
    @Sendable (UnsafeMutableRawPointer, UnsafePointer<Int32>, Int, UnsafeRawPointer) -> Void
  let overBytes:
    @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int) -> Void
  let unpremultiply: @Sendable (UnsafeMutableRawPointer, Int) -> Void
  let product:
    @Sendable (
      UnsafeMutablePointer<Float>, Int, UnsafePointer<Float>, UnsafePointer<Float>, Int, Int, Bool
    ) -> Void
  let subtract:
    @Sendable (
      UnsafeMutablePointer<Float>, Int, UnsafePointer<Float>, Int, UnsafePointer<Float>, Int,
      UnsafePointer<Int32>, Int, Int
    ) -> Void
  let inverseBytes: @Sendable (UnsafeMutableRawPointer, UnsafePointer<Float>, Int) -> Void
  let inverseBytesOfPassed: @Sendable (UnsafeMutableRawPointer, UnsafePointer<Float>, Int) -> Void
  let wideLevels: @Sendable (UnsafeMutableRawPointer, UnsafePointer<Float>, Int) -> Void
  let expand: @Sendable (UnsafeMutableRawPointer, UnsafePointer<UInt8>, Int, Int, Bool) -> Void
  let expandRows:
    @Sendable (
      UnsafeMutableRawPointer, UnsafePointer<UInt8>, UnsafePointer<Int32>, Int, Int, Bool
    ) -> Void
  let gaussianStep:
    @Sendable (
      UnsafeMutablePointer<Float>, Int, Double, Double, Double, UnsafePointer<Float>?
    ) -> Void
  let gaussianPulse:
    @Sendable (UnsafeMutablePointer<Float>, Int, Double, Double, Double, Double) -> Void

  /// Every level that this machine can run.
  static let all: [KernelLevel] = {
    let level = penumbra_cpu_level()
    return level >= 4 ? [baseline, v3, v4] : level == 3 ? [baseline, v3] : [baseline]
  }()

  static let baseline = KernelLevel(
    description: "baseline", maskedSpans: ShadowKernels.SourceOver.maskedSpans,
    constantSpans: ShadowKernels.SourceOver.constantSpans,
    fillSpans: ShadowKernels.SourceOver.fillSpans, overBytes: ShadowKernels.PixelOver.bytes,
    unpremultiply: ShadowKernels.PixelOver.unpremultiply,
    product: ShadowKernels.OuterProduct.product, subtract: ShadowKernels.OuterProduct.subtract,
    inverseBytes: ShadowKernels.AlphaRows.inverseBytes,
    inverseBytesOfPassed: ShadowKernels.AlphaRows.inverseBytesOfPassed,
    wideLevels: ShadowKernels.AlphaRows.wideLevels, expand: ShadowKernels.AlphaRows.expand,
    expandRows: ShadowKernels.AlphaRows.expandRows,
    gaussianStep: ShadowKernels.GaussianProfile.step,
    gaussianPulse: ShadowKernels.GaussianProfile.pulse)

  private static let v3 = KernelLevel(
    description: "v3", maskedSpans: ShadowKernelsV3.SourceOver.maskedSpans,
    constantSpans: ShadowKernelsV3.SourceOver.constantSpans,
    fillSpans: ShadowKernelsV3.SourceOver.fillSpans, overBytes: ShadowKernelsV3.PixelOver.bytes,
    unpremultiply: ShadowKernelsV3.PixelOver.unpremultiply,
    product: ShadowKernelsV3.OuterProduct.product,
    subtract: ShadowKernelsV3.OuterProduct.subtract,
    inverseBytes: ShadowKernelsV3.AlphaRows.inverseBytes,
    inverseBytesOfPassed: ShadowKernelsV3.AlphaRows.inverseBytesOfPassed,
    wideLevels: ShadowKernelsV3.AlphaRows.wideLevels, expand: ShadowKernelsV3.AlphaRows.expand,
    expandRows: ShadowKernelsV3.AlphaRows.expandRows,
    gaussianStep: ShadowKernelsV3.GaussianProfile.step,
    gaussianPulse: ShadowKernelsV3.GaussianProfile.pulse)

  private static let v4 = KernelLevel(
    description: "v4", maskedSpans: ShadowKernelsV4.SourceOver.maskedSpans,
    constantSpans: ShadowKernelsV4.SourceOver.constantSpans,
    fillSpans: ShadowKernelsV4.SourceOver.fillSpans, overBytes: ShadowKernelsV4.PixelOver.bytes,
    unpremultiply: ShadowKernelsV4.PixelOver.unpremultiply,
    product: ShadowKernelsV4.OuterProduct.product,
    subtract: ShadowKernelsV4.OuterProduct.subtract,
    inverseBytes: ShadowKernelsV4.AlphaRows.inverseBytes,
    inverseBytesOfPassed: ShadowKernelsV4.AlphaRows.inverseBytesOfPassed,
    wideLevels: ShadowKernelsV4.AlphaRows.wideLevels, expand: ShadowKernelsV4.AlphaRows.expand,
    expandRows: ShadowKernelsV4.AlphaRows.expandRows,
    gaussianStep: ShadowKernelsV4.GaussianProfile.step,
    gaussianPulse: ShadowKernelsV4.GaussianProfile.pulse)
}
