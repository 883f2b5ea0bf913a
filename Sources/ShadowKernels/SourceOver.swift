/// Flat colour over 8-bit pixels, with one exact rounding.
///
/// Pixels are bytes, three or four a pixel, and colours come as a pattern. Masks are *inverse* alpha,
/// `i = 255 - a`, so that a byte becomes `div255(c * (255 - i) + d * i)`, computed as
/// `(255c + 128) + i * (d - c)` modulo 2^16, which is exact because the true value lies in 0...65153.
///
/// For three bytes a pixel a mask holds i for every byte. For four it holds, for every two bytes, the
/// *word* `257 * i`, and 1 more for i in 127...254: a byte in the upper half of another word times
/// that word has `256 * d * i / 255` in the upper half of the product, near enough that with 128 added
/// its upper byte is `div255(d * i)`, for every d and i. So a colour of 0 costs one product for a byte.
/// The upper byte of a word is i.
///
/// A *paint block* is 160 bytes: the colour repeated over 96 bytes (a multiple of both three and
/// four bytes and of the 32 bytes of a vector), 32 bytes of 0, 32 bytes of 255. The last 64 are
/// where a window slides to switch lanes off at the end of a span.
///
/// *Spans* are triples of `Int`: byte offset into the pixels, byte offset into the mask (for
/// constant spans: the inverse alpha itself; for fills: unused), count of bytes. A span starts on a
/// whole pixel. Kernels work in whole vectors: up to 31 bytes after a span are read from the mask,
/// and read from and written back unchanged to the pixels; both must be there. Pixels and masks may
/// have any alignment and must not overlap.
public enum SourceOver {
  /// The length of a paint block, in bytes.
  public static var paintBlockBytes: Int { 160 }

