public import PenumbraGraphics

/// What a CSS value depends on beyond its own text.
public struct CSSContext: Hashable, Sendable {
  /// Which side of `light-dark()` counts.
  public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
    /// The first colour.
    case light
    /// The second colour.
    case dark
  }

  /// What `rem` means, in px.
  public var rootFontSize: Double
  /// What `em` means, in px.
  public var fontSize: Double
  /// What `currentColor` means inside of other colours; on its own a shadow keeps it open.
  public var currentColor: Color
  /// Which side of `light-dark()` counts.
  public var colorScheme: ColorScheme
  /// Names beyond those of CSS, in lower case; like all CSS keywords they match in any case.
  public var extraColors: [String: Color]

  /// The initial values of a browser: 16 px, black, light; `em` is the root's size unless given.
  public init(
    rootFontSize: Double = 16, fontSize: Double? = nil, currentColor: Color = .black,
    colorScheme: ColorScheme = .light, extraColors: [String: Color] = [:]
  ) {
    self.rootFontSize = rootFontSize
    self.fontSize = fontSize ?? rootFontSize
    self.currentColor = currentColor
    self.colorScheme = colorScheme
    self.extraColors = extraColors
  }
}
