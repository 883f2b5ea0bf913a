/// Elementary functions from +, -, *, / alone, so that every machine gives the same bits.
///
/// They serve tables and shapes, never a pixel: plain and accurate to a few units in the last place.
enum Elementary {
  static let pi = 3.141592653589793

  /// exp(-x) for x >= 0, by the series at x / 256 squared eight times.
  ///
  /// Relative error below 1e-13; 0 beyond 700.
  static func exponential(minus x: Double) -> Double {
    precondition(x >= 0, "exponential(minus:) takes no negative number")
    if x > 700 { return 0 }
    let u = -x / 256
    var term = 1.0
    var sum = 1.0
    var n = 1.0
    while n < 24 {
      term *= u / n
      sum += term
      n += 1
    }
    for _ in 0..<8 { sum *= sum }
    return sum
  }

  /// Sine and cosine of an angle in 0...pi/2, by their series.
  ///
  /// Absolute error below 1e-15.
  static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let square = angle * angle
    var term = angle
    var sine = angle
    var n = 1.0
    while n < 27 {
      term *= -square / ((n + 1) * (n + 2))
      sine += term
      n += 2
    }
    term = 1
    var cosine = 1.0
    n = 0
    while n < 26 {
      term *= -square / ((n + 1) * (n + 2))
      cosine += term
      n += 2
    }
    return (sine, cosine)
  }
}
