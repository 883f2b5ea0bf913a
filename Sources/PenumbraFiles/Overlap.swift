/// How two paths lie to each other, whatever they are called.
///
/// Known by device and inode of every level, so that links, `..` and names of other spelling do not
/// hide that one is inside of the other.
public enum Overlap: Hashable, Sendable {
  /// Both are the same file or folder.
  case same
  /// The first lies below the second.
  case inside
  /// The second lies below the first.
  case around

  /// How the first path lies to the second; nil where they are apart.
  ///
  /// What is not there yet is known by the folders that are, and its names.
  public init?(of first: String, with second: String) {
    let (mine, theirs) = (Overlap.levels(first), Overlap.levels(second))
    if mine.last == theirs.last {
      self = .same
    } else if let last = theirs.last, mine.contains(last) {
      self = .inside
    } else if let last = mine.last, theirs.contains(last) {
      self = .around
    } else {
      return nil
    }
  }

  private enum Level: Hashable {
    case there(FileIdentity)
    /// Not there: what is, and the bytes of the names below it.
    case toCome([UInt8], below: FileIdentity?)
  }

  /// Every level of a path from the root down.
  private static func levels(_ path: String) -> [Level] {
    var result: [Level] = []
    var here = ""
    var missing: [UInt8] = []
    var last = FileStatus("/")?.identity
    if let last { result.append(.there(last)) }
    for name in PathName.components(PathName.resolvedAsFarAsThere(path)) {
      here += "/" + name
      if missing.isEmpty, let identity = FileStatus(here)?.identity {
        last = identity
        result.append(.there(identity))
      } else {
        missing += Array("/".utf8) + Array(name.utf8)
        result.append(.toCome(missing, below: last))
      }
    }
    return result
  }
}
