#if canImport(Glibc)
internal import Glibc
#endif

extension FileSystem {
  /// The folder that holds a path: `.` for a bare name.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Copies a regular file to a path where nothing is.
  ///
  /// A link is refused: what it leads to is no part of the folder. `check` is called before each
  /// piece and may throw.
  package static func copy(_ source: String, to target: String, check: () throws -> Void) throws {
    var info = stat()
    guard lstat(source, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw JobError.badInput("\(source): expected a regular file")
    }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard output >= 0 else { throw JobError.cannotCreate(path: target, detail: lastError()) }
    do {
      try read(source) { bytes in
        try check()
        try writeAll(bytes, to: output, path: target)
      }
    } catch {
      close(output)
      throw error
    }
    // Some file systems find out only now that the disk is full.
    guard close(output) == 0 else {
      throw JobError.inputOutput(path: target, detail: lastError())
    }
  }

  /// Renames a folder to a path where nothing or an empty folder is; never replaces content.
  static func moveFolder(_ source: String, to target: String) throws(JobError) {
    guard Glibc.rename(source, target) == 0 else {
      throw .cannotCreate(path: target, detail: lastError())
    }
  }
}
