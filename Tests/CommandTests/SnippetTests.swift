import Foundation
import PenumbraTestSupport
import Testing

/// Every Swift block of README and catalogues is compiled and run, by the compiler itself, with the
/// modules that this test was built with; the manifest of a package that uses them is loaded.
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

  static let swift = PenumbraCommand.program("swift")
  static let compiler = PenumbraCommand.program("swiftc")

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

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

  /// One file a program, and a main file that runs each and says of which page it is.
  private func write(_ programs: [Program]) throws -> [String] {
    var main: [String] = []
    var files = ["main.swift"]
    for (index, program) in programs.enumerated() {
      files.append("Program\(index).swift")
      try folder.write(program.source(named: "program\(index)"), "Program\(index).swift")
      let isAsync = program.body.contains { $0.contains("await ") }
      main += ["print(\"== \(program.page)\")", "try \(isAsync ? "await " : "")program\(index)()"]
    }
    try folder.write(main.joined(separator: "\n") + "\n", "main.swift")
    return files.map { folder.file($0) }
  }

  /// Compiles files with the modules and objects of which the command was made.
  private func compile(_ files: [String], to output: String) throws -> PenumbraCommand.Ending {
    let built = URL(fileURLWithPath: PenumbraCommand.executable).deletingLastPathComponent()
    let objects = try String(
      contentsOf: built.appending(path: "penumbra.product/Objects.LinkFileList"), encoding: .utf8
    ).split(separator: "\n").filter { !$0.contains("/penumbra.build/") }
    try folder.write(objects.joined(separator: "\n"), "objects")
    // Swift modules need none; C targets' are written beside their objects.
    let maps = try FileManager.default.contentsOfDirectory(atPath: built.path).sorted()
      .map { built.appending(path: "\($0)/module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    return try PenumbraCommand.run(
      ["-swift-version", "6", "-module-name", "snippets"]
        + ["-I", built.appending(path: "Modules").path] + maps + files
        + ["@" + folder.file("objects"), "-o", output],
      executable: try #require(Self.compiler))
  }

  @Test(.enabled(if: compiler != nil, "needs swiftc on the path"))
  func everySnippetIsBuiltAndRun() throws {
    let snippets = try snippets()
    #expect(snippets.programs.count >= 6)
    let program = folder.file("snippets")
    let built = try compile(try write(snippets.programs), to: program)
    #expect(built.code == 0, "\(built.output)\(built.errors)")
    #expect(!built.errors.contains("warning:"), "\(built.errors)")
    guard built.code == 0 else { return }

    try folder.link("corpus", to: PackageFolder.corpus.path)
    // What the pages show needs no libvips.
    let ran = try PenumbraCommand.run(
      [], executable: program, in: folder,
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

  @Test(.enabled(if: swift != nil, "needs swift on the path"))
  func theManifestOfAPackageThatUsesThisOneIsLoaded() throws {
    try folder.write(try #require(try snippets().manifest), "first-picture/Package.swift")
    try folder.write("print(1)\n", "first-picture/Sources/first-picture/main.swift")
    try folder.link("penumbra", to: PackageFolder.root.path)
    let ending = try PenumbraCommand.run(
      ["package", "--package-path", folder.file("first-picture"), "show-dependencies"],
      executable: try #require(Self.swift))
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("penumbra<"), "\(ending.output)")
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
