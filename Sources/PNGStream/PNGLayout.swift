/// The size and the channels of a picture of 8-bit pixels.
public struct PNGLayout: Hashable, Sendable {
  /// Pixels, 1 to 2^31 - 1.
  public let width: Int
  /// Rows, 1 to 2^31 - 1.
  public let height: Int
  /// 1 (grey), 3 (RGB) or 4 (RGBA, straight alpha).
  public let channels: Int

  /// A picture that PNG can hold; other values are caller bugs.
  public init(width: Int, height: Int, channels: Int) {
    let sides = 1...Int(Int32.max)
    precondition(sides.contains(width) && sides.contains(height), "PNG has 1 to 2^31 - 1 a side")
    precondition([1, 3, 4].contains(channels), "a picture is grey, RGB or RGBA")
    self.width = width
    self.height = height
    self.channels = channels
  }

  /// Bytes of a row without padding.
  public var bytesPerRow: Int { width * channels }

  /// Rows of a band: about half a megabyte of pixels, which stay in the second-level cache from the
  /// painter to the encoder; 8 at least and 256 at most.
  ///
  /// The size of the picture alone decides, so that equal pixels give equal files.
  public var bandHeight: Int { min(height, max(8, min(256, (896 << 10) / bytesPerRow))) }
}
