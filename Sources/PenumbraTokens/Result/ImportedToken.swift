public import PenumbraGraphics

/// What a source means by the length it gives a blur.
public enum BlurMeaning: String, Hashable, Sendable, CaseIterable {
  /// CSS `box-shadow`, Figma, Sketch and token files: the length is twice the standard deviation.
  case blur
  /// `CALayer.shadowRadius` and SwiftUI: the length is the standard deviation in points.
  case radius
  /// CSS `drop-shadow()`, and sources whose own formula was applied: the standard deviation itself.
  case sigma
}

/// One shadow of a token.
///
/// Lengths in px of CSS, which are points of a scene.
public struct ImportedShadow: Hashable, Sendable {
  /// Whether it falls inside of the shape.
  public var isInset: Bool
  /// Rightwards and downwards.
  public var offset: Point
  /// The blur as its source gives it; never negative, see `blurMeaning`.
  public var blur: Double
  /// What `blur` means.
  public var blurMeaning: BlurMeaning
  /// Growth of the shape on every side.
  public var spread: Double
  /// In sRGB, the source's opacity already in its alpha.
  public var color: Color
  /// Whether the colour lay outside of sRGB, so that another one stands for it.
  public var wasColorGamutMapped: Bool
  /// Whether the shape is cut out of an outer shadow.
  public var isKnockedOut: Bool

  /// A shadow from its parts.
  public init(
    isInset: Bool = false, offset: Point, blur: Double, blurMeaning: BlurMeaning = .blur,
    spread: Double = 0, color: Color, wasColorGamutMapped: Bool = false, isKnockedOut: Bool = true
  ) {
    self.isInset = isInset
    self.offset = offset
    self.blur = blur
    self.blurMeaning = blurMeaning
    self.spread = spread
    self.color = color
    self.wasColorGamutMapped = wasColorGamutMapped
    self.isKnockedOut = isKnockedOut
  }

  /// The standard deviation of the blur, whatever the source called it.
  public var sigma: Double { blurMeaning == .blur ? blur / 2 : blur }

  /// The same blur as the length CSS `box-shadow` would give it.
  public var cssBlur: Double { blurMeaning == .blur ? blur : blur * 2 }
}

/// The shape that casts a token's shadows, where the source has one.
public struct ImportedShape: Hashable, Sendable {
  /// In points.
  public var size: Size
  /// Of the four corners.
  public var radii: Corners
  /// How the corners bend.
  public var curve: CornerCurve
  /// What fills the shape; nil where the source fills it with nothing.
  public var fill: Paint?
  /// Of the whole layer, its shadows included, 0...1.
  public var opacity: Double

  /// A shape from its parts.
  public init(
    size: Size, radii: Corners = .zero, curve: CornerCurve = .circular, fill: Paint? = nil,
    opacity: Double = 1
  ) {
    self.size = size
    self.radii = radii
    self.curve = curve
    self.fill = fill
    self.opacity = opacity
  }
}

/// A token, a declaration or a layer with shadows, everything resolved.
public struct ImportedToken: Hashable, Sendable {
  /// Its name in the source: the dotted path of a token, the selector of a rule, the names of a
  /// layer and what it lies in.
  public var path: String
  /// The mode or theme it was resolved in; nil where it is the same in all, or the file's own base.
  public var mode: String?
  /// First is on top, as in CSS; none is a token that says "no shadow".
  public var shadows: [ImportedShadow]
  /// The shape of the source's layer; nil for a bare token.
  public var shape: ImportedShape?

  /// A token from its parts.
  public init(
    path: String, mode: String? = nil, shadows: [ImportedShadow], shape: ImportedShape? = nil
  ) {
    self.path = path
    self.mode = mode
    self.shadows = shadows
    self.shape = shape
  }

  /// The path, with its mode in brackets where it has one.
  public var title: String {
    mode.map { "\(path) [\($0)]" } ?? path
  }
}
