internal import OrderedJSON
internal import PenumbraFiles

/// A table of tokens under one theme or choice of contexts.
struct TokenView {
  /// The theme or contexts; nil for the file's own default.
  var label: String?
  var table: TokenTable
}

/// The views of a file, and what they are called.
struct TokenViews {
  var views: [TokenView]
  /// The names a mode may be chosen by.
  var names: [String] = []

  /// Imports every view, and joins what is the same in all of them.
  func read(
    options: ImportOptions, dialect: ShadowReader.Dialect, log: inout ImportLog
  ) -> [ImportedToken] {
    ModeVariants.joined(
      views.map { view in
        let reader = TokenFileReader(table: view.table, options: options, dialect: dialect)
        return (view.label, reader.read(log: &log))
      })
  }

  /// Every choice of one from each list; nil if they are too many.
  static func combinations<Element>(_ lists: [[Element]]) -> [[Element]]? {
    var result: [[Element]] = [[]]
    for list in lists {
      guard result.count * list.count <= ImportLimits.modeCombinations else { return nil }
      result = result.flatMap { chosen in list.map { chosen + [$0] } }
    }
    return result
  }
}

/// Tokens Studio's files of several sets, and the themes that choose among them.
enum TokenSets {
  static func isMultiSet(_ root: JSONValue) -> Bool {
    root["$themes"] != nil || root["$metadata"] != nil
  }

  private struct Theme {
    var name: String
    var group: String
    var sets: Set<String>
  }

  /// A view per theme, or per combination of themes of several groups; without themes, all sets in
  /// order, and one view more for each set that redefines what an earlier one defines.
  static func views(
    _ root: JSONValue, source: Int, context: [(root: JSONValue, source: Int)],
    options: ImportOptions, log: inout ImportLog
  ) throws(ImportFault) -> TokenViews {
    let place = Place(source: source, offset: root.offset, path: "$themes")
    let sets = order(of: root)
    let roots = log.sources.indices.map { index in
      index == source ? root : context.first { $0.source == index }?.root ?? .init(.null)
    }
    let trees = Dictionary((root.members ?? []).map { ($0.key, $0.value) }) { $1 }
    func table(_ active: [String], output: Set<String>? = nil) -> TokenTable {
      var table = TokenTable(roots: roots)
      for (root, source) in context { table.addTree(root, source: source, isContext: true) }
      for name in active {
        guard let set = trees[name] else { continue }
        table.addTree(set, source: source, isContext: output.map { !$0.contains(name) } ?? false)
      }
      return table
    }
    let themes = themes(of: root)
    guard !themes.isEmpty else {
      let redefining = redefining(sets, trees)
      if redefining.count > ImportLimits.redefiningSets {
        log.add(
          .warning, place, found: "\(redefining.count) sets that define the same tokens",
          expected: "read apart: the first \(ImportLimits.redefiningSets) of them")
      }
      let apart = redefining.prefix(ImportLimits.redefiningSets).map { set in
        TokenView(label: set, table: table(sets.filter { $0 != set } + [set]))
      }
      return TokenViews(views: [TokenView(label: nil, table: table(sets))] + apart)
    }
    var groups: [(String, [Theme])] = []
    for theme in themes where options.mode == nil || matches(theme, themes, options.mode) {
      if let index = groups.firstIndex(where: { $0.0 == theme.group }) {
        groups[index].1.append(theme)
      } else {
        groups.append((theme.group, [theme]))
      }
    }
    guard let combinations = TokenViews.combinations(groups.map(\.1)) else {
      throw ImportFault(
        place: place, found: "more combinations of themes",
        expected: "at most \(ImportLimits.modeCombinations); choose one with a mode")
    }
    var views = combinations.map { combination in
      TokenView(
        label: combination.map(\.name).joined(separator: ", "),
        table: table(sets.filter { set in combination.contains { $0.sets.contains(set) } }))
    }
    for set in sets where !themes.contains(where: { $0.sets.contains(set) }) {
      log.add(
        .note, Place(source: source, offset: root[set]?.offset ?? 0, path: set),
        found: "a set of no theme", expected: "read with all sets under it")
      views.append(
        TokenView(label: set, table: table(sets.filter { $0 != set } + [set], output: [set])))
    }
    return TokenViews(views: views, names: themes.map(\.name))
  }

  /// With a mode chosen, its group keeps that theme only; other groups keep all of theirs.
  private static func matches(_ theme: Theme, _ themes: [Theme], _ mode: String?) -> Bool {
    guard let chosen = themes.first(where: { $0.name == mode }) else { return true }
    return theme.group != chosen.group || theme.name == chosen.name
  }

  /// The sets that define what an earlier one defines, and the first of all, if there are any.
  private static func redefining(
    _ sets: [String], _ trees: [String: JSONValue]
  ) -> [String] {
    var seen: Set<String> = []
    var result: [String] = []
    for set in sets {
      var own = TokenTable(roots: [])
      own.addTree(trees[set] ?? .init(.null), source: 0, isContext: false)
      let paths = own.tokens.map(\.path)
      if !seen.isDisjoint(with: paths) { result.append(set) }
      seen.formUnion(paths)
    }
    guard let first = sets.first, !result.isEmpty else { return [] }
    return [first] + result
  }

  private static func order(of root: JSONValue) -> [String] {
    let names = (root.members ?? []).map(\.key).filter { !$0.hasBytePrefix("$") }
    let known = Set(names)
    var placed: Set<String> = []
    let stated = (root["$metadata"]?["tokenSetOrder"]?.array ?? []).compactMap(\.string)
      .filter { known.contains($0) && placed.insert($0).inserted }
    return stated + names.filter { !placed.contains($0) }
  }

  private static func themes(of root: JSONValue) -> [Theme] {
    (root["$themes"]?.array ?? []).compactMap { theme in
      guard let name = theme["name"]?.string else { return nil }
      let sets = (theme["selectedTokenSets"]?.members ?? []).filter {
        $0.value.string == "enabled" || $0.value.string == "source"
      }
      return Theme(
        name: name, group: theme["group"]?.string ?? "", sets: Set(sets.map(\.key)))
    }
  }
}
