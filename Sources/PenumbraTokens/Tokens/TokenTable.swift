internal import OrderedJSON
internal import PenumbraFiles

/// A token as it stands in its file.
struct Token {
  /// A value in one mode, and the object that holds it.
  struct ModeValue {
    var mode: String
    var value: JSONValue
    var node: JSONValue
  }

  /// The names of the groups it lies in, and its own.
  var segments: [String]
  /// The whole object, for keys beside its value.
  var node: JSONValue
  /// The value of no mode; nil where the file gives one only per mode.
  var value: JSONValue?
  var modes: [ModeValue]
  /// Its own type or that of the nearest group that has one.
  var type: String?
  var source: Int
  /// Whether it only serves aliases and is not imported itself.
  var isContext: Bool

  var path: String { segments.joined(separator: ".") }

  var place: Place { Place(source: source, offset: node.offset, path: path) }
}

/// All tokens that aliases may name, in the order of their files.
struct TokenTable {
  private(set) var tokens: [Token] = []
  private var index: [String: Int] = [:]
  /// The whole text of each source, for JSON pointers.
  let roots: [JSONValue]

  init(roots: [JSONValue]) {
    self.roots = roots
  }

  /// Adds a token; one of the same path gives way to it.
  mutating func add(_ token: Token) {
    let path = token.path
    if let old = index[path] {
      tokens[old] = token
    } else {
      index[path] = tokens.count
      tokens.append(token)
    }
  }

  /// The token an alias names: by its path, with or without a trailing `.value`, or the root token
  /// of a group.
  func token(named name: String) -> Int? {
    if let found = index[name] { return found }
    for suffix in [".value", ".$value"] where name.hasByteSuffix(suffix) {
      if let found = index[String(name.dropLast(suffix.count))] { return found }
    }
    return index[name + ".$root"]
  }

  /// Adds every token of a tree of groups.
  mutating func addTree(_ root: JSONValue, source: Int, isContext: Bool) {
    var walker = TokenTreeWalker(root: root, source: source, isContext: isContext)
    walker.walk(root, segments: [], type: nil, into: &self)
  }
}

/// Finds the tokens in a tree of groups, whichever of the known spellings it uses.
private struct TokenTreeWalker {
  let root: JSONValue
  let source: Int
  let isContext: Bool
  /// Groups that are being extended, against a group that extends itself.
  private var extending: [String] = []

  init(root: JSONValue, source: Int, isContext: Bool) {
    self.root = root
    self.source = source
    self.isContext = isContext
  }

  mutating func walk(
    _ node: JSONValue, segments: [String], type inherited: String?, into table: inout TokenTable
  ) {
    guard let members = node.members else { return }
    let type = node["$type"]?.string ?? node["type"]?.string ?? inherited
    if let token = token(node, segments: segments, type: type) {
      if !segments.isEmpty { table.add(token) }
      return
    }
    extend(node, segments: segments, type: type, into: &table)
    for member in members where member.key == "$root" || !member.key.hasBytePrefix("$") {
      walk(member.value, segments: segments + [member.key], type: type, into: &table)
    }
  }

  /// The tokens of the group that this one extends (2025.10, `$extends`), to be overridden by its
  /// own.
  private mutating func extend(
    _ node: JSONValue, segments: [String], type: String?, into table: inout TokenTable
  ) {
    guard let name = node["$extends"]?.string, name.hasBytePrefix("{"), name.hasByteSuffix("}"),
      !extending.contains(name), extending.count < 16
    else { return }
    var group: JSONValue? = root
    for key in name.droppingBytes(first: 1).droppingBytes(last: 1).splitBytes(at: ".") {
      group = group?[key]
    }
    guard let group else { return }
    extending.append(name)
    walk(group, segments: segments, type: type, into: &table)
    extending.removeLast()
  }

  private func token(_ node: JSONValue, segments: [String], type: String?) -> Token? {
    let modes = modeValues(of: node)
    let value = value(of: node)
    guard value != nil || !modes.isEmpty else { return nil }
    return Token(
      segments: segments, node: node, value: value, modes: modes, type: type, source: source,
      isContext: isContext)
  }

  private func value(of node: JSONValue) -> JSONValue? {
    if let value = node["$value"] { return value }
    if let value = node["value"] {
      // A token that happens to be called "value" is a child, not a value; a dimension is a value.
      if value["value"] != nil && value["unit"] == nil || value["$value"] != nil { return nil }
      return value
    }
    if node["aliasOf"]?.string != nil { return node }
    if node["$ref"]?.string != nil, node.members?.contains(where: { isGroup($0) }) == false {
      return node
    }
    return nil
  }

  private func isGroup(_ member: JSONMember) -> Bool {
    !member.key.hasBytePrefix("$") && member.value.members != nil
  }

  /// Values by mode: in `$extensions` under a key that speaks of modes or overrides, in `sets`, or
  /// in the members beside a `prop`.
  private func modeValues(of node: JSONValue) -> [Token.ModeValue] {
    var result: [Token.ModeValue] = []
    for extensions in [node["$extensions"], node["extensions"]] {
      for member in extensions?.members ?? [] {
        let key = member.key.splitBytes(at: ".").last ?? ""
        guard ["mode", "modes", "overrides"].contains(key) else { continue }
        result += values(in: member.value)
      }
    }
    if let sets = node["sets"] { result += values(in: sets) }
    if node["prop"]?.string != nil {
      result += values(in: node).filter { $0.node.members != nil }
    }
    return result
  }

  private func values(in modes: JSONValue) -> [Token.ModeValue] {
    (modes.members ?? []).compactMap { member in
      if let value = member.value["$value"] ?? member.value["value"] {
        return Token.ModeValue(mode: member.key, value: value, node: member.value)
      }
      let nested = member.value["sets"] != nil || member.value["uuid"] != nil
      guard !nested, member.key != "prop", member.key != "ref" else { return nil }
      return Token.ModeValue(mode: member.key, value: member.value, node: member.value)
    }
  }
}
