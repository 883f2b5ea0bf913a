/// A colour in sRGB, encoded (not linear) components, straight alpha.
///
/// All four components lie in 0...1. Source: CSS Color Module Level 4.
public struct Color: Hashable, Sendable {
  /// Encoded red.
  public var red: Double
  /// Encoded green.
  public var green: Double
  /// Encoded blue.
  public var blue: Double
  /// Opacity.
  public var alpha: Double

  /// Components in 0...1; values outside are a caller bug.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Black of no opacity, as CSS has it.
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
