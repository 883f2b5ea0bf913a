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

/// `round(n / 255)`, halves up, of `t = n + 128` in every lane; exact for n in 0...65025.
///
/// Both ways give the same; each architecture takes the one that it has instructions for.
@inline(__always) func div255(_ t: Words) -> Words {
  #if arch(arm64)
  div255ByShifts(t)
  #else
  div255ByProducts(t)
  #endif
}

/// `floor((t + floor(t / 256)) / 256)`: two instructions of NEON, which shifts and adds in one.
@inline(__always) func div255ByShifts(_ t: Words) -> Words { oddBytes(t &+ oddBytes(t)) }

/// The same as floors nest, `floor(257 t / 65536)`: on x86-64 the high half of one product, which
/// these become when they are written lane by lane.
@inline(__always) func div255ByProducts(_ t: Words) -> Words {
  Words(
    div255(t[0]), div255(t[1]), div255(t[2]), div255(t[3]), div255(t[4]), div255(t[5]),
    div255(t[6]), div255(t[7]), div255(t[8]), div255(t[9]), div255(t[10]), div255(t[11]),
    div255(t[12]), div255(t[13]), div255(t[14]), div255(t[15]))
}

@inline(__always) private func div255(_ t: UInt16) -> UInt16 {
  UInt16(truncatingIfNeeded: (UInt32(truncatingIfNeeded: t) &* 257) &>> 16)
}

/// The upper half of each product, which is one instruction on every level.
@inline(__always) func upperHalf(_ a: Words, _ b: Words) -> Words {
  Words(
    upperHalf(a[0], b[0]), upperHalf(a[1], b[1]), upperHalf(a[2], b[2]), upperHalf(a[3], b[3]),
    upperHalf(a[4], b[4]), upperHalf(a[5], b[5]), upperHalf(a[6], b[6]), upperHalf(a[7], b[7]),
    upperHalf(a[8], b[8]), upperHalf(a[9], b[9]), upperHalf(a[10], b[10]),
    upperHalf(a[11], b[11]), upperHalf(a[12], b[12]), upperHalf(a[13], b[13]),
    upperHalf(a[14], b[14]), upperHalf(a[15], b[15]))
}

@inline(__always) private func upperHalf(_ a: UInt16, _ b: UInt16) -> UInt16 {
  UInt16(
    truncatingIfNeeded: (UInt32(truncatingIfNeeded: a) &* UInt32(truncatingIfNeeded: b)) &>> 16)
}

/// Bytes from the even and the odd ones times 255, plus 128: `div255` of both, side by side.
///
/// `shift` is 256 in every lane, from somewhere the compiler cannot see: known, it would take the odd
/// half apart again into shifts and masks, which are slower on x86-64.
@inline(__always) func joinedDiv255(even: Words, odd: Words, _ shift: Words) -> Words {
  #if arch(arm64)
  joinedByMask(even: even, odd: odd)
  #else
  div255ByProducts(even) | (div255ByProducts(odd) &* shift)
  #endif
}

/// The same where shifts are cheap: the odd half's upper bytes stay where they are.
@inline(__always) func joinedByMask(even: Words, odd: Words) -> Words {
  div255ByShifts(even) | ((odd &+ oddBytes(odd)) & Words(repeating: 0xFF00))
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
