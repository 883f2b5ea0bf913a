internal import ShadowKernels
internal import ShadowKernelsV3
internal import ShadowKernelsV4

/// The pixel loops of one instruction set, as function values: filled once, called once for a run of
/// rows, never for a pixel.
final class KernelTable: Sendable {
  typealias MaskedSpans =
    @Sendable (
      UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<Int>, Int, UnsafeRawPointer, Int
    ) -> Void
  typealias Spans =
    @Sendable (UnsafeMutableRawPointer, UnsafePointer<Int>, Int, UnsafeRawPointer) -> Void
  typealias Floats = UnsafeMutablePointer<Float>
  typealias ConstantFloats = UnsafePointer<Float>

  let instructionSet: InstructionSet
  let maskedSpans: MaskedSpans
  let constantSpans: Spans
  let fillSpans: Spans
  let overBytes:
    @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int) -> Void
  let unpremultiply: @Sendable (UnsafeMutableRawPointer, Int) -> Void
  let product: @Sendable (Floats, Int, ConstantFloats, ConstantFloats, Int, Int, Bool) -> Void
  let subtract:
    @Sendable (
      Floats, Int, ConstantFloats, Int, ConstantFloats, Int, UnsafePointer<Int32>, Int, Int
    ) -> Void
  let maskRows:
    @Sendable (UnsafeMutableRawPointer, Int, Int, Int, Int, Int, UnsafeRawPointer) -> Void
  let gaussianStep: @Sendable (Floats, Int, Double, Double, Double, ConstantFloats?) -> Void
  let gaussianPulse: @Sendable (Floats, Int, Double, Double, Double, Double) -> Void
  let fill: @Sendable (Floats, Float, Int) -> Void
  let attenuate: @Sendable (Floats, ConstantFloats, Float, Int) -> Void
  let attenuateInside: @Sendable (Floats, ConstantFloats, Float, Int) -> Void
  let inverseBytes: @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void
  let inverseBytesOfPassed: @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void
  let wideLevels: @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void
  let wideLevelsOfPassed: @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void
  let expandRows:
    @Sendable (
      UnsafeMutableRawPointer, UnsafePointer<UInt8>, UnsafePointer<Int32>, Int, Int, Bool
    ) -> Void
  let colorAlphas: @Sendable (Floats, UnsafePointer<UInt16>, Int, Int) -> Void
  let colorFlat: @Sendable (Floats, Int, ConstantFloats, ConstantFloats, Int) -> Void
  let colorsOver: @Sendable (Floats, ConstantFloats, Int, Int) -> Void
  let colorMix: @Sendable (Floats, ConstantFloats, ConstantFloats, ConstantFloats, Int, Int) -> Void
  let colorSettle:
    @Sendable (
      UnsafeMutablePointer<UInt8>, Int, ConstantFloats, Int, UnsafePointer<UInt16>, Int, Int
    ) -> Void

  private init(
    instructionSet: InstructionSet,
    maskedSpans: @escaping MaskedSpans,
    constantSpans: @escaping Spans,
    fillSpans: @escaping Spans,
    overBytes:
      @escaping @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int) -> Void,
    unpremultiply: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Void,
    product:
      @escaping @Sendable (Floats, Int, ConstantFloats, ConstantFloats, Int, Int, Bool) -> Void,
    subtract:
      @escaping @Sendable (
        Floats, Int, ConstantFloats, Int, ConstantFloats, Int, UnsafePointer<Int32>, Int, Int
      ) -> Void,
    maskRows:
      @escaping @Sendable (UnsafeMutableRawPointer, Int, Int, Int, Int, Int, UnsafeRawPointer) ->
      Void,
    gaussianStep:
      @escaping @Sendable (Floats, Int, Double, Double, Double, ConstantFloats?) -> Void,
    gaussianPulse: @escaping @Sendable (Floats, Int, Double, Double, Double, Double) -> Void,
    fill: @escaping @Sendable (Floats, Float, Int) -> Void,
    attenuate: @escaping @Sendable (Floats, ConstantFloats, Float, Int) -> Void,
    attenuateInside: @escaping @Sendable (Floats, ConstantFloats, Float, Int) -> Void,
    inverseBytes: @escaping @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void,
    inverseBytesOfPassed:
      @escaping @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void,
    wideLevels: @escaping @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void,
    wideLevelsOfPassed: @escaping @Sendable (UnsafeMutableRawPointer, ConstantFloats, Int) -> Void,
    expandRows:
      @escaping @Sendable (
        UnsafeMutableRawPointer, UnsafePointer<UInt8>, UnsafePointer<Int32>, Int, Int, Bool
      ) -> Void,
    colorAlphas: @escaping @Sendable (Floats, UnsafePointer<UInt16>, Int, Int) -> Void,
    colorFlat:
      @escaping @Sendable (Floats, Int, ConstantFloats, ConstantFloats, Int) -> Void,
    colorsOver: @escaping @Sendable (Floats, ConstantFloats, Int, Int) -> Void,
    colorMix:
      @escaping @Sendable (Floats, ConstantFloats, ConstantFloats, ConstantFloats, Int, Int) ->
      Void,
    colorSettle:
      @escaping @Sendable (
        UnsafeMutablePointer<UInt8>, Int, ConstantFloats, Int, UnsafePointer<UInt16>, Int, Int
      ) -> Void
  ) {
    self.instructionSet = instructionSet
    self.maskedSpans = maskedSpans
    self.constantSpans = constantSpans
    self.fillSpans = fillSpans
    self.overBytes = overBytes
    self.unpremultiply = unpremultiply
    self.product = product
    self.subtract = subtract
    self.maskRows = maskRows
    self.gaussianStep = gaussianStep
    self.gaussianPulse = gaussianPulse
    self.fill = fill
    self.attenuate = attenuate
    self.attenuateInside = attenuateInside
    self.inverseBytes = inverseBytes
    self.inverseBytesOfPassed = inverseBytesOfPassed
    self.wideLevels = wideLevels
    self.wideLevelsOfPassed = wideLevelsOfPassed
    self.expandRows = expandRows
    self.colorAlphas = colorAlphas
    self.colorFlat = colorFlat
    self.colorsOver = colorsOver
    self.colorMix = colorMix
    self.colorSettle = colorSettle
  }

  static func table(_ set: InstructionSet) -> KernelTable {
    switch set {
    case .baseline, .neon: baseline
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
    unpremultiply: ShadowKernels.PixelOver.unpremultiply,
    product: ShadowKernels.OuterProduct.product,
    subtract: ShadowKernels.OuterProduct.subtract,
    maskRows: ShadowKernels.MaskProgram.inverseBytes,
    gaussianStep: ShadowKernels.GaussianProfile.step,
    gaussianPulse: ShadowKernels.GaussianProfile.pulse,
    fill: ShadowKernels.AlphaRows.fill,
    attenuate: ShadowKernels.AlphaRows.attenuate,
    attenuateInside: ShadowKernels.AlphaRows.attenuateInside,
    inverseBytes: ShadowKernels.AlphaRows.inverseBytes,
    inverseBytesOfPassed: ShadowKernels.AlphaRows.inverseBytesOfPassed,
    wideLevels: ShadowKernels.AlphaRows.wideLevels,
    wideLevelsOfPassed: ShadowKernels.AlphaRows.wideLevelsOfPassed,
    expandRows: ShadowKernels.AlphaRows.expandRows,
    colorAlphas: ShadowKernels.WideRows.alphas,
    colorFlat: ShadowKernels.WideRows.flat,
    colorsOver: ShadowKernels.WideRows.over,
    colorMix: ShadowKernels.WideRows.mix,
    colorSettle: ShadowKernels.WideRows.settle)

  private static let v3 = KernelTable(
    instructionSet: .v3,
    maskedSpans: ShadowKernelsV3.SourceOver.maskedSpans,
    constantSpans: ShadowKernelsV3.SourceOver.constantSpans,
    fillSpans: ShadowKernelsV3.SourceOver.fillSpans,
    overBytes: ShadowKernelsV3.PixelOver.bytes,
    unpremultiply: ShadowKernelsV3.PixelOver.unpremultiply,
    product: ShadowKernelsV3.OuterProduct.product,
    subtract: ShadowKernelsV3.OuterProduct.subtract,
    maskRows: ShadowKernelsV3.MaskProgram.inverseBytes,
    gaussianStep: ShadowKernelsV3.GaussianProfile.step,
    gaussianPulse: ShadowKernelsV3.GaussianProfile.pulse,
    fill: ShadowKernelsV3.AlphaRows.fill,
    attenuate: ShadowKernelsV3.AlphaRows.attenuate,
    attenuateInside: ShadowKernelsV3.AlphaRows.attenuateInside,
    inverseBytes: ShadowKernelsV3.AlphaRows.inverseBytes,
    inverseBytesOfPassed: ShadowKernelsV3.AlphaRows.inverseBytesOfPassed,
    wideLevels: ShadowKernelsV3.AlphaRows.wideLevels,
    wideLevelsOfPassed: ShadowKernelsV3.AlphaRows.wideLevelsOfPassed,
    expandRows: ShadowKernelsV3.AlphaRows.expandRows,
    colorAlphas: ShadowKernelsV3.WideRows.alphas,
    colorFlat: ShadowKernelsV3.WideRows.flat,
    colorsOver: ShadowKernelsV3.WideRows.over,
    colorMix: ShadowKernelsV3.WideRows.mix,
    colorSettle: ShadowKernelsV3.WideRows.settle)

  private static let v4 = KernelTable(
    instructionSet: .v4,
    maskedSpans: ShadowKernelsV4.SourceOver.maskedSpans,
    constantSpans: ShadowKernelsV4.SourceOver.constantSpans,
    fillSpans: ShadowKernelsV4.SourceOver.fillSpans,
    overBytes: ShadowKernelsV4.PixelOver.bytes,
    unpremultiply: ShadowKernelsV4.PixelOver.unpremultiply,
    product: ShadowKernelsV4.OuterProduct.product,
    subtract: ShadowKernelsV4.OuterProduct.subtract,
    maskRows: ShadowKernelsV4.MaskProgram.inverseBytes,
    gaussianStep: ShadowKernelsV4.GaussianProfile.step,
    gaussianPulse: ShadowKernelsV4.GaussianProfile.pulse,
    fill: ShadowKernelsV4.AlphaRows.fill,
    attenuate: ShadowKernelsV4.AlphaRows.attenuate,
    attenuateInside: ShadowKernelsV4.AlphaRows.attenuateInside,
    inverseBytes: ShadowKernelsV4.AlphaRows.inverseBytes,
    inverseBytesOfPassed: ShadowKernelsV4.AlphaRows.inverseBytesOfPassed,
    wideLevels: ShadowKernelsV4.AlphaRows.wideLevels,
    wideLevelsOfPassed: ShadowKernelsV4.AlphaRows.wideLevelsOfPassed,
    expandRows: ShadowKernelsV4.AlphaRows.expandRows,
    colorAlphas: ShadowKernelsV4.WideRows.alphas,
    colorFlat: ShadowKernelsV4.WideRows.flat,
    colorsOver: ShadowKernelsV4.WideRows.over,
    colorMix: ShadowKernelsV4.WideRows.mix,
    colorSettle: ShadowKernelsV4.WideRows.settle)
}
