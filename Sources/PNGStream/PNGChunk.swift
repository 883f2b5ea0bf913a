/// A chunk of a PNG file: its length, its name, its data and the checksum of the last two.
enum PNGChunk {
  static func append(
    _ name: StaticString, _ data: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    append(UInt32(data.count), to: &bytes)
    let start = bytes.count
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: data)
    let crc = bytes.withUnsafeBytes { CRC32.value(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    append(crc, to: &bytes)
  }

  static func append(_ name: StaticString, _ data: [UInt8], to bytes: inout [UInt8]) {
    data.withUnsafeBufferPointer { append(name, $0, to: &bytes) }
  }

  /// The highest byte first.
  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
