internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles

/// Follows aliases and reads values, in one choice of modes.
struct TokenResolver {
  /// What stands at the end of a chain of aliases.
  struct Target {
    var value: JSONValue
    /// Where it stands; the path is that of the token being read.
    var place: Place
    /// An alpha beside the value of a token on the way, which replaces the colour's own.
    var alpha: Double?
  }

  let table: TokenTable
  let options: ImportOptions
  /// The modes that hold.
  let modes: Set<String>
  /// Substitutions left for the token being read: a bound on aliases that multiply.
  private(set) var budget: Int

  init(
    table: TokenTable, options: ImportOptions, modes: Set<String> = [],
    budget: Int = ImportLimits.aliasesPerToken
  ) {
    self.budget = budget
    self.table = table
    self.options = options
    self.modes = modes
  }

  var context: CSSContext { CSSContext(rootFontSize: options.rootFontSize) }

  /// How many objects around the value at hand hold it as a part: `{value: {color: "{itself}"}}`
  /// is a cycle that no chain of aliases shows.
  private var nesting = 0

  /// Goes into a part of an object.
  mutating func enter(_ place: Place) throws(ImportFault) {
    guard nesting < 8 else {
      throw ImportFault(
        place: place, found: "objects in objects, or one that holds itself",
        expected: "a value at most 8 objects deep")
    }
    nesting += 1
  }

  /// Comes back out.
  mutating func leave() { nesting -= 1 }

  /// Makes room for the next token.
  mutating func refill() {
    budget = ImportLimits.aliasesPerToken
  }

  // MARK: Following

  /// The name in `{name}`, where the text is nothing else.
  static func alias(in text: String) -> String? {
    let trimmed = text.drop { $0 == " " }
    guard trimmed.hasBytePrefix("{"), let end = trimmed.firstByte(of: "}") else { return nil }
    guard trimmed.afterByte(at: end).allSatisfy({ $0 == " " }) else { return nil }
    return name(trimmed[..<end].afterByte(at: trimmed.startIndex))
  }

