public import PenumbraGraphics

/// The text of a cell.
///
/// Lengths in points; the text is never markup.
public struct Label: Hashable, Sendable {
  /// Never markup.
  public var text: String
  /// Of the font.
  public var size: Double
  /// CSS font weight, 1...1000; 400 is regular.
  public var weight: Int
  /// A family of fonts; nil is the machine's sans-serif.
  public var font: String?
  /// With straight alpha.
  public var color: Color
  /// Where lines start.
  public var alignment: TextAlignment
  /// The largest number of lines; 0 is no limit.
  ///
  /// What does not fit ends in an ellipsis.
  public var lines: Int
  /// From the cell's edges to the text's box.
  public var insets: EdgeInsets

  /// From its parts.
  public init(
    text: String, size: Double = 17, weight: Int = 400, font: String? = nil,
    color: Color = .black, alignment: TextAlignment = .leading, lines: Int = 1,
    insets: EdgeInsets = .zero
  ) {
    self.text = text
    self.size = size
    self.weight = weight
    self.font = font
    self.color = color
    self.alignment = alignment
    self.lines = lines
    self.insets = insets
  }
}

/// Insets from the edges of a box; leading is left, or right in a right-to-left layout.
///
/// Points.
public struct EdgeInsets: Hashable, Sendable {
  /// From the top edge.
  public var top: Double
  /// From the edge where lines start.
  public var leading: Double
  /// From the bottom edge.
  public var bottom: Double
  /// From the edge where lines end.
  public var trailing: Double

  /// From its parts.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// None.
  public static let zero = EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)
}

/// A mask over a whole cell, its shadows included, as `CALayer.mask` works.
public struct Mask: Hashable, Sendable {
  /// What of the frame shows.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// The ellipse's circle: the largest circle centred in the frame.
    case circle
    case rect
    case roundedRect
  }

  /// What of the frame shows.
  public var shape: Shape
  /// In the cell's own coordinates, points.
  public var frame: Rect
  /// Of all corners of a `roundedRect`.
  public var radius: Double
  /// How the mask meets the cell.
  public var rule: MaskRule

  /// From its parts.
  public init(shape: Shape, frame: Rect, radius: Double = 0, rule: MaskRule = .nonZero) {
    self.shape = shape
    self.frame = frame
    self.radius = radius
    self.rule = rule
  }
}

/// A cell's style after names, `extends`, elevation and defaults are resolved.
public struct ResolvedStyle: Hashable, Sendable {
  /// What fills the shape; nil leaves it empty.
  public var fill: Paint?
  /// As asked for, before they are made to fit.
  public var radii: Corners
  /// How corners bend.
  public var curve: CornerCurve
  /// First is on top, as in CSS: explicit shadows, then those of the elevation (key, then ambient).
  public var shadows: [Shadow]
  /// Over the whole cell, its shadows included.
  public var mask: Mask?
  /// Drawn over the content, clipped to the shape.
  public var overlay: Gradient?
  /// Drawn on the fill, below the overlay.
  public var label: Label?
  /// Of the whole cell, its shadows included, as one group.
  ///
  /// 0...1.
  public var opacity: Double
  /// What the elevation's shadows, already in `shadows`, came from.
  public var elevation: Elevation?
  /// How the cell's place in its run shapes its shadow.
  public var position: PositionRule?

  /// From its parts.
  public init(
    fill: Paint? = nil, radii: Corners = .zero, curve: CornerCurve = .circular,
    shadows: [Shadow] = [], mask: Mask? = nil, overlay: Gradient? = nil, label: Label? = nil,
    opacity: Double = 1, elevation: Elevation? = nil, position: PositionRule? = nil
  ) {
    self.fill = fill
    self.radii = radii
    self.curve = curve
    self.shadows = shadows
    self.mask = mask
    self.overlay = overlay
    self.label = label
    self.opacity = opacity
    self.elevation = elevation
    self.position = position
  }

  /// How much the cell surely hides of what lies below its shape, 0...1: its fill's alpha times its
  /// opacity.
  ///
  /// Of a gradient the most transparent stop counts; an image counts as opaque, a mask as hiding
  /// nothing.
  public var fillOpacity: Double {
    guard mask == nil else { return 0 }
    switch fill {
    case nil: return 0
    case .color(let color): return color.alpha * opacity
    case .gradient(let gradient):
      return gradient.stops.reduce(1) { min($0, $1.color.alpha) } * opacity
    case .image: return opacity
    }
  }
}
