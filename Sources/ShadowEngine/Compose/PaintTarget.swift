/// Pixels being painted: some rows of the canvas, or a group's own rectangle.
struct PaintTarget {
  let base: UnsafeMutableRawPointer
  /// Bytes that may be touched from `base` on; kernels work in whole vectors where they fit.
  let byteCount: Int
  let bytesPerRow: Int
  let channels: Int
  let area: PixelBox

  @inline(__always) func offset(x: Int, y: Int) -> Int {
    (y - Int(area.top)) * bytesPerRow + (x - Int(area.left)) * channels
  }
}
