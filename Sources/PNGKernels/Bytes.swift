/// Thirty-two bytes.
typealias Quad = SIMD4<UInt64>

/// Sixteen 16-bit lanes: thirty-two bytes as their even and their odd ones.
typealias Words = SIMD16<UInt16>

@inline(__always) func quad(_ p: UnsafePointer<UInt8>) -> Quad {
  UnsafeRawPointer(p).loadUnaligned(as: Quad.self)
}

/// Eight bytes, the first in the lowest bits.
@inline(__always) func word(_ p: UnsafePointer<UInt8>) -> UInt64 {
  UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
}

/// Whether any bit is set; the tree of ors over all lanes becomes one test instruction.
@inline(__always) func isAnySet(_ v: Quad) -> Bool { (v[0] | v[1] | v[2] | v[3]) != 0 }

/// How many bytes at `a` and `b` are equal, `limit` at most.
///
/// Up to 7 bytes beyond may be read.
@inline(__always) func equalLength(
  _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ limit: Int
) -> Int {
  let first = word(a) ^ word(b)
  if first != 0 { return least(first.trailingZeroBitCount &>> 3, limit) }
  var n = 8
  while n &+ 32 <= limit {
    if isAnySet(quad(a + n) ^ quad(b + n)) { break }
    n &+= 32
  }
  while n < limit {
    let difference = word(a + n) ^ word(b + n)
    if difference != 0 { return least(n &+ difference.trailingZeroBitCount &>> 3, limit) }
    n &+= 8
  }
  return limit
}

@inline(__always) private func least(_ a: Int, _ b: Int) -> Int { a < b ? a : b }
