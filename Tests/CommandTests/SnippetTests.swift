import Foundation
import PenumbraTestSupport
import Testing

/// Every Swift block of README and catalogues is compiled and run, in a package of its own that depends
/// on this one by path.
@Suite struct SnippetTests {
  /// A program of a page: a block with imports, and the blocks after it that have none.
  struct Program: Equatable {
    var page: String
    var imports: [String]
    var body: [String]

    /// A file that holds the program as a function.
    func source(named name: String) -> String {
      let isAsync = body.contains { $0.contains("await ") }
      let head = "func \(name)() \(isAsync ? "async throws" : "throws") {"
      return (imports + ["", "// \(page)", head] + body + ["}", ""]).joined(separator: "\n")
    }
  }

  /// A manifest and the programs of some pages.
  struct Snippets: Equatable {
    var manifest: String?
    var programs: [Program] = []

    mutating func add(_ page: String, text: String) {
      var isNew = true
      for block in Self.blocks(of: text) {
        if block.hasPrefix("// swift-tools-version") {
          manifest = block + "\n"
          continue
        }
        let lines = block.components(separatedBy: "\n")
        let imports = lines.filter { $0.hasPrefix("import ") }
        let body = lines.filter { !$0.hasPrefix("import ") }
        if isNew || !imports.isEmpty {
          programs.append(Program(page: page, imports: imports, body: body))
          isNew = false
        } else {
          programs[programs.count - 1].body += body
        }
      }
    }

    private static func blocks(of text: String) -> [String] {
      text.components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "\n```").first }
    }
  }

  /// Where the package stays from run to run, so that only what has changed is built.
  static let folder = PackageFolder.root.appending(path: ".build/snippets")

  static let swift = PenumbraCommand.program("swift")

  /// Writes a file, unless it is so already: a new time would mean a new build.
  private func write(_ text: String, _ path: String) throws {
    let url = Self.folder.appending(path: path)
    if let old = try? String(contentsOf: url, encoding: .utf8), old == text { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private func snippets() throws -> Snippets {
    var snippets = Snippets()
    func add(_ url: URL) throws {
      snippets.add(
        String(url.path.dropFirst(PackageFolder.root.path.count + 1)),
        text: try String(contentsOf: url, encoding: .utf8))
    }
    try add(PackageFolder.root.appending(path: "README.md"))
    let all = FileManager.default.enumerator(
      at: PackageFolder.sources, includingPropertiesForKeys: nil)
    let pages = (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "md" }
    for page in pages.sorted(by: { $0.path < $1.path }) { try add(page) }
    return snippets
  }

  /// The package, with a main file that runs every program and says of which page it is.
  private func writePackage(_ snippets: Snippets) throws {
    let sources = "first-picture/Sources/first-picture"
    try write(try #require(snippets.manifest), "first-picture/Package.swift")
    var main: [String] = []
    for (index, program) in snippets.programs.enumerated() {
      try write(program.source(named: "program\(index)"), "\(sources)/Program\(index).swift")
      let isAsync = program.body.contains { $0.contains("await ") }
      main += ["print(\"== \(program.page)\")", "try \(isAsync ? "await " : "")program\(index)()"]
    }
    try write(main.joined(separator: "\n") + "\n", "\(sources)/main.swift")
    // Programs of pages that are gone.
    var number = snippets.programs.count
    while true {
      let old = Self.folder.appending(path: "\(sources)/Program\(number).swift")
      guard FileManager.default.fileExists(atPath: old.path) else { break }
      try FileManager.default.removeItem(at: old)
      number += 1
    }
    let link = Self.folder.appending(path: "penumbra").path
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != "../.." {
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../..")
    }
  }

  @Test(.enabled(if: swift != nil, "needs swift on the path"))
  func everySnippetIsBuiltAndRun() throws {
    let snippets = try snippets()
    #expect(snippets.programs.count >= 6)
    try writePackage(snippets)
    let package = Self.folder.appending(path: "first-picture").path
    let scratch = Self.folder.appending(path: "build").path
    let built = try PenumbraCommand.run(
      [
        "build", "--package-path", package, "--scratch-path", scratch, "--disable-index-store",
        "-debug-info-format", "none",
      ], executable: try #require(Self.swift))
    #expect(built.code == 0, "\(built.output)\(built.errors)")
    let warnings = built.output.split(separator: "\n").filter {
      $0.contains("first-picture/Sources") && $0.contains("warning:")
    }
    #expect(warnings.isEmpty, "\(warnings)")
    guard built.code == 0 else { return }

    let folder = try TemporaryFolder()
    try folder.link("corpus", to: PackageFolder.corpus.path)
    // What the pages show needs no libvips.
    let ran = try PenumbraCommand.run(
      [], executable: "\(scratch)/debug/first-picture", in: folder,
      environment: ["PENUMBRA_LIBVIPS": folder.file("no-libvips")])
    #expect(ran.code == 0, "\(ran.output)\(ran.errors)")
    let parts = ran.output.components(separatedBy: "== ").dropFirst()
    #expect(parts.count == snippets.programs.count)
    for part in parts {
      #expect(part.split(separator: "\n").count >= 2, "a program that prints nothing: \(part)")
    }
    let drawn = try PNG.decoded(folder.bytes("card.png"))
    let shown = try PNG.decoded(
      Array(
        Data(contentsOf: CataloguePictureTests.resources.appending(path: "first-picture.png"))))
    #expect(drawn.bytes == shown.bytes, "the tutorial does not draw the picture that it shows")
    #expect(try PNG.decoded(folder.bytes("three-sections.png")).channels == 3)
  }

  @Test func blocksBecomePrograms() {
    var snippets = Snippets()
    snippets.add(
      "a.md",
      text: """
        ```swift
        // swift-tools-version: 6.2
        let package = 1
        ```
        ```swift
        import A

        let x = 1
        ```
        ```sh
        import no
        ```
        ```swift
        try await f(x)
        ```
        ```swift
        import B
        g()
        ```
        """)
    #expect(snippets.manifest == "// swift-tools-version: 6.2\nlet package = 1\n")
    #expect(
      snippets.programs == [
        Program(page: "a.md", imports: ["import A"], body: ["", "let x = 1", "try await f(x)"]),
        Program(page: "a.md", imports: ["import B"], body: ["g()"]),
      ])
    #expect(snippets.programs[0].source(named: "f").contains("func f() async throws {"))
  }
}
