extension String {
  /// The text with its control characters, but for tabs and line ends, spelled out: a file's name must not
  /// steer the terminal.
  package var printable: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.properties.generalCategory == .control, scalar != "\n", scalar != "\t" {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
