internal import Vips

#if canImport(Glibc)
internal import Glibc
#endif

/// A picture without the margins in which nothing is to be seen (`--trim`).
///
/// Its size is known when its pixels are: it is held in memory, as a cell can be.
final class TrimmedPicture: PixelSource {
  let layout: PixelLayout
  private struct Box {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
  }

  private let pixels: [UInt8]
  private let wholeRow: Int
  private let left: Int
  private let top: Int

  init(_ cell: CellPicture) throws {
    let picture = try cell.makeSource()
    let whole = picture.layout
    wholeRow = whole.bytesPerRow
    var bytes = [UInt8](repeating: 0, count: whole.byteCount)
    try bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      try picture.fill(rows: 0..<whole.height, into: base, bytesPerRow: whole.bytesPerRow)
    }
    pixels = bytes
    let box = TrimmedPicture.visible(bytes, layout: whole, ground: try cell.ground())
    left = box.left
    top = box.top
    layout = PixelLayout(
      width: box.right - box.left, height: box.bottom - box.top, channels: whole.channels)
  }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) {
    pixels.withUnsafeBytes { memory in
      guard let start = memory.baseAddress else { return }
      for row in rows {
        let source = start + (top + row) * wholeRow + left * layout.channels
        memcpy(base + (row - rows.lowerBound) * bytesPerRow, source, layout.bytesPerRow)
      }
    }
  }

  /// The smallest box around every pixel that is not ground; one pixel where there is none.
  private static func visible(
    _ bytes: [UInt8], layout: PixelLayout, ground: [UInt8]
  ) -> Box {
    let channels = layout.channels
    var box = Box(left: layout.width, top: layout.height, right: 0, bottom: 0)
    for y in 0..<layout.height {
      for x in 0..<layout.width {
        let at = (y * layout.width + x) * channels
        var differs = false
        for channel in 0..<channels where bytes[at + channel] != ground[channel] { differs = true }
        guard differs else { continue }
        box.left = min(box.left, x)
        box.right = max(box.right, x + 1)
        box.top = min(box.top, y)
        box.bottom = max(box.bottom, y + 1)
      }
    }
    return box.right > 0 ? box : Box(left: 0, top: 0, right: 1, bottom: 1)
  }
}
