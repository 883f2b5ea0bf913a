/// The kinds of file that are read.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// Tokens of the W3C's community group (DTCG), and what is written like them.
  case dtcg
  /// A resolver document of the same group.
  case dtcgResolver
  /// Tokens Studio for Figma.
  case tokensStudio
  /// Style Dictionary, and flat files of its kind.
  case styleDictionary
  /// Theo: props, aliases, global.
  case theo
  /// The Design Token Interchange Format.
  case dtif
  /// A flat JSON object of CSS values.
  case cssValues
  /// A style sheet.
  case styleSheet
  /// One CSS value.
  case cssValue
  /// Figma's REST API.
  case figma
  /// A page of a Sketch document.
  case sketch
}

/// Text to import, and what to call it.
public struct ImportSource: Sendable {
  /// For diagnostics and for telling formats apart by ending; need not exist.
  public var name: String
  /// As read.
  public var bytes: [UInt8]

  /// A source.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// How to import.
public struct ImportOptions: Hashable, Sendable {
  /// Which end of eight hexadecimal digits is the alpha.
  public enum HexOrder: String, Hashable, Sendable, CaseIterable {
    /// `#rrggbbaa`, as CSS has it.
    case rgba
    /// `#aarrggbb`, as Android has it.
    case argb
  }

  /// What `rem` means, in px.
  public var rootFontSize: Double
  /// The only mode, theme or context to resolve in; nil resolves in all.
  public var mode: String?
  /// How colours of eight hexadecimal digits in token files are read.
  public var hexOrder: HexOrder
  /// The format, where it shall not be found out.
  public var format: ImportFormat?

  /// The defaults of a browser; every mode.
  public init(
    rootFontSize: Double = 16, mode: String? = nil, hexOrder: HexOrder = .rgba,
    format: ImportFormat? = nil
  ) {
    self.rootFontSize = rootFontSize
    self.mode = mode
    self.hexOrder = hexOrder
    self.format = format
  }
}

/// What is wrong, doubtful or worth knowing about one token.
public struct ImportDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The token is not imported.
    case error
    /// It is imported, but may not look as it did where it comes from.
    case warning
    /// It is imported as meant; something was changed or left out on the way.
    case note
  }

  /// How much it matters.
  public var severity: Severity
  /// The name of the source.
  public var source: String
  /// From 1; nil where the source has no lines of its own.
  public var line: Int?
  /// From 1.
  public var column: Int?
  /// The token's path, and the place in it.
  public var path: String
  /// What stands there, in words.
  public var found: String
  /// What should stand there, or what was done, in words.
  public var expected: String

  /// One line: `file:line:column: severity: path: expected ..., found ...`.
  public var description: String { text(severity: severity.rawValue + ": ") }

  /// The same without the severity, for where that is said already.
  public var message: String { text(severity: "") }

  private func text(severity word: String) -> String {
    let place = line.map { "\(source):\($0):\(column ?? 1)" } ?? source
    let text = severity == .error ? "expected \(expected), found \(found)" : "\(found): \(expected)"
    return "\(place): \(word)\(path.isEmpty ? "" : path + ": ")\(text)"
  }
}

/// What came out of a file.
public struct ImportResult: Hashable, Sendable {
  /// What the file was read as.
  public var format: ImportFormat
  /// In the order of the file; a token's modes follow it.
  public var tokens: [ImportedToken]
  /// In the order of the file.
  public var diagnostics: [ImportDiagnostic]
  /// How many shadow layers stand in the file, refused ones and those of modes included, layers
  /// behind an alias counted once.
  public var layerCount: Int

  /// Whether a token was refused.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Why a whole file cannot be imported.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not what its format asks for.
  case malformed(source: String, line: Int, column: Int, found: String, expected: String)
  /// Nothing known is written like this.
  case unknownFormat(source: String, found: String)
  /// A format that is known and not read.
  case unsupported(source: String, found: String, remedy: String)
  /// The file has no such mode.
  case unknownMode(source: String, mode: String, known: [String])
  /// More than is read.
  case tooLarge(source: String, found: String, limit: String)

  /// One sentence for a user.
  public var description: String {
    switch self {
    case .malformed(let source, let line, let column, let found, let expected):
      "\(source):\(line):\(column): expected \(expected), found \(found)"
    case .unknownFormat(let source, let found):
      "\(source): expected design tokens, CSS, or the JSON of Figma or Sketch, found \(found)"
    case .unsupported(let source, let found, let remedy):
      "\(source): \(found) is not read; \(remedy)"
    case .unknownMode(let source, let mode, let known):
      "\(source): no mode \"\(mode)\"; "
        + (known.isEmpty ? "the file has none" : "it has " + known.joined(separator: ", "))
    case .tooLarge(let source, let found, let limit):
      "\(source): \(found), at most \(limit)"
    }
  }
}

/// What an import may cost: reached by hostile files only.
enum ImportLimits {
  static let bytes = 64 << 20
  static let layersPerToken = 256
  /// What reading a layer counts as, in bytes of text.
  static let bytesPerLayer = 256
  /// What replacing an alias counts as, in bytes of text.
  static let bytesPerAlias = 8
  static let aliasesPerToken = 10_000
  static let diagnostics = 10_000
  static let modeCombinations = 64
  static let redefiningSets = 16
  static let lengthPixels = 100_000.0
  static let shapePixels = 2_000.0
  static let sigmaPixels = 500.0
  static let aliasDepth = 32
  static let textBytes = 1 << 14
  static let parsedBytes = 8 << 20
}
