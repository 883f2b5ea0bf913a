/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// Left edge.
  public var x: Int
  /// Top edge; y grows downwards.
  public var y: Int
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  /// A rectangle by its top-left corner and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
