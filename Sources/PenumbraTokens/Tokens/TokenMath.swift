internal import CSSValues

/// Arithmetic in the values of tokens: `3 + 1`, `{space} * 2` once its aliases are replaced.
enum TokenMath {
  /// The quantity a text works out to; a bare number stays one.
  static func evaluate(
    _ text: String, context: CSSContext, _ place: Place
  ) throws(ImportFault) -> CSSQuantity {
    guard text.contains(where: { $0 != " " }) else {
      throw ImportFault(place: place, found: "an empty text", expected: "a number or a length")
    }
    let source = isArithmetic(text) ? calc(text) : text
    do {
      return try CSSQuantity(css: source, context: context)
    } catch {
      throw ImportFault(css: error, in: text, place)
    }
  }

  /// Whether a text is a calculation, and not a single number, with or without a sign.
  static func isArithmetic(_ text: String) -> Bool {
    guard !text.contains("calc(") else { return false }
    var previous: Character?
    var beforePrevious: Character = " "
    for character in text where character != " " {
      if character == "*" || character == "/" { return true }
      if character == "+" || character == "-", let previous, previous != "(" {
        // The sign of an exponent, as in 1e-3.
        let isExponent = (previous == "e" || previous == "E") && beforePrevious.isNumber
        if !isExponent { return true }
      }
      beforePrevious = previous ?? " "
      previous = character
    }
    return false
  }

  /// The calculation as CSS wants it, with white space around `+` and `-`.
  static func calc(_ text: String) -> String {
    var result = ""
    var isAfterOperand = false
    for character in text {
      if "+-".contains(character) && isAfterOperand {
        result += " \(character) "
        isAfterOperand = false
      } else {
        result.append(character)
        if character != " " { isAfterOperand = !"*/(+-".contains(character) }
      }
    }
    return "calc(\(result))"
  }
}

/// What looks like CSS and is another language's.
enum ForeignSyntax {
  /// The name of the construct, where there is one.
  static func description(of text: String) -> String? {
    if text.contains("${") { return "a JavaScript template" }
    if text.contains("#{") { return "a Sass interpolation" }
    if text.contains("!default") || hasSassVariable(text) { return "a Sass variable" }
    if text.contains("@include") || text.contains("@mixin") { return "a Sass mixin" }
    if text.contains("{") && text.contains("}") { return "a token alias" }
    if let name = unknownFunction(in: text) { return "the Sass or JavaScript function \(name)()" }
    return nil
  }

  private static func hasSassVariable(_ text: String) -> Bool {
    var previous: Character = " "
    for character in text {
      if previous == "$" && (character.isLetter || character == "_") { return true }
      previous = character
    }
    return false
  }

  private static let cssFunctions: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
    "light-dark", "calc", "min", "max", "clamp", "var", "env", "url", "drop-shadow", "blur",
    "brightness", "contrast", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia",
    "contrast-color", "device-cmyk", "attr", "if",
  ]

  private static func unknownFunction(in text: String) -> String? {
    var name = ""
    for character in text {
      if character == "(" {
        if !name.isEmpty && !cssFunctions.contains(name.lowercased()) { return name }
        name = ""
      } else if character.isLetter || character.isNumber || "-_.".contains(character) {
        name.append(character)
      } else {
        name = ""
      }
    }
    return nil
  }
}
