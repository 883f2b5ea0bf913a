package import PenumbraFiles
internal import PenumbraLocking
internal import Synchronization
package import Vips

/// Encodes pictures: PNG without options by bands (`BandedPNG`), all else by libvips.
package enum PictureWriter {
  /// Whether a format is written without libvips.
  package static func isOwn(_ format: OutputFormat) -> Bool {
    format.suffix == ".png" && format.options.isEmpty
  }

  /// PNG as libvips writes it fastest: `--writer vips`.
  package static func byLibvips(_ format: OutputFormat) -> OutputFormat {
    guard isOwn(format), let format = try? OutputFormat("png[compression=3,filter=up]") else {
      return format
    }
    return format
  }

  /// Encodes what `source` makes as PNG of our own, with the help of a pool's threads.
  ///
  /// What is written is not whole before this returns.
  package static func write(
    _ source: any PixelSource, to file: OpenFile, format: OutputFormat, pool: BandPool
  ) throws {
    let layout = source.layout
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try BandedPNG.write(.made(by: source), layout: layout, to: file, pool: pool)
  }

  /// Encodes what `source` makes, with `threads` workers.
  ///
  /// What is written is not whole before this returns.
  package static func write(
    _ source: any PixelSource, to destination: Writer.Destination, format: OutputFormat,
    threads: Int
  ) throws {
    guard case .file(let file) = destination, isOwn(format) else {
      return try Writer.write(source, to: destination, format: format, threads: threads)
    }
    try alone(threads) { try write(source, to: file, format: format, pool: $0) }
  }

  /// Encodes finished pixels that the caller keeps in place until this returns.
  package static func write(
    borrowing pixels: UnsafeRawBufferPointer, layout: PixelLayout,
    to destination: Writer.Destination,
    format: OutputFormat, threads: Int
  ) throws {
    precondition(pixels.count == layout.byteCount, "pixel bytes do not match the size")
    guard case .file(let file) = destination, isOwn(format), let base = pixels.baseAddress else {
      return try Writer.write(
        borrowing: pixels, layout: layout, to: destination, format: format, threads: threads)
    }
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    // The caller keeps the pixels where they are until this returns, and other threads are done then.
    nonisolated(unsafe) let pixelBase = base
    try alone(threads) {
      try BandedPNG.write(.lying(at: pixelBase), layout: layout, to: file, pool: $0)
    }
  }

  /// Writes one picture with threads of its own.
  private static func alone(
    _ threads: Int, _ write: @escaping @Sendable (BandPool) throws -> Void
  ) throws {
    let pool = try BandPool(threads: threads)
    let isBegun = Atomic(false)
    let failure = Guarded<(any Error)?>(nil)
    pool.run {
      guard !isBegun.exchange(true, ordering: .relaxed) else { return nil }
      return {
        do { try write(pool) } catch { failure.withLock { $0 = error } }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