  /// Paints one colour through a mask of inverse alpha.
  ///
  /// `pattern` is 0 for three bytes a pixel (which are in one of three phases within a vector), 1 for
  /// three that are alike, 2 for four.
  public static func maskedSpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int>,
    _ count: Int, _ paint: UnsafeRawPointer, _ pattern: Int
  ) {
    if pattern == 2 {
      let first = paint.load(as: UInt32.self)
      // Red and blue are 0, and green and alpha 0 or 255.
      if first & 0x00FF_00FF == 0, first & 0x0100_0100 &* 255 == first & 0xFF00_FF00 {
        blackSpans(pixels, mask, spans, count, paint)
      } else {
        quadSpans(pixels, mask, spans, count, paint)
      }
      return
    }
    if pattern == 1 {
      if paint.load(as: UInt8.self) == 0 {
        greySpans(pixels, mask, spans, count, paint, isZero: true)
      } else {
        greySpans(pixels, mask, spans, count, paint, isZero: false)
      }
      return
    }
    let shift = shift(paint)
    let even0 = evenBytes(words(paint, 0))
    let odd0 = oddBytes(words(paint, 0))
    let even1 = evenBytes(words(paint, 32))
    let odd1 = oddBytes(words(paint, 32))
    let even2 = evenBytes(words(paint, 64))
    let odd2 = oddBytes(words(paint, 64))
    for index in 0..<count {
      let d = pixels + spans[3 &* index]
      let m = mask + spans[3 &* index &+ 1]
      let n = spans[3 &* index &+ 2]
      var i = 0
      while i &+ 96 <= n {
        store(
          blend(words(d, i), words(m, i), even0, odd0, base(even0), base(odd0), shift), d, i)
        store(
          blend(words(d, i &+ 32), words(m, i &+ 32), even1, odd1, base(even1), base(odd1), shift),
          d, i &+ 32)
        store(
          blend(words(d, i &+ 64), words(m, i &+ 64), even2, odd2, base(even2), base(odd2), shift),
          d, i &+ 64)
        i &+= 96
      }
      var phase = 0
      while i < n {
        let c = words(paint, phase)
        var mask = words(m, i)
        if n &- i < 32 { mask |= words(paint, 128 &- (n &- i)) }
        let even = evenBytes(c)
        let odd = oddBytes(c)
        store(blend(words(d, i), mask, even, odd, base(even), base(odd), shift), d, i)
        i &+= 32
        phase &+= 32
      }
    }
  }

  /// Runs `blended`, from pixels and their mask to pixels, over spans in vectors of 32 bytes.
  @inline(__always) private static func overSpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int>,
    _ count: Int, _ paint: UnsafeRawPointer, _ blended: (Words, Words) -> Words
  ) {
    for index in 0..<count {
      let d = pixels + spans[3 &* index]
      let m = mask + spans[3 &* index &+ 1]
      let n = spans[3 &* index &+ 2]
      var i = 0
      while i &+ 64 <= n {
        let first = blended(words(d, i), words(m, i))
        let second = blended(words(d, i &+ 32), words(m, i &+ 32))
        store(first, d, i)
        store(second, d, i &+ 32)
        i &+= 64
      }
      if i &+ 32 <= n {
        store(blended(words(d, i), words(m, i)), d, i)
        i &+= 32
      }
      if i < n {
        let off = words(paint, 128 &- (n &- i))
        store(blended(words(d, i), words(m, i) | off), d, i)
      }
    }
  }

  /// `maskedSpans` for three bytes that are alike; `isZero` says that they are 0.
  @inline(__always) private static func greySpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int>,
    _ count: Int, _ paint: UnsafeRawPointer, isZero: Bool
  ) {
    let color = evenBytes(words(paint, 0))
    let base = base(color)
    let shift = shift(paint)
    @inline(__always) func blended(_ d: Words, _ m: Words) -> Words {
      let a = evenBytes(m) &* (isZero ? evenBytes(d) : evenBytes(d) &- color)
      let b = oddBytes(m) &* (isZero ? oddBytes(d) : oddBytes(d) &- color)
      return joinedDiv255(even: base &+ a, odd: base &+ b, shift)
    }
    overSpans(pixels, mask, spans, count, paint, blended)
  }

  /// `maskedSpans` for four bytes of which the even ones are 0 and the odd ones 0 or 255.
  @inline(__always) private static func blackSpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int>,
    _ count: Int, _ paint: UnsafeRawPointer
  ) {
    let upper = Words(repeating: 0xFF00)
    let half = Words(repeating: 128)
    // Where the colour is 255, 255 - i is to be added.
    let full = words(paint, 0) & upper
    let added = full | half
    @inline(__always) func blended(_ d: Words, _ m: Words) -> Words {
      let even = upperHalf(d &<< Words(repeating: 8), m) &+ half
      let odd = upperHalf(d & upper, m) &+ ((m & full) ^ added)
      return (odd & upper) | oddBytes(even)
    }
    overSpans(pixels, mask, spans, count, paint, blended)
  }

  /// `maskedSpans` for four bytes.
  @inline(__always) private static func quadSpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int>,
    _ count: Int, _ paint: UnsafeRawPointer
  ) {
    let even = evenBytes(words(paint, 0))
    let odd = oddBytes(words(paint, 0))
    let evenBase = base(even)
    let oddBase = base(odd)
    let shift = shift(paint)
    @inline(__always) func blended(_ d: Words, _ m: Words) -> Words {
      let inverse = oddBytes(m)
      let a = evenBase &+ inverse &* (evenBytes(d) &- even)
      let b = oddBase &+ inverse &* (oddBytes(d) &- odd)
      return joinedDiv255(even: a, odd: b, shift)
    }
    overSpans(pixels, mask, spans, count, paint, blended)
  }

  /// Paints one colour with one alpha for each span.
  public static func constantSpans(
    _ pixels: UnsafeMutableRawPointer, _ spans: UnsafePointer<Int>, _ count: Int,
    _ paint: UnsafeRawPointer
  ) {
    let c0 = words(paint, 0)
    let c1 = words(paint, 32)
    let c2 = words(paint, 64)
    let shift = shift(paint)
    for index in 0..<count {
      let d = pixels + spans[3 &* index]
      let inverse = UInt16(truncatingIfNeeded: spans[3 &* index &+ 1])
      let n = spans[3 &* index &+ 2]
      // What the colour adds is the same all along: 255c + 128 - i * c.
      let m = Words(repeating: inverse)
      let a = Words(repeating: 255 &- inverse)
      let half = Words(repeating: 128)
      let even0 = evenBytes(c0) &* a &+ half
      let odd0 = oddBytes(c0) &* a &+ half
      let even1 = evenBytes(c1) &* a &+ half
      let odd1 = oddBytes(c1) &* a &+ half
      let even2 = evenBytes(c2) &* a &+ half
      let odd2 = oddBytes(c2) &* a &+ half
      @inline(__always) func blended(_ d: Words, _ even: Words, _ odd: Words) -> Words {
        joinedDiv255(even: evenBytes(d) &* m &+ even, odd: oddBytes(d) &* m &+ odd, shift)
      }
      var i = 0
      while i &+ 96 <= n {
        store(blended(words(d, i), even0, odd0), d, i)
        store(blended(words(d, i &+ 32), even1, odd1), d, i &+ 32)
        store(blended(words(d, i &+ 64), even2, odd2), d, i &+ 64)
        i &+= 96
      }
      var phase = 0
      while i < n {
        let c = words(paint, phase)
        let old = words(d, i)
        var new = blended(old, evenBytes(c) &* a &+ half, oddBytes(c) &* a &+ half)
        if n &- i < 32 {
          let off = words(paint, 128 &- (n &- i))
          new = (new & ~off) | (old & off)
        }
        store(new, d, i)
        i &+= 32
        phase &+= 32
      }
    }
  }

  /// Sets pixels to the colour.
  public static func fillSpans(
    _ pixels: UnsafeMutableRawPointer, _ spans: UnsafePointer<Int>, _ count: Int,
    _ paint: UnsafeRawPointer
  ) {
    let c0 = words(paint, 0)
    let c1 = words(paint, 32)
    let c2 = words(paint, 64)
    for index in 0..<count {
      let d = pixels + spans[3 &* index]
      let n = spans[3 &* index &+ 2]
      var i = 0
      while i &+ 96 <= n {
        store(c0, d, i)
        store(c1, d, i &+ 32)
        store(c2, d, i &+ 64)
        i &+= 96
      }
      var phase = 0
      while i < n {
        var c = words(paint, phase)
        if n &- i < 32 {
          let off = words(paint, 128 &- (n &- i))
          c = (c & ~off) | (words(d, i) & off)
        }
        store(c, d, i)
        i &+= 32
        phase &+= 32
      }
    }
  }

  /// What `maskedSpans` does, byte by byte, touching nothing outside of the span.
  ///
  /// `maskStride` is 1, or 0 where one inverse alpha stands for all; pixels have `channels` bytes.
  public static func maskedBytes(
    _ pixels: UnsafeMutablePointer<UInt8>, _ mask: UnsafePointer<UInt8>, _ maskStride: Int,
    _ count: Int, _ paint: UnsafePointer<UInt8>, _ channels: Int
  ) {
    let upper = channels == 4 ? 1 : 0
    for i in 0..<count {
      let m = UInt32(mask[(i | upper) &* maskStride])
      let n = UInt32(paint[i % 96]) &* (255 &- m) &+ UInt32(pixels[i]) &* m
      pixels[i] = UInt8(truncatingIfNeeded: (n &+ 127) / 255)
    }
  }

  /// 256 in every lane, from the last bytes of a paint block, see `joinedDiv255`.
  @inline(__always) private static func shift(_ paint: UnsafeRawPointer) -> Words {
    words(paint, 128) &- Words(repeating: 65535 &- 256)
  }

  @inline(__always) private static func base(_ c: Words) -> Words {
    c &* Words(repeating: 255) &+ Words(repeating: 128)
  }

  @inline(__always) private static func blend(
    _ d: Words, _ m: Words, _ even: Words, _ odd: Words, _ evenBase: Words, _ oddBase: Words,
    _ shift: Words
  ) -> Words {
    let a = evenBase &+ evenBytes(m) &* (evenBytes(d) &- even)
    let b = oddBase &+ oddBytes(m) &* (oddBytes(d) &- odd)
    return joinedDiv255(even: a, odd: b, shift)
  }
}
