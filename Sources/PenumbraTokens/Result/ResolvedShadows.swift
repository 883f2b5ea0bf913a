internal import CSSValues
internal import OrderedJSON
internal import PenumbraGraphics

/// Prints resolved shadows: the answer to what a token really draws.
public enum ResolvedShadows {
  /// A style sheet of custom properties, one per token; modes are attribute selectors.
  ///
  /// Every blur is that of `box-shadow`, whatever the source called it.
  public static func css(_ result: ImportResult) -> String {
    var blocks: [(selector: String, lines: [String])] = []
    var used: Set<String> = []
    var nextNumbers: [String: Int] = [:]
    for token in result.tokens {
      let selector =
        token.mode.map { "[data-mode=\(quoted($0))]" } ?? ":root"
      let base = property(for: token.path)
      var name = base
      var number = nextNumbers[selector + base] ?? 2
      while !used.insert(selector + name).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      nextNumbers[selector + base] = number
      let line = "  \(name): \(css(token.shadows));"
      if let index = blocks.firstIndex(where: { $0.selector == selector }) {
        blocks[index].lines.append(line)
      } else {
        blocks.append((selector, [line]))
      }
    }
    return blocks.map { "\($0.selector) {\n\($0.lines.joined(separator: "\n"))\n}\n" }
      .joined(separator: "\n")
  }

  /// A JSON object with every token's layers, and the diagnostics.
  public static func json(_ result: ImportResult, source: String) -> String {
    let value: JSONValue = [
      "source": JSONValue(.string(source)),
      "format": JSONValue(.string(result.format.rawValue)),
      "tokens": JSONValue(.array(result.tokens.map(value))),
      "diagnostics": JSONValue(
        .array(
          result.diagnostics.map { diagnostic in
            [
              "severity": JSONValue(.string(diagnostic.severity.rawValue)),
              "path": JSONValue(.string(diagnostic.path)),
              "line": diagnostic.line.map { JSONValue(.number(Double($0))) } ?? .init(.null),
              "found": JSONValue(.string(diagnostic.found)),
              "expected": JSONValue(.string(diagnostic.expected)),
            ]
          })),
    ]
    return value.text() + "\n"
  }

  /// The value of a `box-shadow` that draws these shadows.
  public static func css(_ shadows: [ImportedShadow]) -> String {
    guard !shadows.isEmpty else { return "none" }
    return shadows.map { shadow in
      let lengths = [shadow.offset.x, shadow.offset.y, shadow.cssBlur, shadow.spread]
        .map { $0 == 0 ? "0" : JSONValue.text(of: $0) + "px" }
      return (shadow.isInset ? "inset " : "") + lengths.joined(separator: " ") + " "
        + shadow.color.css
    }.joined(separator: ", ")
  }

  /// A string of CSS; what would end it or is unprintable is escaped as CSS Syntax 3 has it.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || scalar.isUnprintable {
        result += "\\\(String(scalar.value, radix: 16)) "
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A custom property's name made of a token's path.
  private static func property(for path: String) -> String {
    var name = ""
    for scalar in path.unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
      if isPlain {
        name.unicodeScalars.append(scalar)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    while name.first == "-" { name.removeFirst() }
    while name.last == "-" { name.removeLast() }
    return "--" + (name.isEmpty ? "shadow" : name)
  }

  private static func value(of token: ImportedToken) -> JSONValue {
    [
      "path": JSONValue(.string(token.path)),
      "mode": token.mode.map { JSONValue(.string($0)) } ?? .init(.null),
      "css": JSONValue(.string(css(token.shadows))),
      "layers": JSONValue(
        .array(
          token.shadows.map { shadow in
            [
              "inset": JSONValue(.bool(shadow.isInset)),
              "offset": [
                JSONValue(.number(shadow.offset.x)), JSONValue(.number(shadow.offset.y)),
              ],
              "sigma": JSONValue(.number(shadow.sigma)),
              "blur": JSONValue(.number(shadow.cssBlur)),
              "spread": JSONValue(.number(shadow.spread)),
              "color": JSONValue(.string(shadow.color.css)),
              "lengths": JSONValue(.string(shadow.blurMeaning.rawValue)),
              "gamutMapped": JSONValue(.bool(shadow.wasColorGamutMapped)),
              "knockout": JSONValue(.bool(shadow.isKnockedOut)),
            ]
          })),
    ]
  }
}
