import Foundation
import PenumbraTestSupport
import Testing

/// Inside a module the folders form a ladder: what a folder names lies below it, in no circle.
///
/// Folders are found to know each other by the types that their files name. A file beside the folders
/// is a step of its own.
@Suite struct LadderTests {
  /// The code of a module's files, by the step that they belong to.
  struct Module {
    private(set) var files: [(step: String, code: String)] = []

    mutating func add(_ text: String, at path: String) {
      files.append((String(path.split(separator: "/")[0]), LadderTests.code(of: text)))
    }

    /// Which steps a step names, with a type that shows it.
    var edges: [String: [String: String]] {
      var homes: [String: String] = [:]
      for file in files {
        for type in LadderTests.declared(in: file.code) { homes[type] = file.step }
      }
      var edges: [String: [String: String]] = [:]
      for file in files {
        let hidden = LadderTests.nested(in: file.code)
        for name in LadderTests.named(in: file.code) where !hidden.contains(name) {
          guard let home = homes[name], home != file.step else { continue }
          edges[file.step, default: [:]][home] = name
        }
      }
      return edges
    }

    /// A way from a folder back to itself, in words; nil where there is none.
    var circle: String? {
      let edges = edges
      let folders = Set(files.map(\.step)).filter { !$0.hasSuffix(".swift") }
      for folder in folders.sorted() {
        var ways: [[String]] = [[folder]]
        var seen: Set<String> = []
        while let way = ways.popLast() {
          for next in (edges[way[way.count - 1]] ?? [:]).keys.sorted() {
            if next == folder { return words(way + [folder], edges) }
            if seen.insert(next).inserted { ways.append(way + [next]) }
          }
        }
      }
      return nil
    }

    private func words(_ way: [String], _ edges: [String: [String: String]]) -> String {
      zip(way, way.dropFirst()).map { from, to in
        "\(from) names \(edges[from]?[to] ?? "") of \(to)"
      }.joined(separator: ", ")
    }
  }

  /// A text without its comments and strings.
  static func code(of text: String) -> String {
    text.replacing(/"""(?s:.*?)"""/, with: "\"\"")
      .replacing(/"(?:[^"\\\n]|\\.)*"/, with: "\"\"")
      .replacing(/\/\/[^\n]*/, with: "")
  }

  static func declared(in code: String) -> [String] {
    let pattern =
      /(?m)^(?:(?:public|package|internal|indirect|final|@\w+(?:\([^)]*\))?) )*(?:struct|enum|class|protocol|typealias|actor) (\w+)/
    return code.matches(of: pattern).map { String($0.output.1) }
  }

  /// Names that mean something of the file's own.
  static func nested(in code: String) -> Set<String> {
    let pattern =
      /(?m)^(?:[ ]+.*?\b|private |fileprivate |final |private final )(?:struct|enum|class|protocol|typealias|actor) (\w+)/
    return Set(code.matches(of: pattern).map { String($0.output.1) })
  }

  static func named(in code: String) -> Set<String> {
    Set(code.matches(of: /(^|[^.\w])([A-Z]\w*)/).map { String($0.output.2) })
  }

  static let modules: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: PackageFolder.sources.path)
    return (all ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }()

  @Test(arguments: modules)
  func foldersFormALadder(name: String) throws {
    let folder = PackageFolder.sources.appending(path: name)
    var module = Module()
    for file in try RepositoryFile.all(below: folder) where file.path.hasSuffix(".swift") {
      module.add(try file.text(), at: String(file.url.path.dropFirst(folder.path.count + 1)))
    }
    #expect(module.circle == nil, "\(name): \(module.circle ?? "")")
  }

  @Test func aCircleIsSeen() {
    var module = Module()
    module.add("struct Low {}\n// High is only spoken of\nlet text = \"High\"", at: "Low/Low.swift")
    module.add("public struct High { var low: Low }", at: "High/High.swift")
    #expect(module.circle == nil)
    module.add("struct Middle { var high: High }", at: "Middle.swift")
    module.add("extension Low { var middle: Middle? { nil } }", at: "Low/Low+Middle.swift")
    #expect(module.circle?.contains("names High of High") == true, "\(module.circle ?? "none")")
  }

  @Test func aTypeOfTheFilesOwnIsNotAnothers() {
    var module = Module()
    module.add("struct Kind {}", at: "High/Kind.swift")
    module.add("struct User { var kind: Kind }", at: "High/User.swift")
    module.add("struct Low {\n  enum Kind {}\n  var kind: Kind\n}", at: "Low/Low.swift")
    module.add("struct Top { var low: Low }", at: "High/Top.swift")
    #expect(module.circle == nil, "\(module.circle ?? "")")
  }
}
