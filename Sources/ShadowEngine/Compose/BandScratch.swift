internal import PenumbraLocking

/// What one thread needs to compose bands, kept from band to band.
final class BandScratch {
  let arena = Arena()
  var spans = SpanLists()
  var expanded = ExpandedRows()
  /// A row of varied paint, laid out for `PixelOver.bytes`.
  private(set) var source = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  private(set) var inverse = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  private var rowBytes = 64
  /// For cells that are composed unrounded.
  let colors = ColorRows()

  init() {}

  deinit {
    spans.deallocate()
    expanded.deallocate()
    source.deallocate()
    inverse.deallocate()
  }

  /// Lets go of the masks whose expanded rows are kept.
  func forgetMasks() { expanded.forget() }

  func reserveRow(_ bytes: Int) {
    guard bytes > rowBytes else { return }
    source.deallocate()
    inverse.deallocate()
    rowBytes = bytes
    source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    inverse = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  }
}

/// Scratch memory for threads that come and go.
final class ScratchPool: @unchecked Sendable {
  private let lock = Lock()
  private var free: [BandScratch] = []

  func take() -> BandScratch { lock.withLock { free.popLast() } ?? BandScratch() }

  func give(_ scratch: BandScratch) { lock.withLock { free.append(scratch) } }
}
