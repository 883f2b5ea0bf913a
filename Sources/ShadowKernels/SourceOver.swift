/// Flat colour over 8-bit pixels, with one exact rounding.
///
/// Pixels are bytes: three or four a pixel makes no difference here, because masks hold one byte for
/// every byte of pixels and colours come as a pattern. Masks are *inverse* alpha, `i = 255 - a`, so
/// that a byte becomes `div255(c * (255 - i) + d * i)`, computed as `(255c + 128) + i * (d - c)`
/// modulo 2^16, which is exact because the true value lies in 0...65153.
///
/// A *paint block* is 160 bytes: the colour repeated over 96 bytes (a multiple of both three and
/// four bytes and of the 32 bytes of a vector), 32 bytes of 0, 32 bytes of 255. The last 64 are
/// where a window slides to switch lanes off at the end of a span.
///
/// *Spans* are triples of `Int32`: byte offset into the pixels, byte offset into the mask (for
/// constant spans: the inverse alpha itself; for fills: unused), count of bytes. A span starts on a
/// whole pixel. Kernels work in whole vectors: up to 31 bytes after a span are read from the mask,
/// and read from and written back unchanged to the pixels; both must be there. Pixels and masks may
/// have any alignment and must not overlap.
public enum SourceOver {
  /// The length of a paint block, in bytes.
  public static var paintBlockBytes: Int { 160 }

  /// Paints one colour through a mask of inverse alpha.
  public static func maskedSpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int32>,
    _ count: Int, _ paint: UnsafeRawPointer, _ isPeriodic: Bool
  ) {
    // A colour whose bytes repeat within a vector (grey, or four channels) needs one phase.
    if isPeriodic {
      let c = words(paint, 0)
      let first = paint.load(as: UInt32.self)
      let isGrey = first &>> 8 == first & 0x00FF_FFFF
      // Bytes that differ within four mean four channels: both bytes of a pair have one mask.
      switch (isGrey, first & 0x00FF_00FF == 0) {
      case (true, true):
        periodicSpans(pixels, mask, spans, count, paint, c, sharesPairs: false, isZero: true)
      case (true, false):
        periodicSpans(pixels, mask, spans, count, paint, c, sharesPairs: false, isZero: false)
      case (false, true):
        periodicSpans(pixels, mask, spans, count, paint, c, sharesPairs: true, isZero: true)
      case (false, false):
        periodicSpans(pixels, mask, spans, count, paint, c, sharesPairs: true, isZero: false)
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
      let d = pixels + Int(spans[3 &* index])
      let m = mask + Int(spans[3 &* index &+ 1])
      let n = Int(spans[3 &* index &+ 2])
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

  /// `maskedSpans` for a colour that repeats within a vector; `sharesPairs` says that the two bytes of
  /// a pair have one mask, `isZero` that the even bytes of the colour (where pairs are not shared: all
  /// of them) are 0.
  @inline(__always) private static func periodicSpans(
    _ pixels: UnsafeMutableRawPointer, _ mask: UnsafeRawPointer, _ spans: UnsafePointer<Int32>,
    _ count: Int, _ paint: UnsafeRawPointer, _ c: Words, sharesPairs: Bool, isZero: Bool
  ) {
    let even = evenBytes(c)
    let odd = oddBytes(c)
    let evenBase = base(even)
    let oddBase = base(odd)
    let shift = shift(paint)
    @inline(__always) func blended(_ d: Words, _ m: Words) -> Words {
      let evenMask = evenBytes(m)
      let oddMask = sharesPairs ? evenMask : oddBytes(m)
      let a = evenMask &* (isZero ? evenBytes(d) : evenBytes(d) &- even)
      let b = oddMask &* (isZero && !sharesPairs ? oddBytes(d) : oddBytes(d) &- odd)
      return joinedDiv255(even: evenBase &+ a, odd: oddBase &+ b, shift)
    }
    for index in 0..<count {
      let d = pixels + Int(spans[3 &* index])
      let m = mask + Int(spans[3 &* index &+ 1])
      let n = Int(spans[3 &* index &+ 2])
      var i = 0
      while i &+ 32 <= n {
        store(blended(words(d, i), words(m, i)), d, i)
        i &+= 32
      }
      if i < n {
        let off = words(paint, 128 &- (n &- i))
        store(blended(words(d, i), words(m, i) | off), d, i)
      }
    }
  }

  /// Paints one colour with one alpha for each span.
  public static func constantSpans(
    _ pixels: UnsafeMutableRawPointer, _ spans: UnsafePointer<Int32>, _ count: Int,
    _ paint: UnsafeRawPointer
  ) {
    let c0 = words(paint, 0)
    let c1 = words(paint, 32)
    let c2 = words(paint, 64)
    let shift = shift(paint)
    for index in 0..<count {
      let d = pixels + Int(spans[3 &* index])
      let inverse = UInt16(truncatingIfNeeded: spans[3 &* index &+ 1])
      let n = Int(spans[3 &* index &+ 2])
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
    _ pixels: UnsafeMutableRawPointer, _ spans: UnsafePointer<Int32>, _ count: Int,
    _ paint: UnsafeRawPointer
  ) {
    let c0 = words(paint, 0)
    let c1 = words(paint, 32)
    let c2 = words(paint, 64)
    for index in 0..<count {
      let d = pixels + Int(spans[3 &* index])
      let n = Int(spans[3 &* index &+ 2])
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
  /// `maskStride` is 1, or 0 where one inverse alpha stands for all.
  public static func maskedBytes(
    _ pixels: UnsafeMutablePointer<UInt8>, _ mask: UnsafePointer<UInt8>, _ maskStride: Int,
    _ count: Int, _ paint: UnsafePointer<UInt8>
  ) {
    for i in 0..<count {
      let m = UInt32(mask[i &* maskStride])
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
