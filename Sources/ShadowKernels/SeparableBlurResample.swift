/// Halving and doubling of sample rows by the binomial filter 1 4 6 4 1, and interpolation between
/// coarse rows.
///
/// k halvings sum the pixels around position 2^k i with the weights of four boxes of width 2^k
/// convolved, whose spectrum vanishes to fourth order at every frequency that aliases to zero;
/// doublings are the transpose. Sample i of a coarser row sits on sample 2 i of the finer one.
///
/// Sums are written out in one fixed order of unfused operations: the same bits at every
/// instruction set. A window of zeros gives exactly zero. Float rows are scratch memory, readable
/// and writable to `count` rounded up to 32; nothing need be aligned; inputs and outputs may not
/// overlap.
public enum SeparableBlurResample {
  /// 1 4 6 4 1 over five mask rows, exactly, even and odd pixels apart: the words are 16 times the
  /// level, at most 4080.
  ///
  /// Nothing is read or written beyond `count` bytes, (`count` + 1) / 2 even and `count` / 2 odd
  /// words.
  public static func halveColumns(
    ofBytes a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ c: UnsafePointer<UInt8>,
    _ d: UnsafePointer<UInt8>, _ e: UnsafePointer<UInt8>,
    toEven even: UnsafeMutablePointer<UInt16>, odd: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (evenTarget, oddTarget) = (UnsafeMutableRawPointer(even), UnsafeMutableRawPointer(odd))
    let (four, six) = (SIMD16<UInt16>(repeating: 4), SIMD16<UInt16>(repeating: 6))
    let (low, eight) = (SIMD16<UInt16>(repeating: 0xFF), SIMD16<UInt16>(repeating: 8))
    var x = 0
    while x &+ 32 <= count {
      // Pairs of bytes as 16-bit lanes: the even pixel in the low half, the odd one in the high.
      let (va, vb, vc) = (bytePairs(a, x), bytePairs(b, x), bytePairs(c, x))
      let (vd, ve) = (bytePairs(d, x), bytePairs(e, x))
      let evenOuter = (va & low) &+ (ve & low)
      let evenInner = (vb & low) &+ (vd & low)
      let oddOuter = (va &>> eight) &+ (ve &>> eight)
      let oddInner = (vb &>> eight) &+ (vd &>> eight)
      evenTarget.storeBytes(
        of: evenOuter &+ evenInner &* four &+ (vc & low) &* six,
        toByteOffset: x, as: SIMD16<UInt16>.self)
      oddTarget.storeBytes(
        of: oddOuter &+ oddInner &* four &+ (vc &>> eight) &* six,
        toByteOffset: x, as: SIMD16<UInt16>.self)
      x &+= 32
    }
    while x < count {
      let outer = UInt16(a[x]) &+ UInt16(e[x])
      let sum = outer &+ (UInt16(b[x]) &+ UInt16(d[x])) &* 4 &+ UInt16(c[x]) &* 6
      if x & 1 == 0 { even[x &>> 1] = sum } else { odd[x &>> 1] = sum }
      x &+= 1
    }
  }

  /// 1 4 6 4 1 at every even place of a row of sixteenfold levels, to floats: levels again.
  ///
  /// Output i sits on even word i. Both rows must be readable for one word before, and one beyond
  /// `count` rounded up to 16.
  public static func halveRow(
    ofEven even: UnsafePointer<UInt16>, odd: UnsafePointer<UInt16>,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (evenSource, oddSource) = (UnsafeRawPointer(even), UnsafeRawPointer(odd))
    let target = UnsafeMutableRawPointer(output)
    let (four, six) = (SIMD8<UInt16>(repeating: 4), SIMD8<UInt16>(repeating: 6))
    // 2^23 + n has the bits of 2^23 with n in the mantissa: no conversion is called.
    let exponent = SIMD8<UInt32>(repeating: 0x4B00_0000)
    let offset = SIMD8<Float>(repeating: 8_388_608)
    let scale = SIMD8<Float>(repeating: 1 / 256)
    var i = 0
    while i < count {
      let before = evenSource.loadUnaligned(fromByteOffset: 2 &* i &- 2, as: SIMD8<UInt16>.self)
      let here = evenSource.loadUnaligned(fromByteOffset: 2 &* i, as: SIMD8<UInt16>.self)
      let after = evenSource.loadUnaligned(fromByteOffset: 2 &* i &+ 2, as: SIMD8<UInt16>.self)
      let left = oddSource.loadUnaligned(fromByteOffset: 2 &* i &- 2, as: SIMD8<UInt16>.self)
      let right = oddSource.loadUnaligned(fromByteOffset: 2 &* i, as: SIMD8<UInt16>.self)
      let sum = (before &+ after) &+ (left &+ right) &* four &+ here &* six
      let bits = SIMD8<UInt32>(truncatingIfNeeded: sum) | exponent
      let level = (unsafeBitCast(bits, to: SIMD8<Float>.self) - offset) * scale
      target.storeBytes(of: level, toByteOffset: 4 &* i, as: SIMD8<Float>.self)
      i &+= 8
    }
  }

