import OrderedJSON
import Testing

@testable import PenumbraRegression

@Suite struct CellMatchingTests {
  private typealias Cell = (identity: CellIdentity, digest: String)

  private func unnamed(_ digests: String, section: String = "row") -> [Cell] {
    digests.enumerated().map {
      (
        CellIdentity(scene: "scene", section: section, name: nil, index: $0.offset),
        String($0.element)
      )
    }
  }

  private func named(_ names: [String: String], scene: String = "scene") -> [Cell] {
    names.sorted { $0.key < $1.key }.enumerated().map {
      (
        CellIdentity(scene: scene, section: "row", name: $0.element.key, index: $0.offset),
        $0.element.value
      )
    }
  }

  private func summary(_ matching: CellMatching) -> String {
    matching.pairs.map { "\($0.run)-\($0.baseline)" }.joined(separator: " ")
      + " new \(matching.new) removed \(matching.removed) renamed \(matching.renamed.sorted())"
  }

  @Test(arguments: [
    // The run, the baseline, and what comes of it.
    ("abc", "abc", "0-0 1-1 2-2 new [] removed [] renamed []"),
    // Equal numbers: a changed cell stays at its place, whatever it now draws.
    ("axc", "abc", "0-0 1-1 2-2 new [] removed [] renamed []"),
    ("bac", "abc", "0-0 1-1 2-2 new [] removed [] renamed []"),
    // One in front does not make all differ.
    ("xabc", "abc", "1-0 2-1 3-2 new [0] removed [] renamed []"),
    ("abc", "xabc", "0-1 1-2 2-3 new [] removed [0] renamed []"),
    ("abxcd", "abcd", "0-0 1-1 3-2 4-3 new [2] removed [] renamed []"),
    // One in front and one changed.
    ("xabYd", "abcd", "1-0 2-1 3-2 4-3 new [0] removed [] renamed []"),
    ("", "ab", " new [] removed [0, 1] renamed []"),
    ("ab", "", " new [0, 1] removed [] renamed []"),
  ])
  func cellsWithoutNames(run: String, baseline: String, expected: String) {
    #expect(summary(CellMatching(run: unnamed(run), baseline: unnamed(baseline))) == expected)
  }

  @Test func cellsWithNamesMoveFreely() {
    let before = named(["a": "1", "b": "2", "c": "3"])
    let after = Array(before.reversed())
    #expect(
      summary(CellMatching(run: after, baseline: before))
        == "0-2 1-1 2-0 new [] removed [] renamed []")
  }

  @Test func theSamePixelsUnderAnotherNameAreARename() {
    let matching = CellMatching(
      run: named(["a": "1", "z": "2"]), baseline: named(["a": "1", "b": "2"]))
    #expect(summary(matching) == "0-0 1-1 new [] removed [] renamed [1]")
  }

  @Test func aRenamedSceneIsARename() {
    let matching = CellMatching(
      run: named(["a": "1", "b": "2"], scene: "after"),
      baseline: named(["a": "1", "b": "2"], scene: "before"))
    #expect(summary(matching) == "0-0 1-1 new [] removed [] renamed [0, 1]")
  }

  @Test func otherPixelsUnderAnotherNameAreNewAndRemoved() {
    let matching = CellMatching(run: named(["z": "9"]), baseline: named(["b": "2"]))
    #expect(summary(matching) == " new [0] removed [0] renamed []")
  }

  @Test func everyCellIsAccountedForOnce() {
    var state: UInt64 = 11
    func next(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    for _ in 0..<300 {
      func row() -> [Cell] {
        (0..<next(12)).map { index in
          let name = next(3) == 0 ? "n\(next(4))" : nil
          return (
            CellIdentity(
              scene: "s\(next(2))", section: "r\(next(2))", name: name, index: index),
            "\(next(5))"
          )
        }
      }
      let (run, baseline) = (row(), row())
      let matching = CellMatching(run: run, baseline: baseline)
      #expect(
        (matching.pairs.map(\.run) + matching.new).sorted() == Array(run.indices), "seed 11")
      #expect(
        (matching.pairs.map(\.baseline) + matching.removed).sorted() == Array(baseline.indices))
    }
  }
}

@Suite struct KeyDifferenceTests {
  private func changes(_ before: JSONValue, _ after: JSONValue) -> [String] {
    KeyDifference.changes(from: before, to: after).map {
      "\($0.key): \($0.before ?? "absent") -> \($0.after ?? "absent")"
    }
  }

  @Test func pathsEndAtWhatChanged() {
    #expect(
      changes(
        ["elevation": ["value": 1, "model": "mdc"], "fill": "#ffffff"],
        ["elevation": ["value": 2, "model": "mdc"], "fill": "#ffffff"])
        == ["elevation.value: 1 -> 2"])
    #expect(
      changes(
        ["shadow": [["offset": [0, 4]], ["offset": [0, 1]]]],
        ["shadow": [["offset": [0, 4]], ["offset": [0.5, 1]]]])
        == ["shadow[1].offset[0]: 0 -> 0.5"])
  }

  @Test func keysThatComeAndGo() {
    #expect(
      changes(["a": 1, "b": [1, 2]], ["b": [1, 2, 3], "c": "x"])
        == ["a: 1 -> absent", "b: [1, 2] -> [1, 2, 3]", "c: absent -> \"x\""])
    #expect(changes(["a": nil, "b": true], ["a": nil, "b": true]) == [])
  }
}
