import DesignTokens
import Foundation
import Scene
import Testing

/// Real token files, which are not part of the project: present only where `PENUMBRA_SHARED` names
/// their folder.
enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["PENUMBRA_SHARED"].map {
    URL(fileURLWithPath: $0).appendingPathComponent("corpora")
  }

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
  @Test(arguments: Corpus.entries)
  func everyLayerIsImportedOrExplained(_ entry: Corpus.Entry) throws {
    let source = try Corpus.source(entry.file)
    do {
      let result = try TokenImporter.read(source, context: try Corpus.context(of: entry.file))
      let imported = result.tokens.reduce(0) { $0 + $1.shadows.count }
      let errors = result.diagnostics.filter { $0.severity == .error }
      print(
        "TALLY|\(entry.file)|\(result.format.rawValue)|\(entry.layers.map(String.init) ?? "-")|"
          + "\(result.layerCount)|\(result.tokens.count)|\(imported)|\(errors.count)")
      for diagnostic in result.diagnostics.prefix(400) { print("DIAG|\(diagnostic)") }
      for token in result.tokens {
        print(
          "TOKEN|\(entry.file)|\(token.title)|\(token.shadows.map { "\($0.isInset ? "inset " : "")\($0.offset.x) \($0.offset.y) \($0.blur) \($0.spread) \($0.color)" })"
        )
      }
    } catch {
      print("TALLY|\(entry.file)|\(error)")
    }
  }
}
