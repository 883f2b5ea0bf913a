internal import CSSValues

extension JSONValue {
  /// How a value is laid out as text.
  public enum Layout: Sendable {
    /// One line, no spaces but after `:` and `,`.
    case compact
    /// Two spaces a level; arrays of plain values stay on one line.
    case indented
  }

  /// The value as JSON text, keys in order, without a line end after it.
  ///
  /// Numbers are the shortest text that reads back as the same double; whole numbers below 2^53
  /// have no point. Strings escape what RFC 8259 demands and whatever else is unprintable, so that the
  /// text can be shown, and is a JavaScript literal too.
  public func text(_ layout: Layout = .indented) -> String {
    var text = ""
    write(into: &text, layout: layout, level: 0)
    return text
  }

  /// A number as JSON writes it.
  public static func text(of number: Double) -> String {
    if number == number.rounded(), abs(number) < 9_007_199_254_740_992 {
      return number == 0 ? "0" : String(Int(saturating: number))
    }
    return number.description
  }

  /// A text in quotes, escaped.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if scalar.isUnprintable {
          quoted += escaped(scalar)
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }

  /// A scalar of the basic plane as `\u` and four digits.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    precondition(scalar.value <= 0xFFFF, "one escape has four digits")
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private var isPlain: Bool {
    switch content {
    case .array, .object: false
    default: true
    }
  }

  private func write(into text: inout String, layout: Layout, level: Int) {
    switch content {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += JSONValue.text(of: number)
    case .string(let string): text += JSONValue.quoted(string)
    case .array(let elements):
      let isOneLine = layout == .compact || elements.allSatisfy(\.isPlain)
      JSONValue.bracket("[", "]", elements, isOneLine: isOneLine, level: level, into: &text) {
        $0.write(into: &$1, layout: layout, level: level + 1)
      }
    case .object(let members):
      let isOneLine = layout == .compact || members.isEmpty
      JSONValue.bracket("{", "}", members, isOneLine: isOneLine, level: level, into: &text) {
        $1 += JSONValue.quoted($0.key) + ": "
        $0.value.write(into: &$1, layout: layout, level: level + 1)
      }
    }
  }

  private static func bracket<Element>(
    _ open: String, _ close: String, _ elements: [Element], isOneLine: Bool, level: Int,
    into text: inout String, write: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isOneLine ? ", " : "," }
      if !isOneLine { text += "\n" + String(repeating: "  ", count: level + 1) }
      write(element, &text)
    }
    if !isOneLine { text += "\n" + String(repeating: "  ", count: level) }
    text += close
  }
}
