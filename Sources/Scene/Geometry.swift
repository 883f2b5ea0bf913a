/// A point, in the units its owner names; y grows downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in the units its owner names.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle by its top-left corner and its size, in the units its owner names.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
}

/// One value for each corner of a rectangle.
public struct Corners: Hashable, Sendable {
  public var topLeft: Double
  public var topRight: Double
  public var bottomRight: Double
  public var bottomLeft: Double

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
  public var rect: Rect
  public var radii: Corners
  public var curve: CornerCurve

  public init(rect: Rect, radii: Corners = .zero, curve: CornerCurve = .circular) {
    self.rect = rect
    self.radii = radii
    self.curve = curve
  }
}
