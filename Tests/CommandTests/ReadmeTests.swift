import Foundation
import OrderedJSON
import PenumbraTestSupport
import Testing

/// What README.md shows is what the program takes.
@Suite struct ReadmeTests {
  private let text: String
  private let folder: TemporaryFolder

  init() throws {
    text = try String(
      contentsOf: PackageFolder.root.appending(path: "README.md"), encoding: .utf8)
    folder = try TemporaryFolder()
  }

  /// The fenced blocks of a language.
  private func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// All that is set as code: blocks, indented lines, spans.
  private var code: [String] {
    var result: [String] = []
    var isBlock = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isBlock.toggle()
      } else if isBlock || line.hasPrefix("    ") {
        result.append(line)
      } else {
        let spans = line.split(separator: "`", omittingEmptySubsequences: false)
        result += spans.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
    }
    return result
  }

  /// A scene around a snippet, which is a whole one, its cells, or the keys of a cell.
  private func scene(around snippet: String, name: String) throws -> String {
    let value = try JSONText.parse(snippet)
    if value["penumbra"] != nil { return snippet }
    let keys = try #require(value.members?.map(\.key))
    let head = """
      {"penumbra": 1, "name": "\(name)", "canvas": {"width": 1160, "height": "fit"},
      """
    let body = snippet.drop { $0 != "{" }.dropFirst()
    guard keys.contains(where: ["cells", "sections", "matrix"].contains) else {
      return head + "\"cells\": [{\"frame\": [40, 40, 200, 80], " + body + "]}"
    }
    let styles = keys.contains("styles") ? "" : "\"styles\": {\"card\": {\"elevation\": 2}},"
    return head + styles + body
  }

  @Test func everySceneIsDrawn() throws {
    var snippets = blocks("json")
    let keys = [
      "\"position\": {", "\"mask\": {", "\"shadowScope\":", "\"shadowOf\":", "\"knockout\":",
    ]
    let spans = code.filter { span in keys.contains { span.hasPrefix($0) } }
    #expect(spans.count >= 5)
    snippets += spans.map { "{\"shadow\": {\"radius\": 4}, \"label\": \"x\", \($0)}" }
    #expect(snippets.count >= 11)
    for (index, snippet) in snippets.enumerated() {
      try folder.write(scene(around: snippet, name: "s\(index)"), "c/\(index).json")
    }
    let ending = try PenumbraCommand.run(
      ["render", folder.file("c"), "-o", folder.file("out"), "--quiet"])
    #expect(ending.code == 0, "\(ending.errors)")
  }

  /// A first scene with findings would teach that findings do not matter.
  @Test func theFirstSceneHasNothingToFind() throws {
    try folder.write(try #require(blocks("json").first), "card.json")
    let ending = try PenumbraCommand.run(["lint", folder.file("card.json")])
    #expect(ending.code == 0, "\(ending.output)")
  }

  @Test func everyCommandAndOptionIsKnown() throws {
    var helps: [String: String] = [:]
    var count = 0
    for line in code {
      for use in line.components(separatedBy: "penumbra ").dropFirst() {
        // What follows another command, a comment or an option's text is not of this one.
        let part = use.prefix { !"|#&;\"\\`".contains($0) }
        let words = part.split(separator: " ").map(String.init)
        guard let command = words.first, command.allSatisfy({ $0.isLowercase }) else { continue }
        if helps[command] == nil {
          let help = try PenumbraCommand.run(["help", command])
          #expect(help.code == 0, "\(line): \(help.errors)")
          helps[command] = help.output
        }
        for word in words where word.hasPrefix("--") {
          let name = word.prefix { $0 != "=" && $0 != "]" }
          count += 1
          let isKnown = helps[command]?.contains(" \(name)") == true
          #expect(isKnown, "\(line): \(command) has no \(name)")
        }
      }
    }
    #expect(count > 20)
    for command in ["render", "sheet", "cells", "import", "check", "lint", "merge", "inspect"] {
      #expect(helps[command] != nil, "README shows no use of \(command)")
    }
  }

  @Test func everyLinkLeadsToAFile() {
    for part in text.components(separatedBy: "](").dropFirst() {
      let target = part.prefix { $0 != ")" }
      if target.hasPrefix("http") { continue }
      let file = PackageFolder.root.appending(path: String(target))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(target)")
    }
  }

  /// The picture at the head of the README against what its scene draws now, its text left out,
  /// which depends on the machine's fonts.
  @Test func thePictureIsWhatItsSceneDraws() throws {
    let source = try String(
      contentsOf: PackageFolder.corpus.appending(path: "overview.json"), encoding: .utf8)
    #expect(source.contains("\"label\""))
    let drawn = try PenumbraCommand.run(
      [
        "render", PackageFolder.corpus.appending(path: "overview.json").path, "-o",
        folder.file("now.png"), "-q",
      ])
    #expect(drawn.code == 0, "\(drawn.errors)")
    let diff = try PenumbraCommand.run(
      [
        "diff", PackageFolder.corpus.appending(path: "penumbra.png").path, folder.file("now.png"),
        "--max-changed", "0.01",
      ])
    #expect(diff.code == 0, "\(diff.output)")
  }
}
