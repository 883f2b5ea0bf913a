internal import CVipsShim
public import Files

/// Encodes pictures.
public enum Writer {
  /// What is written to.
  public enum Destination: Sendable {
    /// A file that is open for reading and writing.
    case file(OpenFile)
    /// The path of tiles, without suffix: libvips makes `path.dzi` and `path_files`, or for other
    /// layouts a folder `path`. Its last name must hold neither a point nor a bracket, which libvips
    /// would take for a suffix and options.
    case tiles(String)
  }

  /// Encodes what `source` makes.
  ///
  /// What is written is not whole before this returns: whoever wants it whole or not at all writes to
  /// a hidden place and renames. `threads` bounds the workers of this one picture; the encoder itself
  /// is one more thread that mostly waits for them, or they for it.
  ///
  /// - Throws: What `source` threw, where that is the cause; else `VipsError`.
  public static func write(
    _ source: any PixelSource, to destination: Destination, format: OutputFormat, threads: Int
  ) throws {
    let layout = source.layout
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try Library.open()
    let pull = PullSource(source)
    let image = try pull.image(threads: threads)
    do {
      try encode(image, to: destination, format: format, layout: layout)
    } catch {
      if let cause = pull.error { throw cause }
      throw error
    }
  }

  /// Encodes what `source` makes to a path: a file whole or not at all, tiles in place.
  public static func write(
    _ source: any PixelSource, to path: String, format: OutputFormat, threads: Int
  ) throws {
    try writing(to: path, format: format) {
      try write(source, to: $0, format: format, threads: threads)
    }
  }

  /// Encodes finished pixels from memory.
  public static func write(
    pixels: UnsafeRawBufferPointer, layout: PixelLayout, to destination: Destination,
    format: OutputFormat
  ) throws(VipsError) {
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try Library.open()
    let image = try MemorySource(copying: pixels).image(layout: layout)
    try encode(image, to: destination, format: format, layout: layout)
  }

  /// Encodes finished pixels from memory to a path, as `write(_:to:format:threads:)` does.
  public static func write(
    pixels: UnsafeRawBufferPointer, layout: PixelLayout, to path: String, format: OutputFormat
  ) throws {
    try writing(to: path, format: format) {
      try write(pixels: pixels, layout: layout, to: $0, format: format)
    }
  }

  /// Encodes finished pixels that the caller keeps in place until this returns.
  public static func write(
    borrowing pixels: UnsafeRawBufferPointer, layout: PixelLayout, to destination: Destination,
    format: OutputFormat, threads: Int
  ) throws(VipsError) {
    precondition(pixels.count == layout.byteCount, "pixel bytes do not match the size")
    try FormatLimits.check(format, width: layout.width, height: layout.height)
    try Library.start(threads: threads)
    let pointer = penumbra_vips_image_new_from_memory(
      pixels.baseAddress, pixels.count, Int32(layout.width), Int32(layout.height),
      Int32(layout.channels))
    let image = Image(owning: try VipsResult.check(pointer, "vips_image_new_from_memory"))
    try encode(image, to: destination, format: format, layout: layout)
  }

  private static func writing(
    to path: String, format: OutputFormat, _ body: (Destination) throws -> Void
  ) throws {
    guard format.kind == .file else { return try body(.tiles(path)) }
    let output = try OutputFile(path)
    try body(.file(output.file))
    try output.commit(synchronizes: false)
  }

  private static func encode(
    _ image: Image, to destination: Destination, format: OutputFormat, layout: PixelLayout
  ) throws(VipsError) {
    try checkRanges(format)
    let options = format.encoderOptions(layout: layout).joined(separator: ",")
    let code: Int32
    var systemError: Int32 = 0
    let path: String
    switch destination {
    case .file(let file):
      guard try Library.canWrite(suffix: format.suffix) else {
        throw .noSaver(suffix: format.suffix)
      }
      path = file.path
      code = penumbra_vips_write_to_descriptor(
        image.pointer, file.descriptor, path, "\(format.suffix)[\(options)]", &systemError)
    case .tiles(let folder):
      path = folder
      code = penumbra_vips_save_tiles(image.pointer, path, options)
      if code != 0, isDiskFull(at: path) { throw .file(.diskFull(path)) }
    }
    if code != 0 {
      let detail = VipsResult.takeMessage()
      if systemError != 0 {
        throw .file(FileError(path: path, act: .write, code: systemError))
      }
      throw VipsResult.failure("encoding \(format.description)", detail, path: path)
    }
  }

  /// Whether the disk under a path has no room for one more tile: libvips tells only in words why it
  /// could not write.
  private static func isDiskFull(at path: String) -> Bool {
    guard let free = (try? Folder(PathName.parent(path)))?.freeBytes else { return false }
    return free < 1 << 18
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
      let parts = option.splitBytes(at: "=", maxSplits: 1, omittingEmpty: false)
      guard parts.count == 2 else { continue }
      let (key, text) = (parts[0], parts[1])
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
