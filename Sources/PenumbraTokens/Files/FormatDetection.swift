internal import OrderedJSON
internal import PenumbraFiles

/// Tells what a file is by its name's ending and by what stands in it.
enum FormatDetection {
  private static func hasEnding(_ name: String, _ endings: [String]) -> Bool {
    let lower = name.lowercased()
    return endings.contains { lower.hasByteSuffix("." + $0) }
  }

  /// `.styleSheet` for CSS; nil for a tree of JSON or YAML.
  static func textFormat(of source: ImportSource) -> ImportFormat? {
    if hasEnding(source.name, ["css", "scss", "sass", "less", "pcss"]) { return .styleSheet }
    if hasEnding(source.name, ["json", "json5", "jsonc", "yml", "yaml", "tokens"]) { return nil }
    let first = source.bytes.first { !($0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D)) }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["), nil: return nil
    default: return .styleSheet
    }
  }

  /// The tree of a file: JSON, JSON5 where the ending or a plain fault of JSON asks for it, YAML.
  static func tree(of source: ImportSource) throws(ImportError) -> JSONValue {
    if hasEnding(source.name, ["yml", "yaml"]) {
      do {
        return try YAMLText.parse(source.bytes)
      } catch {
        let location = JSONLocation(of: error.offset, in: source.bytes)
        throw .malformed(
          source: source.name, line: location.line, column: location.column, found: error.found,
          expected: error.expected)
      }
    }
    let isJSON5 = hasEnding(source.name, ["json5", "jsonc"])
    do {
      return try JSONText.parse(source.bytes, dialect: isJSON5 ? .json5 : .json)
    } catch {
      throw .malformed(
        source: source.name, line: error.location.line, column: error.location.column,
        found: error.found, expected: error.expected)
    }
  }

  /// What a tree is.
  static func format(of root: JSONValue, name: String) throws(ImportError) -> ImportFormat {
    if FigmaFile.isFigma(root) { return .figma }
    guard let members = root.members else {
      throw .unknownFormat(source: name, found: root.kindDescription)
    }
    if SketchPage.isSketch(root) { return .sketch }
    let schema = root["$schema"]?.string ?? ""
    if schema.contains("json-schema.org") {
      throw .unsupported(
        source: name, found: "a JSON Schema", remedy: "it describes tokens and holds none")
    }
    if root["penumbra"]?.number != nil {
      throw .unsupported(
        source: name, found: "a scene of Penumbra", remedy: "it needs no import; render it")
    }
    if ResolverDocument.isResolver(root) { return .dtcgResolver }
    if TokenTable.isTheo(root) { return .theo }
    if schema.contains("dtif") { return .dtif }
    if TokenSets.isMultiSet(root) { return .tokensStudio }
    if members.isEmpty { throw .unknownFormat(source: name, found: "an empty object") }
    return traits(of: root).format
  }

  /// What the tokens of a tree look like.
  private struct Traits {
    var hasBoxShadow = false
    var hasDollar = false
    var hasShadowType = false
    var hasToken = false
    var hasText = false

    var format: ImportFormat {
      if hasShadowType { return .dtif }
      if hasBoxShadow { return .tokensStudio }
      if hasDollar { return .dtcg }
      return hasToken || !hasText ? .styleDictionary : .cssValues
    }
  }

  private static func traits(of root: JSONValue) -> Traits {
    var traits = Traits()
    func walk(_ value: JSONValue, isInToken: Bool) {
      switch value.content {
      case .object(let members):
        var isToken = isInToken
        for member in members {
          switch member.key {
          case "$value":
            traits.hasDollar = true
            isToken = true
          case "value", "aliasOf", "sets":
            isToken = true
          case "shadowType" where member.value.string?.contains(".") == true:
            traits.hasShadowType = true
          case "type", "$type":
            if member.value.string == "boxShadow" { traits.hasBoxShadow = true }
          default: break
          }
        }
        if isToken { traits.hasToken = true }
        for member in members { walk(member.value, isInToken: isToken) }
      case .array(let elements):
        for element in elements { walk(element, isInToken: isInToken) }
      case .string:
        if !isInToken { traits.hasText = true }
      default: break
      }
    }
    walk(root, isInToken: false)
    return traits
  }

  /// Whether a text is one or more declarations: `box-shadow: ...`.
  static func isDeclaration(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let name = text[..<colon].filter { !$0.isWhitespace }
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0 == "-" || $0.isNumber }
  }
}
