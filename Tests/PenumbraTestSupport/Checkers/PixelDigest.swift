/// A 64-bit digest of a stream of bytes, to tell equal pictures without holding two.
///
/// The digest depends on the bytes and their order, not on how they are handed over in pieces.
public struct PixelDigest: Hashable, Sendable {
  /// The digest so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of nothing.
  public init() {}

  /// Adds bytes at the end: FNV-1a.
  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = value
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = state
  }
}
