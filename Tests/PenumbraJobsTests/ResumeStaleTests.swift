import Foundation
import PenumbraTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// What an earlier run left is believed only as far as it is proven.
@Suite("Resume: stale, tampered and foreign records", .serialized)
struct ResumeStaleTests {
  let folder: TemporaryFolder
  var corpus: String { folder.file("corpus") }
  var out: String { folder.file("out") }

  init() throws {
    folder = try TemporaryFolder()
    try TestCorpus.write(to: corpus, scenes: 5, side: 200)
    // An image by which one scene depends on more than its own text.
    try writeImage(red: "ff")
    try folder.write(
      """
      {"penumbra": 1, "name": "with-image", "canvas": {"width": 60, "height": 60},
       "cells": [{"frame": [5, 5, 50, 50], "fill": {"image": "image.png"}}]}
      """, "corpus/with-image.json")
    #expect(try PenumbraCommand.run(["render", corpus, "-o", out]).code == 0)
  }

  func writeImage(red: String) throws {
    try folder.write(
      """
      {"penumbra": 1, "name": "i", "canvas": {"width": 9, "height": 9, "background": "#\(red)0000"},
       "cells": []}
      """, "image-source.json")
    let ending = try PenumbraCommand.run(
      ["render", folder.file("image-source.json"), "-o", corpus + "/image.png"])
    #expect(ending.code == 0, "\(ending)")
  }

  /// Resumes, and returns the names of the files that were made.
  func resume(_ options: [String] = []) throws -> (made: [String], ending: PenumbraCommand.Ending) {
    let ending = try PenumbraCommand.run(
      ["render", corpus, "-o", out, "--resume", "--json"] + options)
    let made = ending.output.split(separator: "\n").filter { $0.contains("\"event\": \"output\"") }
      .compactMap { line in
        line.firstMatch(of: /"file": "([^"]*)"/).map { String($0.1) }
      }
    return (made.sorted(), ending)
  }

  func expectLikeFresh(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let fresh = folder.file("fresh")
    #expect(
      try PenumbraCommand.run(["render", corpus, "-o", fresh]).code == 0,
      sourceLocation: sourceLocation)
    #expect(difference(try tree(out), try tree(fresh)) == nil, sourceLocation: sourceLocation)
  }

  @Test("a changed scene is made again, and only it")
  func changedScene() throws {
    let path = corpus + "/scene-1.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: "\"opacity\": 0.4", with: "\"opacity\": 0.41").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try resume().made == ["scene-1.png"])
    try expectLikeFresh()
  }

  @Test("a changed image makes the scenes that show it again")
  func changedImage() throws {
    try writeImage(red: "fe")
    #expect(try resume().made == ["with-image.png"])
    try expectLikeFresh()
  }

  @Test("a new scene is made, and the places of the others move with it")
  func newScene() throws {
    try FileManager.default.copyItem(
      atPath: corpus + "/scene-0.json", toPath: corpus + "/another.json")
    let path = corpus + "/another.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: "scene-0", with: "another").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try resume().made == ["another.png"])
    try expectLikeFresh()
  }

  @Test("the picture of a scene that is gone stays, is named in a note and is in no manifest")
  func removedScene() throws {
    try FileManager.default.removeItem(atPath: corpus + "/scene-2.json")
    let (made, ending) = try resume()
    #expect(made.isEmpty && ending.errors.contains("1 output"), "\(ending)")
    #expect(FileManager.default.fileExists(atPath: out + "/scene-2.png"))
    let manifest = try String(contentsOfFile: out + "/manifest.json", encoding: .utf8)
    #expect(!manifest.contains("scene-2"))
  }

  @Test("a record of other options, another format or another shard is refused")
  func otherJob() throws {
    let before = try tree(out)
    for (options, word) in [
      (["--scale", "3"], "scale"), (["--kernel", "coreGraphics"], "kernel"),
      (["--format", "webp"], "format"), (["--shard", "1/2"], "shard"),
    ] {
      let (_, ending) = try resume(options)
      #expect(ending.code == 65, "\(ending)")
      #expect(ending.errors.contains(word) && ending.errors.contains("without --resume"))
      #expect(difference(try tree(out), before) == nil, "\(options)")
    }
  }

  @Test("a manifest that was changed by hand is refused; without --resume the job begins anew")
  func tamperedManifest() throws {
    let path = out + "/manifest.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacingOccurrences(of: "\"cells\": 6", with: "\"cells\": 7")
    #expect(changed != text)
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    let (_, ending) = try resume()
    #expect(ending.code == 65 && ending.errors.contains(path), "\(ending)")
    #expect(try PenumbraCommand.run(["render", corpus, "-o", out]).code == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("a journal that was changed by hand is refused; without --resume the job begins anew")
  func tamperedJournal() throws {
    let killed = try endingEarly(
      ["render", corpus, "-o", out, "--threads", "1"], out: out, by: SIGKILL
    ) {
      let journal = try? String(contentsOfFile: out + "/.penumbra/journal", encoding: .utf8)
      return journal?.split(separator: "\n").count ?? 0 >= 4
    }
    #expect(killed.code == -SIGKILL)
    let path = out + "/.penumbra/journal"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let range = try #require(text.range(of: "\"width\": "))
    try text.replacingCharacters(in: range, with: "\"width\": 1").write(
      toFile: path, atomically: true, encoding: .utf8)
    let (_, ending) = try resume()
    #expect(ending.code == 65 && ending.errors.contains(path), "\(ending)")
    #expect(try PenumbraCommand.run(["render", corpus, "-o", out]).code == 0)
    try expectLikeFresh()
  }
}
