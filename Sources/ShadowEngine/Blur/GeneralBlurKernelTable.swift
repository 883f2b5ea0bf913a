internal import ShadowKernels
internal import ShadowKernelsV3
internal import ShadowKernelsV4

/// The blur kernels of one instruction set, as function pointers.
struct GeneralBlurKernelTable: Sendable {
  typealias Floats = UnsafePointer<Float>
  typealias MutableFloats = UnsafeMutablePointer<Float>
  typealias Bytes = UnsafePointer<UInt8>

  let isZero: @Sendable (Bytes, Int) -> Bool
  let toFloats: @Sendable (Bytes, MutableFloats, Int) -> Void
  let toBytes: @Sendable (Floats, UnsafeMutablePointer<UInt8>, Int) -> Void
  let toWords: @Sendable (Floats, UnsafeMutablePointer<UInt16>, Int) -> Void
  let convolveRow: @Sendable (Floats, Floats, Int, MutableFloats, Int) -> Void
  let convolveUnevenRow: @Sendable (Floats, Floats, Int, MutableFloats, Int) -> Void
  let convolveColumns:
    @Sendable (UnsafePointer<Floats>, Floats, Int, MutableFloats, MutableFloats, Int) -> Void
  let convolveUnevenColumns:
    @Sendable (UnsafePointer<Floats>, Floats, Int, MutableFloats, MutableFloats, Int) -> Void
  let halveByteColumns:
    @Sendable (
      Bytes, Bytes, Bytes, Bytes, Bytes, UnsafeMutablePointer<UInt16>,
      UnsafeMutablePointer<UInt16>, Int
    ) -> Void
  let halveWordRow:
    @Sendable (UnsafePointer<UInt16>, UnsafePointer<UInt16>, MutableFloats, Int) -> Void
  let halveColumns: @Sendable (Floats, Floats, Floats, Floats, Floats, MutableFloats, Int) -> Void
  let halveRow: @Sendable (Floats, MutableFloats, Int) -> Void
  let doubleRow: @Sendable (Floats, MutableFloats, Int) -> Void
  let interpolateColumns:
    @Sendable (Floats, Floats, Floats, Floats, Floats, MutableFloats, Int) -> Void

  /// One row filtered along itself.
  func convolveRow(
    _ filter: GeneralBlurFilter, _ row: Floats, to output: MutableFloats, count: Int
  ) {
    let kernel = filter.isSymmetric ? convolveRow : convolveUnevenRow
    kernel(row, filter.weights, filter.radius, output, count)
  }

  /// Two rows from the window of rows around them.
  func convolveColumns(
    _ filter: GeneralBlurFilter, _ rows: UnsafePointer<Floats>, to upper: MutableFloats,
    _ lower: MutableFloats, count: Int
  ) {
    let kernel = filter.isSymmetric ? convolveColumns : convolveUnevenColumns
    kernel(rows, filter.weights, filter.radius, upper, lower, count)
  }

  /// The table of an instruction set that this machine has.
  static func table(for instructionSet: InstructionSet) -> GeneralBlurKernelTable {
    switch instructionSet {
    case .baseline, .neon: baseline
    case .v3: v3
    case .v4: v4
    }
  }

  private static let baseline = GeneralBlurKernelTable(
    isZero: ShadowKernels.SeparableBlurConvert.isZero(_:count:),
    toFloats: ShadowKernels.SeparableBlurConvert.toFloats(_:_:count:),
    toBytes: ShadowKernels.SeparableBlurConvert.toBytes(_:_:count:),
    toWords: ShadowKernels.SeparableBlurConvert.toWords(_:_:count:),
    convolveRow: ShadowKernels.SeparableBlurFIR.convolveRow(_:weights:radius:to:count:),
    convolveUnevenRow: ShadowKernels.SeparableBlurFIR.convolveRow(_:unevenWeights:radius:to:count:),
    convolveColumns: ShadowKernels.SeparableBlurFIR.convolveColumns(_:weights:radius:to:_:count:),
    convolveUnevenColumns: ShadowKernels.SeparableBlurFIR.convolveColumns(
      _:unevenWeights:radius:to:_:count:),
    halveByteColumns:
      ShadowKernels.SeparableBlurResample.halveColumns(ofBytes:_:_:_:_:toEven:odd:count:),
    halveWordRow: ShadowKernels.SeparableBlurResample.halveRow(ofEven:odd:to:count:),
    halveColumns: ShadowKernels.SeparableBlurResample.halveColumns(_:_:_:_:_:to:count:),
    halveRow: ShadowKernels.SeparableBlurResample.halveRow(_:to:count:),
    doubleRow: ShadowKernels.SeparableBlurResample.doubleRow(_:to:count:),
    interpolateColumns:
      ShadowKernels.SeparableBlurResample.interpolateColumns(_:_:_:_:weights:to:count:))

