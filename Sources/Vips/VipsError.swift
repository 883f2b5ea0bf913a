internal import CVipsShim

/// Why something asked of libvips did not happen.
public enum VipsError: Error, Hashable, Sendable {
  /// The library did not start.
  case unusable(detail: String)
  /// A libvips operation failed; the detail is libvips's own message.
  case failed(operation: String, detail: String)
  /// No saver of this build takes the suffix.
  case noSaver(suffix: String)
  /// A text that the fonts' renderer refuses.
  case undrawableText(String, detail: String)
  /// No font of this machine draws a letter.
  case noFont
  /// The format cannot hold the picture.
  case overLimit(LimitViolation)
  /// A file that should hold an image does not.
  case notAnImage(path: String, detail: String)
  /// A file holds an image over the limits.
  case imageOverLimit(path: String, found: String, expected: String)
  /// The pixels asked for by the encoder could not be made; the cause was thrown to the source.
  case sourceFailed
  /// The disk under the output is full.
  case diskFull(path: String)
}

extension VipsError: CustomStringConvertible {
  /// One sentence for the user.
  public var description: String {
    switch self {
    case .unusable(let detail): "libvips does not start: \(detail)"
    case .failed(let operation, let detail): "\(operation): \(detail)"
    case .noSaver(let suffix): "libvips on this machine cannot write \"\(suffix)\""
    case .undrawableText(let text, let detail):
      "the text \"\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))))\"...: \(detail)"
    case .noFont: "no font on this machine draws the letter X: install one, such as DejaVu Sans"
    case .overLimit(let violation): violation.description
    case .notAnImage(let path, let detail): "\(path): \(detail)"
    case .imageOverLimit(let path, let found, let expected):
      "\(path): found \(found), expected \(expected)"
    case .sourceFailed: "the pixels could not be made"
    case .diskFull(let path): "\(path): no space left on the disk"
    }
  }
}

/// The one place where libvips's results become errors.
enum VipsResult {
  /// Throws unless `code` is 0, with the message that libvips left for `operation`.
  static func check(_ code: Int32, _ operation: String) throws(VipsError) {
    guard code == 0 else { throw .failed(operation: operation, detail: takeMessage()) }
  }

  /// Throws when `pointer` is nil.
  static func check<T>(
    _ pointer: UnsafeMutablePointer<T>?, _ operation: String
  ) throws(VipsError) -> UnsafeMutablePointer<T> {
    guard let pointer else { throw .failed(operation: operation, detail: takeMessage()) }
    return pointer
  }

  /// Copies the message that libvips left (vips_error_buffer) and clears it at once.
  ///
  /// The buffer is one for the whole process, so with several threads a message may carry lines of
  /// another's failure.
  static func takeMessage() -> String {
    let raw = vips_error_buffer_copy()
    defer { g_free(raw) }
    guard let raw else { return "no message" }
    let lines = String(cString: raw).split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "no message" : lines.joined(separator: "; ")
  }
}
