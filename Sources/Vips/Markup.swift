/// A text in Pango's markup, with how it is set.
struct Markup {
  let text: String

  /// `font` is a family; nil leaves the machine's sans-serif.
  init(_ text: String, weight: Int, font: String?) {
    let face = font.map { " face=\"\(Markup.escaped($0))\"" } ?? ""
    self.text =
      "<span font_weight=\"\(max(100, min(1000, weight)))\"\(face)>\(Markup.escaped(text))</span>"
  }

  /// Pango's description of the font where the markup names none.
  static func font(sizePixels: Double) -> String { "sans \(sizePixels)px" }

  /// Escapes what Pango would read as markup; control characters, which its parser forbids, are
  /// dropped.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let value = scalar.value
        let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
        if !isControl && value & 0xFFFE != 0xFFFE { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
