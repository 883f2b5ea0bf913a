internal import CSSValues
internal import OrderedJSON

/// Colours, lengths and plain numbers of a token's value.
extension TokenResolver {
  // MARK: Colours

  /// A colour, whatever way it is written.
  mutating func color(_ value: JSONValue, _ place: Place) throws(ImportFault) -> CSSColor {
    let target = try follow(value, place)
    var color = try colorValue(target.value, target.place)
    if let alpha = target.alpha { color.alpha = alpha }
    return color
  }

  /// A colour that is no alias itself, though it may hold some.
  mutating func colorValue(_ value: JSONValue, _ place: Place) throws(ImportFault) -> CSSColor {
    try enter(place)
    defer { leave() }
    switch value.content {
    case .string(let text):
      let plain = try substitute(text, place)
      guard plain.contains(where: { $0 != " " }) else {
        throw ImportFault(place: place, found: "an empty text", expected: "a colour")
      }
      return try colorText(plain, place)
    case .object:
      return try colorObject(value, place)
    default:
      throw ImportFault(place: place, found: value.kindDescription, expected: "a colour")
    }
  }

  private mutating func colorObject(
    _ value: JSONValue, _ place: Place
  ) throws(ImportFault) -> CSSColor {
    if let space = value["colorSpace"] { return try colorComponents(value, space, place) }
    if let red = value["r"]?.number, let green = value["g"]?.number, let blue = value["b"]?.number {
      return CSSColor(
        space: .srgb, components: .init(red, green, blue), alpha: value["a"]?.number ?? 1)
    }
    guard let inner = value["color"] ?? value["hex"] ?? value["value"] ?? value["$value"] else {
      throw ImportFault(
        place: place, found: value.kindDescription,
        expected: "a colour: a text, or an object with colorSpace and components")
    }
    var color = try self.color(inner, place.at(inner, "color"))
    if let alpha = value["alpha"] ?? value["opacity"] {
      color.alpha = try number(alpha, place.at(alpha, "alpha"))
    }
    return color
  }

  private mutating func colorComponents(
    _ value: JSONValue, _ space: JSONValue, _ place: Place
  ) throws(ImportFault) -> CSSColor {
    guard let name = space.string, let colorSpace = Self.colorSpace(named: name) else {
      throw ImportFault(
        place: place.at(space, "colorSpace"), found: space.kindDescription,
        expected: "one of " + ColorSpace.allCases.map(\.rawValue).joined(separator: ", "))
    }
    guard let elements = value["components"]?.array, elements.count == 3 || elements.count == 4
    else {
      throw ImportFault(
        place: place, found: value["components"]?.kindDescription ?? "no components",
        expected: "three components, or four with an alpha")
    }
    var components: [Double?] = []
    for (index, element) in elements.enumerated() {
      let place = place.at(element, "components").at(element, index: index)
      let target = try follow(element, place)
      components.append(
        target.value.string == "none" ? nil : try number(target.value, target.place))
    }
    var alpha: Double? = components.count == 4 ? components[3] : 1
    if let own = value["alpha"] { alpha = try number(own, place.at(own, "alpha")) }
    return CSSColor(
      space: colorSpace, components: .init(components[0], components[1], components[2]),
      alpha: alpha)
  }

  private static func colorSpace(named name: String) -> ColorSpace? {
    name == "xyz" ? .xyzD65 : ColorSpace(rawValue: name)
  }

  /// A colour as CSS or Tokens Studio writes it: there a colour and an alpha may be the arguments
  /// of `rgba()`, and arithmetic may stand for a component.
  func colorText(_ text: String, _ place: Place) throws(ImportFault) -> CSSColor {
    var source = text
    if options.hexOrder == .argb, let ordered = Self.alphaLast(text) { source = ordered }
    let arguments = Self.arguments(of: source)
    if arguments.count == 2, var color = try? CSSColor(css: arguments[0], context: context) {
      color.alpha = try ratio(arguments[1], place)
      return color
    }
    if arguments.count > 2, let open = source.firstIndex(of: "(") {
      // A slash divides nothing here: with commas it is the wrong mark before an alpha.
      let parts = arguments.map {
        TokenMath.isArithmetic($0) && !$0.utf8.contains(UInt8(ascii: "/")) ? TokenMath.calc($0) : $0
      }
      source = source[..<open] + "(" + parts.joined(separator: ", ") + ")"
    }
    do {
      return try CSSColor(css: source, context: context)
    } catch {
      throw ImportFault(css: error, in: text, place)
    }
  }

