/// What one thread needs to compose bands, kept from band to band.
final class BandScratch {
  var masked = SpanList()
  var constant = SpanList()
  var solid = SpanList()
  /// Rectangles that a later step makes opaque, for the step being painted.
  var hidden: [PixelBox] = []
  /// Whether each row of the band differs from the one above.
  var changes: [Bool] = []
  /// A row of varied paint, laid out for `PixelOver.bytes`.
  private(set) var source = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  private(set) var inverse = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  private var rowBytes = 64
  /// A group's own pixels.
  private(set) var group = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  private var groupBytes = 64

  deinit {
    masked.deallocate()
    constant.deallocate()
    solid.deallocate()
    source.deallocate()
    inverse.deallocate()
    group.deallocate()
  }

  func reserveRow(_ bytes: Int) {
    guard bytes > rowBytes else { return }
    source.deallocate()
    inverse.deallocate()
    rowBytes = bytes
    source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    inverse = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  }

  func reserveGroup(_ bytes: Int) {
    guard bytes > groupBytes else { return }
    group.deallocate()
    groupBytes = bytes
    group = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  }
}
