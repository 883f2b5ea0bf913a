/// The size and channels of a picture of 8-bit pixels.
public struct PixelLayout: Hashable, Sendable {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int
  /// 3 (RGB) or 4 (RGBA, straight alpha).
  public var channels: Int

  /// A picture of `width` x `height` pixels of 3 or 4 channels; other values are caller bugs.
  public init(width: Int, height: Int, channels: Int) {
    precondition(width > 0 && height > 0, "a picture has pixels")
    precondition(channels == 3 || channels == 4, "a picture is RGB or RGBA")
    self.width = width
    self.height = height
    self.channels = channels
  }

  /// Bytes in one row without padding.
  public var bytesPerRow: Int { width * channels }

  /// Bytes of all pixels.
  public var byteCount: Int { bytesPerRow * height }
}

/// Makes rows of a picture when an encoder asks for them.
///
/// Calls come from several threads at once, for any rows and not always in order; a row may be asked
/// for more than once and must be the same each time.
public protocol PixelSource: AnyObject, Sendable {
  var layout: PixelLayout { get }
  /// Writes `rows` to `base`, the first row at `base` itself, `bytesPerRow` apart.
  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws
}
