import Foundation
import OrderedJSON
import PenumbraScene
import PenumbraTestSupport
import Testing

@Suite("The JSON Schema")
struct SchemaTests {
  private let validator = SchemaValidator(SceneSchema.value)

  static func files(below folder: URL) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }

  @Test(
    "every scene of the corpus is valid and loads", arguments: files(below: PackageFolder.corpus))
  func corpus(file: String) throws {
    let path = PackageFolder.corpus.appending(path: file).path
    let bytes = try SourceFile.read(path, limit: 1 << 24)
    #expect(validator.errors(in: try JSONText.parse(bytes)) == [])
    #expect(throws: Never.self) { try SceneLoader.load(file: path) }
  }

  @Test("the corpus holds what its README promises, each name once")
  func corpusNames() throws {
    let files = Self.files(below: PackageFolder.corpus)
    let scenes = try files.map {
      try SceneLoader.load(file: PackageFolder.corpus.appending(path: $0).path)
    }
    #expect(SceneLoader.duplicateNames(in: scenes).isEmpty)
    let readme = try String(
      contentsOf: PackageFolder.corpus.appending(path: "README.md"), encoding: .utf8)
    for file in files {
      let name = URL(filePath: file).deletingPathExtension().lastPathComponent
      #expect(readme.contains("`\(name)`"), "\(file) is not in corpus/README.md")
      #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(file)")
    }
  }

  @Test("scenes that use every key are valid")
  func everyKey() throws {
    let folder = PackageFolder.fixtures.appending(path: "Scenes/good")
    for file in Self.files(below: folder) {
      let bytes = try SourceFile.read(folder.appending(path: file).path, limit: 1 << 20)
      #expect(validator.errors(in: try JSONText.parse(bytes)) == [], "\(file)")
    }
  }

  @Test("the schema refuses what it can tell", arguments: BadScene.all)
  func badScenes(bad: BadScene) throws {
    let structural: Set<String> = [
      "unknownKey", "missingKey", "wrongType", "conflictingKeys", "unsupportedVersion",
    ]
    // What stands in the way of a schema: defaults laid over each other, and keys made of others.
    let beyond: Set<String> = [
      "elevation-without-value", "extends-and-style", "count-and-items", "no-group",
      "vary-unknown", "vary-into-nothing", "gradient-two-lines",
    ]
    guard structural.contains(bad.kind), !beyond.contains(bad.name) else { return }
    let value = try JSONText.parse(try SourceFile.read(bad.file, limit: 1 << 20))
    #expect(validator.errors(in: value) != [])
  }

  @Test("the text is the tree, and itself JSON")
  func text() throws {
    #expect(try JSONText.parse(SceneSchema.text).text(.compact) == SceneSchema.value.text(.compact))
    #expect(SceneSchema.value["$schema"]?.string?.hasSuffix("2020-12/schema") == true)
  }

  @Test("the validator knows its keywords")
  func unknownKeyword() {
    #expect(SchemaValidator(["pattern": "x"]).errors(in: "x") != [])
  }
}
