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
