#if canImport(Glibc)
internal import Glibc
#endif

extension Folder {
  /// Makes a file where nothing is, not even a link; errors may call it by another path.
  public func create(_ name: String, shownAs path: String? = nil) throws(FileError) -> OpenFile {
    let (folder, last) = try place(name)
    return try OpenFile(
      openat(
        folder.descriptor, last, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666),
      path: path ?? PathName.joined(self.path, name), act: .create)
  }

  /// Makes a file without a name, which is gone with its last reference unless it is linked; nil where
  /// the file system has none such, or a name could not be given to it.
  func createUnnamed(shownAs path: String) throws(FileError) -> OpenFile? {
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    let opened = openat(
      descriptor, ".", O_RDWR | unnamedFile | O_CLOEXEC, 0o666)
    if opened >= 0 { return try OpenFile(opened, path: path, act: .create) }
    let error = FileError.last(path, .create)
    // Not known to the system (EISDIR), or not to the file system.
    guard error.code == EISDIR || error.code == EOPNOTSUPP || error.code == EINVAL else {
      throw error
    }
    return nil
  }

  /// Gives a file without a name one that nothing has.
  func link(_ file: OpenFile, as name: String) throws(FileError) {
    guard
      linkat(AT_FDCWD, "/proc/self/fd/\(file.descriptor)", descriptor, name, AT_SYMLINK_FOLLOW)
        == 0
    else { throw FileError.last(PathName.joined(path, name), .create) }
  }

  /// Makes a folder of a random name that is gone with `remove`, where temporary files go.
  public static func temporary() throws(FileError) -> (parent: Folder, name: String) {
    let parent = try Folder(OpenFile.temporaryPath)
    let name = randomName()
    guard mkdirat(parent.descriptor, name, 0o700) == 0 else {
      throw FileError.last(PathName.joined(parent.path, name), .create)
    }
    return (parent, name)
  }

  /// Makes a folder where nothing is, not even a link, and opens it.
  public func createFolder(_ name: String) throws(FileError) -> Folder {
    let (parent, last) = try place(name)
    guard mkdirat(parent.descriptor, last, 0o777) == 0 else {
      throw FileError.last(PathName.joined(path, name), .create)
    }
    return try folder(name)
  }

  /// Gives a file or folder its final name, in this folder or another of the same file system.
  ///
  /// A file takes the place of a file or a link at once. A folder takes that of nothing or of an
  /// empty folder.
  public func rename(_ name: String, to other: Folder, as newName: String) throws(FileError) {
    let (mine, last) = try place(name)
    let (theirs, newLast) = try other.place(newName)
    guard renameat(mine.descriptor, last, theirs.descriptor, newLast) == 0 else {
      throw FileError.last(PathName.joined(other.path, newName), .create)
    }
  }

  /// Removes a file, a link, or a folder with all in it.
  ///
  /// A link is removed, never followed. What is not there is no error. What is still there at
  /// `deadline` stays. The answer is whether nothing is there any more.
  @discardableResult
  public func remove(_ name: String, until deadline: ContinuousClock.Instant? = nil) -> Bool {
    if let deadline, ContinuousClock.now >= deadline { return false }
    guard let (parent, last) = try? place(name) else { return true }
    if unlinkat(parent.descriptor, last, 0) == 0 || errno == ENOENT { return true }
    guard errno == EISDIR || errno == EPERM, let inner = try? parent.folder(last) else {
      return false
    }
    for child in (try? inner.names()) ?? [] { inner.remove(child, until: deadline) }
    return unlinkat(parent.descriptor, last, AT_REMOVEDIR) == 0
  }

  /// Removes a folder if nothing is in it.
  public func removeIfEmpty(_ name: String) {
    guard let (parent, last) = try? place(name) else { return }
    unlinkat(parent.descriptor, last, AT_REMOVEDIR)
  }

  /// Writes a file whole or not at all.
  public func write(_ text: String, to name: String) throws(FileError) {
    let output = try OutputFile(name, in: self)
    try output.file.write(text)
    try output.commit(synchronizes: true)
  }

  /// Waits until the folder's entries are on the disk.
  public func synchronize() throws(FileError) {
    if fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS {
      throw FileError.last(path, .write)
    }
  }

  /// Locks the folder against other processes until the lock's last reference is gone.
  ///
  /// The lock is a file of this name that holds the process's id; it is removed with the lock.
  ///
  /// - Throws: Where another process holds the lock, with its id.
  public func lock(_ name: String) throws(FileError) -> FolderLock {
    var attempts = 0
    while true {
      let descriptor = openat(
        self.descriptor, name,
        O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
      let path = PathName.joined(self.path, name)
      if descriptor < 0 && errno == ELOOP {
        throw FileError(path: path, act: .create, detail: "a link is there")
      }
      let file = try OpenFile(descriptor, path: path, act: .create)
      guard file.status.kind == .file else {
        throw FileError(path: path, act: .create, detail: "\(file.status.kind.words) is there")
      }
      guard file.lock() else {
        let text = String(decoding: try file.bytes(most: 20), as: UTF8.self)
        // Who took the lock this moment has yet to write its id.
        if text.isEmpty, attempts < 1000 {
          attempts += 1
          usleep(1000)
          continue
        }
        let holder = Int32(text).map { ", process \($0)," } ?? ""
        throw FileError(
          path: self.path, act: .create, detail: "another penumbra\(holder) is writing there")
      }
      // The one before may have removed its lock after this one was opened.
      guard status(name)?.identity == file.status.identity else { continue }
      try file.truncate(to: 0)
      try file.write("\(getpid())")
      return FolderLock(folder: self, name: name, file: file)
    }
  }

  /// Bytes that this user may still write in the folder's file system.
  public var freeBytes: Int? {
    var info = statvfs()
    guard fstatvfs(descriptor, &info) == 0 else { return nil }
    return Int(clamping: UInt64(info.f_bavail) &* UInt64(info.f_frsize))
  }
}

/// A lock of a folder, held until its last reference is gone or the process ends, however it ends.
public final class FolderLock: Sendable {
  private let folder: Folder
  private let name: String
  private let file: OpenFile

  init(folder: Folder, name: String, file: OpenFile) {
    self.folder = folder
    self.name = name
    self.file = file
  }

  deinit {
    // Only what is ours: the folder may have been emptied, and another's lock be there.
    if folder.status(name)?.identity == file.status.identity { folder.remove(name) }
  }
}
