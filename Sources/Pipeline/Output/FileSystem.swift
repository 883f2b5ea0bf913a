#if canImport(Glibc)
internal import Glibc
#endif

/// The system calls that jobs need, with their errors as words.
package enum FileSystem {
  /// What stands at a path.
  package enum Kind: Equatable {
    case file
    case folder
    case other
  }

  /// The system's words for the last error.
  static func lastError() -> String { String(cString: strerror(errno)) }

  /// What stands at the path, links followed; nil if nothing.
  package static func kind(_ path: String) -> Kind? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// The bytes of a file, or nil.
  package static func size(_ path: String) -> Int? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return Int(info.st_size)
  }

  /// Device and inode, by which two names of one folder are known.
  package static func identity(_ path: String) -> [UInt64]? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return [UInt64(info.st_dev), UInt64(info.st_ino)]
  }

  /// The path without links, `.` and `..`; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let raw = realpath(path, nil) else { return nil }
    defer { free(raw) }
    return String(cString: raw)
  }

  /// The names in a folder, sorted by their bytes, so that every machine sees one order.
  package static func names(in folder: String) throws(JobError) -> [String] {
    guard let handle = opendir(folder) else {
      throw .noInput(path: folder, detail: lastError())
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Makes a folder and those above it; one that exists is no error.
  package static func makeFolder(_ path: String) throws(JobError) {
    if kind(path) == .folder { return }
    if mkdir(path, 0o777) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
      if mkdir(path, 0o777) == 0 { return }
    }
    if errno == EEXIST, kind(path) == .folder { return }
    throw .cannotCreate(path: path, detail: lastError())
  }

  /// Removes a file or a folder with all in it.
  ///
  /// A link is removed, never followed. What is not there is no error. What is still there at
  /// `deadline` stays.
  package static func remove(_ path: String, until deadline: ContinuousClock.Instant? = nil) {
    if let deadline, ContinuousClock.now >= deadline { return }
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    if info.st_mode & S_IFMT == S_IFDIR {
      for name in (try? names(in: path)) ?? [] { remove(path + "/" + name, until: deadline) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// Waits until the file's bytes (or the folder's entries) are on the disk.
  static func synchronize(_ path: String) throws(JobError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .inputOutput(path: path, detail: lastError()) }
    defer { close(descriptor) }
    // Some file systems have nothing to wait for and say so.
    if fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS {
      throw .inputOutput(path: path, detail: lastError())
    }
  }

  /// Gives a file or folder its final name, replacing what stands there.
  ///
  /// A file replaces a file at once. A folder with content cannot be replaced by rename(2): the old
  /// one is moved aside first, so for a moment nothing stands there, but never a half.
  package static func rename(_ source: String, to target: String) throws(JobError) {
    if Glibc.rename(source, target) == 0 { return }
    if errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR || errno == EISDIR {
      try refuseForeignFolder(at: target, replacedByFolder: kind(source) == .folder)
      let old = source + ".replaced"
      if Glibc.rename(target, old) == 0, Glibc.rename(source, target) == 0 {
        remove(old)
        return
      }
    }
    throw .cannotCreate(path: target, detail: lastError())
  }

  /// Throws where a folder stands in an output's place that is not another run's: what someone keeps
  /// there is not ours to delete.
  ///
  /// An empty folder is no loss, and tiles may take the place of tiles.
  static func refuseForeignFolder(
    at path: String, replacedByFolder: Bool
  ) throws(JobError) {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { return }
    let foreign = try names(in: path).first { !replacedByFolder || !isNameInTiles($0) }
    if let foreign {
      throw .cannotCreate(
        path: path, detail: "a folder is there, and in it \(foreign.debugDescription)")
    }
  }

  /// Whether Deep Zoom, Google, Zoomify or IIIF tiles have such a name at their top.
  private static func isNameInTiles(_ name: String) -> Bool {
    let known = ["full", "info.json", "ImageProperties.xml", "vips-properties.xml"]
    if known.contains(name) || name.hasPrefix("blank.") { return true }
    let number = name.hasPrefix("TileGroup") ? name.dropFirst(9) : name[...]
    return !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) || $0 == 44 }
  }

  /// Throws where a link stands: what is written below would be written elsewhere.
  static func refuseLink(at path: String) throws(JobError) {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return }
    throw .cannotCreate(path: path, detail: "a link is there")
  }

  /// Writes a file whole or not at all: beside its place under a hidden name, then renamed.
  ///
  /// What a killed write left there is overwritten by the next.
  package static func write(_ text: String, to path: String) throws(JobError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let partial = String(path.dropLast(name.count)) + ".penumbra-\(name).partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, detail: lastError()) }
    do {
      defer { close(descriptor) }
      try writeAll(text, to: descriptor, path: path)
      if fsync(descriptor) != 0 && errno != EINVAL {
        throw JobError.inputOutput(path: path, detail: lastError())
      }
    } catch let error as JobError {
      unlink(partial)
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
    try rename(partial, to: path)
  }

  /// Writes all bytes of a text to an open file.
  static func writeAll(_ text: String, to descriptor: Int32, path: String) throws(JobError) {
    var text = text
    let failure = text.withUTF8 { put(UnsafeRawBufferPointer($0), to: descriptor) }
    if let failure { throw .inputOutput(path: path, detail: failure) }
  }

  /// Writes all bytes to an open file.
  static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
  ) throws(JobError) {
    if let failure = put(bytes, to: descriptor) { throw .inputOutput(path: path, detail: failure) }
  }

  /// Writes all bytes; the system's words if it cannot.
  private static func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return lastError() }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return nil
  }

  /// Calls `body` with the bytes of a file, a piece at a time.
  package static func read(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw JobError.noInput(path: path, detail: lastError()) }
    defer { close(descriptor) }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { piece.deallocate() }
    while true {
      let count = Glibc.read(descriptor, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw JobError.inputOutput(path: path, detail: lastError()) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  /// The first bytes of a file, as many as it has up to `count`.
  static func head(of path: String, bytes count: Int) throws(JobError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .noInput(path: path, detail: lastError()) }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = max(0, Glibc.read(descriptor, buffer.baseAddress, count))
    }
  }

  /// All bytes of a file.
  package static func bytes(of path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(path) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The SHA-256 of a file's bytes.
  package static func digest(of path: String) throws -> String {
    var hash = ContentHash()
    try read(path) { hash.update($0) }
    return hash.hexadecimal
  }

  /// Bytes that this user may still write under the path.
  static func freeBytes(at path: String) -> Int? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    return Int(clamping: UInt64(info.f_bavail) &* UInt64(info.f_frsize))
  }

  /// Locks a file until `unlock` or the end of this process, however it ends.
  ///
  /// Returns what `unlock` wants; nil if another holds the lock.
  package static func lock(_ path: String) throws(JobError) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, detail: lastError()) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Gives a lock back.
  package static func unlock(_ descriptor: Int32) { close(descriptor) }
}
