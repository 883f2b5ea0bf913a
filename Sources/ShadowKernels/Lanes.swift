/// Sixteen 16-bit lanes: 32 bytes of pixels, worked on as their even and their odd bytes.
///
/// Sixteen is the widest count at which every operator used here is vector code on all levels.
typealias Words = SIMD16<UInt16>

/// Sixteen single-precision lanes.
typealias Floats = SIMD16<Float>

/// Every second byte of 32, as 16-bit lanes.
@inline(__always) func evenBytes(_ v: Words) -> Words { v & Words(repeating: 0x00FF) }

/// The bytes between, as 16-bit lanes.
@inline(__always) func oddBytes(_ v: Words) -> Words { v &>> Words(repeating: 8) }

/// `round(n / 255)`, halves up, of `t = n + 128` in every lane, for the even bytes of a result.
///
/// Exact for n in 0...65025: `(t + (t >> 8)) >> 8`.
@inline(__always) func div255Even(_ t: Words) -> Words {
  (t &+ (t &>> Words(repeating: 8))) &>> Words(repeating: 8)
}

/// As `div255Even`, left in the high byte of each lane, for the odd bytes of a result.
@inline(__always) func div255Odd(_ t: Words) -> Words {
  (t &+ (t &>> Words(repeating: 8))) & Words(repeating: 0xFF00)
}

@inline(__always) func words(_ p: UnsafeRawPointer, _ offset: Int) -> Words {
  p.loadUnaligned(fromByteOffset: offset, as: Words.self)
}

@inline(__always) func store(_ v: Words, _ p: UnsafeMutableRawPointer, _ offset: Int) {
  p.storeBytes(of: v, toByteOffset: offset, as: Words.self)
}

@inline(__always) func floats(_ p: UnsafePointer<Float>, _ offset: Int) -> Floats {
  UnsafeRawPointer(p + offset).loadUnaligned(as: Floats.self)
}

@inline(__always) func store(_ v: Floats, _ p: UnsafeMutablePointer<Float>, _ offset: Int) {
  UnsafeMutableRawPointer(p + offset).storeBytes(of: v, as: Floats.self)
}
