internal import PenumbraFiles

/// Reading whole files that strangers name.
public enum SourceFile {
  /// The bytes of a regular file of at most `limit` bytes.
  ///
  /// A folder, a pipe or a device is refused before it is opened: opening a pipe would wait for
  /// whoever writes to it.
  ///
  /// - Throws: ``SceneError`` of the kinds `missingFile`, `notAFile`, `unreadableFile`, `emptyFile`,
  ///   `fileTooLarge` and `noDescriptors`.
  public static func read(_ path: String, limit: Int) throws(SceneError) -> [UInt8] {
    func error(_ kind: SceneError.Kind, _ found: String, _ expected: String) -> SceneError {
      SceneError(kind: kind, file: path, found: found, expected: expected)
    }
    func failure(_ cause: FileError) -> SceneError {
      switch cause.cause {
      case .missing: return error(.missingFile, "no such file", "a file")
      case .noDescriptors: return error(.noDescriptors, cause.detail, "a file that can be opened")
      default:
        return error(.unreadableFile, "an unreadable file (\(cause.detail))", "a readable file")
      }
    }
    func check(_ status: FileStatus) throws(SceneError) {
      guard status.kind == .file else {
        throw error(.notAFile, status.kind.words, "a regular file")
      }
      guard status.size <= limit else {
        throw error(.fileTooLarge, "\(status.size) bytes", "at most \(limit) bytes")
      }
    }
    if let status = FileStatus(path) { try check(status) }
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try OpenFile(reading: path)
      // One byte more than expected tells a file that grows.
      bytes = try file.bytes(most: limit + 1)
    } catch {
      throw failure(error)
    }
    guard bytes.count <= limit else {
      throw error(.fileTooLarge, "more than \(limit) bytes", "at most \(limit) bytes")
    }
    guard !bytes.isEmpty else { throw error(.emptyFile, "an empty file", "a scene") }
    return bytes
  }
}
