import Foundation
import PenumbraTestSupport
import Testing

/// Every module has a catalogue, and what it says of the module is so.
@Suite struct CatalogueTests {
  /// Folders of sources; kernels that are built again for another processor are links to others.
  static let modules: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: PackageFolder.sources.path)
    return (all ?? []).filter { name in
      !name.hasPrefix(".") && !["V3", "V4"].contains { name.hasSuffix($0) }
    }.sorted()
  }()

  private func files(of module: String, _ suffix: String) throws -> [RepositoryFile] {
    try RepositoryFile.all(below: PackageFolder.sources.appending(path: module))
      .filter { $0.path.hasSuffix(suffix) }
  }

  private func page(of module: String) throws -> String {
    try RepositoryFile(
      url: PackageFolder.sources.appending(path: "\(module)/\(module).docc/\(module).md")
    ).text()
  }

  @Test(arguments: modules)
  func aModuleHasACatalogue(module: String) throws {
    let page = try page(of: module)
    #expect(page.hasPrefix("# ``\(module)``\n\n"))
    #expect(page.contains("\n## Overview\n"))
  }

  /// The sentence that says what lies below names the modules that are imported, and no other.
  @Test(arguments: modules)
  func whatLiesBelowIsWhatIsImported(module: String) throws {
    let text = try page(of: module).replacing("\n", with: " ")
    let sentence = try #require(
      text.firstMatch(of: /[Bb]elow it (?:lies|lie) ([^.]*)\./),
      "\(module) says not what lies below")
    let told = Set(sentence.output.1.matches(of: /`(\w+)`/).map { String($0.output.1) })
    let own = Set(try FileManager.default.contentsOfDirectory(atPath: PackageFolder.sources.path))
    var imported: Set<String> = []
    for file in try files(of: module, ".swift") {
      for match in try file.text().matches(of: /(?m)^[^\/"\n]*\bimport (?:[a-z]+ )?(\w+)/) {
        imported.insert(String(match.output.1))
      }
    }
    #expect(told == imported.intersection(own))
    if told.isEmpty { #expect(sentence.output.1 == "nothing of this package") }
  }

  /// A link to a symbol leads to a public type of the module, one to a page to a page beside it.
  @Test(arguments: modules)
  func everyLinkLeadsSomewhere(module: String) throws {
    var types: Set<String> = [module]
    let declaration = /(?m)^public (?:final |indirect )?(?:struct|enum|class|protocol) (\w+)/
    for file in try files(of: module, ".swift") {
      types.formUnion(try file.text().matches(of: declaration).map { String($0.output.1) })
    }
    let pages = try files(of: module, ".md")
    let names = pages.map { $0.url.deletingPathExtension().lastPathComponent }
    let resources = try files(of: module, ".png").map { $0.url.lastPathComponent }
    for page in pages {
      let text = try page.text().replacing(/(?m)^```(?s:.*?)^```$/, with: "")
      for link in text.matches(of: /``(\w+)[^`]*``/) {
        #expect(types.contains(String(link.output.1)), "\(page.path): \(link.output.0)")
      }
      for link in text.matches(of: /<doc:(\w+)>/) {
        #expect(names.contains(String(link.output.1)), "\(page.path): \(link.output.0)")
      }
      for link in text.matches(of: /!\[[^\]]+\]\(([^)]+)\)/) {
        #expect(resources.contains(String(link.output.1)), "\(page.path): \(link.output.0)")
      }
    }
  }
}
