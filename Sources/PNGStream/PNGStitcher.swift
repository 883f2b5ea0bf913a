/// Joins encoded bands to a PNG file: one zlib stream in `IDAT` chunks.
///
/// Give `header`, then the chunks of every band from top to bottom (`append` notes their checksum and
/// returns them), then `trailer`.
public struct PNGStitcher: Sendable {
  private let layout: PNGLayout
  private var adler = Adler32()

  /// A stitcher of one file.
  public init(_ layout: PNGLayout) { self.layout = layout }

  /// What stands before the first band: signature, `IHDR` and the head of the stream.
  public var header: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var description: [UInt8] = []
    PNGChunk.append(UInt32(layout.width), to: &description)
    PNGChunk.append(UInt32(layout.height), to: &description)
    let colorType: UInt8 = layout.channels == 1 ? 0 : layout.channels == 3 ? 2 : 6
    description += [8, colorType, 0, 0, 0]
    PNGChunk.append("IHDR", description, to: &bytes)
    // Deflate with a window of 32 KiB, no dictionary; the last five bits make it divisible by 31.
    PNGChunk.append("IDAT", [0x78, 0x01], to: &bytes)
    return bytes
  }

  /// The chunks of the next band.
  public mutating func append(_ band: EncodedBand) -> [UInt8] {
    adler = adler.followed(by: band.adler, count: band.filteredBytes)
    return band.chunks
  }

  /// What stands after the last band: the stream's last block, which is empty, its checksum, `IEND`.
  public var trailer: [UInt8] {
    var bytes: [UInt8] = []
    var end: [UInt8] = [0x03, 0x00]
    PNGChunk.append(adler.value, to: &end)
    PNGChunk.append("IDAT", end, to: &bytes)
    PNGChunk.append("IEND", [], to: &bytes)
    return bytes
  }
}
