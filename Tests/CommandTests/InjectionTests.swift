import Foundation
import PenumbraTestSupport
import Testing

/// No name of a scene, a token or a file steers a terminal or a workflow, whichever command tells it.
@Suite struct InjectionTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Words that end lines, hide line ends behind marks, and turn text round.
  static let hostile = [
    "x\n::stop-commands::abc\n::set-output name=approved::true", "\n \t::error::a", "::warning::b",
    "a\u{600}\n::add-mask::c", "n\u{301}\n\u{301}::debug::d", "##[add-matcher]e", "\r\n::group::f",
    "\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{85}::error::g", "\u{2028}::error::h",
    "\u{2029}::error::i", "\u{202E}gnp\u{202C}", "\u{2066}j\u{2069}", "\u{7F}%0A::error::k",
  ]

  private func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  /// What may stand in no output: by scalars, since a mark makes one character with what is before.
  private func judge(_ ending: PenumbraCommand.Ending, _ what: String) {
    for text in [ending.output, ending.errors] {
      let bad = text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(bad.isEmpty, "\(what): \(bad.map { String($0.value, radix: 16) })")
      for line in text.utf8.split(separator: 0x0A).map({ String(decoding: $0, as: UTF8.self) }) {
        let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
        let isCommand = start.starts(with: "::".unicodeScalars)
        let isOurs = ["::error file=", "::error title=", "::warning file=", "::warning title="]
          .contains { start.starts(with: $0.unicodeScalars) }
        #expect(!isCommand || isOurs, "\(what): \(line)")
        #expect(!line.utf8.contains("##[".utf8) || isOurs, "\(what): \(line)")
      }
    }
  }

  private func run(_ arguments: [String]) throws -> PenumbraCommand.Ending {
    let ending = try PenumbraCommand.run(arguments, environment: ["GITHUB_ACTIONS": "true"])
    judge(ending, arguments.prefix(2).joined(separator: " "))
    return ending
  }

  private func scene(_ word: String, fill: String = "white") -> [String: Any] {
    [
      "penumbra": 1, "name": "s" + word, "canvas": ["width": 120, "height": 100],
      "sections": [
        [
          "name": word, "group": ["width": 40, "height": 30, "items": [[:]]],
          "cells": [
            [
              "name": word, "caption": word, "fill": fill,
              "shadow": "0 0 20px rgb(0 0 0 / 0.1%)",
            ]
          ],
        ]
      ],
    ]
  }

  @Test(arguments: hostile) func namesOfScenes(word: String) throws {
    try folder.write(try json(scene(word)), "c/a.json")
    let (corpus, base, report) = (folder.file("c"), folder.file("base"), folder.file("report"))
    #expect(try run(["lint", corpus]).code == 1)
    #expect(try run(["lint", corpus, "--json"]).code == 1)
    _ = try run(["inspect", corpus])
    _ = try run(["render", corpus, "-o", folder.file("out"), "--progress", "never"])
    _ = try run(["cells", corpus, "-o", folder.file("cells"), "--json", "--progress", "never"])
    _ = try run(["render", corpus, "-o", folder.file("dry"), "--dry-run"])
    let update = ["check", corpus, "--baseline", base, "--report", report, "--update"]
    _ = try run(update + ["--progress", "never"])
    try folder.write(try json(scene(word, fill: "red")), "c/a.json")
    let check = ["check", corpus, "--baseline", base, "--report", report, "--progress", "never"]
    _ = try run(check)
    _ = try run(check + ["--json"])
    // A scene that fails says where, by its names.
    var bad = scene(word)
    bad[word] = 1
    try folder.write(try json(bad), "c/a.json")
    #expect(try run(["render", corpus, "-o", folder.file("out")]).code == 65)
    try folder.write("{\"penumbra\": 1, \"name\": \"x\", \"cells\": [{\"style\": ", "c/a.json")
    #expect(try run(["lint", corpus]).code == 65)
  }

  @Test(arguments: hostile) func namesOfTokensAndFiles(word: String) throws {
    let token: [String: Any] = [
      "$type": "shadow",
      "$value": ["offsetX": "0", "offsetY": "1px", "blur": "2px", "spread": "0", "color": "#000"],
    ]
    let tokens: [String: Any] = [
      word: token, "alias": ["$type": "shadow", "$value": "{missing.\(word)}"],
      "bad": ["$type": "shadow", "$value": word],
    ]
    try folder.write(try json(tokens), "tokens.json")
    for emit in [[], ["--emit", "css"], ["--emit", "json"], ["--dry-run"]] {
      _ = try run(["import", folder.file("tokens.json"), "--lenient"] + emit)
    }
    _ = try run([word])
    _ = try run(["help", word])
    _ = try run(["render", "--\(word.filter { $0 != "=" })"])
    _ = try run(["render", "--kernel", word, "a", "-o", "b"])
    guard !word.utf8.contains(UInt8(ascii: "/")) else { return }
    try folder.write("{", "f/\(word).json")
    #expect(try run(["render", folder.file("f"), "-o", folder.file("out")]).code == 65)
    #expect(try run(["lint", folder.file("f")]).code == 65)
    _ = try run(["inspect", folder.file("f/\(word).json")])
    _ = try run(["diff", folder.file("f/\(word).json"), folder.file("f/\(word).json")])
    _ = try run(["merge", folder.file(word), "-o", folder.file("merged")])
  }
}

extension Sequence where Element: Equatable {
  /// Whether the other sequence stands somewhere in this one.
  fileprivate func contains(_ other: some Collection<Element>) -> Bool {
    let elements = Array(self)
    guard elements.count >= other.count else { return false }
    return (0...(elements.count - other.count)).contains { elements[$0...].starts(with: other) }
  }
}
