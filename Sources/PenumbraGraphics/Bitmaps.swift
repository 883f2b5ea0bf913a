/// Coverage, one byte a pixel (255 is full), rows top to bottom without padding.
public struct CoverageBitmap: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// `width * height` of them.
  public let bytes: [UInt8]

  /// `bytes.count` must be `width * height`.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height, "coverage bytes do not match the size")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// A part of the bitmap; it must lie inside.
  public func cropped(to window: BitmapWindow) -> CoverageBitmap {
    precondition(
      window.columns.lowerBound >= 0 && window.columns.upperBound <= width
        && window.rows.lowerBound >= 0 && window.rows.upperBound <= height,
      "a window reaches out of its bitmap")
    var part: [UInt8] = []
    part.reserveCapacity(window.area)
    for row in window.rows {
      part +=
        bytes[row * width + window.columns.lowerBound..<row * width + window.columns.upperBound]
    }
    return CoverageBitmap(width: window.columns.count, height: window.rows.count, bytes: part)
  }
}

/// Premultiplied RGBA, four bytes a pixel, rows top to bottom without padding.
public struct PixelBitmap: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// `width * height * 4` of them.
  public let bytes: [UInt8]

  /// `bytes.count` must be `width * height * 4`.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "pixel bytes do not match the size")
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
