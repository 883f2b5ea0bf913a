/// A number of CSS with what it measures: a length in px, an angle in degrees, a percentage, or
/// nothing.
public struct CSSQuantity: Hashable, Sendable {
  /// What a number measures.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A bare number.
    case number
    /// In percent.
    case percentage
    /// In px.
    case length
    /// In degrees.
    case angle
  }

  /// What is measured.
  public var kind: Kind
  /// How much of it; finite.
  public var value: Double

  /// Reads a number, a percentage, a dimension, or `calc()`, `min()`, `max()` and `clamp()` of them
  /// (CSS Values and Units 4).
  public init(css text: String, context: CSSContext = CSSContext()) throws(CSSError) {
    var parser = CSSParser(text, context: context)
    parser.skipWhitespace()
    guard let numeric = try parser.numeric() else {
      throw parser.unexpected(expected: "a number or a length")
    }
    try parser.expectEnd("the end of the number")
    value = numeric.value
    kind =
      switch numeric.kind {
      case .number: .number
      case .percentage: .percentage
      case .length: .length
      case .angle: .angle
      }
  }
}
