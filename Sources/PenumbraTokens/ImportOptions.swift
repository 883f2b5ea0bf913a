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
