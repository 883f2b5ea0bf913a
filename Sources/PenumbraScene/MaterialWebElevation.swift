internal import CSSValues

/// The levels of Material Components for the web: three CSS shadows for each of 24 heights.
///
/// Source: the elevation maps of material-components-web, as Material UI's theme repeats them.
/// Heights between two levels are linear between their figures; level 0 draws nothing.
enum MaterialWebElevation {
  /// One CSS shadow without a horizontal offset, in CSS pixels, which are points here.
  struct Layer: Hashable, Sendable {
    var offset: Double
    /// Twice the standard deviation.
    var blur: Double
    var spread: Double
  }

  static let highest = Double(umbra.count - 1)

  static let umbraOpacity = 0.2
  static let penumbraOpacity = 0.14
  static let ambientOpacity = 0.12

  /// Umbra, penumbra and ambient shadow of a height in 0...24, top first.
  static func layers(at height: Double) -> [Layer] {
    [umbra, penumbra, ambient].map { interpolated($0, at: height) }
  }

  private static func interpolated(
    _ table: [(Double, Double, Double)], at height: Double
  ) -> Layer {
    let below = Int(saturating: min(max(height, 0), highest).rounded(.down))
    let above = min(below + 1, table.count - 1)
    let share = min(max(height, 0), highest) - Double(below)
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return Layer(
      offset: mixed(table[below].0, table[above].0), blur: mixed(table[below].1, table[above].1),
      spread: mixed(table[below].2, table[above].2))
  }

  /// Offset, blur, spread for each level from 0.
  private static let umbra: [(Double, Double, Double)] = [
    (0, 0, 0), (2, 1, -1), (3, 1, -2), (3, 3, -2), (2, 4, -1), (3, 5, -1), (3, 5, -1), (4, 5, -2),
    (5, 5, -3), (5, 6, -3), (6, 6, -3), (6, 7, -4), (7, 8, -4), (7, 8, -4), (7, 9, -4), (8, 9, -5),
    (8, 10, -5), (8, 11, -5), (9, 11, -5), (9, 12, -6), (10, 13, -6), (10, 13, -6), (10, 14, -6),
    (11, 14, -7), (11, 15, -7),
  ]

  private static let penumbra: [(Double, Double, Double)] = [
    (0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 4, 0), (4, 5, 0), (5, 8, 0), (6, 10, 0), (7, 10, 1),
    (8, 10, 1), (9, 12, 1), (10, 14, 1), (11, 15, 1), (12, 17, 2), (13, 19, 2), (14, 21, 2),
    (15, 22, 2), (16, 24, 2), (17, 26, 2), (18, 28, 2), (19, 29, 2), (20, 31, 3), (21, 33, 3),
    (22, 35, 3), (23, 36, 3), (24, 38, 3),
  ]

  private static let ambient: [(Double, Double, Double)] = [
    (0, 0, 0), (1, 3, 0), (1, 5, 0), (1, 8, 0), (1, 10, 0), (1, 14, 0), (1, 18, 0), (2, 16, 1),
    (3, 14, 2), (3, 16, 2), (4, 18, 3), (4, 20, 3), (5, 22, 4), (5, 24, 4), (5, 26, 4), (6, 28, 5),
    (6, 30, 5), (6, 32, 5), (7, 34, 6), (7, 36, 6), (8, 38, 7), (8, 40, 7), (8, 42, 7), (9, 44, 8),
    (9, 46, 8),
  ]
}
