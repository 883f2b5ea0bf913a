/// A file that appears whole or not at all.
///
/// Its bytes go to a file without a name in the folder of its place, of which a process that is killed
/// leaves nothing; where the file system has none, to a hidden one with a name that nobody can foresee
/// and that is never opened but made. `commit` gives it its name. What is not committed is removed. A device, a
/// pipe or a socket in its place is not replaced: the bytes go into it.
public final class OutputFile: Sendable {
  /// What to write to; it can be read and sought in.
  public let file: OpenFile
  private let place: Place

  /// The hidden file.
  private struct Partial: Sendable {
    var name: String
    /// Whether it has its hidden name from the beginning.
    var isNamed: Bool
  }

  private enum Place: Sendable {
    case partial(Partial, folder: Folder, name: String)
    case stream(OpenFile)
  }

  /// A file that the user named: its folder must be there, and links on the way are followed.
  public init(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0), !path.isEmpty else {
      throw FileError(path: path, act: .create, detail: "no file can have this name")
    }
    if let kind = FileStatus(path)?.kind {
      guard kind != .folder else {
        throw FileError(path: path, act: .create, detail: "a folder is there")
      }
      if kind.isStream {
        let stream = try OpenFile(stream: path, kind: kind)
        file = try OpenFile.anonymous()
        place = .stream(stream)
        return
      }
    }
    guard !path.hasByteSuffix("/") else {
      throw FileError(path: path, act: .create, detail: "no such folder")
    }
    let folder: Folder
    do {
      folder = try Folder(PathName.parent(path))
    } catch {
      throw FileError(path: path, act: .create, code: error.code)
    }
    let partial: Partial
    do {
      (file, partial) = try OutputFile.begun(in: folder, shownAs: path)
    } catch {
      throw FileError(path: path, act: .create, code: error.code)
    }
    place = .partial(partial, folder: folder, name: PathName.last(path))
  }

  /// A file in a folder; what is no regular file is not replaced.
  public init(_ name: String, in folder: Folder) throws(FileError) {
    let (parent, last) = try folder.place(name)
    if let kind = parent.kind(last), kind != .file {
      throw FileError(
        path: PathName.joined(folder.path, name), act: .create, detail: "\(kind.words) is there")
    }
    let partial: Partial
    (file, partial) = try OutputFile.begun(
      in: parent, shownAs: PathName.joined(folder.path, name))
    place = .partial(partial, folder: parent, name: last)
  }

  private static func begun(
    in folder: Folder, shownAs path: String
  ) throws(FileError) -> (OpenFile, Partial) {
    let name = Folder.randomName()
    if let file = try folder.createUnnamed(shownAs: path) {
      return (file, Partial(name: name, isNamed: false))
    }
    return (try folder.create(name, shownAs: path), Partial(name: name, isNamed: true))
  }

  deinit {
    // After a commit nothing has this name.
    if case .partial(let partial, let folder, _) = place { folder.remove(partial.name) }
  }

  /// Gives the file its name, or the stream its bytes.
  public func commit(synchronizes: Bool) throws(FileError) {
    switch place {
    case .partial(let partial, let folder, let name):
      if synchronizes { try file.synchronize() }
      try file.checkClosing()
      if !partial.isNamed { try folder.link(file, as: partial.name) }
      try folder.rename(partial.name, to: folder, as: name)
    case .stream(let stream):
      try file.rewind()
      do {
        try file.read { try stream.write($0) }
      } catch let error as FileError {
        throw error
      } catch {
        throw FileError(path: stream.path, act: .write, detail: "\(error)")
      }
      try stream.checkClosing()
    }
  }

  /// Writes a text to a file that the user named, whole or not at all.
  public static func write(_ text: String, to path: String) throws(FileError) {
    let output = try OutputFile(path)
    try output.file.write(text)
    try output.commit(synchronizes: true)
  }
}
