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
    let layout = source.layout
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try BandedPNG.write(.made(by: source), layout: layout, to: file, threads: threads)
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
    try BandedPNG.write(.lying(at: base), layout: layout, to: file, threads: threads)
  }
}
