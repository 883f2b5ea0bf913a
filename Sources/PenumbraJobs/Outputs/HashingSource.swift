internal import PenumbraLocking
internal import Vips

/// Passes rows through to an encoder and digests them on the way, each in the thread that made it.
///
/// Rows may come in any order and more than once; those that the encoder never asked for are made at
/// the end.
final class HashingSource: PixelSource {
  /// What is known of a picture's pixels when all of them were made.
  struct Digests: Hashable {
    /// `RowsDigest`.
    var rows: String
    /// SHA-256, where it was asked for.
    var sha256: String?
  }

  let layout: PixelLayout
  private let base: any PixelSource
  private let interruption: Interruption
  private let onRows: @Sendable (Int) -> Void
  private let state: Guarded<State>
  private let plain: OrderedHash?

  private struct State {
    var digest: RowsDigest
    /// Rows given out, for progress; rows asked for twice count once.
    var given = 0
  }

  /// `addsSHA256` asks for the plain digest too, which one thread at a time computes.
  ///
  /// - Throws: `JobError.missing` where no library digests rows.
  init(
    _ base: any PixelSource, addsSHA256: Bool = false, interruption: Interruption,
    onRows: @escaping @Sendable (Int) -> Void
  ) throws(JobError) {
    self.base = base
    self.interruption = interruption
    self.onRows = onRows
    layout = base.layout
    state = Guarded(State(digest: try RowsDigest()))
    plain = addsSHA256 ? OrderedHash(rowBytes: base.layout.bytesPerRow) : nil
  }

  func fill(rows: Range<Int>, into target: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    try interruption.check()
    try base.fill(rows: rows, into: target, bytesPerRow: bytesPerRow)
    take(rows, from: target, bytesPerRow: bytesPerRow)
  }

  /// The digests of all rows; those that the encoder never asked for are made now.
  func digests() throws -> Digests {
    let strip = 64
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: strip * layout.bytesPerRow, alignment: 64)
    defer { bytes.deallocate() }
    while let base = bytes.baseAddress {
      let first = min(
        state.withLock { $0.digest.firstMissing }, plain?.firstMissing ?? layout.height)
      guard first < layout.height else { break }
      try interruption.check()
      let rows = first..<min(layout.height, first + strip)
      try self.base.fill(rows: rows, into: base, bytesPerRow: layout.bytesPerRow)
      take(rows, from: base, bytesPerRow: layout.bytesPerRow)
    }
    return Digests(rows: state.withLock { $0.digest.text }, sha256: plain?.text)
  }

  private func take(_ rows: Range<Int>, from source: UnsafeRawPointer, bytesPerRow: Int) {
    let digests = RowsDigest.digests(
      of: rows.count, source, rowBytes: layout.bytesPerRow, bytesPerRow: bytesPerRow)
    let fresh = state.withLock { state in
      state.digest.add(digests, first: rows.lowerBound)
      let fresh = max(0, min(rows.count, layout.height - state.given))
      state.given += fresh
      return fresh
    }
    if fresh > 0 { onRows(fresh) }
    plain?.take(rows, from: source, bytesPerRow: bytesPerRow)
  }
}
