/// A picture in memory: sRGB, 8 bits a channel, rows from the top without padding.
public struct Bitmap: Hashable, Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// 3 (RGB) or 4 (RGBA, straight alpha).
  public let channels: Int
  private let bytes: [UInt8]

  /// `bytes.count` must be `width * height * channels`.
  public init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
    precondition(channels == 3 || channels == 4, "a bitmap is RGB or RGBA")
    precondition(bytes.count == width * height * channels, "the bytes do not match the size")
    self.width = width
    self.height = height
    self.channels = channels
    self.bytes = bytes
  }

  /// From the beginning of a row to that of the next.
  public var bytesPerRow: Int { width * channels }

  /// Lends all bytes.
  public func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try body(bytes.span)
  }

  /// Lends all bytes to what takes a pointer.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }
}
