public import PenumbraGraphics

extension CSSColor {
  /// Reads the `<color>` of CSS Color 4, with `color-mix()` and `light-dark()` of Level 5.
  ///
  /// `currentColor` is the context's. White space around the colour is allowed, nothing else is.
  public init(css text: String, context: CSSContext = CSSContext()) throws(CSSError) {
    var parser = CSSParser(text, context: context)
    parser.skipWhitespace()
    self = try parser.requiredColor()
    try parser.expectEnd("the end of the colour")
  }
}

extension Color {
  /// Reads a CSS colour and brings it into sRGB; see `CSSColor` for what is read and how colours
  /// outside of sRGB are mapped.
  public init(css text: String, context: CSSContext = CSSContext()) throws(CSSError) {
    self = try CSSColor(css: text, context: context).inSRGB.color
  }
}
