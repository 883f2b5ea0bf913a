#if canImport(Glibc)
internal import Glibc
#endif

/// Why something asked of the file system did not happen: the one place where `errno` becomes an
/// error.
public struct FileError: Error, Hashable, Sendable {
  /// What was being done.
  public enum Act: Hashable, Sendable {
    /// Opening what should be there.
    case open
    /// Making, naming or removing.
    case create
    /// Reading from what is open.
    case read
    /// Writing to what is open.
    case write
  }

  /// What the failure means to whoever asked.
  public enum Cause: Hashable, Sendable {
    /// Nothing is there.
    case missing
    /// This process may open no more files; it says nothing about the file.
    case noDescriptors
    /// The disk, or this user's share of it, is full.
    case diskFull
    /// The file would be larger than this process may write.
    case tooLarge
    /// Anything else.
    case other
  }

  /// The file or folder.
  public var path: String
  /// What was being done.
  public var act: Act
  /// The value of `errno`; 0 where the system did not refuse, but this module did.
  public var code: Int32
  /// What was found, in words.
  public var detail: String

  /// A refusal in words of our own.
  public init(path: String, act: Act, detail: String) {
    self.path = path
    self.act = act
    code = 0
    self.detail = detail
  }

  /// A refusal of the system's.
  public init(path: String, act: Act, code: Int32) {
    self.path = path
    self.act = act
    self.code = code
    detail = FileError.words(of: code)
  }

  /// A disk without room.
  public static func diskFull(_ path: String) -> FileError {
    FileError(path: path, act: .write, code: ENOSPC)
  }

  /// What the failure means.
  public var cause: Cause { FileError.cause(of: code) }

  /// The last failed call's error.
  static func last(_ path: String, _ act: Act) -> FileError {
    FileError(path: path, act: act, code: errno)
  }

  /// The system's words for an error, with a remedy where one is known.
  public static func words(of code: Int32) -> String {
    let words = String(cString: strerror(code))
    switch cause(of: code) {
    case .noDescriptors:
      return "\(words): raise the limit (ulimit -n) or use fewer \(UserWord.threads)"
    case .tooLarge: return "\(words): it is over the limit of this process (ulimit -f)"
    default: return words
    }
  }

  private static func cause(of code: Int32) -> Cause {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EMFILE, ENFILE: .noDescriptors
    case ENOSPC, EDQUOT: .diskFull
    case EFBIG: .tooLarge
    default: .other
    }
  }
}

extension FileError: CustomStringConvertible {
  /// One sentence for the user.
  public var description: String { "\(path): \(detail)" }
}
