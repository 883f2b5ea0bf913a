#if canImport(Glibc)
internal import Glibc
#endif

/// An open folder: what is done in it is done in this very folder, whatever happens to its path.
///
/// Folders that the user names are opened as they are, links followed. Below them a link is never
/// followed: what lies in an output folder may have been put there by anybody. Names are single
/// names or relative paths; each level is opened by itself.
public final class Folder: Sendable {
  /// For messages, and for libraries that take nothing but paths.
  public let path: String
  let descriptor: Int32

  private init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens a folder that the user named.
  public convenience init(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, act: .open, code: ENOENT) }
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError.last(path, .open) }
    self.init(descriptor, path: path)
  }

  /// Opens a folder that the user named, and makes it and those above it where they are not there.
  public static func made(_ path: String) throws(FileError) -> Folder {
    guard !path.utf8.contains(0) else { throw FileError(path: path, act: .create, code: ENOENT) }
    try make(path)
    do {
      return try Folder(path)
    } catch {
      throw FileError(path: path, act: .create, code: error.code)
    }
  }

  private static func make(_ path: String) throws(FileError) {
    if let status = FileStatus(path) {
      guard status.kind != .folder else { return }
      throw FileError(path: path, act: .create, detail: "it exists and is no folder")
    }
    if mkdir(path, 0o777) == 0 { return }
    if errno == ENOENT {
      let parent = PathName.parent(path)
      if parent != path, parent != "." {
        try make(parent)
        if mkdir(path, 0o777) == 0 { return }
      }
    }
    if errno == EEXIST, FileStatus(path)?.kind == .folder { return }
    throw FileError.last(path, .create)
  }

  // MARK: What is there

  /// What a name in the folder is, links not followed; nil if nothing.
  public func status(_ name: String) -> FileStatus? {
    guard let (folder, last) = try? place(name) else { return nil }
    var info = stat()
    guard fstatat(folder.descriptor, last, &info, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStatus(info)
  }

  /// The kind of a name in the folder, links not followed; nil if nothing.
  public func kind(_ name: String) -> FileKind? { status(name)?.kind }

  /// Which folder it is; nil where the system does not say.
  public var identity: FileIdentity? {
    var mine = stat()
    return fstat(descriptor, &mine) == 0 ? FileIdentity(mine) : nil
  }

  /// Whether the folder is still what its path leads to.
  public var isInPlace: Bool {
    identity.map { FileStatus(path)?.identity == $0 } ?? false
  }

  /// The names in the folder, sorted by their bytes, so that every machine sees one order.
  public func names() throws(FileError) -> [String] {
    // A copy that reads from the start, since descriptors of one opening share their place.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw FileError.last(path, .open) }
    guard let stream = fdopendir(copy) else {
      let error = FileError.last(path, .open)
      close(copy)
      throw error
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw FileError.last(path, .read) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Opens a regular file in the folder for reading.
  public func open(_ name: String) throws(FileError) -> OpenFile {
    let (folder, last) = try place(name)
    let path = PathName.joined(self.path, name)
    let found = openat(folder.descriptor, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if found < 0 && errno == ELOOP {
      throw FileError(path: path, act: .open, detail: "found a link, expected a regular file")
    }
    let file = try OpenFile(found, path: path, act: .open)
    guard file.status.kind == .file else {
      throw FileError(
        path: path, act: .open, detail: "found \(file.status.kind.words), expected a regular file")
    }
    return file
  }

  /// Opens a folder in the folder; `makes` it, and those on the way, where nothing is.
  public func folder(_ name: String, makes: Bool = false) throws(FileError) -> Folder {
    var folder = self
    for part in try Folder.parts(name, in: self) {
      folder = try folder.child(part, makes: makes)
    }
    return folder
  }

  private func child(_ name: String, makes: Bool) throws(FileError) -> Folder {
    let path = PathName.joined(self.path, name)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var found = openat(descriptor, name, flags)
    if found < 0 && errno == ENOENT && makes {
      guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
        throw FileError.last(path, .create)
      }
      found = openat(descriptor, name, flags)
    }
    guard found >= 0 else {
      let error = FileError.last(path, makes ? .create : .open)
      if error.code == ELOOP || error.code == ENOTDIR {
        let kind = self.kind(name)?.words ?? "something else"
        throw FileError(path: path, act: error.act, detail: "\(kind) is there, expected a folder")
      }
      throw error
    }
    return Folder(found, path: path)
  }

  // MARK: Names

  /// The open folder that holds a name, and the name's last part.
  func place(_ name: String) throws(FileError) -> (folder: Folder, last: String) {
    let parts = try Folder.parts(name, in: self)
    var folder = self
    for part in parts.dropLast() { folder = try folder.child(part, makes: false) }
    return (folder, parts[parts.count - 1])
  }

  private static func parts(_ name: String, in folder: Folder) throws(FileError) -> [String] {
    let parts = name.splitBytes(at: "/", omittingEmpty: false)
    for part in parts where part.isEmpty || part == "." || part == ".." || part.utf8.contains(0) {
      throw FileError(
        path: PathName.joined(folder.path, name), act: .open, detail: "the name leaves its folder")
    }
    return parts
  }

  /// A hidden name that nobody can foresee.
  static func randomName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return ".penumbra-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Whether a name is one of an unfinished file.
  public static func isRandomName(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(10)
    return name.hasBytePrefix(".penumbra-") && digits.count == 16
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
