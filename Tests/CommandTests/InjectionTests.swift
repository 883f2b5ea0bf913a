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

  /// A scene with a section and a cell called by each word.
  private func scene(fill: String = "white") -> [String: Any] {
    let sections = Self.hostile.map { word -> [String: Any] in
      [
        "name": word, "group": ["width": 40, "height": 30, "items": [[:]]],
        "cells": [["name": word, "fill": fill, "shadow": "0 0 20px rgb(0 0 0 / 0.1%)"]],
      ]
    }
    return [
      "penumbra": 1, "name": "s", "canvas": ["width": 120, "height": "fit"], "sections": sections,
    ]
  }

  /// A matrix with a word as its caption and in the name of its style.
  private func matrix(_ word: String, fill: String = "white") -> [String: Any] {
    [
      "penumbra": 1, "name": "m", "canvas": ["width": 200, "height": "fit"],
      "styles": [word: ["fill": fill, "shadow": "0 0 20px rgb(0 0 0 / 0.1%)"]],
      "matrix": [
        "cell": ["width": 40, "height": 30], "columns": 2, "gap": 30,
        "vary": ["style": [word]], "caption": word + "{style}",
      ],
    ]
  }

  @Test func namesOfScenes() throws {
    let (corpus, base, report) = (folder.file("c"), folder.file("base"), folder.file("report"))
    func write(fill: String) throws {
      try folder.write(try json(scene(fill: fill)), "c/a.json")
      try folder.write(try json(matrix(Self.hostile[0], fill: fill)), "c/m.json")
    }
    try write(fill: "white")
    #expect(try run(["lint", corpus]).code == 1)
    #expect(try run(["lint", corpus, "--json"]).code == 1)
    #expect(try run(["inspect", corpus]).code == 0)
    let quietly = ["--progress", "never"]
    #expect(try run(["render", corpus, "-o", folder.file("out")] + quietly).code == 0)
    #expect(try run(["cells", corpus, "-o", folder.file("cells"), "--json"] + quietly).code == 0)
    #expect(try run(["render", corpus, "-o", folder.file("dry"), "--dry-run"]).code == 0)
    let check = ["check", corpus, "--baseline", base, "--report", report] + quietly
    _ = try run(check + ["--update"])
    try write(fill: "red")
    #expect(try run(check).code == 1)
    #expect(try run(check + ["--json"]).code == 1)
  }

  /// libvips tells what it cannot open by its name, which here is the hostile word.
  @Test(arguments: hostile) func whatALibrarySaysIsMadeHarmless(word: String) throws {
    try folder.write(SmallScene.text("s"), "s.json")
    let name = word.replacing("/", with: "").replacing(",", with: "").replacing("]", with: "")
    for format in ["tif[profile=\(name)x]", "png[bitdepth=\(name)x]", "png[\(name)x=1]"] {
      let ending = try run([
        "render", folder.file("s.json"), "-o", folder.file("out"), "--format", format,
      ])
      #expect(ending.code == 64 && !ending.errors.isEmpty, "\(ending)")
    }
    // A file of that name that is no image, and a library of that name.
    try folder.write("no image", "c/x\(name).png")
    try folder.write(
      try json([
        "penumbra": 1, "name": "i", "canvas": ["width": 40, "height": 40],
        "cells": [["frame": [0, 0, 30, 30], "fill": ["image": "x\(name).png"]]],
      ]), "c/i.json")
    #expect(try run(["render", folder.file("c"), "-o", folder.file("out")]).code == 65)
    let ending = try PenumbraCommand.run(
      ["render", folder.file("s.json"), "-o", folder.file("out"), "--format", "tif"],
      environment: ["GITHUB_ACTIONS": "true", "PENUMBRA_LIBVIPS": "/nowhere/\(word)"])
    judge(ending, "a library called \(word.debugDescription)")
    #expect(ending.code == 69)
  }

  @Test func theGivenSceneIsHarmless() throws {
    let scene = PackageFolder.fixtures.appending(path: "Hostile/inject.json").path
    #expect(try run(["lint", scene]).code == 1)
    #expect(try run(["lint", scene, "--sarif", folder.file("s.sarif")]).code == 1)
    let check = ["check", scene, "--baseline", folder.file("b"), "--report", folder.file("r")]
    #expect(try run(check + ["--update"]).code == 0)
    #expect(try run(check).code == 0)
    #expect(try run(check + ["--scale", "2"]).code == 1)
    #expect(try run(["sheet", scene, "-o", folder.file("sheet.png")]).code == 0)
  }

  @Test(arguments: hostile) func whatFailsSaysWhere(word: String) throws {
    // A scene's own name is a file's; an unknown key, a style's name, and JSON that ends too early.
    for (key, value) in [("name", word), (word, "1"), ("kernel", word)] {
      var bad = scene()
      bad[key] = value
      try folder.write(try json(bad), "c/\(key == word ? "key" : key).json")
    }
    try folder.write("{\"penumbra\": 1, \"name\": \(try json([word])), \"cells\": [", "c/end.json")
    #expect(try run(["render", folder.file("c"), "-o", folder.file("out")]).code == 65)
    #expect(try run([word]).code == 64)
    #expect(try run(["help", word]).code == 64)
  }

  @Test func namesOfTokensAndFiles() throws {
    let token: [String: Any] = [
      "$type": "shadow",
      "$value": [
        "offsetX": "0px", "offsetY": "1px", "blur": "2px", "spread": "0px", "color": "#000000",
      ],
    ]
    var tokens: [String: Any] = [:]
    for (index, word) in Self.hostile.enumerated() {
      tokens[word] = token
      tokens["alias\(index)"] = ["$type": "shadow", "$value": "{missing.\(word)}"]
      tokens["bad\(index)"] = ["$type": "shadow", "$value": word]
    }
    try folder.write(try json(tokens), "tokens.json")
    for emit in [[], ["--emit", "css"], ["--emit", "json"], ["--dry-run"]] {
      let ending = try run(["import", folder.file("tokens.json"), "--lenient"] + emit)
      #expect(ending.code == 0 && !ending.output.isEmpty && !ending.errors.isEmpty)
    }
    for word in Self.hostile { try folder.write("{", "f/\(word).json") }
    #expect(try run(["render", folder.file("f"), "-o", folder.file("out")]).code == 65)
    #expect(try run(["lint", folder.file("f")]).code == 65)
    let file = folder.file("f/\(Self.hostile[0]).json")
    #expect(try run(["diff", file, file]).code == 65)
    #expect(
      try run(["merge", folder.file(Self.hostile[1]), "-o", folder.file("merged")]).code != 0)
    #expect(try run(["render", "--kernel", Self.hostile[0], "a", "-o", "b"]).code == 64)
    #expect(try run(["render", "--\(Self.hostile[0])", "a", "-o", "b"]).code == 64)
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
