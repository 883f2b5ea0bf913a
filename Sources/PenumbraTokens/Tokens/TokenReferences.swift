internal import OrderedJSON
internal import PenumbraFiles

/// Which tokens a token names, in any of its values.
enum TokenReferences {
  static func targets(of token: Token, in table: TokenTable) -> [Int] {
    var found: Set<Int> = []
    func visit(_ value: JSONValue) {
      switch value.content {
      case .string(let text):
        var rest = text[...]
        if text.hasBytePrefix("$"), let index = table.token(named: text.droppingBytes(first: 1)) {
          found.insert(index)
        }
        while let open = rest.firstByte(of: "{"), let close = rest[open...].firstByte(of: "}") {
          let name = rest[..<close].afterByte(at: open).drop { $0 == "!" || $0 == " " }
          if let index = table.token(named: String(name)) { found.insert(index) }
          rest = rest.afterByte(at: close)
        }
      case .array(let elements):
        for element in elements { visit(element) }
      case .object(let members):
        for member in members {
          if member.key == "$ref", let pointer = member.value.string, pointer.hasBytePrefix("#/") {
            let keys = pointer.droppingBytes(first: 2).splitBytes(at: "/").prefix { $0 != "$value" }
            if let index = table.token(named: keys.joined(separator: ".")) { found.insert(index) }
          } else if member.key == "aliasOf", let name = member.value.string {
            if let index = table.token(named: name) { found.insert(index) }
          } else {
            visit(member.value)
          }
        }
      default: break
      }
    }
    if let value = token.value { visit(value) }
    for mode in token.modes { visit(mode.value) }
    return found.sorted()
  }
}
