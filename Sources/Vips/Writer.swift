internal import CVipsShim
public import PenumbraFiles

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
    try SaverOptions.check(format)
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
    }
    if code != 0 {
      let detail = VipsResult.takeMessage()
      if systemError != 0 {
        throw .file(FileError(path: path, act: .write, code: systemError))
      }
      if case .tiles = destination, let fault = TileSet(path: path, format: format).fault {
        throw .file(fault)
      }
      throw VipsResult.failure("encoding \(format.description)", detail)
    }
    if case .tiles = destination { try TileSet(path: path, format: format).check(layout) }
  }
}
