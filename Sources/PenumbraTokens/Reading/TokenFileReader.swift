internal import OrderedJSON

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
