/// The symbol of a distance, less one (RFC 1951, 3.2.5): two for each power of two.
@inline(__always) func distanceSymbol(_ back: UInt32) -> Int {
  if back < 4 { return Int(back) }
  let power = 31 &- back.leadingZeroBitCount
  return 2 &* power &+ Int((back &>> UInt32(truncatingIfNeeded: power &- 1)) & 1)
}

/// Writes tokens as the bits of a deflate block.
public enum TokenBits {
  /// Appends the tokens to `out` and returns how many whole bytes were written.
  ///
  /// A code is `bits | count << 24`: `literals` has 256 of them; `lengths` 256, for lengths from 3 on,
  /// extra bits included; `distances` 30, without extra bits. `pending` holds the bits that fill no
  /// byte yet and their number, 0...7, before and after. 8 bytes beyond what is written must be there.
  public static func write(
    _ tokens: UnsafePointer<UInt32>, _ count: Int, literals: UnsafePointer<UInt32>,
    lengths: UnsafePointer<UInt32>, distances: UnsafePointer<UInt32>,
    pending: UnsafeMutablePointer<UInt64>, out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var writer = BitWriter(bits: pending[0], used: pending[1], out: out)
    var i = 0
    while i < count {
      let token = tokens[i]
      i &+= 1
      guard token & (1 &<< 31) != 0 else {
        writer.put(literals[Int(token)])
        // One more code of 15 bits must fit.
        if writer.used > 41 { writer.flush() }
        continue
      }
      if writer.used >= 8 { writer.flush() }
      let back = token & 0x7FFF
      let symbol = distanceSymbol(back)
      let length = lengths[Int((token &>> 15) & 0xFF)]
      let code = distances[symbol]
      let lengthBits = UInt64(length &>> 24)
      let codeBits = UInt64(code &>> 24)
      let extraBits = symbol < 4 ? 0 : UInt64(symbol &>> 1 &- 1)
      let extra = UInt64(back) & (1 &<< extraBits &- 1)
      var bits =
        UInt64(length & 0xFF_FFFF) | UInt64(code & 0xFF_FFFF) &<< lengthBits
        | extra &<< (lengthBits &+ codeBits)
      var used = lengthBits &+ codeBits &+ extraBits
      var times = Int((token &>> 23) & 0xFF) &+ 1
      if times == 1 {
        writer.put(bits, used)
        writer.flush()
        continue
      }
      // As many copies as 56 bits hold, side by side.
      let single = (bits: bits, used: used)
      var copies = 1
      while used &+ single.used <= 56, copies < times {
        bits |= single.bits &<< used
        used &+= single.used
        copies &+= 1
      }
      while times >= copies {
        writer.put(bits, used)
        writer.flush()
        times &-= copies
      }
      while times > 0 {
        writer.put(single.bits, single.used)
        writer.flush()
        times &-= 1
      }
    }
    writer.flush()
    pending[0] = writer.bits
    pending[1] = writer.used
    return writer.out - out
  }
}

private struct BitWriter {
  var bits: UInt64
  var used: UInt64
  var out: UnsafeMutablePointer<UInt8>

  @inline(__always) init(bits: UInt64, used: UInt64, out: UnsafeMutablePointer<UInt8>) {
    self.bits = bits
    self.used = used
    self.out = out
  }

  @inline(__always) mutating func put(_ code: UInt32) {
    bits |= UInt64(code & 0xFF_FFFF) &<< used
    used &+= UInt64(code &>> 24)
  }

  @inline(__always) mutating func put(_ more: UInt64, _ count: UInt64) {
    bits |= more &<< used
    used &+= count
  }

  /// Whole bytes leave; at most 7 bits stay.
  @inline(__always) mutating func flush() {
    UnsafeMutableRawPointer(out).storeBytes(of: bits.littleEndian, as: UInt64.self)
    out += Int(used &>> 3)
    bits &>>= used & 56
    used &= 7
  }
}
