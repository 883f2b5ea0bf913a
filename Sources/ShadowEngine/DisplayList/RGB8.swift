/// An 8-bit sRGB-encoded colour without alpha.
public struct RGB8: Hashable, Sendable {
  /// 0...255.
  public var red: UInt8
  /// 0...255.
  public var green: UInt8
  /// 0...255.
  public var blue: UInt8

  /// A colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
