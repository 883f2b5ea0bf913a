internal import PenumbraLocking
internal import Vips

#if canImport(Glibc)
internal import Glibc
#endif

/// Passes rows through to an encoder and digests them on the way, in their order.
///
/// libvips's workers ask for strips side by side, so a strip may be ready before the one above it:
/// it is copied and digested when its turn comes. Whoever brings the next strip in turn digests, and
/// nobody waits. An encoder that skips or reorders rows costs a second pass over what was missed.
final class HashingSource: PixelSource {
  let layout: PixelLayout
  private let base: any PixelSource
  private let interruption: Interruption
  private let onRows: @Sendable (Int) -> Void
  private let state: Guarded<State>

  private struct State {
    var hash = ContentHash()
    var next = 0
    var isHashing = false
    /// Copies of strips that came early, by their first row.
    var early: [Int: [UInt8]] = [:]
    var earlyBytes = 0
    /// Rows given out, for progress; rows asked for twice count once.
    var given = 0
  }

  /// More early rows than this are dropped and made again at the end.
  private static let mostEarlyBytes = 64 << 20

  init(
    _ base: any PixelSource, interruption: Interruption, onRows: @escaping @Sendable (Int) -> Void
  ) {
    self.base = base
    self.interruption = interruption
    self.onRows = onRows
    layout = base.layout
    state = Guarded(State())
  }

  func fill(rows: Range<Int>, into target: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    try interruption.check()
    try base.fill(rows: rows, into: target, bytesPerRow: bytesPerRow)
    let fresh = state.withLock { state in
      let fresh = max(0, min(rows.count, layout.height - state.given))
      state.given += fresh
      return fresh
    }
    if fresh > 0 { onRows(fresh) }
    take(rows, from: target, bytesPerRow: bytesPerRow)
  }

  /// The digest of all rows; rows that the encoder never asked for are made now.
  func digest() throws -> String {
    let strip = 64
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: strip * layout.bytesPerRow, alignment: 64)
    defer { bytes.deallocate() }
    while let start = state.withLock({ $0.next < layout.height ? $0.next : nil }) {
      try interruption.check()
      let rows = start..<min(layout.height, start + strip)
      guard let base = bytes.baseAddress else { break }
      try self.base.fill(rows: rows, into: base, bytesPerRow: layout.bytesPerRow)
      take(rows, from: base, bytesPerRow: layout.bytesPerRow)
    }
    return state.withLock { $0.hash.hexadecimal }
  }

  private func take(_ rows: Range<Int>, from source: UnsafeMutableRawPointer, bytesPerRow: Int) {
    let count = layout.bytesPerRow
    let isMine = state.withLock { state in
      if rows.lowerBound == state.next && !state.isHashing {
        state.isHashing = true
        return true
      }
      let size = count * rows.count
      if rows.lowerBound >= state.next, state.early[rows.lowerBound] == nil,
        state.earlyBytes + size <= HashingSource.mostEarlyBytes
      {
        state.early[rows.lowerBound] = [UInt8](unsafeUninitializedCapacity: size) { copy, used in
          for row in 0..<rows.count {
            guard let start = copy.baseAddress else { return }
            memcpy(start + row * count, source + row * bytesPerRow, count)
          }
          used = size
        }
        state.earlyBytes += size
      }
      return false
    }
    guard isMine else { return }
    var hash = state.withLock { $0.hash }
    for row in 0..<rows.count {
      hash.update(UnsafeRawBufferPointer(start: source + row * bytesPerRow, count: count))
    }
    var next = rows.upperBound
    // Digest what came early and is now in turn, until nothing is.
    while true {
      let early: [UInt8]? = state.withLock { state in
        let early = state.early.removeValue(forKey: next)
        state.earlyBytes -= early?.count ?? 0
        if early == nil {
          state.hash = hash
          state.next = next
          state.isHashing = false
        }
        return early
      }
      guard let early else { return }
      early.withUnsafeBytes { hash.update($0) }
      next += early.count / count
    }
  }
}
