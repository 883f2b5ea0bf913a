internal import PenumbraFiles
internal import PenumbraJobs

/// A baseline that one process at a time may change, from its reading to its last file.
final class BaselineLock {
  /// The baseline's folder, open.
  let folder: Folder
  private let lock: FolderLock
  private let parent: Folder?

  private static let name = ".penumbra-baseline.lock"

  /// Makes the folder where there is none, and locks it; nil where nothing is to be changed.
  ///
  /// - Throws: Where another process has the lock, with its id.
  init?(_ path: String, isNeeded: Bool) throws {
    guard isNeeded else { return nil }
    let isNew = FileStatus(path) == nil
    folder = try Folder.made(path)
    parent = isNew ? try? Folder(PathName.parent(path)) : nil
    lock = try folder.lock(BaselineLock.name)
  }

  deinit {
    // A check that ended before it wrote leaves no folder that was not there.
    guard let parent, (try? folder.names()) == [BaselineLock.name] else { return }
    folder.remove(BaselineLock.name)
    parent.removeIfEmpty(PathName.last(folder.path))
  }
}
