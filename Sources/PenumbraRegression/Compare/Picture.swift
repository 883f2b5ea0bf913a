/// A decoded picture: straight-alpha RGBA8, rows top to bottom without padding.
///
/// A picture of a cell also knows where the cell's own box lies in it, so that two pictures whose
/// shadow margins differ are compared with their cells on top of each other.
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

  /// The picture with `left` and `top` pixels before it, cut or grown to `width` x `height`; pixels
  /// that were not in it repeat its nearest one.
  ///
  /// Beyond a cell's margins there is nothing but the ground, so the nearest pixel is what a larger
  /// picture of the same cell would hold there.
  func extended(left: Int, top: Int, width newWidth: Int, height newHeight: Int) -> Picture {
    if left == 0 && top == 0 && newWidth == width && newHeight == height { return self }
    var result = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    bytes.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        for y in 0..<newHeight {
          let sourceY = min(max(y - top, 0), height - 1)
          for x in 0..<newWidth {
            let from = (sourceY * width + min(max(x - left, 0), width - 1)) * 4
            let to = (y * newWidth + x) * 4
            for channel in 0..<4 { target[to + channel] = source[from + channel] }
          }
        }
      }
    }
    let moved = PixelRect(x: box.x + left, y: box.y + top, width: box.width, height: box.height)
    return Picture(width: newWidth, height: newHeight, bytes: result, box: moved)
  }
}
