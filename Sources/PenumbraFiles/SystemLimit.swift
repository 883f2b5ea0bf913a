#if canImport(Glibc)
internal import Glibc
#endif

/// What of the process or of a disk stops whoever opens and writes files, found by trying.
///
/// Libraries that open files themselves tell in words why they could not. Words are of the library,
/// of its version and of the user's language; what the system answers to the same question is not.
public enum SystemLimit {
  /// A library may open several files at once, and others close some of theirs meanwhile.
  private static let sparedDescriptors = 8

  /// What is wrong where this process has hardly a descriptor left, for a failure at `path`; nil where
  /// it has enough.
  public static func descriptors(at path: String) -> FileError? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<sparedDescriptors {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        let error = FileError.last(path, .open)
        return error.cause == .noDescriptors ? error : nil
      }
      opened.append(descriptor)
    }
    return nil
  }

  /// What is wrong where a file of `bytes` bytes cannot be made in a folder, for a failure at `path`;
  /// nil where it can.
  public static func writing(_ bytes: Int, in folder: String, at path: String) -> FileError? {
    do throws(FileError) {
      let folder = try Folder(folder)
      let name = Folder.randomName()
      let file = try folder.create(name, shownAs: path)
      defer { folder.remove(name) }
      let zeroes = [UInt8](repeating: 0, count: bytes)
      let code = zeroes.withUnsafeBytes { OpenFile.put($0, to: file.descriptor) }
      return code == 0 ? nil : FileError(path: path, act: .write, code: code)
    } catch {
      return FileError(path: path, act: error.act, code: error.code)
    }
  }

  /// The same for where temporary files go.
  public static func writingTemporarily(_ bytes: Int) -> FileError? {
    writing(bytes, in: OpenFile.temporaryPath, at: OpenFile.temporaryPath)
  }
}
