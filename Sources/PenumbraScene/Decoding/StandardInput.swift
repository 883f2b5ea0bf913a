internal import Foundation

/// The standard input as an input like a file, which commands know as `-`.
public enum StandardInput {
  /// How a command line names it.
  public static let operand = "-"
  /// How messages and manifests name it.
  public static let name = "standard input"

  /// Everything that comes, at most `limit` bytes.
  ///
  /// - Throws: ``SceneError`` of the kinds `unreadableFile`, `emptyFile` and `fileTooLarge`.
  public static func read(limit: Int) throws(SceneError) -> [UInt8] {
    func error(_ kind: SceneError.Kind, _ found: String, _ expected: String) -> SceneError {
      SceneError(kind: kind, file: name, found: found, expected: expected)
    }
    var bytes: [UInt8] = []
    var code: Int32 = 0
    while bytes.count <= limit {
      let room = min(1 << 16, limit + 1 - bytes.count)
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = Foundation.read(0, buffer.baseAddress, room)
        code = got < 0 ? errno : 0
        count = max(got, 0)
      }
      if code == EINTR { continue }
      if code != 0 {
        throw error(
          .unreadableFile, "an unreadable input (\(String(cString: strerror(code))))",
          "a scene or tokens")
      }
      if chunk.isEmpty { break }
      bytes.append(contentsOf: chunk)
    }
    guard bytes.count <= limit else {
      throw error(.fileTooLarge, "more than \(limit) bytes", "at most \(limit) bytes")
    }
    guard !bytes.isEmpty else { throw error(.emptyFile, "nothing", "a scene or tokens") }
    return bytes
  }
}
