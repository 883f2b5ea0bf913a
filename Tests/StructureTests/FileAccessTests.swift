import Foundation
import PenumbraTestSupport
import Testing

/// One module opens, makes, renames and removes files, and names are compared by their bytes.
@Suite struct FileAccessTests {
  /// What reaches the file system past the module PenumbraFiles.
  static let calls = [
    "FileManager", "FileHandle", "fopen(", "freopen(", "openat(", "creat(", "rename(", "renameat",
    "unlink", "rmdir(", "mkdir", "mkfifo", "mknod", "symlink(", "truncate(", "removeItem",
    "createDirectory", "createFile", "write(to: URL", "(contentsOf", "contentsOfFile",
    "O_CREAT", "O_WRONLY", "O_RDWR", "O_RDONLY", "lstat(", "realpath(", "mkstemp", "mkdtemp",
  ]

  /// Methods of the module that are called like the system's.
  static let own = ["init(contentsOf url", ".rename(", "func rename(", ".truncate("]

  @Test func onlyOneModuleTouchesFiles() throws {
    for file in try RepositoryFile.all(below: PackageFolder.sources) {
      let isCode = ["swift", "c", "h"].contains(file.url.pathExtension)
      guard isCode, !file.path.hasPrefix("Sources/PenumbraFiles/") else { continue }
      for (number, line) in try file.text().split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        let text = line.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("//") { continue }
        let code = Self.own.reduce(text) { $0.replacingOccurrences(of: $1, with: "") }
          .replacingOccurrences(of: "append(contentsOf", with: "")
        for call in Self.calls where code.contains(call) {
          // What the processor is is read from the system's own files, before Swift runs.
          if file.path.hasPrefix("Sources/CPUFeatures/"), call == "fopen(" { continue }
          Issue.record("\(file.path):\(number + 1) calls \(call)")
        }
      }
    }
  }

  /// Names, paths and suffixes are bytes: a slash before a combining mark is a slash.
  @Test(arguments: [
    "PenumbraFiles", "Penumbra", "PenumbraJobs", "PenumbraRegression", "Vips", "PenumbraCommand",
    "PenumbraScene", "PenumbraTokens",
  ])
  func namesAreComparedByBytes(target: String) throws {
    let words = [
      ".hasSuffix(", "split(separator: \"/\"", "contains(\"/\")", "lastIndex(of: \"/\"",
      "lastIndex(of: \".\"", "firstIndex(of: \"/\"", "firstIndex(of: \"{\"",
      "split(separator: \".\"",
    ]
    let folder = PackageFolder.sources.appending(path: target)
    for file in try RepositoryFile.all(below: folder) where file.path.hasSuffix(".swift") {
      let text = try file.text()
      for word in words {
        #expect(!text.contains(word), "\(file.path) compares Characters: \(word)")
      }
    }
  }
}