  private static let v3 = GeneralBlurKernelTable(
    isZero: ShadowKernelsV3.SeparableBlurConvert.isZero(_:count:),
    toFloats: ShadowKernelsV3.SeparableBlurConvert.toFloats(_:_:count:),
    toBytes: ShadowKernelsV3.SeparableBlurConvert.toBytes(_:_:count:),
    toWords: ShadowKernelsV3.SeparableBlurConvert.toWords(_:_:count:),
    convolveRow: ShadowKernelsV3.SeparableBlurFIR.convolveRow(_:weights:radius:to:count:),
    convolveUnevenRow: ShadowKernelsV3.SeparableBlurFIR.convolveRow(
      _:unevenWeights:radius:to:count:),
    convolveColumns: ShadowKernelsV3.SeparableBlurFIR.convolveColumns(_:weights:radius:to:_:count:),
    convolveUnevenColumns: ShadowKernelsV3.SeparableBlurFIR.convolveColumns(
      _:unevenWeights:radius:to:_:count:),
    halveByteColumns:
      ShadowKernelsV3.SeparableBlurResample.halveColumns(ofBytes:_:_:_:_:toEven:odd:count:),
    halveWordRow: ShadowKernelsV3.SeparableBlurResample.halveRow(ofEven:odd:to:count:),
    halveColumns: ShadowKernelsV3.SeparableBlurResample.halveColumns(_:_:_:_:_:to:count:),
    halveRow: ShadowKernelsV3.SeparableBlurResample.halveRow(_:to:count:),
    doubleRow: ShadowKernelsV3.SeparableBlurResample.doubleRow(_:to:count:),
    interpolateColumns:
      ShadowKernelsV3.SeparableBlurResample.interpolateColumns(_:_:_:_:weights:to:count:))

  private static let v4 = GeneralBlurKernelTable(
    isZero: ShadowKernelsV4.SeparableBlurConvert.isZero(_:count:),
    toFloats: ShadowKernelsV4.SeparableBlurConvert.toFloats(_:_:count:),
    toBytes: ShadowKernelsV4.SeparableBlurConvert.toBytes(_:_:count:),
    toWords: ShadowKernelsV4.SeparableBlurConvert.toWords(_:_:count:),
    convolveRow: ShadowKernelsV4.SeparableBlurFIR.convolveRow(_:weights:radius:to:count:),
    convolveUnevenRow: ShadowKernelsV4.SeparableBlurFIR.convolveRow(
      _:unevenWeights:radius:to:count:),
    convolveColumns: ShadowKernelsV4.SeparableBlurFIR.convolveColumns(_:weights:radius:to:_:count:),
    convolveUnevenColumns: ShadowKernelsV4.SeparableBlurFIR.convolveColumns(
      _:unevenWeights:radius:to:_:count:),
    halveByteColumns:
      ShadowKernelsV4.SeparableBlurResample.halveColumns(ofBytes:_:_:_:_:toEven:odd:count:),
    halveWordRow: ShadowKernelsV4.SeparableBlurResample.halveRow(ofEven:odd:to:count:),
    halveColumns: ShadowKernelsV4.SeparableBlurResample.halveColumns(_:_:_:_:_:to:count:),
    halveRow: ShadowKernelsV4.SeparableBlurResample.halveRow(_:to:count:),
    doubleRow: ShadowKernelsV4.SeparableBlurResample.doubleRow(_:to:count:),
    interpolateColumns:
      ShadowKernelsV4.SeparableBlurResample.interpolateColumns(_:_:_:_:weights:to:count:))
}
