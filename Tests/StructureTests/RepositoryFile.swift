import Foundation
import PenumbraTestSupport

/// A file of the repository.
struct RepositoryFile {
  let url: URL
  /// From the repository's root.
  var path: String { String(url.path.dropFirst(PackageFolder.root.path.count + 1)) }

  func text() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// Every regular file and link below a folder; hidden ones are left out unless asked for, and
  /// what git and the build keep always.
  static func all(below folder: URL, hidden: Bool = false) throws -> [RepositoryFile] {
    var files: [RepositoryFile] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      if [".git", ".build", ".swiftpm", ".venv", "__pycache__"].contains(name) { continue }
      if name.hasPrefix("."), !hidden { continue }
      let url = folder.appending(path: name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      if isFolder.boolValue {
        files += try all(below: url, hidden: hidden)
      } else {
        files.append(RepositoryFile(url: url))
      }
    }
    return files
  }
}
