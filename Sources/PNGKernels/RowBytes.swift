/// Whole rows of bytes: their difference, their equality and their checksum.
public enum RowBytes {
  /// `out[i] = a[i] - b[i]`, modulo 256: PNG's filters `up` (b is the row above) and `sub` (b is the
  /// same row, one pixel to the left).
  ///
  /// No bytes beyond `count` are read or written; `out` overlaps neither.
  public static func difference(
    _ out: UnsafeMutablePointer<UInt8>, _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>,
    _ count: Int
  ) {
    for i in 0..<count { out[i] = a[i] &- b[i] }
  }

  /// How many bytes are equal from the beginning on.
  ///
  /// No bytes beyond `count` are read.
  public static func equalPrefix(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int
  ) -> Int {
    var n = 0
    while n &+ 32 <= count, !isAnySet(quad(a + n) ^ quad(b + n)) { n &+= 32 }
    while n < count, a[n] == b[n] { n &+= 1 }
    return n
  }

  /// The two sums of Adler-32 (RFC 1950) after `count` more bytes: `first` and `second` are below
  /// 65521, before and after, and are joined as `second << 16 | first`.
  ///
  /// Bytes are taken by blocks of 15 vectors: then all sums of 16-bit lanes stay below 65536
  /// (510 * 15 * 16 / 2 = 61200), and only a block's end widens them.
  public static func adler(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ sums: UnsafeMutablePointer<UInt32>
  ) {
    var first = UInt64(sums[0])
    var second = UInt64(sums[1])
    let low = Words(repeating: 0xFF)
    let eight = Words(repeating: 8)
    var i = 0
    while i &+ blockBytes <= count {
      var pairs = Words(repeating: 0)
      var odds = Words(repeating: 0)
      var running = Words(repeating: 0)
      for vector in 0..<blockVectors {
        let v = UnsafeRawPointer(bytes + (i &+ 32 &* vector)).loadUnaligned(as: Words.self)
        let odd = v &>> eight
        running &+= pairs
        pairs &+= (v & low) &+ odd
        odds &+= odd
      }
      // A byte at place k of n adds n - k to the second sum: 32 for each later vector, and 32 - 2 lane
      // (one less for the odd) for its own.
      var sum: UInt32 = 0
      var later: UInt32 = 0
      var weighted: UInt32 = 0
      for lane in 0..<16 {
        sum &+= UInt32(pairs[lane])
        later &+= UInt32(running[lane])
        weighted &+= UInt32(pairs[lane]) &* (32 &- 2 &* UInt32(lane)) &- UInt32(odds[lane])
      }
      second &+= first &* UInt64(blockBytes) &+ UInt64(later) &* 32 &+ UInt64(weighted)
      first &+= UInt64(sum)
      first %= 65521
      second %= 65521
      i &+= blockBytes
    }
    while i < count {
      first &+= UInt64(bytes[i])
      second &+= first
      i &+= 1
    }
    sums[0] = UInt32(truncatingIfNeeded: first % 65521)
    sums[1] = UInt32(truncatingIfNeeded: second % 65521)
  }

  private static let blockVectors = 15
  private static let blockBytes = 32 * 15
}
