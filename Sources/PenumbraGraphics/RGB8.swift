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

extension RGB8 {
  /// A colour's components rounded to 8 bits, halves up; its alpha is left out.
  public init(_ color: Color) {
    self.init(
      red: Self.level(color.red), green: Self.level(color.green), blue: Self.level(color.blue))
  }

  private static func level(_ component: Double) -> UInt8 {
    let level = (255 * component + 0.5).rounded(.down)
    return level >= 255 ? 255 : level > 0 ? UInt8(level) : 0
  }
}