  /// 1 4 6 4 1 sixteenths over five float rows.
  public static func halveColumns(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafePointer<Float>, _ e: UnsafePointer<Float>,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let target = UnsafeMutableRawPointer(output)
    let (outer, inner) = (SIMD16<Float>(repeating: 1 / 16), SIMD16<Float>(repeating: 1 / 4))
    let middle = SIMD16<Float>(repeating: 3 / 8)
    var x = 0
    while x < count {
      let sum =
        (floats(a, x) + floats(e, x)) * outer + (floats(b, x) + floats(d, x)) * inner
        + floats(c, x) * middle
      target.storeBytes(of: sum, toByteOffset: 4 &* x, as: SIMD16<Float>.self)
      x &+= 16
    }
  }

  /// 1 4 6 4 1 sixteenths at every second place of a float row.
  ///
  /// `row` points at the sample under output 0 and must be readable for 2 floats before it and for
  /// 2 `count` + 66 after it.
  public static func halveRow(
    _ row: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (outer, inner) = (SIMD8<Float>(repeating: 1 / 16), SIMD8<Float>(repeating: 1 / 4))
    let middle = SIMD8<Float>(repeating: 3 / 8)
    let target = UnsafeMutableRawPointer(output)
    var i = 0
    while i < count {
      let center = UnsafeRawPointer(row + 2 &* i)
      // Pairs of floats as 64-bit lanes: narrowing keeps the low one.
      let sum =
        (everySecond(center, -2) + everySecond(center, 2)) * outer
        + (everySecond(center, -1) + everySecond(center, 1)) * inner
        + everySecond(center, 0) * middle
      target.storeBytes(of: sum, toByteOffset: 4 &* i, as: SIMD8<Float>.self)
      i &+= 8
    }
  }

  /// Twice as many samples: output 2 i is (c(i - 1) + 6 c(i) + c(i + 1)) / 8, output 2 i + 1 is
  /// (c(i) + c(i + 1)) / 2.
  ///
  /// `count` is of inputs. `row` must be readable for one float before, and beyond its blocks;
  /// `output` writable to twice `count` rounded up to 16.
  public static func doubleRow(
    _ row: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (eighth, half) = (SIMD8<Float>(repeating: 1 / 8), SIMD8<Float>(repeating: 1 / 2))
    let middle = SIMD8<Float>(repeating: 3 / 4)
    let thirtyTwo = SIMD8<UInt64>(repeating: 32)
    let target = UnsafeMutableRawPointer(output)
    var i = 0
    while i < count {
      let center = UnsafeRawPointer(row + i)
      let before = center.loadUnaligned(fromByteOffset: -4, as: SIMD8<Float>.self)
      let here = center.loadUnaligned(as: SIMD8<Float>.self)
      let after = center.loadUnaligned(fromByteOffset: 4, as: SIMD8<Float>.self)
      let even = (before + after) * eighth + here * middle
      let odd = (here + after) * half
      let pairs = wide(even) | wide(odd) &<< thirtyTwo
      target.storeBytes(of: pairs, toByteOffset: 8 &* i, as: SIMD8<UInt64>.self)
      i &+= 8
    }
  }

  /// One output row between four coarse rows: their sum under four weights.
  public static func interpolateColumns(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafePointer<Float>, weights: UnsafePointer<Float>,
    to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (wa, wb) = (SIMD16<Float>(repeating: weights[0]), SIMD16<Float>(repeating: weights[1]))
    let (wc, wd) = (SIMD16<Float>(repeating: weights[2]), SIMD16<Float>(repeating: weights[3]))
    let target = UnsafeMutableRawPointer(output)
    var x = 0
    while x < count {
      let sum =
        floats(a, x) * wa + floats(b, x) * wb + floats(c, x) * wc + floats(d, x) * wd
      target.storeBytes(of: sum, toByteOffset: 4 &* x, as: SIMD16<Float>.self)
      x &+= 16
    }
  }

  @inline(__always)
  private static func bytePairs(_ bytes: UnsafePointer<UInt8>, _ x: Int) -> SIMD16<UInt16> {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: x, as: SIMD16<UInt16>.self)
  }

  @inline(__always)
  private static func floats(_ row: UnsafePointer<Float>, _ x: Int) -> SIMD16<Float> {
    UnsafeRawPointer(row).loadUnaligned(fromByteOffset: 4 &* x, as: SIMD16<Float>.self)
  }

  @inline(__always)
  private static func everySecond(_ center: UnsafeRawPointer, _ offset: Int) -> SIMD8<Float> {
    let pairs = center.loadUnaligned(fromByteOffset: 4 &* offset, as: SIMD8<UInt64>.self)
    return unsafeBitCast(SIMD8<UInt32>(truncatingIfNeeded: pairs), to: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func wide(_ v: SIMD8<Float>) -> SIMD8<UInt64> {
    SIMD8<UInt64>(truncatingIfNeeded: unsafeBitCast(v, to: SIMD8<UInt32>.self))
  }
}
