internal import Foundation

/// Reading whole files that strangers name.
public enum SourceFile {
  /// The bytes of a regular file of at most `limit` bytes.
  ///
  /// A folder, a pipe or a device is refused before it is opened: opening a pipe would wait for
  /// whoever writes to it.
  ///
  /// - Throws: ``SceneError`` of the kinds `missingFile`, `notAFile`, `unreadableFile`, `emptyFile`
  ///   and `fileTooLarge`.
  public static func read(_ path: String, limit: Int) throws(SceneError) -> [UInt8] {
    func error(_ kind: SceneError.Kind, _ found: String, _ expected: String) -> SceneError {
      SceneError(kind: kind, file: path, found: found, expected: expected)
    }
    func failure(_ code: Int32) -> SceneError {
      let reason = String(cString: strerror(code))
      switch code {
      case ENOENT, ENOTDIR: return error(.missingFile, "no such file", "a file")
      default: return error(.unreadableFile, "an unreadable file (\(reason))", "a readable file")
      }
    }
    func checked(_ status: stat) throws(SceneError) -> Int {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw error(.notAFile, kindName(status), "a regular file")
      }
      let size = Int(status.st_size)
      guard size <= limit else {
        throw error(.fileTooLarge, "\(size) bytes", "at most \(limit) bytes")
      }
      return size
    }
    guard !path.unicodeScalars.contains("\0") else { throw failure(ENOENT) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(errno) }
    _ = try checked(status)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    // What was looked at may have been replaced before it was opened.
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    let size = try checked(status)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 1)
    var code: Int32 = 0
    // One byte more than expected tells a file that grows.
    while bytes.count <= limit {
      let room = min(max(size + 1 - bytes.count, 1 << 16), limit + 1 - bytes.count)
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = Foundation.read(descriptor, buffer.baseAddress, room)
        if got < 0 { code = errno }
        count = max(got, 0)
      }
      if code == EINTR {
        code = 0
        continue
      }
      if code != 0 { throw failure(code) }
      if chunk.isEmpty { break }
      bytes.append(contentsOf: chunk)
    }
    guard bytes.count <= limit else {
      throw error(.fileTooLarge, "more than \(limit) bytes", "at most \(limit) bytes")
    }
    guard !bytes.isEmpty else { throw error(.emptyFile, "an empty file", "a scene") }
    return bytes
  }

  private static func kindName(_ status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "something that is no file"
    }
  }
}
