internal import PenumbraGraphics

/// CSS Color Level 4, section 5 on: the notations of a colour.
extension CSSParser {
  /// A colour, or the error of finding something else.
  mutating func requiredColor() throws(CSSError) -> CSSColor {
    guard let color = try color() else { throw unexpected(expected: "a colour") }
    return color
  }

  /// Takes a colour; nil if none starts here.
  mutating func color() throws(CSSError) -> CSSColor? {
    let token = current
    switch token.kind {
    case .hash:
      let color = try hexColor(token)
      advance()
      return color
    case .ident:
      guard let color = namedColor(name(of: token)) else { return nil }
      advance()
      return color
    case .function:
      return try colorFunction(name(of: token))
    default:
      return nil
    }
  }

  private func namedColor(_ name: String) -> CSSColor? {
    if let value = NamedColors.values[name] {
      return CSSColor(
        Color(
          red: Double(value >> 16) / 255, green: Double(value >> 8 & 255) / 255,
          blue: Double(value & 255) / 255))
    }
    if name == "transparent" { return CSSColor(.transparent) }
    if name == "currentcolor" { return CSSColor(context.currentColor) }
    return context.extraColors[name].map { CSSColor($0) }
  }

  /// #rgb, #rgba, #rrggbb or #rrggbbaa.
  private func hexColor(_ token: CSSToken) throws(CSSError) -> CSSColor {
    var digits: [UInt32] = []
    for byte in bytes[(token.start + 1)..<token.end] {
      guard let digit = CSSTokenizer.hexValue(byte) else {
        throw error(at: token, expected: "hexadecimal digits after \"#\"")
      }
      digits.append(digit)
    }
    func channel(_ index: Int) -> Double {
      if digits.count <= 4 { return index < digits.count ? Double(digits[index] * 17) / 255 : 1 }
      return index * 2 < digits.count
        ? Double(digits[index * 2] * 16 + digits[index * 2 + 1]) / 255 : 1
    }
    switch digits.count {
    case 3, 4, 6, 8:
      return CSSColor(
        Color(red: channel(0), green: channel(1), blue: channel(2), alpha: channel(3)))
    default:
      throw error(at: token, expected: "3, 4, 6 or 8 hexadecimal digits after \"#\"")
    }
  }

