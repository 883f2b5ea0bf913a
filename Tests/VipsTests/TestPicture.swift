import Vips

/// A picture whose pixels are a function of their place, so that any row can be checked.
final class TestPicture: PixelSource {
  let layout: PixelLayout
  let failingRow: Int?

  struct Refused: Error {}

  init(width: Int, height: Int, channels: Int, failingRow: Int? = nil) {
    layout = PixelLayout(width: width, height: height, channels: channels)
    self.failingRow = failingRow
  }

  /// Transparent pixels are black, as the engine leaves them: formats may drop their colour.
  func pixel(x: Int, y: Int) -> [UInt8] {
    let alpha = UInt8(truncatingIfNeeded: x &* 3 &+ y)
    let color = [
      UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y),
      UInt8(truncatingIfNeeded: x &* y),
    ]
    if layout.channels == 3 { return color }
    return (alpha == 0 ? [0, 0, 0] : color) + [alpha]
  }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    for y in rows {
      if y == failingRow { throw Refused() }
      for x in 0..<layout.width {
        for (channel, value) in pixel(x: x, y: y).enumerated() {
          base.storeBytes(
            of: value,
            toByteOffset: (y - rows.lowerBound) * bytesPerRow + x * layout.channels
              + channel, as: UInt8.self)
        }
      }
    }
  }

  var allBytes: [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<layout.height {
      for x in 0..<layout.width { bytes += pixel(x: x, y: y) }
    }
    return bytes
  }
}
