/// A band as it stands in the file: chunks of deflated rows, and what the stream's checksum needs.
public struct EncodedBand: Sendable {
  /// Whole `IDAT` chunks.
  public let chunks: [UInt8]
  /// Rows of bytes before they were deflated, with their filters.
  let filteredBytes: Int
  /// Both sums of the filtered bytes' Adler-32.
  let adler: Adler32

  init(data: UnsafeBufferPointer<UInt8>, filteredBytes: Int, adler: Adler32) {
    self.filteredBytes = filteredBytes
    self.adler = adler
    var chunks: [UInt8] = []
    chunks.reserveCapacity(data.count + 12)
    // A chunk holds less than 2^31 bytes.
    var start = 0
    while start < data.count {
      let end = min(data.count, start + 1 << 30)
      PNGChunk.append("IDAT", UnsafeBufferPointer(rebasing: data[start..<end]), to: &chunks)
      start = end
    }
    self.chunks = chunks
  }
}
