internal import PenumbraJobs
internal import Vips

/// A picture in a file, opened anew for each pass over its rows.
struct FilePicture: PictureRows {
  let path: String
  let mode: ImageReader.Mode
  let width: Int
  let height: Int
  let box: PixelRect

  /// The picture that a reader has opened; a box left out is the whole picture.
  init(_ reader: ImageReader, path: String, mode: ImageReader.Mode, box: PixelRect? = nil) {
    self.path = path
    self.mode = mode
    width = reader.layout.width
    height = reader.layout.height
    self.box = box ?? PixelRect(x: 0, y: 0, width: width, height: height)
  }

  func pass() throws -> any RowPass {
    let reader = try ImageReader(path: path, mode: mode, limits: .compared)
    guard reader.layout.width == width, reader.layout.height == height else {
      throw JobError.inputOutput(path: path, detail: "the picture changed while it was read")
    }
    return FilePass(try reader.rows(), channels: reader.layout.channels, width: width)
  }
}

private final class FilePass: RowPass {
  private let rows: ImageRows
  private let channels: Int
  private let width: Int

  init(_ rows: ImageRows, channels: Int, width: Int) {
    self.rows = rows
    self.channels = channels
    self.width = width
  }

  func next(_ count: Int, into target: UnsafeMutablePointer<UInt8>) throws {
    for row in 0..<count {
      spread(
        try rows.next(), channels: channels, pixels: width, into: target + row * width * 4)
    }
  }
}

/// A picture that is drawn, anew for each pass over its rows.
struct DrawnPicture: PictureRows {
  let source: any PixelSource
  let box: PixelRect

  var width: Int { source.layout.width }
  var height: Int { source.layout.height }

  func pass() -> any RowPass { DrawnPass(source) }
}

private final class DrawnPass: RowPass {
  private let source: any PixelSource
  private var y = 0

  init(_ source: any PixelSource) { self.source = source }

  func next(_ count: Int, into target: UnsafeMutablePointer<UInt8>) throws {
    let layout = source.layout
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count * layout.bytesPerRow, alignment: 64)
    defer { memory.deallocate() }
    guard let base = memory.baseAddress else { return }
    try source.fill(rows: y..<y + count, into: base, bytesPerRow: layout.bytesPerRow)
    spread(
      UnsafeRawBufferPointer(memory), channels: layout.channels, pixels: count * layout.width,
      into: target)
    y += count
  }
}

/// Turns pixels of three or four channels into straight-alpha RGBA.
func spread(
  _ source: UnsafeRawBufferPointer, channels: Int, pixels: Int,
  into target: UnsafeMutablePointer<UInt8>
) {
  guard let base = source.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
  if channels == 4 { return target.update(from: base, count: pixels * 4) }
  for pixel in 0..<pixels {
    target[pixel * 4] = base[pixel * 3]
    target[pixel * 4 + 1] = base[pixel * 3 + 1]
    target[pixel * 4 + 2] = base[pixel * 3 + 2]
    target[pixel * 4 + 3] = 255
  }
}
