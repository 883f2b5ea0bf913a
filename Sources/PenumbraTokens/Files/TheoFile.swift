internal import OrderedJSON

/// Theo's files: props to import, aliases to lean on, global keys for all props.
extension TokenTable {
  /// Whether a file is one of Theo's.
  static func isTheo(_ root: JSONValue) -> Bool {
    if let props = root["props"] { return props.members != nil }
    return root["aliases"]?.members != nil
      && (root.members ?? []).allSatisfy { ["aliases", "imports", "global"].contains($0.key) }
  }

  /// Adds the aliases and the props of a file.
  mutating func addTheo(_ root: JSONValue, source: Int, isContext: Bool) {
    for alias in root["aliases"]?.members ?? [] {
      add(
        Token(
          segments: [alias.key], node: alias.value, value: alias.value["value"] ?? alias.value,
          modes: [], type: "alias", source: source, isContext: true))
    }
    let global = root["global"]
    for prop in root["props"]?.members ?? [] {
      guard let value = prop.value["value"] else { continue }
      add(
        Token(
          segments: [prop.key], node: prop.value, value: value, modes: [],
          type: Self.theoType(prop.value, global), source: source, isContext: isContext))
    }
  }

  /// A prop is a shadow if it, or the file for all props, says so by type, or where the type says
  /// nothing, by category or by the CSS properties it is for.
  private static func theoType(_ prop: JSONValue, _ global: JSONValue?) -> String {
    func key(_ name: String) -> JSONValue? { prop[name] ?? global?[name] }
    let type = key("type")?.string
    if let type, type != "raw" { return type }
    let isForShadows =
      key("category")?.string?.contains("shadow") == true
      || key("cssProperties")?.array?.contains { $0.string == "box-shadow" } == true
    return isForShadows ? "shadow" : type ?? "raw"
  }
}
