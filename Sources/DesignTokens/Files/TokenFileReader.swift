internal import Scene

/// Imports the shadows of one table: which tokens are shadows, in which modes, and what they are.
struct TokenFileReader {
  /// Something to import: a token, or tokens that make one shadow together.
  private enum Entry {
    case token(Int)
    case split(SplitShadow)

    /// Where it stands in the order of the file.
    var order: Int {
      switch self {
      case .token(let index): index
      case .split(let split): split.parts.values.min() ?? 0
      }
    }
  }

  let table: TokenTable
  let options: ImportOptions
  let dialect: ShadowReader.Dialect
  let modes: TokenModes

  init(table: TokenTable, options: ImportOptions, dialect: ShadowReader.Dialect) {
    self.table = table
    self.options = options
    self.dialect = dialect
    let references = table.tokens.map { TokenReferences.targets(of: $0, in: table) }
    modes = TokenModes(table, references: references)
  }

  /// Every shadow of the table's own tokens, in the order of the file.
  func read(log: inout ImportLog) -> [ImportedToken] {
    var classifier = ShadowClassifier(table: table, options: options)
    var shadows: [Int] = []
    for index in table.tokens.indices where !table.tokens[index].isContext {
      if classifier.isShadow(index) { shadows.append(index) }
    }
    let splits = SplitShadow.find(in: table, besides: Set(shadows))
    let entries = (shadows.map(Entry.token) + splits.map(Entry.split)).sorted {
      $0.order < $1.order
    }
    var tokens: [ImportedToken] = []
    for entry in entries where !log.isSpent { tokens += read(entry, log: &log) }
    return NumberedLayers.joined(tokens, of: table)
  }

  private func place(of entry: Entry) -> Place {
    switch entry {
    case .token(let index): return table.tokens[index].place
    case .split(let split):
      var place = table.tokens[entry.order].place
      place.path = split.path
      return place
    }
  }

  /// One entry in every choice of modes that can change it; choices that do not are left out.
  private func read(_ entry: Entry, log: inout ImportLog) -> [ImportedToken] {
    let mask: UInt64
    let path: String
    switch entry {
    case .token(let index):
      mask = modes.masks[index]
      path = table.tokens[index].path
    case .split(let split):
      mask = split.parts.values.reduce(0) { $0 | modes.masks[$1] }
      path = split.path
    }
    guard let choices = modes.choices(mask: mask, mode: options.mode) else {
      log.error(
        ImportFault(
          place: place(of: entry), found: "more combinations of modes",
          expected: "at most \(ImportLimits.modeCombinations); choose one with a mode"))
      return []
    }
    var variants: [ModeVariants.Variant] = []
    for choice in choices where !log.isSpent {
      let resolver = TokenResolver(table: table, options: options, modes: Set(choice))
      guard let shadows = shadows(of: entry, resolver, log: &log) else { continue }
      let mode = choice.isEmpty ? nil : choice.joined(separator: ", ")
      variants.append(
        .init(mode: mode, token: ImportedToken(path: path, mode: mode, shadows: shadows)))
    }
    return ModeVariants.distinct(variants)
  }

  private func shadows(
    of entry: Entry, _ resolver: TokenResolver, log: inout ImportLog
  ) -> [ImportedShadow]? {
    switch entry {
    case .token(let index):
      let token = table.tokens[index]
      guard let (value, _) = resolver.value(of: index) else {
        log.error(
          ImportFault(
            place: token.place, found: "no value in this mode", expected: "a shadow"))
        return nil
      }
      var place = token.place
      place.offset = value.offset
      var reader = ShadowReader(resolver: resolver, dialect: dialect)
      return reader.shadows(value, place, log: &log)
    case .split(let split):
      var reader = SplitShadowReader(resolver: resolver)
      do {
        return [try reader.shadow(split, log: &log)]
      } catch {
        log.error(error)
        return nil
      }
    }
  }
}

/// Which tokens a token names, in any of its values.
enum TokenReferences {
  static func targets(of token: Token, in table: TokenTable) -> [Int] {
    var found: Set<Int> = []
    func visit(_ value: JSONValue) {
      switch value.content {
      case .string(let text):
        var rest = text[...]
        if text.hasPrefix("$"), let index = table.token(named: String(text.dropFirst())) {
          found.insert(index)
        }
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
          let name = rest[rest.index(after: open)..<close].drop { $0 == "!" || $0 == " " }
          if let index = table.token(named: String(name)) { found.insert(index) }
          rest = rest[rest.index(after: close)...]
        }
      case .array(let elements):
        for element in elements { visit(element) }
      case .object(let members):
        for member in members {
          if member.key == "$ref", let pointer = member.value.string, pointer.hasPrefix("#/") {
            let keys = pointer.dropFirst(2).split(separator: "/").prefix { $0 != "$value" }
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

/// A dialect that writes a token of several layers as a group of tokens named 0, 1, 2, ...
enum NumberedLayers {
  static func joined(_ tokens: [ImportedToken], of table: TokenTable) -> [ImportedToken] {
    var result: [ImportedToken] = []
    for token in tokens {
      guard let (parent, number) = split(token.path, table), token.mode == nil else {
        result.append(token)
        continue
      }
      if number > 0, let last = result.indices.last, result[last].path == parent {
        result[last].shadows += token.shadows
      } else if number == 0 {
        result.append(ImportedToken(path: parent, shadows: token.shadows))
      } else {
        result.append(token)
      }
    }
    return result
  }

  /// The group and the number of a layer that is written as a token of its own.
  private static func split(_ path: String, _ table: TokenTable) -> (String, Int)? {
    guard let dot = path.lastIndex(of: "."), let number = Int(path[path.index(after: dot)...]),
      number >= 0
    else { return nil }
    let isLayer =
      table.token(named: path).map { table.tokens[$0].type == "custom-shadow" }
      ?? (table.token(named: path + ".type") != nil)
    return isLayer ? (String(path[..<dot]), number) : nil
  }
}
