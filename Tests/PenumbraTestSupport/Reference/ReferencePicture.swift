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

/// 8-bit premultiplied RGBA pixels and the operations on them, each of which rounds once.
struct ReferenceCanvas {
  let rect: PixelRect
  /// Four numbers 0...255 a pixel, premultiplied.
  private(set) var pixels: [Int]
  /// nil where shadows are not dithered, else how many of them were painted so far.
  var ditherTurn: Int?

  /// Transparent black.
  init(_ rect: PixelRect, ditherTurn: Int? = nil) {
    self.rect = rect
    self.ditherTurn = ditherTurn
    pixels = [Int](repeating: 0, count: rect.width * rect.height * 4)
  }

  /// Halves round up.
  static func round(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }

  /// n / 255, halves up; n is not negative.
  static func div255(_ n: Int) -> Int { (2 * n + 255) / 510 }

  /// Paints one colour through an alpha in 0...1 per pixel of the field.
  mutating func paint(red: UInt8, green: UInt8, blue: UInt8, alpha: PixelField) {
    let color = [Int(red), Int(green), Int(blue), 255]
    forEachPixel(of: alpha.rect) { index, x, y in
      let a8 = Self.round(255 * alpha.value(x: x, y: y))
      for channel in 0..<4 {
        pixels[index + channel] = Self.div255(
          color[channel] * a8 + pixels[index + channel] * (255 - a8))
      }
    }
  }

  /// Paints a shadow: dithered where the canvas is, else as any other flat paint.
  mutating func paintShadow(red: UInt8, green: UInt8, blue: UInt8, alpha: PixelField) {
    guard let turn = ditherTurn else {
      paint(red: red, green: green, blue: blue, alpha: alpha)
      return
    }
    ditherTurn = turn + 1
    let color = [Double(red), Double(green), Double(blue), 255]
    forEachPixel(of: alpha.rect) { index, x, y in
      let a = alpha.value(x: x, y: y)
      let threshold = ReferenceDither.threshold(x: x, y: y, isReversed: turn % 2 == 1)
      for channel in 0..<4 {
        let below = Double(pixels[index + channel])
        let level = (color[channel] * a + below * (1 - a) + threshold).rounded(.down)
        pixels[index + channel] = min(255, Int(level))
      }
    }
  }

  /// Paints premultiplied 8-bit sources over, one a pixel.
  mutating func paint(over area: PixelRect, source: (_ x: Int, _ y: Int) -> [Int]) {
    forEachPixel(of: area) { index, x, y in
      let s = source(x, y)
      for channel in 0..<4 {
        pixels[index + channel] =
          s[channel] + Self.div255(pixels[index + channel] * (255 - s[3]))
      }
    }
  }

  /// The four premultiplied numbers at (x, y).
  func pixel(x: Int, y: Int) -> [Int] {
    let index = ((y - rect.y) * rect.width + x - rect.x) * 4
    return Array(pixels[index..<index + 4])
  }

  private func forEachPixel(
    of area: PixelRect, _ body: (_ index: Int, _ x: Int, _ y: Int) -> Void
  ) {
    let shared = rect.intersection(area)
    for y in shared.y..<shared.maxY {
      for x in shared.x..<shared.maxX {
        body(((y - rect.y) * rect.width + x - rect.x) * 4, x, y)
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
