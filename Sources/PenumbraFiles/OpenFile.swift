#if canImport(Glibc)
internal import Glibc
#endif

/// An open file; it is closed with its last reference.
public final class OpenFile: Sendable {
  /// For messages.
  public let path: String
  /// The open file's number, for libraries that write to one.
  public let descriptor: Int32
  /// What was opened.
  public let status: FileStatus

  init(_ descriptor: Int32, path: String, act: FileError.Act) throws(FileError) {
    guard descriptor >= 0 else { throw FileError.last(path, act) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      let error = FileError.last(path, act)
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    status = FileStatus(info)
  }

  deinit { close(descriptor) }

  /// Opens a regular file that the user named, for reading.
  ///
  /// A pipe is refused, not waited for.
  public convenience init(reading path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, act: .open, code: ENOENT) }
    try self.init(
      Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), path: path, act: .open)
    try refuseOtherThanFile()
  }

  /// Opens for adding to its end what the user named; makes it where it is not there.
  public convenience init(appendingTo path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, act: .create, code: ENOENT) }
    try self.init(
      Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666), path: path, act: .create)
  }

  /// Opens what bytes go into as they are: a device, a pipe (whose reader is waited for), a socket.
  convenience init(stream path: String, kind: FileKind) throws(FileError) {
    if kind == .socket {
      try self.init(OpenFile.connected(to: path), path: path, act: .create)
    } else {
      try self.init(Glibc.open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), path: path, act: .create)
    }
    guard status.kind.isStream else {
      throw FileError(path: path, act: .create, detail: "it was replaced while it was opened")
    }
  }

  /// A file without a name that is gone with this reference, for what must be seekable while it is
  /// made.
  public static func anonymous() throws(FileError) -> OpenFile {
    let folder = temporaryPath
    let parent = try Folder(folder)
    let descriptor = Glibc.openat(
      parent.descriptor, ".", O_RDWR | unnamedFile | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return try OpenFile(descriptor, path: folder, act: .create) }
    // Some file systems have no files without names.
    let name = Folder.randomName()
    let file = try parent.create(name)
    parent.remove(name)
    return file
  }

  /// Where temporary files go.
  static var temporaryPath: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  private func refuseOtherThanFile() throws(FileError) {
    guard status.kind == .file else {
      throw FileError(
        path: path, act: .open, detail: "found \(status.kind.words), expected a regular file")
    }
  }

  private static func connected(to path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return -1 }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    if result == 0 { return descriptor }
    let code = errno
    close(descriptor)
    errno = code
    return -1
  }

  /// Writes all bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try OpenFile.write(bytes, to: descriptor, path: path)
  }

  /// Writes all bytes of a text.
  public func write(_ text: String) throws(FileError) {
    var text = text
    let code = text.withUTF8 { OpenFile.put(UnsafeRawBufferPointer($0), to: descriptor) }
    if code != 0 { throw FileError(path: path, act: .write, code: code) }
  }

  /// Writes all bytes to an open file.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
  ) throws(FileError) {
    let code = put(bytes, to: descriptor)
    if code != 0 { throw FileError(path: path, act: .write, code: code) }
  }

  /// Writes all bytes; 0, or the error.
  static func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 && errno != 0 ? errno : EIO }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return 0
  }

  /// Calls `body` with the bytes from where the file stands, a piece at a time.
  public func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { piece.deallocate() }
    while true {
      let count = Glibc.read(descriptor, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError.last(path, .read) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  /// The bytes from where the file stands, `most` at most.
  public func bytes(most: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(most, max(0, status.size) + 1))
    var code: Int32 = 0
    while bytes.count < most {
      let room = min(max(status.size + 1 - bytes.count, 1 << 16), most - bytes.count)
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = Glibc.read(descriptor, buffer.baseAddress, room)
        code = got < 0 ? errno : 0
        count = max(got, 0)
      }
      if code == EINTR { continue }
      if code != 0 { throw FileError(path: path, act: .read, code: code) }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Goes back to the first byte.
  public func rewind() throws(FileError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError.last(path, .read) }
  }

  /// Goes behind the last byte.
  public func goToEnd() throws(FileError) {
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw FileError.last(path, .write) }
  }

  /// Cuts the file to a length.
  public func truncate(to length: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw FileError.last(path, .write) }
  }

  /// Waits until the bytes, not the times, are on the disk.
  public func synchronizeData() { fdatasync(descriptor) }

  /// Waits until the file is on the disk.
  public func synchronize() throws(FileError) {
    // Some file systems have nothing to wait for and say so.
    if fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS {
      throw FileError.last(path, .write)
    }
  }

  /// Asks the system for what only closing tells, as on network disks: whether all was written.
  public func checkClosing() throws(FileError) {
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw FileError.last(path, .write) }
  }

  /// Locks the file until its last reference is gone, however that comes; false if another has it.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}

/// O_TMPFILE, which Swift does not import.
let unnamedFile: Int32 = 0o20000000 | O_DIRECTORY
