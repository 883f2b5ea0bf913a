internal import CSSValues
internal import PenumbraFiles

/// The shadows of a style sheet: `box-shadow` and `drop-shadow()` declarations, and custom
/// properties that hold either.
///
/// Custom properties are resolved within the file. What `:root` and its like declare is the base;
/// any other rule that declares a property anew is a mode, named by its at-rule or selector, in which
/// every shadow that leans on the property is read again. The cascade between selectors is not
/// played: which elements match is not in the file.
struct StyleSheetFile {
  /// A shadow to read: a custom property by its name, or a declaration in its rule.
  private struct Entry {
    var path: String
    var mode: String?
    var value: String?
    var offset: Int
    /// The properties of the entry's own rule.
    var own: [String: String]
    var isCustom: Bool
    /// Whether its property is a filter, where only `drop-shadow()` makes shadows.
    var isFilter = false
  }

  private struct Mode {
    var label: String
    var values: [String: String]
    /// Where each value stands.
    var offsets: [String: Int] = [:]
    /// Custom properties that come out differently in it.
    var affected: Set<String> = []
  }

  private let sheet: CSSStyleSheet
  private let source: Int
  private let options: ImportOptions
  private let colorScheme: CSSContext.ColorScheme
  private var base: [String: String] = [:]
  private var offsets: [String: Int] = [:]
  private var order: [String] = []
  private var modes: [Mode] = []
  private var users: [String: [String]] = [:]
  /// One for the base and one for each mode, so that a property is worked out once in each.
  private var resolvers: [CSSVariableResolver] = []

  /// The names a mode may be chosen by.
  var modeNames: [String] { modes.map(\.label) }

  init(
    _ sheet: CSSStyleSheet, source: Int, options: ImportOptions,
    colorScheme: CSSContext.ColorScheme
  ) {
    self.colorScheme = colorScheme
    self.sheet = sheet
    self.source = source
    self.options = options
    collectProperties()
  }

  private var context: CSSContext {
    CSSContext(rootFontSize: options.rootFontSize, colorScheme: colorScheme)
  }

  // MARK: Properties and modes

  private static let rootSelectors: Set<String> = [
    ":root", "html", ":host", "*", "body", "::before", "::after", "::backdrop", ":root:root",
    "*::before", "*::after", "*::backdrop",
  ]

  /// Whether a rule holds for the whole document, whatever its state.
  private static func isBase(_ rule: CSSStyleSheet.Rule) -> Bool {
    let isUnconditional = rule.atRules.allSatisfy { atRule in
      let name = atRule.prefix { $0 != " " }
      return ["layer", "theme", "supports", "property"].contains(name)
        || (name == "media" && !atRule.contains("("))
    }
    return isUnconditional
      && rule.selectors.allSatisfy { selector in
        selector.split(separator: ",").allSatisfy {
          rootSelectors.contains(String($0.filter { $0 != " " }))
        }
      }
  }

  private static func label(of rule: CSSStyleSheet.Rule) -> String {
    (rule.atRules.map { "@" + $0 } + rule.selectors.filter { !rootSelectors.contains($0) })
      .joined(separator: " ")
  }

  private mutating func collectProperties() {
    var modeOfLabel: [String: Int] = [:]
    for declaration in sheet.declarations {
      let rule = sheet.rules[declaration.rule]
      if declaration.property == "initial-value", let name = Self.registered(rule) {
        if base[name] == nil { base[name] = declaration.value }
        continue
      }
      guard declaration.property.hasBytePrefix("--") else { continue }
      let name = declaration.property
      let value = CSSShadowText.withoutPriority(declaration.value)
      if offsets[name] == nil {
        offsets[name] = declaration.offset
        order.append(name)
      }
      for used in CSSCustomProperties.names(in: value) { users[used, default: []].append(name) }
      if Self.isBase(rule) {
        base[name] = value
        offsets[name] = declaration.offset
        continue
      }
      let label = Self.label(of: rule)
      if let index = modeOfLabel[label] {
        modes[index].values[name] = value
        modes[index].offsets[name] = declaration.offset
      } else if modes.count < ImportLimits.modeCombinations {
        modeOfLabel[label] = modes.count
        modes.append(
          Mode(label: label, values: [name: value], offsets: [name: declaration.offset]))
      }
    }
    adoptSingleDefinitions()
    for index in modes.indices { modes[index].affected = affected(by: modes[index]) }
    resolvers = [CSSVariableResolver(values: base)]
    resolvers += modes.map { CSSVariableResolver(values: base, overrides: $0.values) }
  }

