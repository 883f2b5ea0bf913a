internal import OrderedJSON
internal import PenumbraFiles

/// Tells which tokens are shadows: by their type, and where they have none, by their value.
struct ShadowClassifier {
  private let table: TokenTable
  private let options: ImportOptions
  /// Aliases that may still be replaced to find out what untyped texts are.
  private var budget = 100_000

  init(table: TokenTable, options: ImportOptions) {
    self.table = table
    self.options = options
  }

  private static let types: Set<String> = [
    "shadow", "boxshadow", "box-shadow", "custom-shadow", "drop-shadow", "dropshadow",
    "innershadow",
  ]

  mutating func isShadow(_ index: Int) -> Bool {
    isShadow(index, depth: 0)
  }

  private mutating func isShadow(_ index: Int, depth: Int) -> Bool {
    let token = table.tokens[index]
    if token.node["$schema"]?.string?.hasByteSuffix("drop-shadow.json") == true { return true }
    if let type = token.type {
      if Self.types.contains(type.lowercased()) { return true }
      return type == "elevation" && token.value?["elevationType"] != nil
    }
    guard let value = token.value ?? token.modes.first?.value else { return false }
    return isShadow(value, token, depth: depth)
  }

  private mutating func isShadow(_ value: JSONValue, _ token: Token, depth: Int) -> Bool {
    guard depth < ImportLimits.aliasDepth else { return false }
    switch value.content {
    case .object:
      if let target = target(of: value) { return isShadow(target, depth: depth + 1) }
      let hasBlur = value["blur"] != nil || value["blurRadius"] != nil || value["radius"] != nil
      let hasOffset = value["x"] != nil || value["offsetX"] != nil || value["offset"] != nil
      return hasBlur && hasOffset && value["color"] != nil
    case .array(let elements):
      guard let first = elements.first, !elements.isEmpty else { return false }
      return first.members != nil || first.string != nil
        ? isShadow(first, token, depth: depth + 1) : false
    case .string(let text):
      if let name = TokenResolver.alias(in: text) {
        guard let target = table.token(named: name) else {
          // Nothing is known of it but its name.
          return namesShadow(token)
        }
        return isShadow(target, depth: depth + 1)
      }
      // What takes more than a few aliases to be recognised can say its type.
      var resolver = TokenResolver(table: table, options: options, budget: min(budget, 100))
      defer { budget -= min(budget, 100) - resolver.budget }
      if let plain = try? resolver.substitute(text, token.place),
        CSSShadowText.isShadow(plain, context: resolver.context)
      {
        return true
      }
      return namesShadow(token) && CSSShadowText.looksLikeShadow(text)
    default:
      return false
    }
  }

  private func target(of value: JSONValue) -> Int? {
    if let name = value["aliasOf"]?.string { return table.token(named: name) }
    if let pointer = value["$ref"]?.string, pointer.hasBytePrefix("#/") {
      return table.token(
        named: pointer.droppingBytes(first: 2).splitBytes(at: "/").prefix { $0 != "$value" }
          .joined(separator: "."))
    }
    return nil
  }

  /// Whether the last name of the path says that the token is a shadow, not a part of one.
  private func namesShadow(_ token: Token) -> Bool {
    let name = token.path.lowercased()
    guard name.contains("shadow") || name.contains("elevation") else { return false }
    return SplitShadow.axis(of: token.segments) == nil
  }
}