  /// The name between braces, without Theo's mark and spaces around it.
  private static func name(_ text: Substring) -> String {
    var name = text
    while name.first == " " || name.first == "!" { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    return String(name)
  }

  /// The value of a token in the modes that hold.
  func value(of index: Int) -> (value: JSONValue, node: JSONValue)? {
    let token = table.tokens[index]
    if let chosen = token.modes.first(where: { modes.contains($0.mode) }) {
      return (chosen.value, chosen.node)
    }
    return token.value.map { ($0, token.node) }
  }

  /// What a value stands for: itself, or the end of its chain of aliases.
  func follow(_ value: JSONValue, _ place: Place) throws(ImportFault) -> Target {
    var target = Target(value: value, place: place)
    var chain: [String] = []
    var seen: Set<String> = []
    while let step = try step(from: target) {
      if !seen.insert(step.name).inserted, let start = chain.firstIndex(of: step.name) {
        let cycle = (chain[start...] + [step.name]).joined(separator: " -> ")
        throw ImportFault(
          place: place, found: "the cycle \(cycle)", expected: "aliases that end in a value")
      }
      chain.append(step.name)
      guard chain.count <= ImportLimits.aliasDepth else {
        throw ImportFault(
          place: place, found: "a longer chain of aliases",
          expected: "at most \(ImportLimits.aliasDepth) aliases in a row")
      }
      target.value = step.value
      target.place.source = step.source
      target.place.offset = step.value.offset
      target.alpha = target.alpha ?? step.alpha
    }
    return target
  }

  private struct Step {
    var name: String
    var value: JSONValue
    var source: Int
    var alpha: Double?
  }

  /// One alias further; nil where the value is no alias.
  private func step(from target: Target) throws(ImportFault) -> Step? {
    if let text = target.value.string {
      if let name = Self.alias(in: text) { return try step(to: name, target) }
      // Tokens Studio's older spelling.
      if text.hasBytePrefix("$"), table.token(named: text.droppingBytes(first: 1)) != nil {
        return try step(to: String(text.dropFirst()), target)
      }
      return nil
    }
    if let pointer = target.value["$ref"]?.string { return try step(along: pointer, target) }
    if let name = target.value["aliasOf"]?.string { return try step(to: name, target) }
    return nil
  }

  private func step(to name: String, _ target: Target) throws(ImportFault) -> Step? {
    guard let index = table.token(named: name) else {
      // A name with a percentage is a colour of that opacity, not a plain alias.
      if percentage(in: name) != nil, target.value.string != nil { return nil }
      throw ImportFault(
        place: target.place, found: "the alias {\(name)}",
        expected: "the name of a token that is in the file or given along with it")
    }
    return try step(to: index, name: "{\(name)}", target)
  }

  private func step(
    to index: Int, name: String, _ target: Target
  ) throws(ImportFault) -> Step {
    let token = table.tokens[index]
    guard let (value, node) = value(of: index) else {
      throw ImportFault(
        place: target.place,
        found: "the alias \(name), which has values for "
          + token.modes.map(\.mode).joined(separator: ", ") + " only",
        expected: "a value in this mode")
    }
    if let modifier = Self.modifier(of: token.node) {
      throw ImportFault(
        place: target.place, found: "the alias \(name), changed by \(modifier)",
        expected: "a colour that is written out: modifiers are not read")
    }
    return Step(name: name, value: value, source: token.source, alpha: node["alpha"]?.number)
  }

  /// The name of a modifier of Tokens Studio that would change the colour.
  static func modifier(of node: JSONValue) -> String? {
    let extensions = node["$extensions"]
    let modify = extensions?["studio.tokens"]?["modify"] ?? extensions?["modify"]
    return modify?["type"]?.string
  }

  /// Along a JSON pointer, into the same source (RFC 6901).
  private func step(along pointer: String, _ target: Target) throws(ImportFault) -> Step {
    func fault(_ expected: String) -> ImportFault {
      ImportFault(place: target.place, found: "the reference \"\(pointer)\"", expected: expected)
    }
    guard pointer.hasBytePrefix("#/") else {
      throw fault("a reference into this file, like \"#/group/token\"")
    }
    let keys = pointer.droppingBytes(first: 2).splitBytes(at: "/", omittingEmpty: false).map {
      Self.unescaped($0)
    }
    // A token, or its value.
    let tokenKeys = keys.last == "$value" ? Array(keys.dropLast()) : keys
    if let index = table.token(named: tokenKeys.joined(separator: ".")),
      table.tokens[index].source == target.place.source
    {
      return try step(to: index, name: pointer, target)
    }
    var value: JSONValue? = table.roots[target.place.source]
    for key in keys {
      if let elements = value?.array {
        value = Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      } else {
        value = value?[key]
      }
    }
    guard let value else { throw fault("a reference to something that is in the file") }
    return Step(
      name: pointer, value: value["$value"] ?? value, source: target.place.source, alpha: nil)
  }

  /// A key of a pointer, its escapes undone: `~1` is `/`, `~0` is `~`, and `%` in hexadecimal.
  private static func unescaped(_ key: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "~"), let next = rest.first, next == 0x30 || next == 0x31 {
        bytes.append(next == 0x31 ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        rest.removeFirst()
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Text

  /// A text with every alias in it replaced by what it stands for.
  mutating func substitute(
    _ text: String, _ place: Place, chain: [String] = []
  ) throws(ImportFault) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) || text.hasBytePrefix("$") else { return text }
    var result = ""
    var rest = text[...]
    if text.hasBytePrefix("$"), let (name, end) = dollarName(in: text) {
      result = try self.text(named: name, place, chain: chain)
      rest = text[end...]
    }
    while let open = rest.firstByte(of: "{") {
      guard let close = rest[open...].firstByte(of: "}") else {
        throw ImportFault(
          place: place, found: "\"\(text)\"", expected: "\"}\" after the name of an alias")
      }
      result += rest[..<open]
      let name = Self.name(rest[..<close].afterByte(at: open))
      result += try self.text(named: name, place, chain: chain)
      rest = rest.afterByte(at: close)
      guard result.utf8.count <= ImportLimits.textBytes else {
        throw ImportFault(
          place: place, found: "a longer text", expected: "at most \(ImportLimits.textBytes) bytes")
      }
    }
    return result + rest
  }

  /// A `$name` that starts a text, where such a token exists.
  private func dollarName(in text: String) -> (String, String.Index)? {
    let end =
      text.dropFirst().firstIndex { !($0.isLetter || $0.isNumber || "._-".contains($0)) }
      ?? text.endIndex
    let name = String(text[text.index(after: text.startIndex)..<end])
    return table.token(named: name) == nil ? nil : (name, end)
  }

  /// A token's value as a piece of text.
  private mutating func text(
    named name: String, _ place: Place, chain: [String]
  ) throws(ImportFault) -> String {
    budget -= 1
    guard budget > 0, chain.count < ImportLimits.aliasDepth else {
      throw ImportFault(
        place: place, found: "more aliases in one value",
        expected: "at most \(ImportLimits.aliasesPerToken), \(ImportLimits.aliasDepth) deep")
    }
    if chain.contains(name) {
      throw ImportFault(
        place: place, found: "the cycle " + (chain + [name]).joined(separator: " -> "),
        expected: "aliases that end in a value")
    }
    if table.token(named: name) == nil, let (color, percent) = percentage(in: name) {
      let inner = try text(named: color, place, chain: chain + [name])
      return "color-mix(in srgb, \(inner) \(percent)%, transparent)"
    }
    let target = try follow(JSONValue(.string("{\(name)}"), offset: place.offset), place)
    return try text(of: target, chain: chain + [name])
  }

  private mutating func text(of target: Target, chain: [String]) throws(ImportFault) -> String {
    if let text = target.value.string {
      let plain = try substitute(text, target.place, chain: chain)
      guard let alpha = target.alpha, var color = try? CSSColor(css: plain, context: context)
      else { return plain }
      color.alpha = alpha
      return color.css
    }
    if let number = target.value.number { return JSONValue.text(of: number) }
    guard target.value.members != nil else {
      throw ImportFault(
        place: target.place,
        found: "the alias {\(chain.last ?? "")}, which is \(target.value.kindDescription)",
        expected: "a text, a number, a dimension or a colour")
    }
    guard let value = target.value["value"] else {
      return try colorValue(target.value, target.place).css
    }
    return try substitute(Self.scalarText(value), target.place, chain: chain)
      + (target.value["unit"]?.string ?? "")
  }

  /// The text of a text or a number, and none of other values.
  ///
  /// Not inlined: Swift 6.3.1's optimiser fails on reading one value in several ways in a row.
  @inline(never)
  private static func scalarText(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): text
    case .number(let number): JSONValue.text(of: number)
    default: ""
    }
  }

  /// The token and the percentage in `name/10`.
  private func percentage(in name: String) -> (String, Int)? {
    guard let slash = name.lastByte(of: "/"),
      let percent = Int(name.afterByte(at: slash)), (0...100).contains(percent)
    else { return nil }
    let token = String(name[..<slash])
    return table.token(named: token) == nil ? nil : (token, percent)
  }
}
