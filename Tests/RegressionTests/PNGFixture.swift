@testable import Regression

/// A PNG without compression, so that tests of the report need no codec.
func uncompressedPNG(_ picture: Picture) -> [UInt8] {
  func big(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
  func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
    return ~value
  }
  func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return big(UInt32(body.count)) + named + big(crc(named))
  }
  var raw: [UInt8] = []
  for row in 0..<picture.height {
    raw.append(0)
    raw += picture.bytes[(row * picture.width * 4)..<((row + 1) * picture.width * 4)]
  }
  var zlib: [UInt8] = [0x78, 0x01]
  var at = 0
  repeat {
    let end = min(at + 65535, raw.count)
    let length = UInt16(end - at)
    zlib += [end == raw.count ? 1 : 0, UInt8(length & 255), UInt8(length >> 8)]
    zlib += [UInt8(~length & 255), UInt8(~length >> 8)]
    zlib += raw[at..<end]
    at = end
  } while at < raw.count
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in raw {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  zlib += big(b << 16 | a)
  let header = big(UInt32(picture.width)) + big(UInt32(picture.height)) + [8, 6, 0, 0, 0]
  return [137, 80, 78, 71, 13, 10, 26, 10] + chunk("IHDR", header) + chunk("IDAT", zlib)
    + chunk("IEND", [])
}

/// A card with a soft ramp around it that stands for a shadow: `depth` is its greatest alpha,
/// `reach` its width in pixels.
func card(
  width: Int = 120, height: Int = 90, depth: Int, reach: Int, tint: UInt8 = 0,
  opaque: Bool = false
) -> Picture {
  let margin = 24
  let total = (width: width + 2 * margin, height: height + 2 * margin)
  var bytes = [UInt8](repeating: 0, count: total.width * total.height * 4)
  for y in 0..<total.height {
    for x in 0..<total.width {
      let dx = max(margin - x, x - margin - width + 1, 0)
      let dy = max(margin - y, y - margin - height + 1, 0)
      let at = (y * total.width + x) * 4
      if dx == 0 && dy == 0 {
        let shade = UInt8(210 + 40 * y / total.height)
        (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) = (shade, 225, 255 - tint, 255)
        continue
      }
      let distance = Int(Double(dx * dx + dy * dy).squareRoot().rounded())
      let alpha =
        distance < reach ? depth * (reach - distance) * (reach - distance) / (reach * reach) : 0
      if opaque {
        for channel in 0..<3 { bytes[at + channel] = UInt8(255 - alpha) }
        bytes[at + 3] = 255
      } else {
        bytes[at + 3] = UInt8(alpha)
      }
    }
  }
  let box = PixelRect(x: margin, y: margin, width: width, height: height)
  return Picture(width: total.width, height: total.height, bytes: bytes, box: box)
}
