#if canImport(Glibc)
internal import Glibc
#endif

/// What stands at a path.
public enum FileKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link; only where links are not followed.
  case link
  /// A device.
  case device
  /// A FIFO.
  case pipe
  /// A socket.
  case socket

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  /// What it is called in messages.
  public var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a link"
    case .device: "a device"
    case .pipe: "a pipe"
    case .socket: "a socket"
    }
  }

  /// Whether bytes are written into it: nothing may take its place.
  public var isStream: Bool {
    switch self {
    case .device, .pipe, .socket: true
    case .file, .folder, .link: false
    }
  }
}

/// Device and inode, by which two names of one thing are known.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// What is known of a path without opening it.
public struct FileStatus: Sendable {
  /// What it is.
  public let kind: FileKind
  /// Which it is.
  public let identity: FileIdentity
  /// Bytes.
  public let size: Int

  init(_ status: stat) {
    kind = FileKind(status)
    identity = FileIdentity(status)
    size = Int(status.st_size)
  }

  /// Of a path as the user gave it, links followed; nil if nothing is there.
  public init?(_ path: String) {
    guard !path.utf8.contains(0) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
