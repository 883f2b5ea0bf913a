/// A decoded picture in memory: straight-alpha RGBA8, rows top to bottom without padding.
struct Picture: Sendable {
  /// Whole pixels.
  let width: Int
  /// Whole pixels.
  let height: Int
  /// `width * height * 4` bytes: red, green, blue, alpha.
  let bytes: [UInt8]
  /// The cell's box in the picture; the whole picture where there is no cell.
  let box: PixelRect

  /// `bytes.count` must be `width * height * 4`; a box left out is the whole picture.
  init(width: Int, height: Int, bytes: [UInt8], box: PixelRect? = nil) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(bytes.count == width * height * 4, "picture bytes do not match the size")
    self.width = width
    self.height = height
    self.bytes = bytes
    self.box = box ?? PixelRect(x: 0, y: 0, width: width, height: height)
  }
}
