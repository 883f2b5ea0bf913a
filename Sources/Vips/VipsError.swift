internal import CVipsShim
public import PenumbraFiles

/// Why something asked of libvips did not happen.
public enum VipsError: Error, Hashable, Sendable {
  /// There is no such library on this machine.
  case notInstalled(library: String, detail: String)
  /// The library did not start, or is of a version that does not fit.
  case unusable(detail: String)
  /// A libvips operation failed; the detail is libvips's own message.
  case failed(operation: String, detail: String)
  /// A saver does not take an option, or not with this value.
  case wrongOption(format: String, detail: String)
  /// This build of libvips lacks what the format, or a choice among its options, needs.
  case noCodec(format: String, detail: String)
  /// No saver of this build takes the suffix.
  case noSaver(suffix: String)
  /// A text that the fonts' renderer refuses.
  case undrawableText(String, detail: String)
  /// No font is installed, or none that draws a letter.
  case noFont
  /// No font of this family is installed.
  case noFontFamily(String)
  /// The library was built without text.
  case noText
  /// The format cannot hold the picture.
  case overLimit(LimitViolation)
  /// A file that should hold an image does not.
  case notAnImage(path: String, detail: String)
  /// A file holds an image over the limits.
  case imageOverLimit(path: String, found: String, expected: String)
  /// The pixels asked for by the encoder could not be made; the cause was thrown to the source.
  case sourceFailed
  /// The file system refused what libvips asked of it, and it is no fault of a picture's.
  case file(FileError)
}

extension VipsError: CustomStringConvertible {
  /// One sentence for the user.
  public var description: String {
    switch self {
    case .notInstalled(let library, let detail):
      "libvips is needed for this and cannot be opened as \(library) (\(detail)): "
        + "\(Library.cure)"
    case .unusable(let detail): "libvips cannot be used (\(detail)): \(Library.cure)"
    case .failed(let operation, let detail): "\(operation): \(detail)"
    case .wrongOption(let format, let detail): "\(format): \(detail)"
    case .noCodec(let format, let detail): "\(format) cannot be written here: \(detail)"
    case .noSaver(let suffix): "libvips on this machine cannot write \"\(suffix)\""
    case .undrawableText(let text, let detail):
      "the text \"\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))))\"...: \(detail)"
    case .noFont:
      "there is no font on this machine, and text is to be drawn: "
        + "apt-get install \(Fonts.usualPackage)"
    case .noFontFamily(let name):
      "no font of the family \"\(name)\" is installed on this machine"
    case .noText:
      "this libvips draws no text: install one that was built with Pango and fontconfig"
    case .overLimit(let violation): violation.description
    case .notAnImage(let path, let detail): "\(path): \(detail)"
    case .imageOverLimit(let path, let found, let expected):
      "\(path): found \(found), expected \(expected)"
    case .sourceFailed: "the pixels could not be made"
    case .file(let error): error.description
    }
  }
}

/// The one place where libvips's results become errors.
enum VipsResult {
  /// Throws unless `code` is 0, with the message that libvips left for `operation`.
  static func check(_ code: Int32, _ operation: String) throws(VipsError) {
    guard code == 0 else { throw failure(operation, takeMessage()) }
  }

  /// Throws when `pointer` is nil.
  static func check(
    _ pointer: OpaquePointer?, _ operation: String
  ) throws(VipsError) -> OpaquePointer {
    guard let pointer else { throw failure(operation, takeMessage()) }
    return pointer
  }

  /// A process without descriptors fails wherever it opens something next.
  static func failure(_ operation: String, _ detail: String) -> VipsError {
    if let error = SystemLimit.descriptors(at: operation) { return .file(error) }
    return .failed(operation: operation, detail: detail)
  }

  /// Copies the message that libvips left (vips_error_buffer) and clears it at once.
  ///
  /// The buffer is one for the whole process, so with several threads a message may carry lines of
  /// another's failure.
  static func takeMessage() -> String {
    let raw = penumbra_vips_take_error()
    defer { penumbra_vips_free(raw) }
    guard let raw else { return "no message" }
    let lines = String(cString: raw).split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "no message" : lines.joined(separator: "; ")
  }
}
