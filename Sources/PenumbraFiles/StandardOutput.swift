internal import PenumbraLocking

#if canImport(Glibc)
internal import Glibc
#endif

/// The standard output, where a failure to write is remembered until the end of the process.
public enum StandardOutput {
  private static let firstFailure = Guarded<Int32>(0)

  /// Writes all bytes of a text to a stream; what fails on the standard output is remembered.
  public static func write(_ text: String, to descriptor: Int32) {
    var text = text
    let code = text.withUTF8 { OpenFile.put(UnsafeRawBufferPointer($0), to: descriptor) }
    if code != 0, descriptor == STDOUT_FILENO { remember(code) }
  }

  /// Writes all bytes of a result that is no text.
  public static func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let code = OpenFile.put(bytes, to: STDOUT_FILENO)
    if code != 0 { throw FileError(path: "standard output", act: .write, code: code) }
  }

  /// What kept results from the standard output, asked for once all is written; nil for nothing.
  ///
  /// A reader that went away wants no more, and is no failure.
  public static func closingFailure() -> FileError? {
    // A closed stream that nothing was written to is no failure either.
    let copy = dup(STDOUT_FILENO)
    if copy >= 0, close(copy) != 0 { remember(errno) }
    let code = firstFailure.withLock { $0 }
    guard code != 0, code != EPIPE else { return nil }
    return FileError(path: "standard output", act: .write, code: code)
  }

  /// Puts something in the place of standard streams that are closed, so that no file that is opened
  /// later is taken for one of them.
  ///
  /// It is opened for reading, or writing to a closed standard output would seem to succeed.
  public static func holdClosedStreams() {
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      if descriptor < 0 { return }
      if descriptor > STDERR_FILENO {
        close(descriptor)
        return
      }
    }
  }

  private static func remember(_ code: Int32) {
    firstFailure.withLock { if $0 == 0 { $0 = code } }
  }
}
