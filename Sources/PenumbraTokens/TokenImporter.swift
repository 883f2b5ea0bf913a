internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraGraphics

/// Reads what designers already have: design tokens, style sheets, Figma and Sketch.
///
/// Every shadow of a file comes out resolved, or is refused with its path and the reason; nothing is
/// replaced by a default that merely looks plausible. What the lengths of each source mean stays
/// recorded in every shadow.
public enum TokenImporter {
  /// Imports a file.
  ///
  /// `context` are further files whose tokens aliases may name; they are not
  /// imported themselves.
  ///
  /// - Throws: `ImportError` where the file as a whole cannot be read. Faults of single tokens are
  ///   diagnostics of the result, and the rest goes on.
  public static func read(
    _ source: ImportSource, context: [ImportSource] = [], options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportResult {
    var job = ImportJob(sources: [source] + context, options: options)
    return try job.run()
  }

  /// Imports one CSS value, such as stands on a command line, or declarations between semicolons.
  public static func read(
    css text: String, name: String = "CSS", options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportResult {
    var options = options
    options.format = .cssValue
    return try read(ImportSource(name: name, bytes: Array(text.utf8)), options: options)
  }
}

/// One import.
struct ImportJob {
  private let sources: [ImportSource]
  private let options: ImportOptions
  private var log: ImportLog

  init(sources: [ImportSource], options: ImportOptions) {
    self.sources = sources
    self.options = options
    log = ImportLog(sources: sources)
  }

  mutating func run() throws(ImportError) -> ImportResult {
    let main = sources[0]
    for source in sources where source.bytes.count > ImportLimits.bytes {
      throw .tooLarge(
        source: source.name, found: "\(source.bytes.count) bytes", limit: "\(ImportLimits.bytes)")
    }
    switch options.format ?? FormatDetection.textFormat(of: main) {
    case .cssValue:
      return try value(main)
    case .styleSheet:
      return try styleSheet(main.bytes)
    default:
      return try tree(FormatDetection.tree(of: main))
    }
  }

  private mutating func result(
    _ format: ImportFormat, _ tokens: [ImportedToken], modes: [String]
  ) throws(ImportError) -> ImportResult {
    if let mode = options.mode, !modes.contains(mode) {
      throw .unknownMode(source: sources[0].name, mode: mode, known: modes)
    }
    let drawable = tokens.filter { isDrawable($0) }.map { withDrawableShape($0) }
    if drawable.isEmpty && !log.hasErrors {
      log.add(
        .note, Place(source: 0, offset: -1, path: ""), found: "a file without shadows",
        expected: "nothing to import")
    }
    return ImportResult(
      format: format, tokens: drawable, diagnostics: log.diagnostics, layerCount: log.layerCount)
  }

  /// The token without a shape too large to be shown beside others.
  private mutating func withDrawableShape(_ token: ImportedToken) -> ImportedToken {
    guard let shape = token.shape else { return token }
    let corners = [
      shape.radii.topLeft, shape.radii.topRight, shape.radii.bottomRight, shape.radii.bottomLeft,
    ]
    let isSmall = max(shape.size.width, shape.size.height) <= ImportLimits.shapePixels
    guard !isSmall || !corners.allSatisfy({ (0...ImportLimits.lengthPixels).contains($0) }) else {
      return token
    }
    log.add(
      .warning, Place(source: 0, offset: -1, path: token.title),
      found: "a shape of \(shape.size.width) x \(shape.size.height)",
      expected:
        "shown on a plain card: at most \(Int(saturating: ImportLimits.shapePixels)) a side are drawn"
    )
    var token = token
    token.shape = nil
    return token
  }

  /// Whether a scene can hold the token; what it cannot is refused here, where the token is known.
  private mutating func isDrawable(_ token: ImportedToken) -> Bool {
    for (index, shadow) in token.shadows.enumerated() {
      let lengths = [shadow.offset.x, shadow.offset.y, shadow.spread]
      let isLong = lengths.contains { $0.magnitude > ImportLimits.lengthPixels }
      guard isLong || shadow.sigma > ImportLimits.sigmaPixels else { continue }
      log.error(
        ImportFault(
          place: Place(source: 0, offset: -1, path: "\(token.title)[\(index)]"),
          found: "lengths of \(ResolvedShadows.css([shadow]))",
          expected:
            "offsets and a spread of at most \(Int(saturating: ImportLimits.lengthPixels)) px and a "
            + "blur of at most \(Int(saturating: ImportLimits.sigmaPixels * 2)) px"))
      return false
    }
    return true
  }

  // MARK: CSS

  private mutating func value(_ source: ImportSource) throws(ImportError) -> ImportResult {
    let text = String(decoding: source.bytes, as: UTF8.self)
    let place = Place(source: 0, offset: 0, path: "")
    if text.contains("{") && text.contains(";") && ForeignSyntax.description(of: text) == nil
      || FormatDetection.isDeclaration(text)
    {
      return try styleSheet(Array(("shadow {" + text + "}").utf8))
    }
    let plain: String
    do {
      plain = try CSSCustomProperties().resolve(text)
    } catch {
      for index in 0..<CSSShadowText.layerCount(text) { log.countLayer(place, index: index) }
      log.error(ImportFault(css: error, in: text, place))
      return try result(.cssValue, [], modes: [])
    }
    let schemes = schemes(of: text)
    var views: [(label: String?, tokens: [ImportedToken])] = []
    for (label, scheme) in schemes {
      let context = CSSContext(rootFontSize: options.rootFontSize, colorScheme: scheme)
      do {
        let shadows = try CSSShadowText.read(plain, context: context, place, log: &log)
        let path = CSSShadowText.withoutPriority(text)
        views.append((label, [ImportedToken(path: path, shadows: shadows)]))
      } catch {
        log.error(error)
      }
    }
    return try result(
      .cssValue, ModeVariants.joined(views), modes: schemes.compactMap(\.label))
  }

  /// The colour schemes that CSS text must be read in: the dark one too where `light-dark()` names
  /// it.
  private func schemes(
    of text: String
  ) -> [(label: String?, scheme: CSSContext.ColorScheme)] {
    guard text.lowercased().contains("light-dark(") else { return [(nil, .light)] }
    return options.mode == "dark" ? [("dark", .dark)] : [(nil, .light), ("dark", .dark)]
  }

  private mutating func styleSheet(_ bytes: [UInt8]) throws(ImportError) -> ImportResult {
    let sheet: CSSStyleSheet
    do {
      sheet = try CSSStyleSheet(bytes)
    } catch {
      let location = JSONLocation(of: error.offset, in: bytes)
      throw .malformed(
        source: sources[0].name, line: location.line, column: location.column, found: error.found,
        expected: error.expected)
    }
    if let invalid = sheet.firstInvalid,
      let foreign = ForeignSyntax.description(of: invalid.text)
        ?? (invalid.text.hasBytePrefix("@") ? "a Sass mixin" : nil)
    {
      let line = JSONLocation(of: invalid.offset, in: bytes).line
      throw .unsupported(
        source: sources[0].name, found: "\(foreign) in line \(line)",
        remedy: "compile it to plain CSS first")
    }
    let schemes = schemes(of: String(decoding: bytes, as: UTF8.self))
    var views: [(label: String?, tokens: [ImportedToken])] = []
    var modes = schemes.compactMap(\.label)
    for (label, scheme) in schemes {
      var file = StyleSheetFile(sheet, source: 0, options: options, colorScheme: scheme)
      views.append((label, file.read(log: &log)))
      if views.count == 1 { modes += file.modeNames }
    }
    return try result(.styleSheet, ModeVariants.joined(views), modes: modes)
  }

  // MARK: Trees

  private mutating func tree(_ root: JSONValue) throws(ImportError) -> ImportResult {
    let format: ImportFormat
    if let stated = options.format {
      format = stated
    } else {
      format = try FormatDetection.format(of: root, name: sources[0].name)
    }
    switch format {
    case .figma:
      var file = FigmaFile(source: 0)
      file.read(root, log: &log)
      return try result(format, file.tokens, modes: [])
    case .sketch:
      var page = SketchPage(source: 0)
      page.read(root, log: &log)
      return try result(format, page.tokens, modes: [])
    default:
      return try tokens(root, format)
    }
  }

  private mutating func tokens(
    _ root: JSONValue, _ format: ImportFormat
  ) throws(ImportError) -> ImportResult {
    var context: [(root: JSONValue, source: Int)] = []
    for index in sources.indices.dropFirst() {
      context.append((try FormatDetection.tree(of: sources[index]), index))
    }
    let views: TokenViews
    do {
      switch format {
      case .dtcgResolver:
        views = try ResolverDocument(root, source: 0, context: context, sources: sources)
          .views(options: options)
      case .tokensStudio where TokenSets.isMultiSet(root):
        views = try TokenSets.views(
          root, source: 0, context: context, options: options, log: &log)
      default:
        views = TokenViews(views: [TokenView(table: table(root, format, context))])
      }
    } catch {
      log.error(error)
      return try result(format, [], modes: options.mode.map { [$0] } ?? [])
    }
    let tokens = views.read(
      options: options, dialect: format == .dtif ? .dtif : .tokens, log: &log)
    let inner = views.views.flatMap {
      TokenModes($0.table, references: $0.table.tokens.map { _ in [] }).names
    }
    return try result(format, tokens, modes: views.names + inner)
  }

  private func table(
    _ root: JSONValue, _ format: ImportFormat, _ context: [(root: JSONValue, source: Int)]
  ) -> TokenTable {
    var table = TokenTable(roots: [root] + context.map(\.root))
    for (root, source) in context {
      if TokenTable.isTheo(root) {
        table.addTheo(root, source: source, isContext: true)
      } else {
        table.addTree(root, source: source, isContext: true)
      }
    }
    switch format {
    case .theo: table.addTheo(root, source: 0, isContext: false)
    case .cssValues: table.addFlat(root, source: 0)
    default: table.addTree(root, source: 0, isContext: false)
    }
    return table
  }
}

extension TokenTable {
  /// Adds a flat object, or nested ones, whose texts are the values themselves, or lists of texts
  /// with a layer each.
  mutating func addFlat(_ root: JSONValue, source: Int) {
    func walk(_ value: JSONValue, _ segments: [String]) {
      let isList =
        value.array.map { list in !list.isEmpty && list.allSatisfy { $0.string != nil } } ?? false
      if value.string != nil || isList {
        add(
          Token(
            segments: segments, node: value, value: value, modes: [], type: nil, source: source,
            isContext: false))
      }
      for member in value.members ?? [] { walk(member.value, segments + [member.key]) }
    }
    walk(root, [])
  }
}
