import Testing

@testable import ShadowKernels

/// Every way to divide by 255 is the same division, whichever an architecture takes.
struct LanesTests {
  @Test func divisionsBy255AreExact() {
    for start in stride(from: 0, through: 65_025, by: 16) {
      let numbers = (0..<16).map { min(start + $0, 65_025) }
      let lanes = Words(numbers.map { UInt16($0 + 128) })
      let exact = Words(numbers.map { UInt16((2 * $0 + 255) / 510) })
      #expect(div255ByShifts(lanes) == exact, "from \(start)")
      #expect(div255ByProducts(lanes) == exact, "from \(start)")
      #expect(div255(lanes) == exact, "from \(start)")
      let other = Words(numbers.map { UInt16((65_025 - $0) + 128) })
      let both = exact | (div255ByProducts(other) &* Words(repeating: 256))
      #expect(joinedByMask(even: lanes, odd: other) == both, "from \(start)")
      #expect(joinedDiv255(even: lanes, odd: other, Words(repeating: 256)) == both)
    }
  }
}
