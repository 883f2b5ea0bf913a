import Foundation
import PenumbraScene
import PenumbraTestSupport
import PenumbraTokens
import Testing

/// Real token files, which are not part of the project: present only where `PENUMBRA_SHARED` names
/// their folder.
enum Corpus {
  static let folder = SharedFolder.url?.appending(path: "corpora")

  /// A line of the corpus's index: a file and how many layers stand in it.
  struct Entry: Sendable, CustomTestStringConvertible {
    var file: String
    var layers: Int?
    var testDescription: String { file }
  }

  static let entries: [Entry] = {
    guard let folder,
      let text = try? String(
        contentsOf: folder.appendingPathComponent("INDEX.md"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("- "), line.contains("|") else { return nil }
      let parts = line.dropFirst(2).split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let layers = parts.lazy.compactMap { part -> Int? in
        part.hasSuffix(" lay") ? Int(part.dropLast(4)) : nil
      }.first
      return Entry(file: parts[0], layers: layers)
    }
  }()

  static func source(_ file: String) throws -> ImportSource {
    let folder = try #require(folder)
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    return ImportSource(name: file, bytes: Array(data))
  }

  /// Files whose tokens a file's aliases name.
  static func context(of file: String) throws -> [ImportSource] {
    let families: [(String, [String])] = [
      (
        "github-primer-shadow",
        ["dtcg/terrazzoapp__dtcg-examples__github-primer-base-color-light.tokens.json"]
      ),
      (
        "github-primer-button",
        ["dtcg/terrazzoapp__dtcg-examples__github-primer-base-color-light.tokens.json"]
      ),
      ("semantic.dimension", ["style-dictionary/patternfly__design-tokens__base.dimension.json"]),
      ("salesforce-ux__design-system__deprecated", salesforce),
      ("salesforce-ux__design-system__primitive", salesforce),
      ("twilio-labs__paste__global", twilio),
    ]
    let names = families.first { file.contains($0.0) }?.1 ?? []
    return try names.map { try source($0) }
  }

  private static let salesforce = ["color-palettes", "colors", "offset"].map {
    "style-dictionary/salesforce-ux__design-system__aliases-\($0).yml"
  }
  private static let twilio = ["box-shadow", "color-palette", "offset"].map {
    "style-dictionary/twilio-labs__paste__aliases-\($0).yml"
  }
}

@Suite(.enabled(if: Corpus.folder != nil, "PENUMBRA_SHARED names no folder"))
struct CorpusTests {
  /// Where the index counts otherwise, and why.
  private static let recounted: [String: (layers: Int, why: String)] = [
    "dtcg/rei__rei-cedar-tokens__prominence.json": (5, "five levels of five parts each"),
    "figma-api/figma__sds__styles.json": (16, "ten drop and six inner shadows"),
    "style-dictionary/adobe__spectrum-css__tokens.json": (4, "no composite, four split shadows"),
    "tokens-studio/RocketCommunicationsInc__astro-design-tokens__base.system.json":
      (1, "value and rawValue are one layer"),
    "tokens-studio/RocketCommunicationsInc__astro-design-tokens__theme-light.json":
      (6, "value and rawValue are one layer"),
  ]

  /// Files of which nothing is imported, each for a reason that is told.
  private static let withoutShadows: Set<String> = [
    "dtcg/design-tokens__community-group__schema-2025.10-shadow.json"
  ]

  /// Every layer that stands in the file is imported, or its token has an error with its path.
  @Test(arguments: Corpus.entries)
  func everyLayerIsImportedOrExplained(_ entry: Corpus.Entry) throws {
    let source = try Corpus.source(entry.file)
    let context = try Corpus.context(of: entry.file)
    guard !Self.withoutShadows.contains(entry.file) else {
      #expect(throws: ImportError.self) { try TokenImporter.read(source, context: context) }
      return
    }
    let result = try TokenImporter.read(source, context: context)
    let errors = result.diagnostics.filter { $0.severity == .error }
    let imported = result.tokens.reduce(0) { $0 + $1.shadows.count }
    print(
      "TALLY | \(entry.file) | \(result.format.rawValue) | "
        + "\(entry.layers.map { "\($0)" } ?? "") | \(result.layerCount) | "
        + "\(result.tokens.count) | \(imported) | \(errors.count) |")
    #expect(
      result.layerCount == Self.recounted[entry.file]?.layers ?? entry.layers ?? result.layerCount)
    for error in errors {
      #expect(!error.path.isEmpty)
      #expect(!error.found.isEmpty)
    }
    // Nothing vanishes: a file with layers has tokens, errors, or both.
    if result.layerCount > 0 { #expect(!result.tokens.isEmpty || !errors.isEmpty) }
    if result.tokens.isEmpty { #expect(!result.diagnostics.isEmpty) }
    guard !result.tokens.isEmpty else { return }
    let text = SceneWriter.scene(from: result, name: "corpus", source: entry.file)
    let again = SceneWriter.scene(
      from: try TokenImporter.read(source, context: context), name: "corpus", source: entry.file)
    #expect(text == again)
    let scene = try SceneLoader.scene(Array(text.utf8))
    #expect(throws: Never.self) { try scene.layOut(LayoutOptions()) }
  }
}
