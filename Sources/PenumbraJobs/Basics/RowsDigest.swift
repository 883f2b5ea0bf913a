internal import ContentDigest

/// The digest of a picture's pixels, made row by row by as many threads as there are.
///
/// Each row is digested on its own with XXH3-128, and the digests (16 bytes each, as xxHash writes
/// them: the highest byte first) from the top row to the bottom one are digested with XXH3-128 again.
/// So threads that make rows side by side digest them side by side, in any order, and a row is never
/// read twice. In Python, of `rows`, a list of bytes:
///
///     h = xxhash.xxh3_128_digest
///     "xxh3-128-rows:" + h(b"".join(h(row) for row in rows)).hex()
///
/// A row's bytes are RGB or straight RGBA, without padding; a fully transparent pixel is four zeros.
/// XXH3 is fast on every processor (6 to 14 GB/s measured with the oldest vector instructions,
/// SHA-256 0.2 to 1.7), but nobody should trust it against a forger: files have a SHA-256.
///
/// The library libxxhash computes it. It is opened at run time, once: every Debian has it, for its
/// package manager needs it.
package final class RowsDigest {
  /// What stands before the digits, so that a record says which digest it holds.
  package static let prefix = "xxh3-128-rows:"
  private static let size = 16

  private let state: UnsafeMutableRawPointer
  private var next = 0
  /// Digests of rows that came before their turn, by the first row.
  private var early: [Int: [UInt8]] = [:]

  /// The digest of no rows yet.
  ///
  /// - Throws: `JobError.missing` where the library is not there.
  package init() throws(JobError) {
    try RowsDigest.open()
    guard let state = penumbra_rows_begin() else {
      throw .inputOutput(path: "libxxhash", detail: "there is no memory for a digest")
    }
    self.state = state
  }

  deinit { penumbra_rows_end(state) }

  /// Opens the library.
  package static func open() throws(JobError) {
    guard let reason = penumbra_rows_open() else { return }
    let name = String(cString: penumbra_rows_library_name())
    throw .missing(
      "\(name) cannot be opened (\(String(cString: reason))), and pixels are digested with it: "
        + cure)
  }

  /// How to get the library.
  package static var cure: String {
    let name = String(cString: penumbra_rows_library_name())
    return name.hasPrefix("libxxhash.so.")
      ? "apt-get install libxxhash0" : "unset PENUMBRA_LIBXXHASH, which names \(name)"
  }

  /// The digests of rows, for `add`; any thread may ask.
  package static func digests(
    of rows: Int, _ base: UnsafeRawPointer, rowBytes: Int, bytesPerRow: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rows * size) { memory, count in
      guard let target = memory.baseAddress else { return }
      penumbra_rows_digest(base, rows, rowBytes, bytesPerRow, target)
      count = rows * size
    }
  }

  /// Adds the digests of rows from `first` on; rows that were added before are passed over.
  package func add(_ digests: [UInt8], first: Int) {
    if first > next {
      if digests.count > early[first]?.count ?? 0 { early[first] = digests }
      return
    }
    take(digests, first: first)
    while let first = early.keys.first(where: { $0 <= next }) {
      if let waiting = early.removeValue(forKey: first) { take(waiting, first: first) }
    }
  }

  private func take(_ digests: [UInt8], first: Int) {
    let known = next - first
    let count = digests.count / RowsDigest.size - known
    guard count > 0 else { return }
    digests.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      penumbra_rows_add(state, base + known * RowsDigest.size, count)
    }
    next += count
  }

  /// Adds the next row.
  package func add(row: UnsafeRawBufferPointer) {
    guard let base = row.baseAddress else { return }
    add(
      RowsDigest.digests(of: 1, base, rowBytes: row.count, bytesPerRow: row.count), first: next)
  }

  /// The first row that was not added.
  var firstMissing: Int { next }

  /// Prefix and 32 lower-case hexadecimal digits.
  package var text: String {
    var bytes = [UInt8](repeating: 0, count: RowsDigest.size)
    penumbra_rows_result(state, &bytes)
    return RowsDigest.prefix + ContentHash.hexadecimal(bytes)
  }
}
