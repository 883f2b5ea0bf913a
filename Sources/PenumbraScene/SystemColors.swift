internal import PenumbraGraphics

/// The colours that iOS names, as they are on a light ground.
///
/// Source: Human Interface Guidelines, Color, "Specifications" (iOS 13 to 18, default light), and
/// the values that `UIColor` resolves to in `UIUserInterfaceStyle.light`.
enum SystemColors {
  /// By name in lower case: names of colours match in any case, as in CSS.
  static let light: [String: Color] = {
    var colors: [String: Color] = [:]
    for (name, rgb) in opaque { colors[name.lowercased()] = color(rgb) }
    for (name, rgb, alpha) in translucent { colors[name.lowercased()] = color(rgb, alpha: alpha) }
    return colors
  }()

  /// The names as Apple writes them, for suggestions and the schema.
  static let names: [String] = opaque.map(\.0) + translucent.map(\.0)

  private static func color(_ rgb: UInt32, alpha: Double = 1) -> Color {
    Color(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255, alpha: alpha)
  }

  private static let opaque: [(String, UInt32)] = [
    ("systemRed", 0xFF3B30),
    ("systemOrange", 0xFF9500),
    ("systemYellow", 0xFFCC00),
    ("systemGreen", 0x34C759),
    ("systemMint", 0x00C7BE),
    ("systemTeal", 0x30B0C7),
    ("systemCyan", 0x32ADE6),
    ("systemBlue", 0x007AFF),
    ("systemIndigo", 0x5856D6),
    ("systemPurple", 0xAF52DE),
    ("systemPink", 0xFF2D55),
    ("systemBrown", 0xA2845E),
    ("systemGray", 0x8E8E93),
    ("systemGray2", 0xAEAEB2),
    ("systemGray3", 0xC7C7CC),
    ("systemGray4", 0xD1D1D6),
    ("systemGray5", 0xE5E5EA),
    ("systemGray6", 0xF2F2F7),
    ("label", 0x000000),
    ("link", 0x007AFF),
    ("opaqueSeparator", 0xC6C6C8),
    ("systemBackground", 0xFFFFFF),
    ("secondarySystemBackground", 0xF2F2F7),
    ("tertiarySystemBackground", 0xFFFFFF),
    ("systemGroupedBackground", 0xF2F2F7),
    ("secondarySystemGroupedBackground", 0xFFFFFF),
    ("tertiarySystemGroupedBackground", 0xF2F2F7),
  ]

  private static let translucent: [(String, UInt32, Double)] = [
    ("secondaryLabel", 0x3C3C43, 0.6),
    ("tertiaryLabel", 0x3C3C43, 0.3),
    ("quaternaryLabel", 0x3C3C43, 0.18),
    ("placeholderText", 0x3C3C43, 0.3),
    ("separator", 0x3C3C43, 0.29),
    ("systemFill", 0x787880, 0.2),
    ("secondarySystemFill", 0x787880, 0.16),
    ("tertiarySystemFill", 0x767680, 0.12),
    ("quaternarySystemFill", 0x747480, 0.08),
  ]
}
