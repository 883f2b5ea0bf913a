/// Elementary functions from +, -, *, / alone, so that every machine gives the same bits.
///
/// They serve tables and shapes, never a pixel: plain and accurate to a few units in the last place.
enum SeriesFunctions {
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
    var sine = 1.9572941063391263e-20
    sine = sine * square + -8.22063524662433e-18
    sine = sine * square + 2.8114572543455206e-15
    sine = sine * square + -7.647163731819816e-13
    sine = sine * square + 1.6059043836821613e-10
    sine = sine * square + -2.505210838544172e-08
    sine = sine * square + 2.7557319223985893e-06
    sine = sine * square + -0.0001984126984126984
    sine = sine * square + 0.008333333333333333
    sine = sine * square + -0.16666666666666666
    sine = sine * square + 1.0
    var cosine = -8.896791392450574e-22
    cosine = cosine * square + 4.110317623312165e-19
    cosine = cosine * square + -1.5619206968586225e-16
    cosine = cosine * square + 4.779477332387385e-14
    cosine = cosine * square + -1.1470745597729725e-11
    cosine = cosine * square + 2.08767569878681e-09
    cosine = cosine * square + -2.755731922398589e-07
    cosine = cosine * square + 2.48015873015873e-05
    cosine = cosine * square + -0.001388888888888889
    cosine = cosine * square + 0.041666666666666664
    cosine = cosine * square + -0.5
    cosine = cosine * square + 1.0
    return (sine * angle, cosine)
  }
}
