/// The thresholds of ordered dither: Bayer's matrix of 8 x 8, which spreads each level evenly.
///
/// There are two, the second with the significance of its bits reversed. Shadows take them in turn:
/// one that falls on another would else meet the thresholds that rounded what is there, and the mean
/// would drift.
enum DitherMatrix {
  /// For each of the two matrices, row by row, thresholds in 1/32640 of a level: `(k + 1/2) / 64`,
  /// k running through 0...63.
  static let thresholds: [[UInt16]] = [false, true].map { isReversed in
    (0..<64).map { place in
      let x = place & 7
      let y = place >> 3
      var k = 0
      for bit in 0..<3 {
        let significance = isReversed ? bit : 2 - bit
        k |= ((x ^ y) >> bit & 1) << (2 * significance + 1)
        k |= (y >> bit & 1) << (2 * significance)
      }
      return UInt16(510 * k + 255)
    }
  }
}
