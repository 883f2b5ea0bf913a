extension PNG {
  /// A picture as a PNG file holds it.
  public struct Decoded: Hashable, Sendable {
    /// Pixels.
    public var width: Int
    /// Rows.
    public var height: Int
    /// 1, 3 or 4.
    public var channels: Int
    /// Rows without padding.
    public var bytes: [UInt8]
    /// Names of all chunks, in their order.
    public var chunks: [String]
  }

  /// Reads a file of 8-bit grey, RGB or RGBA, and holds it to every rule that it passes on the way.
  public static func decoded(_ file: [UInt8]) throws -> Decoded {
    func fail(_ text: String) -> Inflate.Failure { Inflate.Failure(description: text) }
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw fail("no signature")
    }
    var position = 8
    var stream: [UInt8] = []
    var header: [UInt8] = []
    var names: [String] = []
    while position < file.count {
      guard position + 12 <= file.count else { throw fail("a chunk is cut off") }
      let count = Int(number(file[position..<position + 4]))
      guard position + 12 + count <= file.count else { throw fail("a chunk is cut off") }
      let name = String(decoding: file[position + 4..<position + 8], as: UTF8.self)
      let data = Array(file[position + 8..<position + 8 + count])
      guard chunk(name, data) == Array(file[position..<position + 12 + count]) else {
        throw fail("the checksum of \(name) is wrong")
      }
      if names.isEmpty != (name == "IHDR") || names.last == "IEND" { throw fail("wrong order") }
      if name == "IDAT", names.contains("IDAT"), names.last != "IDAT" { throw fail("apart") }
      if name == "IHDR" { header = data }
      if name == "IDAT" { stream += data }
      names.append(name)
      position += 12 + count
    }
    guard names.last == "IEND", header.count == 13, header[8] == 8, header[10...] == [0, 0, 0]
    else { throw fail("the frame is wrong") }
    guard let channels = [0: 1, 2: 3, 6: 4][header[9]] else { throw fail("another colour type") }
    let (width, height) = (Int(number(header[0..<4])), Int(number(header[4..<8])))
    let rows = try Inflate.zlib(stream)
    guard rows.count == height * (width * channels + 1) else { throw fail("wrong row count") }
    return Decoded(
      width: width, height: height, channels: channels,
      bytes: try unfiltered(rows, rowBytes: width * channels, pixel: channels), chunks: names)
  }

  private static func unfiltered(
    _ rows: [UInt8], rowBytes: Int, pixel: Int
  ) throws -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(rows.count)
    for start in stride(from: 0, to: rows.count, by: rowBytes + 1) {
      let filter = rows[start]
      let row = result.count
      for x in 0..<rowBytes {
        let raw = rows[start + 1 + x]
        let left = x >= pixel ? result[row + x - pixel] : 0
        let above = row >= rowBytes ? result[row + x - rowBytes] : 0
        switch filter {
        case 0: result.append(raw)
        case 1: result.append(raw &+ left)
        case 2: result.append(raw &+ above)
        default: throw Inflate.Failure(description: "filter \(filter)")
        }
      }
    }
    return result
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
