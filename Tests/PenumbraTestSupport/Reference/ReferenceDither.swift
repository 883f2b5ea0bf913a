/// The thresholds of ordered dither, from the recursive definition of Bayer's matrix.
enum ReferenceDither {
  /// In 0..<1 for a canvas pixel; the reversed matrix exchanges the finest and the coarsest step.
  static func threshold(x: Int, y: Int, isReversed: Bool) -> Double {
    // The matrix of 2 x 2, and how much each of the three nested ones weighs.
    let quad = [[0, 2], [3, 1]]
    let weights = isReversed ? [1, 4, 16] : [16, 4, 1]
    var k = 0
    for (bit, weight) in weights.enumerated() {
      k += weight * quad[(y >> bit) & 1][(x >> bit) & 1]
    }
    return (Double(k) + 0.5) / 64
  }
}