  /// The name that an `@property` rule registers.
  private static func registered(_ rule: CSSStyleSheet.Rule) -> String? {
    guard let last = rule.atRules.last, last.hasBytePrefix("property ") else { return nil }
    return String(last.dropFirst("property ".count))
  }

  /// A property that the base lacks and the whole file declares with one value only has that value.
  private mutating func adoptSingleDefinitions() {
    var values: [String: Set<String>] = [:]
    for mode in modes {
      for (name, value) in mode.values { values[name, default: []].insert(value) }
    }
    for (name, values) in values where base[name] == nil && values.count == 1 {
      base[name] = values.first
    }
  }

  private func affected(by mode: Mode) -> Set<String> {
    var result = Set(mode.values.filter { base[$0.key] != $0.value }.keys)
    var pending = Array(result)
    while let name = pending.popLast() {
      for user in users[name] ?? [] where result.insert(user).inserted { pending.append(user) }
    }
    return result
  }

  // MARK: Entries

  /// Every shadow, in the order of the file.
  mutating func read(log: inout ImportLog) -> [ImportedToken] {
    var tokens: [ImportedToken] = []
    var paths: [String: Int] = [:]
    for entry in entries() where !log.isSpent {
      for token in read(entry, log: &log) {
        var token = token
        paths[token.title, default: 0] += 1
        if let count = paths[token.title], count > 1 { token.path += " #\(count)" }
        tokens.append(token)
      }
    }
    return tokens
  }

  private func entries() -> [Entry] {
    var entries = order.map { name in
      Entry(
        path: name, mode: nil, value: base[name], offset: offsets[name] ?? 0, own: [:],
        isCustom: true)
    }
    let byRule = Dictionary(grouping: sheet.declarations, by: \.rule)
    for (index, rule) in sheet.rules.enumerated() {
      let declarations = byRule[index] ?? []
      let own = declarations.filter { $0.property.hasBytePrefix("--") }
      var shadows: [String: CSSStyleSheet.Declaration] = [:]
      for declaration in declarations {
        if let kind = Self.kind(declaration) { shadows[kind] = declaration }
      }
      let isConditional = rule.atRules.contains { $0.hasBytePrefix("media") && $0.contains("(") }
      for (kind, declaration) in shadows.sorted(by: { $0.value.offset < $1.value.offset }) {
        if Self.unprefixed(kind) != kind, shadows[Self.unprefixed(kind)] != nil { continue }
        let selector = Self.selector(rule.selectors)
        entries.append(
          Entry(
            path: kind.hasByteSuffix("filter") ? selector + " " + kind : selector,
            mode: isConditional ? rule.atRules.map { "@" + $0 }.joined(separator: " ") : nil,
            value: declaration.value, offset: declaration.offset,
            own: Dictionary(own.map { ($0.property, $0.value) }) { $1 }, isCustom: false,
            isFilter: kind.hasByteSuffix("filter")))
      }
    }
    return entries.sorted { $0.offset < $1.offset }
  }

  /// The property a declaration gives shadows by, vendors' prefixes kept apart.
  private static func kind(_ declaration: CSSStyleSheet.Declaration) -> String? {
    switch declaration.property {
    case "box-shadow", "-webkit-box-shadow", "-moz-box-shadow": declaration.property
    case "filter", "-webkit-filter", "backdrop-filter":
      declaration.value.lowercased().contains("drop-shadow(") ? declaration.property : nil
    default: nil
    }
  }

  private static func unprefixed(_ property: String) -> String {
    for prefix in ["-webkit-", "-moz-"] where property.hasBytePrefix(prefix) {
      return String(property.dropFirst(prefix.count))
    }
    return property
  }

  /// The selector of a nested rule: `&` stands for the one around it.
  private static func selector(_ selectors: [String]) -> String {
    selectors.reduce("") { outer, inner in
      if outer.isEmpty { return inner }
      guard inner.contains("&") else { return outer + " " + inner }
      let text = inner.split(separator: "&", omittingEmptySubsequences: false)
        .joined(separator: outer)
      return text.utf8.count <= ImportLimits.textBytes ? text : inner
    }
  }

