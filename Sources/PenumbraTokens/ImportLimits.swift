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
  static let gradientColors = 256
  static let lengthPixels = 100_000.0
  static let shapePixels = 2_000.0
  static let sigmaPixels = 500.0
  static let aliasDepth = 32
  static let textBytes = 1 << 14
  static let parsedBytes = 8 << 20
}
