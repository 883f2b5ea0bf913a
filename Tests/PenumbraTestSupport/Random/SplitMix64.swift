/// A seeded random number generator: the same seed gives the same numbers everywhere.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts at `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniform in 0..<1, in steps of 2^-53.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Uniform in a range.
  public mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// Spread evenly over orders of magnitude; both ends above 0.
  public mutating func logUniform(_ low: Double, _ high: Double) -> Double {
    var factor = high / low
    // low * factor^unit by halving the exponent, so that no libm enters a seeded test.
    var share = unit()
    var result = low
    for _ in 0..<40 {
      factor = factor.squareRoot()
      share *= 2
      if share >= 1 {
        share -= 1
        result *= factor
      }
    }
    return result
  }

  /// True once in `n` calls on average.
  public mutating func oneIn(_ n: Int) -> Bool {
    Int(next() % UInt64(n)) == 0
  }

  /// Uniform in low...high.
  public mutating func integer(_ low: Int, _ high: Int) -> Int {
    low + Int(next() % UInt64(high - low + 1))
  }

  /// One of the elements, which must not be empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[integer(0, elements.count - 1)]
  }
}
