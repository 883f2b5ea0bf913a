/// A rectangle of whole pixels; pixel (x, y) covers [x, x + 1) x [y, y + 1).
public struct PixelRect: Hashable, Sendable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A negative width or height is a caller bug; 0 is an empty rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a pixel rectangle of negative size")
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle that holds every pixel touched by the given bounds.
  public init(coveringX minX: Double, _ minY: Double, to maxX: Double, _ maxY: Double) {
    let left = Int(minX.rounded(.down))
    let top = Int(minY.rounded(.down))
    self.init(
      x: left, y: top, width: max(0, Int(maxX.rounded(.up)) - left),
      height: max(0, Int(maxY.rounded(.up)) - top))
  }

  /// The column after the last.
  public var maxX: Int { x + width }
  /// The row after the last.
  public var maxY: Int { y + height }
  /// Whether it holds no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// What both hold; empty where they do not meet.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle grown by `margin` pixels on every side.
  public func grown(by margin: Int) -> PixelRect {
    PixelRect(
      x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// One float64 number for every pixel of a rectangle, rows top to bottom.
public struct PixelField: Sendable {
  /// The pixels.
  public let rect: PixelRect
  /// Row-major.
  public var values: [Double]

  /// A field that holds `value` everywhere.
  public init(_ rect: PixelRect, filledWith value: Double = 0) {
    self.rect = rect
    self.values = [Double](repeating: value, count: rect.width * rect.height)
  }

  /// The value at canvas pixel (x, y); 0 outside of the rectangle.
  public func value(x: Int, y: Int) -> Double {
    guard x >= rect.x, x < rect.maxX, y >= rect.y, y < rect.maxY else { return 0 }
    return values[(y - rect.y) * rect.width + x - rect.x]
  }
}