  private static let colorFunctions: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
    "light-dark",
  ]

  /// Whether a colour starts here, which decides between a colour and lengths in a shadow.
  func startsColor() -> Bool {
    switch current.kind {
    case .hash: true
    case .ident: namedColor(name(of: current)) != nil
    case .function: Self.colorFunctions.contains(name(of: current))
    default: false
    }
  }

  private mutating func colorFunction(_ function: String) throws(CSSError) -> CSSColor? {
    guard Self.colorFunctions.contains(function) else { return nil }
    advance()
    try enter()
    defer { leave() }
    skipWhitespace()
    if current.kind == .ident, name(of: current) == "from" {
      throw unexpected(expected: "components: relative colours are not supported")
    }
    let color: CSSColor
    switch function {
    case "rgb", "rgba": color = try rgb()
    case "hsl", "hsla": color = try hsl()
    case "hwb": color = try hwb()
    case "lab", "oklab": color = try lab(isOklab: function == "oklab")
    case "lch", "oklch": color = try lch(isOklab: function == "oklch")
    case "color": color = try predefined()
    case "color-mix": color = try colorMix()
    default: color = try lightDark()
    }
    skipWhitespace()
    // A function is closed by the end of its text too (CSS Syntax 3, section 5.4.9).
    if current.kind != .end { try expect(.rightParen, "\")\"") }
    return color
  }

  // MARK: Components

  /// A component: a number, a percentage, an angle, or `none` as nil.
  private mutating func component(
    _ what: String, isNoneAllowed: Bool = true
  ) throws(CSSError) -> CSSNumeric? {
    skipWhitespace()
    if isNoneAllowed, take(keyword: "none") { return nil }
    let token = current
    guard let value = try numeric() else { throw unexpected(expected: what) }
    guard value.kind != .length else { throw error(at: token, expected: what) }
    return value
  }

  /// A component as a number, a percentage being that part of `whole`.
  private mutating func scaled(
    _ what: String, whole: Double, isNoneAllowed: Bool = true
  ) throws(CSSError) -> Double? {
    skipWhitespace()
    let token = current
    guard let value = try component(what, isNoneAllowed: isNoneAllowed) else { return nil }
    switch value.kind {
    case .number: return value.value
    case .percentage: return value.value / 100 * whole
    default: throw error(at: token, expected: what)
    }
  }

  /// A hue in degrees.
  private mutating func hue(isNoneAllowed: Bool = true) throws(CSSError) -> Double? {
    skipWhitespace()
    let token = current
    guard let value = try component("a hue", isNoneAllowed: isNoneAllowed) else { return nil }
    guard value.kind == .number || value.kind == .angle else {
      throw error(at: token, expected: "a hue as a number or an angle")
    }
    return Polar.normalized(value.value)
  }

  /// The optional alpha: after "/" in modern syntax, after "," in the old one; 1 if absent.
  private mutating func alpha(isLegacy: Bool) throws(CSSError) -> Double? {
    skipWhitespace()
    if current.kind == .rightParen || current.kind == .end { return 1 }
    if isLegacy {
      try expect(.comma, "\",\" before the alpha, as between the other components, or \")\"")
    } else {
      guard take(delim: "/") else { throw unexpected(expected: "\"/\" before the alpha, or \")\"") }
    }
    return try scaled("an alpha", whole: 1, isNoneAllowed: !isLegacy)
  }

  /// Whether the old syntax with commas is used: decided after the first component.
  private mutating func isLegacySeparator() -> Bool {
    skipWhitespace()
    return current.kind == .comma
  }

  private func clamp(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
    value.map { min(max($0, range.lowerBound), range.upperBound) }
  }

  // MARK: Functions

  /// CSS Color 4, section 5.1.
  ///
  /// Out of range is clamped when it is read.
  private mutating func rgb() throws(CSSError) -> CSSColor {
    let firstToken = current
    let first = try component("a red component")
    let isLegacy = isLegacySeparator()
    if isLegacy && first == nil {
      throw error(at: firstToken, expected: "a number: \"none\" does not go with commas")
    }
    var values: [Double?] = [try channel(first, firstToken)]
    for what in ["a green component", "a blue component"] {
      skipWhitespace()
      if isLegacy { try expect(.comma, "\",\" between the components") }
      skipWhitespace()
      let token = current
      let next = try component(what, isNoneAllowed: !isLegacy)
      if isLegacy, let first, let next, first.kind != next.kind {
        throw error(at: token, expected: "components that are all numbers or all percentages")
      }
      values.append(try channel(next, token))
    }
    return CSSColor(
      space: .srgb, components: .init(values[0], values[1], values[2]),
      alpha: try alpha(isLegacy: isLegacy))
  }

  private func channel(_ value: CSSNumeric?, _ token: CSSToken) throws(CSSError) -> Double? {
    guard let value else { return nil }
    switch value.kind {
    case .number: return clamp(value.value / 255, 0...1)
    case .percentage: return clamp(value.value / 100, 0...1)
    default: throw error(at: token, expected: "a number or a percentage")
    }
  }

  /// CSS Color 4, section 7.
  ///
  /// A negative saturation is 0; with commas, saturation and lightness are
  /// clamped to 0...100 as browsers do.
  private mutating func hsl() throws(CSSError) -> CSSColor {
    let hueToken = current
    let hue = try hue()
    let isLegacy = isLegacySeparator()
    if isLegacy && hue == nil {
      throw error(at: hueToken, expected: "a number: \"none\" does not go with commas")
    }
    var values: [Double?] = []
    for what in ["a saturation", "a lightness"] {
      skipWhitespace()
      if isLegacy { try expect(.comma, "\",\" between the components") }
      skipWhitespace()
      let token = current
      let value = try component(what, isNoneAllowed: !isLegacy)
      let isPercentage = value?.kind == .percentage
      guard value == nil || isPercentage || (value?.kind == .number && !isLegacy) else {
        throw error(at: token, expected: "\(what) as a percentage")
      }
      values.append(isLegacy ? clamp(value?.value, 0...100) : value?.value)
    }
    values[0] = values[0].map { max($0, 0) }
    return CSSColor(
      space: .hsl, components: .init(hue, values[0], values[1]),
      alpha: try alpha(isLegacy: isLegacy))
  }

  /// CSS Color 4, section 8; it has no old syntax.
  private mutating func hwb() throws(CSSError) -> CSSColor {
    let hue = try hue()
    let white = try scaled("a whiteness", whole: 100).map { max($0, 0) }
    let black = try scaled("a blackness", whole: 100).map { max($0, 0) }
    return CSSColor(
      space: .hwb, components: .init(hue, white, black), alpha: try alpha(isLegacy: false))
  }

  /// CSS Color 4, sections 9.3 and 9.5: 100 % is 125 in a and b, 0.4 in Oklab.
  private mutating func lab(isOklab: Bool) throws(CSSError) -> CSSColor {
    let top = isOklab ? 1.0 : 100
    let lightness = clamp(try scaled("a lightness", whole: top), 0...top)
    let a = try scaled("an a component", whole: isOklab ? 0.4 : 125)
    let b = try scaled("a b component", whole: isOklab ? 0.4 : 125)
    return CSSColor(
      space: isOklab ? .oklab : .lab, components: .init(lightness, a, b),
      alpha: try alpha(isLegacy: false))
  }

  /// CSS Color 4, sections 9.4 and 9.6: 100 % is a chroma of 150, 0.4 in Oklch.
  private mutating func lch(isOklab: Bool) throws(CSSError) -> CSSColor {
    let top = isOklab ? 1.0 : 100
    let lightness = clamp(try scaled("a lightness", whole: top), 0...top)
    let chroma = try scaled("a chroma", whole: isOklab ? 0.4 : 150).map { max($0, 0) }
    let hue = try hue()
    return CSSColor(
      space: isOklab ? .oklch : .lch, components: .init(lightness, chroma, hue),
      alpha: try alpha(isLegacy: false))
  }

  /// CSS Color 4, section 10: `color(<space> c c c / alpha)`.
  private mutating func predefined() throws(CSSError) -> CSSColor {
    skipWhitespace()
    let token = current
    guard let space = colorSpace(), space.roles[0] == .red else {
      throw error(
        at: token,
        expected: "one of srgb, srgb-linear, display-p3, display-p3-linear, a98-rgb, prophoto-rgb, "
          + "rec2020, xyz, xyz-d50, xyz-d65")
    }
    var values: [Double?] = []
    for what in ["a first component", "a second component", "a third component"] {
      values.append(try scaled(what, whole: 1))
    }
    return CSSColor(
      space: space, components: .init(values[0], values[1], values[2]),
      alpha: try alpha(isLegacy: false))
  }

  /// Takes the name of a colour space; `xyz` is `xyz-d65`.
  mutating func colorSpace() -> ColorSpace? {
    guard current.kind == .ident else { return nil }
    let name = name(of: current)
    guard let space = name == "xyz" ? .xyzD65 : ColorSpace(rawValue: name) else { return nil }
    advance()
    return space
  }

  /// CSS Color 5, section 6: the context's colour scheme chooses; both sides must be colours.
  private mutating func lightDark() throws(CSSError) -> CSSColor {
    let light = try requiredColor()
    skipWhitespace()
    try expect(.comma, "\",\" and the colour of the dark scheme")
    skipWhitespace()
    let dark = try requiredColor()
    return context.colorScheme == .light ? light : dark
  }
}
