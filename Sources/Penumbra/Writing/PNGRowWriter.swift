internal import PNGStream
package import PenumbraFiles
internal import ShadowEngine
package import Vips

/// Writes a picture as PNG whose rows are brought from the top, a few at a time.
///
/// It holds one band; the file has the bytes that `BandedPNG` writes for the same pixels.
package final class PNGRowWriter {
  private let layout: PNGLayout
  private let file: OpenFile
  private let encoder: BandEncoder
  private let memory: UnsafeMutableRawPointer
  private var stitcher: PNGStitcher
  /// Rows in the memory, and rows brought in all.
  private var held = 0
  private var count = 0

  /// Writes the file's head.
  package init(layout: PixelLayout, to file: OpenFile) throws {
    try FormatLimits.check(OutputFormat("png"), width: layout.width, height: layout.height)
    let png = PNGLayout(width: layout.width, height: layout.height, channels: layout.channels)
    self.layout = png
    self.file = file
    encoder = BandEncoder(level: EncoderLevel(try InstructionSet.chosen()))
    stitcher = PNGStitcher(png)
    memory = .allocate(byteCount: png.bandHeight * png.bytesPerRow, alignment: 64)
    try put(stitcher.header)
  }

  deinit { memory.deallocate() }

  private func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try file.write($0) }
  }

  /// Takes the next rows, which lie without padding; the last of all ends the file.
  package func append(rows: Int, _ base: UnsafeRawPointer) throws {
    precondition(count + rows <= layout.height, "the picture has no more rows")
    var done = 0
    while done < rows {
      let taken = min(rows - done, layout.bandHeight - held)
      (memory + held * layout.bytesPerRow).copyMemory(
        from: base + done * layout.bytesPerRow, byteCount: taken * layout.bytesPerRow)
      done += taken
      held += taken
      count += taken
      if held == layout.bandHeight || count == layout.height {
        let band = encoder.encode(
          layout, rowCount: held, UnsafeRawPointer(memory), bytesPerRow: layout.bytesPerRow)
        try put(stitcher.append(band))
        held = 0
      }
    }
    if count == layout.height, rows > 0 { try put(stitcher.trailer) }
  }
}
