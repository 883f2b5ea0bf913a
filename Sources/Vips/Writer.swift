internal import CVipsShim

#if canImport(Glibc)
internal import Glibc
#endif

/// Encodes pictures.
public enum Writer {
  /// Encodes what `source` makes to `path`, which is written in place: whoever wants it whole or
  /// not at all writes to a staging folder and renames.
  ///
  /// For tiles `path` carries no suffix: libvips makes `path.dzi` and `path_files`, or for other
  /// layouts a folder `path`. `threads` bounds the workers of this one picture; the encoder itself
  /// is one more thread that mostly waits for them, or they for it.
  ///
  /// - Throws: What `source` threw, where that is the cause; else `VipsError`.
  public static func write(
    _ source: any PixelSource, to path: String, format: OutputFormat, threads: Int
  ) throws {
    let layout = source.layout
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try Library.open()
    let pull = PullSource(source)
    let image = try pull.image(threads: threads)
    do {
      try encode(image, to: path, format: format, layout: layout)
    } catch {
      if let cause = pull.error { throw cause }
      throw error
    }
  }

  /// Encodes finished pixels from memory.
  public static func write(
    pixels: UnsafeRawBufferPointer, layout: PixelLayout, to path: String, format: OutputFormat
  ) throws(VipsError) {
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try Library.open()
    let image = try MemorySource(copying: pixels).image(layout: layout)
    try encode(image, to: path, format: format, layout: layout)
  }

  /// Encodes finished pixels that the caller keeps in place until this returns.
  public static func write(
    borrowing pixels: UnsafeRawBufferPointer, layout: PixelLayout, to path: String,
    format: OutputFormat, threads: Int
  ) throws(VipsError) {
    precondition(pixels.count == layout.byteCount, "pixel bytes do not match the size")
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try Library.start(threads: threads)
    let pointer = penumbra_vips_image_new_from_memory(
      pixels.baseAddress, pixels.count, Int32(layout.width), Int32(layout.height),
      Int32(layout.channels))
    let image = Image(owning: try VipsResult.check(pointer, "vips_image_new_from_memory"))
    try encode(image, to: path, format: format, layout: layout)
  }

  private static func encode(
    _ image: Image, to path: String, format: OutputFormat, layout: PixelLayout
  ) throws(VipsError) {
    try checkRanges(format)
    let options = format.encoderOptions(layout: layout).joined(separator: ",")
    let code: Int32
    var systemError: Int32 = 0
    if format.kind == .file {
      guard try Library.canWrite(suffix: format.suffix) else {
        throw .noSaver(suffix: format.suffix)
      }
      code = penumbra_vips_write_to_file(
        image.pointer, path, "\(format.suffix)[\(options)]", &systemError)
    } else {
      code = penumbra_vips_save_tiles(image.pointer, path, options)
      if code != 0, isDiskFull(at: path) { systemError = ENOSPC }
    }
    if code != 0 {
      let detail = VipsResult.takeMessage()
      if systemError == ENOSPC { throw .diskFull(path: path) }
      throw .failed(operation: "encoding \(format.description)", detail: detail)
    }
  }

  /// Whether the disk under a path has no room for one more tile: libvips tells only in words why it
  /// could not write.
  private static func isDiskFull(at path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 18
  }

  /// Refuses numbers that an option does not take: libvips would go on with its default.
  ///
  /// Tiles have a format of their own in their option `suffix`.
  private static func checkRanges(_ format: OutputFormat) throws(VipsError) {
    let name = format.kind == .file ? penumbra_vips_saver(format.suffix) : nil
    guard let saver = format.kind == .file ? name.map({ String(cString: $0) }) : "dzsave" else {
      throw .noSaver(suffix: format.suffix)
    }
    for option in format.options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let (key, text) = (String(parts[0]), String(parts[1]))
      if format.kind != .file, key == "suffix", let inner = try? OutputFormat(text) {
        try checkRanges(inner)
        continue
      }
      var (least, most) = (0.0, 0.0)
      guard let value = Double(text),
        penumbra_vips_option_is_outside(saver, key, value, &least, &most) != 0
      else { continue }
      throw .failed(
        operation: "encoding \(format.description)",
        detail: "\(key)=\(text): expected a number from \(shown(least)) to \(shown(most))")
    }
  }

  /// Whole numbers without a point.
  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