  /// `#aarrggbb` as `#rrggbbaa`.
  private static func alphaLast(_ text: String) -> String? {
    let digits = text.filter { $0 != " " }.dropFirst()
    guard text.contains("#"), digits.count == 8, digits.allSatisfy(\.isHexDigit) else { return nil }
    return "#" + digits.dropFirst(2) + digits.prefix(2)
  }

  /// The arguments between the commas of a colour function; none for other text.
  private static func arguments(of text: String) -> [String] {
    guard let open = text.firstIndex(of: "("), text.last == ")",
      ["rgb", "rgba", "hsl", "hsla"].contains(
        text[..<open].lowercased().filter { $0 != " " })
    else { return [] }
    var arguments: [String] = []
    var current = ""
    var depth = 0
    for character in text[text.index(after: open)...].dropLast() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "," && depth == 0 {
        arguments.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return arguments + [current]
  }

  // MARK: Numbers and lengths

  /// A plain number; a percentage is a hundredth of it.
  mutating func number(_ value: JSONValue, _ place: Place) throws(ImportFault) -> Double {
    let target = try follow(value, place)
    if let number = target.value.number { return number }
    guard let text = target.value.string else {
      throw ImportFault(
        place: target.place, found: target.value.kindDescription, expected: "a number")
    }
    return try ratio(try substitute(text, target.place), target.place)
  }

  private func ratio(_ text: String, _ place: Place) throws(ImportFault) -> Double {
    let quantity = try TokenMath.evaluate(text, context: context, place)
    switch quantity.kind {
    case .number: return quantity.value
    case .percentage: return quantity.value / 100
    default:
      throw ImportFault(
        place: place, found: "\"\(text)\"", expected: "a number or a percentage")
    }
  }

  /// A length in px.
  mutating func length(
    _ value: JSONValue, _ place: Place, _ rule: LengthRule
  ) throws(ImportFault) -> Double {
    try enter(place)
    defer { leave() }
    let target = try follow(value, place)
    switch target.value.content {
    case .number(let number):
      return try pixels(number, unit: nil, target.place, rule)
    case .string(let text):
      let plain = try substitute(text, target.place)
      let quantity = try TokenMath.evaluate(plain, context: context, target.place)
      switch quantity.kind {
      case .length: return quantity.value
      case .number: return try pixels(quantity.value, unit: nil, target.place, rule)
      default:
        throw ImportFault(
          place: target.place, found: "\"\(plain)\"", expected: "a length in px or rem")
      }
    case .object:
      guard let inner = target.value["value"] else {
        throw ImportFault(
          place: target.place, found: target.value.kindDescription,
          expected: "a length: an object with value and unit")
      }
      guard let unit = target.value["unit"]?.string else {
        return try length(inner, target.place, rule)
      }
      let amount = try number(inner, target.place.at(inner, "value"))
      return try pixels(amount, unit: unit, target.place, rule)
    default:
      throw ImportFault(
        place: target.place, found: target.value.kindDescription, expected: "a length")
    }
  }

  private func pixels(
    _ number: Double, unit: String?, _ place: Place, _ rule: LengthRule
  ) throws(ImportFault) -> Double {
    switch unit {
    case nil where rule.isBarePixels || number == 0: return number
    case "" where number == 0: return number
    case "px", "pixel", "dp": return number
    case "rem", "em": return number * options.rootFontSize
    case "pt": return number * rule.pixelsPerPoint
    default:
      let unit = unit.map { " with the unit \"\($0)\"" } ?? " without a unit"
      throw ImportFault(
        place: place, found: JSONValue.text(of: number) + unit, expected: "a length in px or rem")
    }
  }
}

/// What lengths without a unit of CSS mean in a file.
struct LengthRule {
  /// Whether a number without a unit counts as px, as in tools that know no other unit; zero always
  /// does.
  var isBarePixels: Bool
  /// A point is 1/72 in of CSS, or, in the world of iOS, what a scene calls a point.
  var pixelsPerPoint = 96.0 / 72
}

extension ImportFault {
  /// A fault of CSS text inside of a token.
  init(css error: CSSError, in text: String, _ place: Place) {
    if let foreign = ForeignSyntax.description(of: text) {
      self.init(place: place, found: "\(foreign) in \"\(text)\"", expected: "plain CSS")
    } else {
      let shown = error.found == "\"\(text)\"" ? error.found : "\(error.found) in \"\(text)\""
      self.init(place: place, found: shown, expected: error.expected)
    }
  }
}
