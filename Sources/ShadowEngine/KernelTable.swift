internal import ShadowKernels
internal import ShadowKernelsV3
internal import ShadowKernelsV4

/// The pixel loops of one instruction set, as function values: filled once, called once for a run of
/// rows, never for a pixel.
struct KernelTable: Sendable {
  typealias MaskedSpans =
    @Sendable (
      UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<Int32>, Int, UnsafeRawPointer, Bool
    ) -> Void
  typealias Spans =
    @Sendable (UnsafeMutableRawPointer, UnsafePointer<Int32>, Int, UnsafeRawPointer) -> Void
  typealias Floats = UnsafeMutablePointer<Float>
  typealias ConstantFloats = UnsafePointer<Float>

  let instructionSet: InstructionSet
  let maskedSpans: MaskedSpans
  let constantSpans: Spans
  let fillSpans: Spans
  let overBytes: @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int) -> Void
  let product: @Sendable (Floats, Int, ConstantFloats, ConstantFloats, Int, Int, Bool) -> Void
  let subtract:
    @Sendable (
      Floats, Int, ConstantFloats, Int, ConstantFloats, Int, UnsafePointer<Int32>, Int, Int
    ) -> Void
  let fill: @Sendable (Floats, Float, Int) -> Void
  let attenuate: @Sendable (Floats, ConstantFloats, Float, Int) -> Void
  let attenuateOutside: @Sendable (Floats, ConstantFloats, ConstantFloats, Float, Int) -> Void
  let attenuateInside: @Sendable (Floats, ConstantFloats, Float, Int) -> Void
  let alpha: @Sendable (Floats, ConstantFloats, ConstantFloats, Int) -> Void
  let scale: @Sendable (Floats, Float, Int) -> Void
  let inverseBytes: @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void
  let wideLevels: @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void
  let expand: @Sendable (UnsafeMutableRawPointer, UnsafePointer<UInt8>, Int, Int, Bool) -> Void

  static func table(_ set: InstructionSet) -> KernelTable {
    switch set {
    case .baseline: baseline
    case .v3: v3
    case .v4: v4
    }
  }

  private static let baseline = KernelTable(
    instructionSet: .baseline,
    maskedSpans: ShadowKernels.SourceOver.maskedSpans,
    constantSpans: ShadowKernels.SourceOver.constantSpans,
    fillSpans: ShadowKernels.SourceOver.fillSpans,
    overBytes: ShadowKernels.PixelOver.bytes,
    product: ShadowKernels.OuterProduct.product,
    subtract: ShadowKernels.OuterProduct.subtract,
    fill: ShadowKernels.AlphaRows.fill,
    attenuate: ShadowKernels.AlphaRows.attenuate,
    attenuateOutside: ShadowKernels.AlphaRows.attenuateOutside,
    attenuateInside: ShadowKernels.AlphaRows.attenuateInside,
    alpha: ShadowKernels.AlphaRows.alpha,
    scale: ShadowKernels.AlphaRows.scale,
    inverseBytes: ShadowKernels.AlphaRows.inverseBytes,
    wideLevels: ShadowKernels.AlphaRows.wideLevels,
    expand: ShadowKernels.AlphaRows.expand)

  private static let v3 = KernelTable(
    instructionSet: .v3,
    maskedSpans: ShadowKernelsV3.SourceOver.maskedSpans,
    constantSpans: ShadowKernelsV3.SourceOver.constantSpans,
    fillSpans: ShadowKernelsV3.SourceOver.fillSpans,
    overBytes: ShadowKernelsV3.PixelOver.bytes,
    product: ShadowKernelsV3.OuterProduct.product,
    subtract: ShadowKernelsV3.OuterProduct.subtract,
    fill: ShadowKernelsV3.AlphaRows.fill,
    attenuate: ShadowKernelsV3.AlphaRows.attenuate,
    attenuateOutside: ShadowKernelsV3.AlphaRows.attenuateOutside,
    attenuateInside: ShadowKernelsV3.AlphaRows.attenuateInside,
    alpha: ShadowKernelsV3.AlphaRows.alpha,
    scale: ShadowKernelsV3.AlphaRows.scale,
    inverseBytes: ShadowKernelsV3.AlphaRows.inverseBytes,
    wideLevels: ShadowKernelsV3.AlphaRows.wideLevels,
    expand: ShadowKernelsV3.AlphaRows.expand)

  private static let v4 = KernelTable(
    instructionSet: .v4,
    maskedSpans: ShadowKernelsV4.SourceOver.maskedSpans,
    constantSpans: ShadowKernelsV4.SourceOver.constantSpans,
    fillSpans: ShadowKernelsV4.SourceOver.fillSpans,
    overBytes: ShadowKernelsV4.PixelOver.bytes,
    product: ShadowKernelsV4.OuterProduct.product,
    subtract: ShadowKernelsV4.OuterProduct.subtract,
    fill: ShadowKernelsV4.AlphaRows.fill,
    attenuate: ShadowKernelsV4.AlphaRows.attenuate,
    attenuateOutside: ShadowKernelsV4.AlphaRows.attenuateOutside,
    attenuateInside: ShadowKernelsV4.AlphaRows.attenuateInside,
    alpha: ShadowKernelsV4.AlphaRows.alpha,
    scale: ShadowKernelsV4.AlphaRows.scale,
    inverseBytes: ShadowKernelsV4.AlphaRows.inverseBytes,
    wideLevels: ShadowKernelsV4.AlphaRows.wideLevels,
    expand: ShadowKernelsV4.AlphaRows.expand)
}
