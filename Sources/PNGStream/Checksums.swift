/// Adler-32 (RFC 1950) of bytes, by its two sums.
struct Adler32: Hashable, Sendable {
  private static let modulus: UInt64 = 65521

  var first: UInt32 = 1
  var second: UInt32 = 0

  var value: UInt32 { second << 16 | first }

  /// The checksum of these bytes and `count` more whose own is `next`.
  func followed(by next: Adler32, count: Int) -> Adler32 {
    // The next bytes' sums began at 1, and are to begin at `first`.
    let p = Self.modulus
    let shift = (UInt64(first) + p - 1) % p
    return Adler32(
      first: UInt32((shift + UInt64(next.first)) % p),
      second: UInt32((UInt64(second) + UInt64(next.second) + shift * (UInt64(count) % p)) % p))
  }
}

/// CRC-32 (ISO 3309) as PNG's chunks and zip files have it, eight bytes at a time.
package enum CRC32 {
  /// `tables[256 * k + b]`: the remainder of byte `b` with `k` zero bytes behind it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of bytes, or of those that have `before` and these behind them.
  package static func value(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var crc = ~before
      var index = 0
      while index + 8 <= bytes.count {
        let word =
          UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          ^ UInt64(crc)
        crc = 0
        for k in 0..<8 {
          crc ^= tables[256 * (7 - k) + Int(truncatingIfNeeded: word >> UInt64(8 * k) & 0xFF)]
        }
        index += 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      return ~crc
    }
  }
}
