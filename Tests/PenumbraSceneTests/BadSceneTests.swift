import Foundation
import PenumbraGraphics
import PenumbraScene
import PenumbraTestSupport
import Testing

/// A scene that must not load, and the pieces that its one message must hold: `name.json` beside
/// `name.expected`, whose first line is the kind.
///
/// Adding a case is adding two files.
struct BadScene: CustomTestStringConvertible, Sendable {
  var name: String
  var file: String
  var kind: String
  var pieces: [String]
  var testDescription: String { name }

  static let all: [BadScene] = {
    let folder = PackageFolder.fixtures.appending(path: "Scenes/bad")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted().map { file in
      let name = String(file.dropLast(5))
      let expected = folder.appending(path: name + ".expected")
      let text = (try? String(contentsOf: expected, encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").map(String.init)
      return BadScene(
        name: name, file: folder.appending(path: file).path, kind: lines.first ?? "",
        pieces: Array(lines.dropFirst()))
    }
  }()
}

@Suite("Bad input")
struct BadSceneTests {
  @Test("gives one clear error", arguments: BadScene.all)
  func fixtures(bad: BadScene) throws {
    let error = #expect(throws: SceneError.self) { try SceneLoader.load(file: bad.file) }
    let found = try #require(error)
    #expect(found.kind.rawValue == bad.kind, "\(found)")
    let message = found.description
    for piece in bad.pieces { #expect(message.contains(piece), "\(message)") }
    #expect(message.hasPrefix(bad.file) && message.contains("expected "))
    #expect(!message.contains("\n"))
  }

  @Test("every kind of error has a case")
  func everyKind() {
    // These are about files and corpora, not texts: the tests below and those of images.
    let others: Set<SceneError.Kind> = [
      .missingFile, .notAFile, .unreadableFile, .fileTooLarge, .noDescriptors, .duplicateName,
      .missingImage,
      .unreadableImage, .imageOutside,
    ]
    let covered = Set(BadScene.all.map(\.kind))
    for kind in SceneError.Kind.allCases where !others.contains(kind) {
      #expect(covered.contains(kind.rawValue), "\(kind)")
    }
  }

  @Test("names must be unique in a corpus")
  func duplicateNames() throws {
    func scene(_ file: String) throws -> Scene {
      try SceneLoader.scene(Array(SceneText.cells("[]").utf8), file: file)
    }
    let errors = SceneLoader.duplicateNames(in: [try scene("a.json"), try scene("b.json")])
    #expect(
      errors.map(\.description) == [
        "b.json: $.name: found the name \"test\", which a.json has too, "
          + "expected a name that no other scene of the corpus has"
      ])
    #expect(SceneLoader.duplicateNames(in: [try scene("a.json")]).isEmpty)
  }

  @Test("limits can be set lower")
  func limits() throws {
    var limits = SceneLimits()
    limits.cells = 2
    limits.sections = 1
    limits.varied = 1
    limits.gradientColors = 2
    limits.extendsDepth = 2
    limits.unionCells = 1
    let cell = #"{"frame": [0, 0, 1, 1], "shadow": {"sigma": 1}}"#
    let group = #""group": {"width": 1, "height": 1}"#
    let texts = [
      SceneText.cells("[\(cell), \(cell), \(cell)]"),
      SceneText.cells("[\(cell), \(cell)]", more: #""shadowScope": "section""#),
      SceneText.sections("[{\(group), \"cells\": []}, {\(group), \"cells\": []}]"),
      SceneText.sections(#"[{\#(group), "cells": [{}, {}, {}]}]"#),
      SceneText.matrix(
        #"{"cell": {"width": 1, "height": 1}, "vary": {"opacity": [1], "cornerRadius": [1]}}"#),
      SceneText.matrix(#"{"cell": {"width": 1, "height": 1}, "vary": {"opacity": [1, 0, 0.5]}}"#),
      SceneText.cells(
        #"[{"frame": [0,0,1,1], "fill": {"direction": "vertical", "colors": ["red","red","red"]}}]"#
      ),
      SceneText.cells(
        "[]",
        more: #""styles": {"a": {"extends": "b"}, "b": {"extends": "c"}, "c": {}}"#),
    ]
    for text in texts {
      #expect(SceneText.error(text, limits: limits)?.kind == .limitExceeded, "\(text)")
      #expect(SceneText.error(text)?.kind != .limitExceeded)
    }
  }

  @Test("a sweep that would take hours is refused by arithmetic, which its message shows")
  func costlySweeps() {
    let shadows = Array(repeating: #"{"radius": 1}"#, count: 256).joined(separator: ", ")
    let thousand = #"{"from": 0.001, "to": 1, "step": 0.001}"#
    let costly = SceneText.matrix(
      """
      {"cell": {"width": 1, "height": 1}, "style": {"shadow": [\(shadows)]},
       "vary": {"shadow.0.opacity": \(thousand), "shadow.1.opacity": \(thousand)}}
      """)
    #expect(SceneText.error(costly)?.kind == .limitExceeded)
    #expect(SceneText.error(costly)?.found.hasPrefix("1000000 combinations") == true)
    let deep = "fill" + String(repeating: ".a", count: 100_000)
    let nested = SceneText.matrix(
      #"{"cell": {"width": 1, "height": 1}, "vary": {"\#(deep)": [1]}}"#)
    #expect(SceneText.error(nested)?.kind == .unknownKey)
    // The message stays short, whatever the key.
    #expect(SceneText.error(nested)?.description.count ?? 0 < 1_000)
  }

  @Test("random damage to scenes never crashes the loader", arguments: [UInt64(11), 12, 13, 14])
  func mutations(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let seeds = try Self.seeds()
    let words = [
      "null", "true", "-1", "0", "1e9", "1e300", "\"\"", "\"x\"", "[]", "{}", "[1]", "{\"a\": 1}",
      "\"fit\"", "\"section\"", "0.5", "[[[[]]]]",
    ]
    let numbers = ["0", "1", "2", "0.5", "1e-9", "7", "100", "1000", "3e6"]
    var loaded = 0
    for _ in 0..<400 {
      var text = random.pick(seeds)
      for _ in 0..<random.integer(1, 3) {
        if random.oneIn(3) {
          let at = text.index(text.startIndex, offsetBy: random.integer(0, text.count - 1))
          text.replaceSubrange(at...at, with: String(random.pick(Array("{}[]\",:0-1eE.a"))))
        } else {
          text = Self.replacingValue(in: text, with: words, numbers: numbers, &random)
        }
      }
      guard let scene = try? SceneLoader.scene(Array(text.utf8)) else { continue }
      loaded += 1
      let layout = try scene.layOut()
      for section in layout.sections {
        // The ends of lazily made cells, where arithmetic would go wrong first.
        let ends = section.cells.indices.prefix(3) + section.cells.indices.suffix(3)
        for index in ends {
          #expect(section.cells[index].frame.width >= 0, "seed \(seed): \(text)")
        }
      }
    }
    #expect(loaded > 20, "seed \(seed)")
  }

  /// Small scenes that touch every key.
  private static func seeds() throws -> [String] {
    let folder = PackageFolder.fixtures.appending(path: "Scenes/good")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.filter { $0.hasSuffix(".json") }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// The text with the value after a random colon replaced up to the next comma or bracket.
  private static func replacingValue(
    in text: String, with words: [String], numbers: [String], _ random: inout SplitMix64
  ) -> String {
    let colons = text.indices.filter { text[$0] == ":" }
    guard !colons.isEmpty else { return text }
    let start = text.index(after: random.pick(colons))
    let end = text[start...].firstIndex { ",}]\n".contains($0) } ?? text.endIndex
    // A number mostly becomes another one, so that the layout sees odd figures too.
    let isNumber = text[start..<end].allSatisfy { " -.".contains($0) || $0.isNumber }
    let word = random.pick(isNumber && !random.oneIn(4) ? numbers : words)
    return text.replacingCharacters(in: start..<end, with: " " + word)
  }
}
