/// A point, in the units its owner names; y grows downwards.
public struct Point: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// From its parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// All zero.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in the units its owner names.
public struct Size: Hashable, Sendable {
  /// To the right.
  public var width: Double
  /// Downwards.
  public var height: Double

  /// From its parts.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle by its top-left corner and its size, in the units its owner names.
public struct Rect: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double
  /// To the right.
  public var width: Double
  /// Downwards.
  public var height: Double

  /// From its parts.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
}

/// One value for each corner of a rectangle.
public struct Corners: Hashable, Sendable {
  /// First in a list of four.
  public var topLeft: Double
  /// Second in a list of four.
  public var topRight: Double
  /// Third in a list of four.
  public var bottomRight: Double
  /// Last in a list of four.
  public var bottomLeft: Double

  /// From its parts.
  public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The same value at all four corners.
  public init(all value: Double) {
    self.init(topLeft: value, topRight: value, bottomRight: value, bottomLeft: value)
  }

  /// All zero.
  public static let zero = Corners(all: 0)
}

/// How a rounded corner bends: a quarter of a circle, or the smoother corner of iOS
/// (`CALayerCornerCurve.continuous`).
public enum CornerCurve: String, Hashable, Sendable, CaseIterable {
  case circular
  case continuous
}

/// A rounded rectangle in the units its owner names.
///
/// Radii are as asked for; where two do not fit a side, all four are scaled down together
/// (CSS Backgrounds 3, section 5.5) by whoever draws the shape.
public struct RoundedRect: Hashable, Sendable {
  /// The box.
  public var rect: Rect
  /// As asked for, before they are made to fit.
  public var radii: Corners
  /// How all four corners bend.
  public var curve: CornerCurve

  /// From its parts.
  public init(rect: Rect, radii: Corners = .zero, curve: CornerCurve = .circular) {
    self.rect = rect
    self.radii = radii
    self.curve = curve
  }
}
