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

  /// Rows of a band: 896 KiB of pixels, which stay in the second-level cache from the painter to the
  /// encoder, 256 at most; but at least 24, since each band costs the painter a little, as long as
  /// they take no more than 4 MiB, and 8 up to 16 MiB.
  ///
  /// The size of the picture alone decides, so that equal pixels give equal files.
  public var bandHeight: Int {
    let fitting = (896 << 10) / bytesPerRow
    let cheap = min(24, (4 << 20) / bytesPerRow)
    let least = max(1, min(8, (16 << 20) / bytesPerRow))
    return min(height, max(least, min(256, max(fitting, cheap))))
  }
}
