import Foundation
import PenumbraTestSupport
import Testing

@Suite struct RepositoryTests {
  static let topLevel: Set<String> = [
    "Package.swift", "Package.resolved", "Sources", "Tests", "Benchmarks", "corpus", "README.md",
    "LICENSE",
  ]

  /// Besides these only dot-files, and what .gitignore names at the top.
  @Test func topLevelHoldsOnlyWhatTheDesignAllows() throws {
    let ignored = Set(
      try RepositoryFile(url: PackageFolder.root.appending(path: ".gitignore")).text()
        .split(separator: "\n").filter { $0.hasPrefix("/") }
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "/")) })
    let names = try FileManager.default.contentsOfDirectory(atPath: PackageFolder.root.path)
    for name in names where !name.hasPrefix(".") && !ignored.contains(name) {
      #expect(Self.topLevel.contains(name), "\(name) lies at the top of the repository")
    }
    for name in ["Package.swift", "Sources", "Tests", "README.md", "LICENSE"] {
      #expect(names.contains(name), "\(name) is missing")
    }
  }

  /// The kernels of three levels are one set of files.
  @Test(arguments: ["ShadowKernels", "PNGKernels"], ["V3", "V4"])
  func kernelFilesAreLinksToTheSameFiles(kernels: String, level: String) throws {
    let manager = FileManager.default
    let target = kernels + level
    let base = PackageFolder.sources.appending(path: kernels)
    let folder = PackageFolder.sources.appending(path: target)
    let names = try manager.contentsOfDirectory(atPath: base.path).sorted()
      .filter { !$0.hasSuffix(".docc") }
    #expect(try manager.contentsOfDirectory(atPath: folder.path).sorted() == names)
    for name in names {
      let path = folder.appending(path: name).path
      let destination = try? manager.destinationOfSymbolicLink(atPath: path)
      #expect(destination == "../\(kernels)/\(name)", "\(target)/\(name) is no link")
    }
  }

  /// Nothing in the repository knows where it was built, or from where packages came.
  @Test func noFileNamesAMachine() throws {
    // Written in parts, so that this file passes its own test.
    let folders = ["work", "root", "home", "builds", "Users"].map { "/\($0)" + "/" }
    let hosts = ["localhost" + ":", "127.0" + ".0.1:", ".inter" + "nal/", ".lo" + "cal/"]
    let tools = ["--index" + "-url", "--extra-index" + "-url", "art" + "ifactory", "GOP" + "ROXY="]
    for file in try RepositoryFile.all(below: PackageFolder.root, hidden: true) {
      guard !["f32", "png", "jpg", "webp", "tif"].contains(file.url.pathExtension) else { continue }
      let text = try file.text()
      for word in folders + hosts + tools where text.contains(word) {
        #expect(isExample(word, in: text), "\(file.path) holds \(word)")
      }
    }
  }

  /// A folder's name may stand in a longer path, such as `.github/work/`, and in a web address.
  private func isExample(_ word: String, in text: String) -> Bool {
    var rest = text[...]
    while let range = rest.range(of: word) {
      let before = rest[..<range.lowerBound].last
      let isInner = before.map { $0.isLetter || $0.isNumber || "_-.~$}".contains($0) } ?? false
      if !isInner { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Files stay about one thing.
  @Test func sourceFilesAreShort() throws {
    for file in try RepositoryFile.all(below: PackageFolder.sources)
    where file.path.hasSuffix(".swift") {
      let lines = try file.text().split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 500, "\(file.path) has \(lines) lines")
    }
  }

  /// Outside of tests nothing traps on bad input by force.
  @Test func sourcesForceNothing() throws {
    let words = ["try!", "fatalError(", "as! ", "TODO", "FIXME"]
    for file in try RepositoryFile.all(below: PackageFolder.sources)
    where file.path.hasSuffix(".swift") {
      let text = try file.text()
      for word in words { #expect(!text.contains(word), "\(file.path) holds \(word)") }
    }
  }
}
