import PNGKernels
import PenumbraTestSupport
import Testing

/// Each loop against what it says that it does.
///
/// `PNGStreamTests` holds the levels to each other.
@Suite struct KernelTests {
  @Test func sumsAreThoseOfAdler32() {
    var random = SplitMix64(named: "Adler-32")
    for count in Array(0..<100) + [479, 480, 481, 959, 960, 5552, 65_535] {
      for isFull in [true, false] {
        let bytes = (0..<count).map { _ in isFull ? 255 : UInt8(truncatingIfNeeded: random.next()) }
        let start: [UInt32] = [
          UInt32(random.integer(0, 65_520)), UInt32(random.integer(0, 65_520)),
        ]
        var sums = start
        bytes.withUnsafeBufferPointer {
          if let base = $0.baseAddress { RowBytes.adler(base, count, &sums) }
        }
        var (first, second) = (start[0], start[1])
        for byte in bytes {
          first = (first + UInt32(byte)) % 65521
          second = (second + first) % 65521
        }
        #expect(sums == [first, second], "\(count) bytes")
      }
    }
  }

  @Test func differencesAndEqualPrefixesAreThoseOfBytes() {
    var random = SplitMix64(named: "rows")
    for count in 0...130 {
      let a = (0..<count + 1).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var b = a
      let place = random.integer(0, count)
      b[place] ^= 1
      var out = [UInt8](repeating: 9, count: count + 1)
      RowBytes.difference(&out, a, b, count)
      #expect(Array(out.prefix(count)) == zip(a, b).prefix(count).map { $0 &- $1 })
      #expect(out[count] == 9)
      #expect(RowBytes.equalPrefix(a, b, count) == min(place, count))
    }
  }

  /// Tokens say the bytes that they were found in, and are counted as they are.
  @Test func tokensSayTheBytes() {
    var random = SplitMix64(named: "tokens")
    for turn in 0..<300 {
      let pixel = random.pick([1, 3, 4])
      let rate = random.pick([2, 5, 40, 400])
      let count = random.integer(1, turn % 10 == 0 ? 65_535 : 3000)
      var bytes: [UInt8] = []
      while bytes.count < count {
        if random.oneIn(rate) { bytes.append(UInt8(random.integer(0, 3))) }
        let last = bytes.last ?? 0
        bytes += [UInt8](repeating: random.oneIn(2) ? 0 : last, count: random.integer(1, rate))
      }
      bytes.removeLast(bytes.count - count)
      var tables = [UInt64](repeating: 0, count: 2 * RowTokens.buckets)
      var recent = 1
      var counts = [UInt32](repeating: 0, count: 544)
      var tokens = [UInt32](repeating: 0, count: count)
      let split = random.integer(0, count)
      var said: [UInt8] = []
      // In two calls, of which the second looks back into the first.
      for range in [0..<split, split..<count] where !range.isEmpty {
        let padded = bytes[..<range.upperBound] + [UInt8](repeating: 0, count: 64)
        let found = Array(padded).withUnsafeBufferPointer {
          RowTokens.find(
            $0.baseAddress!, from: range.lowerBound, to: range.upperBound, windowStart: 0,
            bias: 1 << 16, pixel: pixel, tables: &tables, recent: &recent, counts: &counts,
            tokens: &tokens)
        }
        #expect(found <= range.count)
        append(tokens.prefix(found), to: &said, counts: &counts)
      }
      #expect(said == bytes)
      #expect(counts.allSatisfy { $0 == 0 }, "counted what is not there")
    }
  }

  /// Plays tokens, and takes each from its count.
  private func append(
    _ tokens: ArraySlice<UInt32>, to bytes: inout [UInt8], counts: inout [UInt32]
  ) {
    for token in tokens {
      if token < 256 {
        bytes.append(UInt8(token))
        counts[Int(token)] &-= 1
        continue
      }
      let times = Int(token >> 23 & 0xFF) + 1
      let length = Int(token >> 15 & 0xFF) + 3
      let distance = Int(token & 0x7FFF) + 1
      counts[256 + length - 3] &-= UInt32(times)
      let back = distance - 1
      let power = Int.bitWidth - 1 - back.leadingZeroBitCount
      let symbol = back < 4 ? back : 2 * power + (back >> (power - 1) & 1)
      counts[512 + symbol] &-= UInt32(times)
      for _ in 0..<times * length { bytes.append(bytes[bytes.count - distance]) }
    }
  }
}
