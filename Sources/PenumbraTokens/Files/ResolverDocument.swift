internal import OrderedJSON
internal import PenumbraFiles

/// A resolver document of DTCG 2025.10: sets and modifiers, put together in a stated order.
struct ResolverDocument {
  /// A step of the resolution order.
  private enum Step {
    case sources([JSONValue])
    case modifier(Modifier)
  }

  private struct Modifier {
    var name: String
    var contexts: [(name: String, sources: [JSONValue])]
    var defaultContext: String?
  }

  private let root: JSONValue
  private let source: Int
  private let sources: [ImportSource]
  private let roots: [JSONValue]
  private let context: [(root: JSONValue, source: Int)]

  static func isResolver(_ root: JSONValue) -> Bool {
    root["resolutionOrder"]?.array != nil
  }

  init(
    _ root: JSONValue, source: Int, context: [(root: JSONValue, source: Int)],
    sources: [ImportSource]
  ) {
    self.root = root
    self.source = source
    self.sources = sources
    self.context = context
    roots = sources.indices.map { index in
      index == source ? root : context.first { $0.source == index }?.root ?? .init(.null)
    }
  }

  /// A view per combination of contexts; the defaults come first, as the file's own base.
  func views(options: ImportOptions) throws(ImportFault) -> TokenViews {
    var steps: [Step] = []
    for (index, entry) in (root["resolutionOrder"]?.array ?? []).enumerated() {
      let place = Place(source: source, offset: entry.offset, path: "resolutionOrder[\(index)]")
      steps.append(try step(entry, place))
    }
    let modifiers = steps.compactMap { step in
      if case .modifier(let modifier) = step { modifier } else { nil }
    }
    let choices = modifiers.map { modifier in
      let names = modifier.contexts.map(\.name)
      if let mode = options.mode, names.contains(mode) { return [mode] }
      guard let base = modifier.defaultContext else { return names }
      return options.mode == nil ? [base] + names.filter { $0 != base } : [base]
    }
    guard let combinations = TokenViews.combinations(choices) else {
      throw ImportFault(
        place: Place(source: source, offset: root.offset, path: "resolutionOrder"),
        found: "more combinations of contexts",
        expected: "at most \(ImportLimits.modeCombinations); choose one with a mode")
    }
    var views: [TokenView] = []
    for combination in combinations {
      let chosen = zip(combination, modifiers).filter { $0 != $1.defaultContext }.map(\.0)
      views.append(
        TokenView(
          label: chosen.isEmpty ? nil : chosen.joined(separator: ", "),
          table: try table(steps, combination)))
    }
    return TokenViews(views: views, names: modifiers.flatMap { $0.contexts.map(\.name) })
  }

  private func table(_ steps: [Step], _ contexts: [String]) throws(ImportFault) -> TokenTable {
    var table = TokenTable(roots: roots)
    for (root, source) in context { table.addTree(root, source: source, isContext: true) }
    var chosen = contexts[...]
    for step in steps {
      switch step {
      case .sources(let sources):
        try add(sources, to: &table, depth: 0)
      case .modifier(let modifier):
        let name = chosen.popFirst()
        guard let context = modifier.contexts.first(where: { $0.name == name }) else { continue }
        try add(context.sources, to: &table, depth: 0)
      }
    }
    return table
  }

  /// Adds sources in order: tokens written here, a set of this document, or another file that was
  /// given along with it.
  private func add(
    _ list: [JSONValue], to table: inout TokenTable, depth: Int
  ) throws(ImportFault) {
    for entry in list {
      guard let reference = entry["$ref"]?.string else {
        table.addTree(entry, source: source, isContext: false)
        continue
      }
      let place = Place(source: source, offset: entry.offset, path: "sources")
      guard depth < 16 else {
        throw ImportFault(
          place: place, found: "the reference \"\(reference)\"",
          expected: "sets that do not contain themselves")
      }
      if reference.hasBytePrefix("#/") {
        try add(
          try target(of: reference, place)["sources"]?.array ?? [], to: &table, depth: depth + 1)
        continue
      }
      guard let file = context.first(where: { matches(sources[$0.source].name, reference) }) else {
        throw ImportFault(
          place: place, found: "the reference to the file \"\(reference)\"",
          expected: "that file to be given along with this one")
      }
      table.addTree(file.root, source: file.source, isContext: false)
    }
  }

  private func matches(_ name: String, _ reference: String) -> Bool {
    let file = reference.splitBytes(at: "#").first ?? reference
    let base = file.splitBytes(at: "/").last ?? file
    return name == file || name == base || name.hasByteSuffix("/" + base)
  }

  private func target(of reference: String, _ place: Place) throws(ImportFault) -> JSONValue {
    var value: JSONValue? = root
    for key in reference.droppingBytes(first: 2).splitBytes(at: "/") { value = value?[key] }
    guard let value else {
      throw ImportFault(
        place: place, found: "the reference \"\(reference)\"",
        expected: "a set or modifier of this document")
    }
    return value
  }

  private func step(_ entry: JSONValue, _ place: Place) throws(ImportFault) -> Step {
    var entry = entry
    var name = entry["name"]?.string
    if let reference = entry["$ref"]?.string {
      guard reference.hasBytePrefix("#/") else {
        throw ImportFault(
          place: place, found: "the reference \"\(reference)\"",
          expected: "a set or modifier of this document, like \"#/sets/base\"")
      }
      name = reference.splitBytes(at: "/").last
      entry = try target(of: reference, place)
    }
    if let contexts = entry["contexts"]?.members {
      return .modifier(
        Modifier(
          name: name ?? "modifier",
          contexts: contexts.map { ($0.key, $0.value.array ?? [$0.value]) },
          defaultContext: entry["default"]?.string))
    }
    guard let sources = entry["sources"]?.array else {
      throw ImportFault(
        place: place, found: entry.kindDescription,
        expected: "a set with sources, or a modifier with contexts")
    }
    return .sources(sources)
  }
}
