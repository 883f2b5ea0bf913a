extension Unicode.Scalar {
  /// Whether the scalar does something to what shows it instead of being seen: a control character
  /// (C0, DEL, C1, U+0085 among them), a line or paragraph separator (U+2028, U+2029), or one that
  /// overrides, embeds or isolates a direction (U+202A to U+202E, U+2066 to U+2069).
  ///
  /// Such a scalar in a name would end a line, steer a terminal or turn words round. Text is looked
  /// at scalar by scalar: a combining mark behind a line end makes one character of both, and that
  /// is no line end to a comparison of characters.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text with its unprintable scalars spelled out, as `\u{1b}`: one line, whatever it held.
  package var printable: String { spelled { _ in false } }

  /// The same with line ends kept, for text that this program itself wrote in lines.
  package var printableLines: String { spelled { $0 == "\n" } }

  private func spelled(keeps: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isUnprintable && !keeps($0) }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable && !keeps(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