  private mutating func read(_ entry: Entry, log: inout ImportLog) -> [ImportedToken] {
    var variants: [ModeVariants.Variant] = []
    for choice in choices(of: entry) {
      let mode = choice.map { modes[$0] }
      let value = entry.isCustom ? mode?.values[entry.path] ?? entry.value : entry.value
      guard let value, let shadows = shadows(value, entry, mode: choice, log: &log) else {
        continue
      }
      let label = [mode?.label, entry.mode].compactMap { $0 }.joined(separator: " ")
      variants.append(
        .init(
          mode: mode?.label,
          token: ImportedToken(
            path: entry.path, mode: label.isEmpty ? nil : label, shadows: shadows)))
    }
    guard let first = variants.first else { return [] }
    if variants.count == 1 { return [first.token] }
    if variants.allSatisfy({ $0.token.shadows == first.token.shadows }) {
      var token = first.token
      token.mode = entry.mode
      return [token]
    }
    return ModeVariants.distinct(variants)
  }

  /// The modes an entry is read in, nil being the base.
  private func choices(of entry: Entry) -> [Int?] {
    let names = Set(entry.value.map { CSSCustomProperties.names(in: $0) } ?? [])
    let isSettled = entry.own.keys.contains { names.contains($0) }
    let relevant = modes.indices.filter { index in
      guard options.mode == nil || modes[index].label == options.mode else { return false }
      return entry.isCustom
        ? modes[index].affected.contains(entry.path)
        : !isSettled && !names.isDisjoint(with: modes[index].affected)
    }
    let isChosen = options.mode != nil && !relevant.isEmpty
    return (isChosen ? [] : [nil]) + relevant.map { $0 }
  }

  // MARK: Values

  /// The shadows of a value; nil if it holds none or is refused.
  private mutating func shadows(
    _ value: String, _ entry: Entry, mode: Int?, log: inout ImportLog
  ) -> [ImportedShadow]? {
    let own = entry.isCustom ? mode.flatMap { modes[$0].offsets[entry.path] } : nil
    let place = Place(source: source, offset: own ?? entry.offset, path: entry.path)
    let speaksOfShadow = !entry.isCustom || Self.namesShadow(entry.path)
    let plain: String
    do {
      plain = try resolve(value, entry, mode: mode)
    } catch {
      if speaksOfShadow && (!entry.isCustom || CSSShadowText.looksLikeShadow(value)) {
        for index in 0..<CSSShadowText.layerCount(value) { log.countLayer(place, index: index) }
        log.error(ImportFault(css: error, in: value, place))
      }
      return nil
    }
    do {
      try log.spend(plain.utf8.count, place)
    } catch {
      log.error(error)
      return nil
    }
    guard !entry.isCustom || isShadow(plain, speaksOfShadow, place, log: &log) else { return nil }
    do {
      let list = try CSSShadowText.read(
        plain, context: context, place, isFilter: entry.isFilter, log: &log)
      if entry.path.contains("drop-shadow"), !CSSShadowText.isDropShadow(plain), !list.isEmpty {
        log.add(
          .note, place, found: "a box-shadow by the name of drop-shadow",
          expected: "its blur is read as twice sigma; in drop-shadow() it would be sigma")
      }
      return list
    } catch {
      log.error(error)
      return nil
    }
  }

  private mutating func resolve(
    _ value: String, _ entry: Entry, mode: Int?
  ) throws(CSSError) -> String {
    if entry.own.isEmpty { return try resolvers[mode.map { $0 + 1 } ?? 0].resolve(value) }
    let overrides = mode.map { modes[$0].values } ?? [:]
    var resolver = CSSVariableResolver(values: base, overrides: overrides.merging(entry.own) { $1 })
    return try resolver.resolve(value)
  }

  /// Whether the value of a custom property is a shadow: it reads as one and says a colour or
  /// `inset`, or its name speaks of a shadow and it begins like one.
  private func isShadow(
    _ value: String, _ speaksOfShadow: Bool, _ place: Place, log: inout ImportLog
  ) -> Bool {
    if CSSShadowText.isShadow(value, context: context) { return true }
    guard speaksOfShadow else { return false }
    if value.lowercased().filter({ !$0.isWhitespace }) == "none" { return true }
    guard CSSShadowText.looksLikeShadow(value) else { return false }
    if (try? CSSShadow.list(boxShadow: value, context: context)) != nil {
      log.add(
        .note, place, found: "lengths without a colour",
        expected: "a part of other values, not a shadow of its own")
      return false
    }
    return true
  }

  /// Whether a property's name says that it is a shadow, and not the colour or an offset of one.
  private static func namesShadow(_ name: String) -> Bool {
    let lower = name.lowercased()
    guard lower.contains("shadow") || lower.contains("elevation") else { return false }
    return SplitShadow.axis(of: ["", String(name.dropFirst(2))]) == nil
  }
}
