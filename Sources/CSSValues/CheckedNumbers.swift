extension Int {
  /// The whole part of a number, whatever the number is: NaN is 0, and what lies beyond 2^53 is 2^53
  /// with its sign, so that sums and differences of some such numbers stay whole numbers.
  ///
  /// The only way from a `Double` to an `Int` in what reads input: the language's own conversion
  /// ends the process where the number does not fit, and a number of a file may be any.
  package init(saturating number: Double) {
    let most = 9_007_199_254_740_992.0
    self = number.isNaN ? 0 : Int(Swift.max(-most, Swift.min(number, most)))
  }
}
