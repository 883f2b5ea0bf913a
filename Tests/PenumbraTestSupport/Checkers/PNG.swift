/// The plainest PNG: eight bits a channel, no filter, no compression.
///
/// Failure pictures need no codec library with this.
public enum PNG {
  /// The bytes of a PNG file that holds the picture.
  public static func encoded(_ picture: ReferencePicture) -> [UInt8] {
    let width = picture.rect.width
    let height = picture.rect.height
    let rowLength = width * picture.channels
    var raw: [UInt8] = []
    raw.reserveCapacity((rowLength + 1) * height)
    for row in 0..<height {
      raw.append(0)
      raw += picture.bytes[row * rowLength..<(row + 1) * rowLength]
    }
    var header = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    header += [8, picture.channels == 4 ? 6 : 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + chunk("IDAT", stored(raw)) + chunk("IEND", [])
  }

  /// A file of any encoding from rows that are packed as it wants them, each with its filter byte.
  ///
  /// `chunks` stand between the header and the pixels, such as a palette.
  public static func file(
    width: Int, height: Int, depth: UInt8, colorType: UInt8, isInterlaced: Bool = false,
    chunks: [(name: String, data: [UInt8])] = [], rows: [UInt8]
  ) -> [UInt8] {
    let header =
      bigEndian(UInt32(width)) + bigEndian(UInt32(height))
      + [depth, colorType, 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunks.flatMap { chunk($0.name, $0.data) } + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ raw: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let length = min(0xFFFF, raw.count - start)
      let isLast: UInt8 = start + length == raw.count ? 1 : 0
      let low = UInt8(length & 0xFF)
      let high = UInt8(length >> 8)
      stream += [isLast, low, high, ~low, ~high]
      stream += raw[start..<start + length]
      start += length
    } while start < raw.count
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in raw {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + bigEndian(b << 16 | a)
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body { crc = crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
    return bigEndian(UInt32(data.count)) + body + bigEndian(~crc)
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
