/// A rendered part of a canvas: three or four bytes a pixel, rows top to bottom, no padding.
public struct ReferencePicture: Hashable, Sendable {
  /// What of the canvas the picture shows.
  public let rect: PixelRect
  /// 3 is RGB; 4 is RGBA with straight alpha.
  public let channels: Int
  /// Row-major.
  public var bytes: [UInt8]

  /// `bytes.count` must be the pixel count times `channels`.
  public init(rect: PixelRect, channels: Int, bytes: [UInt8]) {
    precondition(channels == 3 || channels == 4, "a picture has three or four channels")
    precondition(
      bytes.count == rect.width * rect.height * channels, "picture bytes do not match the size")
    self.rect = rect
    self.channels = channels
    self.bytes = bytes
  }

  /// A part of the picture, which must lie within it.
  public func cropped(to part: PixelRect) -> ReferencePicture {
    precondition(rect.intersection(part) == part, "the part reaches beyond the picture")
    var cut: [UInt8] = []
    cut.reserveCapacity(part.width * part.height * channels)
    for y in part.y..<part.maxY {
      let start = ((y - rect.y) * rect.width + part.x - rect.x) * channels
      cut += bytes[start..<start + part.width * channels]
    }
    return ReferencePicture(rect: part, channels: channels, bytes: cut)
  }

  /// The channels of the pixel at canvas position (x, y), which must lie in `rect`.
  public func pixel(x: Int, y: Int) -> [UInt8] {
    let start = ((y - rect.y) * rect.width + x - rect.x) * channels
    return Array(bytes[start..<start + channels])
  }
}

/// 8-bit premultiplied RGBA pixels, over which colours are laid with one rounding each.
struct ReferenceCanvas {
  let rect: PixelRect
  /// Four numbers 0...255 a pixel, premultiplied.
  private(set) var pixels: [Int]

  /// Transparent black.
  init(_ rect: PixelRect) {
    self.rect = rect
    pixels = [Int](repeating: 0, count: rect.width * rect.height * 4)
  }

  /// Halves round up.
  static func round(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }

  /// n / 255, halves up; n is not negative.
  static func div255(_ n: Int) -> Int { (2 * n + 255) / 510 }

  /// Makes every pixel the same.
  mutating func fill(_ channels: [Int]) {
    for index in pixels.indices { pixels[index] = channels[index % 4] }
  }

  /// Lays colours over the pixels: `floor(255 * Q + d * (1 - Qa) + 1/2)`, or with the threshold of
  /// an ordered dither, of which `ditherTurn` layers came before, instead of 1/2.
  mutating func lay(_ source: ReferenceSource, ditherTurn: Int?) {
    let shared = rect.intersection(source.rect)
    for y in shared.y..<shared.maxY {
      for x in shared.x..<shared.maxX {
        let threshold =
          ditherTurn.map { ReferenceDither.threshold(x: x, y: y, isReversed: $0 % 2 == 1) } ?? 0.5
        let colors = Array(source.value(x: x, y: y))
        let start = ((y - rect.y) * rect.width + x - rect.x) * 4
        for channel in 0..<4 {
          let below = Double(pixels[start + channel])
          let level = 255 * colors[channel] + below * (1 - colors[3]) + threshold
          pixels[start + channel] = min(255, max(0, Int(level.rounded(.down))))
        }
      }
    }
  }

  /// The picture that leaves: RGB, or RGBA with straight alpha.
  func leaving(isOpaque: Bool) -> ReferencePicture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rect.width * rect.height * (isOpaque ? 3 : 4))
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = pixels[start + 3]
      for channel in 0..<3 {
        let p = pixels[start + channel]
        let straight =
          isOpaque ? p : alpha == 0 ? 0 : min(255, (255 * p + alpha / 2) / alpha)
        bytes.append(UInt8(straight))
      }
      if !isOpaque { bytes.append(UInt8(alpha)) }
    }
    return ReferencePicture(rect: rect, channels: isOpaque ? 3 : 4, bytes: bytes)
  }
}
