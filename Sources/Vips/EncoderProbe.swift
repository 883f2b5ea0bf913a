/// Finds out, before anything is made, whether a format with its options is written on this machine.
///
/// What is at fault is decided by which encodings succeed, never by what libvips says of one that does
/// not.
public enum EncoderProbe {
  /// As tall as several of the buffers that libvips hands to an encoder: of the last one it forgets
  /// errors.
  public static let layout = PixelLayout(width: 64, height: 640, channels: 3)

  /// Encodes a few pixels in the format, and where that fails in simpler ones; `write` encodes
  /// pixels of `layout` in a format.
  ///
  /// - Throws: `VipsError.noCodec` where the format is not written here whatever its options are, or
  ///   where one chooses a way of encoding that this machine lacks; `.wrongOption` where the rest of
  ///   the options is at fault; what `write` throws but for `.failed`.
  public static func run(
    _ format: OutputFormat, _ write: (OutputFormat, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let failure = try failure(format, write) else { return }
    let name = format.description
    guard !format.options.isEmpty, try self.failure(format.with(options: []), write) == nil else {
      throw VipsError.noCodec(format: name, detail: failure)
    }
    for option in format.options {
      guard let own = try self.failure(format.with(options: [option]), write) else { continue }
      throw SaverOptions.isChoice(option, of: format)
        ? VipsError.noCodec(format: name, detail: own)
        : VipsError.wrongOption(format: name, detail: own)
    }
    throw VipsError.wrongOption(format: name, detail: failure)
  }

  /// What libvips says where it fails.
  private static func failure(
    _ format: OutputFormat, _ write: (OutputFormat, UnsafeRawBufferPointer) throws -> Void
  ) throws -> String? {
    do {
      let white = [UInt8](repeating: 255, count: layout.byteCount)
      try white.withUnsafeBytes { try write(format, $0) }
      return nil
    } catch {
      // The thrown type is not matched in a `catch` pattern: Swift 6.2 cannot compile that.
      guard case VipsError.failed(_, let detail) = error else { throw error }
      return detail
    }
  }
}
