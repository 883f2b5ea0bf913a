internal import PenumbraLocking

#if canImport(Glibc)
internal import Glibc
#endif

/// The SHA-256 of rows that are made side by side (`--sha256`).
///
/// It takes the rows in their order, so a strip that is ready before the one above it is copied and
/// digested when its turn comes. Whoever brings the next strip in turn digests, and nobody waits.
final class OrderedHash: Sendable {
  private let rowBytes: Int
  private let state = Guarded(State())

  private struct State {
    var hash = ContentHash()
    var next = 0
    var isHashing = false
    /// Copies of strips that came early, by their first row.
    var early: [Int: [UInt8]] = [:]
    var earlyBytes = 0
  }

  /// More early rows than this are dropped; `firstMissing` tells of them at the end.
  private static let mostEarlyBytes = 64 << 20

  init(rowBytes: Int) { self.rowBytes = rowBytes }

  /// The first row that was not digested, once nobody brings any more.
  var firstMissing: Int { state.withLock { $0.next } }

  /// 64 lower-case hexadecimal digits.
  var text: String { state.withLock { $0.hash.hexadecimal } }

  func take(_ rows: Range<Int>, from source: UnsafeRawPointer, bytesPerRow: Int) {
    let isMine = state.withLock { state in
      if rows.lowerBound == state.next && !state.isHashing {
        state.isHashing = true
        return true
      }
      let size = rowBytes * rows.count
      if rows.lowerBound >= state.next, state.early[rows.lowerBound] == nil,
        state.earlyBytes + size <= OrderedHash.mostEarlyBytes
      {
        state.early[rows.lowerBound] = [UInt8](unsafeUninitializedCapacity: size) { copy, used in
          for row in 0..<rows.count {
            guard let start = copy.baseAddress else { return }
            memcpy(start + row * rowBytes, source + row * bytesPerRow, rowBytes)
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
      hash.update(UnsafeRawBufferPointer(start: source + row * bytesPerRow, count: rowBytes))
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
      next += early.count / rowBytes
    }
  }
}
