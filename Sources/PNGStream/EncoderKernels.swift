internal import PNGKernels
internal import PNGKernelsV3
internal import PNGKernelsV4

/// The levels of vector code that rows can be encoded with.
///
/// The bytes are the same at every level.
public enum EncoderLevel: Sendable, CaseIterable {
  /// What every processor of the architecture has.
  case baseline
  /// x86-64-v3: AVX2.
  case v3
  /// x86-64-v4: AVX-512.
  case v4
}

/// The loops of one level, as function values: called once for a row or a piece, never for a byte.
struct EncoderKernels: Sendable {
  typealias Bytes = UnsafePointer<UInt8>
  typealias Output = UnsafeMutablePointer<UInt8>
  typealias Numbers = UnsafeMutablePointer<UInt32>
  typealias Codes = UnsafePointer<UInt32>

  let difference: @Sendable (Output, Bytes, Bytes, Int) -> Void
  let equalPrefix: @Sendable (Bytes, Bytes, Int) -> Int
  let adler: @Sendable (Bytes, Int, Numbers) -> Void
  let tokens:
    @Sendable (
      Bytes, Int, Int, Int, UInt32, Int, UnsafeMutablePointer<UInt64>,
      UnsafeMutablePointer<Int>, Numbers, Numbers
    ) -> Int
  let bits: @Sendable (Codes, Int, Codes, Codes, Codes, UnsafeMutablePointer<UInt64>, Output) -> Int

  static func kernels(_ level: EncoderLevel) -> EncoderKernels {
    switch level {
    case .baseline:
      EncoderKernels(
        difference: PNGKernels.RowBytes.difference,
        equalPrefix: PNGKernels.RowBytes.equalPrefix,
        adler: PNGKernels.RowBytes.adler,
        tokens: PNGKernels.RowTokens.find,
        bits: PNGKernels.TokenBits.write)
    case .v3:
      EncoderKernels(
        difference: PNGKernelsV3.RowBytes.difference,
        equalPrefix: PNGKernelsV3.RowBytes.equalPrefix,
        adler: PNGKernelsV3.RowBytes.adler,
        tokens: PNGKernelsV3.RowTokens.find,
        bits: PNGKernelsV3.TokenBits.write)
    case .v4:
      EncoderKernels(
        difference: PNGKernelsV4.RowBytes.difference,
        equalPrefix: PNGKernelsV4.RowBytes.equalPrefix,
        adler: PNGKernelsV4.RowBytes.adler,
        tokens: PNGKernelsV4.RowTokens.find,
        bits: PNGKernelsV4.TokenBits.write)
    }
  }
}
