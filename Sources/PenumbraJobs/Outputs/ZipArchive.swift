internal import PNGStream
internal import PenumbraFiles

/// Writes zip files whose bytes depend on nothing but their entries.
///
/// Decision: not libvips's own zip container. It writes entries in the order in which its threads
/// finish and stamps them with the time, so two runs never give the same file. Here entries are in
/// name order, stored (tiles are compressed already), dated 1980-01-01, and the directory is always
/// zip64: no limit at 65,535 files or 4 GiB.
enum ZipArchive {
  /// Packs files and folders of `folder` into an empty file, as `prefix/...`.
  static func write(
    entries: [String], of folder: Folder, under prefix: String, to output: OpenFile
  ) throws {
    var writer = ZipWriter(output: output)
    for entry in entries.sorted() {
      try FileContent.walk(entry, in: folder) { inner, name, path in
        try writer.add(try inner.open(name), as: prefix + "/" + path)
      }
    }
    try writer.finish()
  }
}

/// A zip file in progress (APPNOTE 6.3.10).
private struct ZipWriter {
  private let output: OpenFile
  /// What waits to be written.
  private var pending: [UInt8] = []
  private var offset = 0
  private var count = 0
  /// The central directory, kept as it will be written: about 100 bytes a tile.
  private var directory: [UInt8] = []

  private static let versionNeeded = 45
  private static let namesAreUTF8 = 1 << 11
  /// 1980-01-01, the first date that zip knows.
  private static let date = 0x21

  init(output: OpenFile) { self.output = output }

  mutating func add(_ file: OpenFile, as name: String) throws {
    var crc: UInt32 = 0
    var size = 0
    try file.read {
      crc = CRC32.value($0, after: crc)
      size += $0.count
    }
    let start = offset
    let nameBytes = Array(name.utf8)

    var header = bytes(0x0403_4b50, 4)
    let common =
      bytes(Self.versionNeeded, 2) + bytes(Self.namesAreUTF8, 2) + bytes(0, 2) + bytes(0, 2)
      + bytes(Self.date, 2) + bytes(Int(crc), 4) + bytes(0xFFFF_FFFF, 4) + bytes(0xFFFF_FFFF, 4)
      + bytes(nameBytes.count, 2)
    header += common + bytes(20, 2) + nameBytes
    header += bytes(1, 2) + bytes(16, 2) + bytes(size, 8) + bytes(size, 8)
    try put(header)
    try file.rewind()
    try file.read { try put($0) }

    directory += bytes(0x0201_4b50, 4) + bytes(Self.versionNeeded, 2) + common
    directory += bytes(28, 2) + bytes(0, 2) + bytes(0, 2) + bytes(0, 2) + bytes(0, 4)
    directory += bytes(0xFFFF_FFFF, 4) + nameBytes
    directory += bytes(1, 2) + bytes(24, 2) + bytes(size, 8) + bytes(size, 8) + bytes(start, 8)
    count += 1
  }

  mutating func finish() throws {
    let start = offset
    try put(directory)
    let size = offset - start
    let zip64 = offset
    var end = bytes(0x0606_4b50, 4) + bytes(44, 8) + bytes(45, 2) + bytes(45, 2) + bytes(0, 4)
    end += bytes(0, 4) + bytes(count, 8) + bytes(count, 8) + bytes(size, 8) + bytes(start, 8)
    end += bytes(0x0706_4b50, 4) + bytes(0, 4) + bytes(zip64, 8) + bytes(1, 4)
    end += bytes(0x0605_4b50, 4) + bytes(0, 2) + bytes(0, 2)
    end += bytes(min(count, 0xFFFF), 2) + bytes(min(count, 0xFFFF), 2)
    end += bytes(min(size, 0xFFFF_FFFF), 4) + bytes(min(start, 0xFFFF_FFFF), 4) + bytes(0, 2)
    try put(end)
    try flush()
  }

  /// `count` bytes of a number, least first.
  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try put($0) }
  }

  private mutating func put(_ bytes: UnsafeRawBufferPointer) throws {
    pending += bytes
    if pending.count >= 1 << 16 { try flush() }
    offset += bytes.count
  }

  private mutating func flush() throws {
    try pending.withUnsafeBytes { try output.write($0) }
    pending.removeAll(keepingCapacity: true)
  }
}
