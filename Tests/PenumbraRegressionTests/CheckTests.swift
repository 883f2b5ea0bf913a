import Foundation
import PenumbraJobs
import Testing

@testable import PenumbraRegression

@Suite struct CheckTests {
  private static let card =
    "\"fill\": \"#ffffff\", \"cornerRadius\": 6, \"elevation\": {\"value\": 2, \"model\": \"mdc\"}"

  private func workshop(cells: Int = 6) throws -> CheckWorkshop {
    let workshop = try CheckWorkshop()
    try workshop.writeScene("cards", (0..<cells).map { "\"name\": \"c\($0)\", \(Self.card)" })
    try workshop.check(update: .all)
    return workshop
  }

  private func statuses(_ outcome: CheckJob.Outcome) -> [String] {
    outcome.report.cells.filter { $0.status != .same }.map {
      "\($0.status.rawValue) \($0.scene)/\($0.cell)"
    }
  }

  private func replace(_ old: String, _ new: String, in workshop: CheckWorkshop) throws {
    let text = try workshop.read("corpus/cards.json")
    #expect(text.contains(old))
    try workshop.write(
      text.replacingOccurrences(of: old, with: new), "corpus/cards.json")
  }

  @Test func nothingChangedIsNothingFound() throws {
    let workshop = try workshop()
    let outcome = try workshop.check()
    #expect(outcome.passes && statuses(outcome).isEmpty)
    #expect(outcome.report.cells.count == 6)
    #expect(try workshop.read("report/junit.xml").contains("tests=\"6\" failures=\"0\""))
  }

  @Test func aMissingBaselineFails() throws {
    let workshop = try CheckWorkshop()
    try workshop.writeScene("cards", [Self.card])
    let error = #expect(throws: JobError.self) { try workshop.check() }
    guard case .noInput(_, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("the baseline is missing") && detail.contains("update makes a new one"))
  }

  @Test func newChangedRemovedAndRenamedAreToldApart() throws {
    let workshop = try workshop()
    try replace("\"name\": \"c0\"", "\"name\": \"other\"", in: workshop)
    try replace(
      "\"name\": \"c1\", \"fill\": \"#ffffff\"", "\"name\": \"c1\", \"fill\": \"#fffffe\"",
      in: workshop)
    try replace(
      "\"name\": \"c2\", \"fill\": \"#ffffff\"", "\"name\": \"d2\", \"fill\": \"#0000ff\"",
      in: workshop)
    let outcome = try workshop.check()
    #expect(!outcome.passes)
    // c0 and c2 look alike, so either may be the one that was renamed: the first is.
    #expect(
      statuses(outcome) == [
        "renamed cards/other", "changed cards/c1", "new cards/d2", "removed cards/c2",
      ])
    let renamed = outcome.report.cells[0]
    #expect(renamed.formerName == "cards / c0")
    #expect(outcome.report.cells[1].keys.map(\.key) == ["fill"])
  }

  @Test func oneTallerRowDoesNotFailWhatIsBelow() throws {
    let workshop = try CheckWorkshop()
    func write(height: Int) throws {
      try workshop.write(
        """
        {"penumbra": 1, "name": "list", "canvas": {"width": 200, "height": "fit"},
         "sections": [
           {"name": "top", "group": {"width": 200, "height": \(height), "items": [{}]},
            "cells": [{\(Self.card)}]},
           {"name": "below", "group": {"width": 200, "height": 40, "items": [{}]},
            "cells": [{\(Self.card)}, {\(Self.card)}]}]}
        """, "corpus/list.json")
    }
    try write(height: 40)
    try workshop.check(update: .all)
    try write(height: 48)
    let outcome = try workshop.check()
    #expect(statuses(outcome) == ["changed list/top/0"])
    #expect(outcome.report.cells[0].message == "the cell was 200 x 40 px and is 200 x 48 px")
    #expect(outcome.report.cells[0].keys.map(\.key) == ["frame.height"])
  }

  @Test func aCellInFrontDoesNotMakeAllDiffer() throws {
    let workshop = try CheckWorkshop()
    let cells = (0..<5).map { "\"fill\": \"#ffffff\", \"cornerRadius\": \($0 * 3)" }
    try workshop.writeScene("row", cells)
    try workshop.check(update: .all)
    try workshop.writeScene("row", ["\"fill\": \"#ff0000\""] + cells)
    #expect(statuses(try workshop.check()) == ["new row/0"])
  }

  // MARK: Limits

  @Test func everySuggestedLimitPasses() throws {
    let workshop = try workshop(cells: 2)
    try replace("\"value\": 2", "\"value\": 3", in: workshop)
    let outcome = try workshop.check()
    let failing = try #require(outcome.report.cells.first { $0.status == .changed })
    #expect(failing.suggestions.map(\.kind) == [.maxDiff, .maxChanged, .maxDeltaE])
    for suggestion in failing.suggestions {
      let tolerated = try workshop.check(limits: suggestion.limits)
      #expect(tolerated.passes, "\(suggestion.options): \(statuses(tolerated))")
      #expect(tolerated.report.cells.allSatisfy { $0.status == .tolerated })
    }
  }

  @Test func theShadowFigureFindsWhatALooseLimitForgives() throws {
    let workshop = try workshop(cells: 1)
    try replace("\"value\": 2", "\"value\": 1", in: workshop)
    let loose = Limits(maxDiff: 60)
    #expect(try workshop.check(limits: loose).passes)
    #expect(try !workshop.check(limits: Limits(maxDiff: 60, maxShadow: 0.5)).passes)
  }

  @Test func aStyleThatDrawsTheSameIsSaidAndPasses() throws {
    let workshop = try workshop(cells: 1)
    try replace("\"cornerRadius\": 6", "\"cornerRadius\": 6.000000001", in: workshop)
    let outcome = try workshop.check()
    #expect(outcome.passes)
    #expect(outcome.report.cells[0].status == .restyled)
    #expect(outcome.report.cells[0].keys.map(\.key) == ["cornerRadius"])
  }

  // MARK: Damage

  @Test func aDeletedPictureFails() throws {
    let workshop = try workshop()
    let victim = try #require(workshop.files("baseline").first { $0.hasSuffix(".png") })
    try FileManager.default.removeItem(atPath: workshop.path("baseline/\(victim)"))
    let outcome = try workshop.check()
    #expect(!outcome.passes)
    let failed = outcome.report.cells.filter { $0.status == .failed }
    #expect(failed.count == 1)
    #expect(failed[0].message?.contains("\(victim): the picture is missing") == true)
    #expect(try workshop.read("report/junit.xml").contains("errors=\"1\""))
  }

  @Test func aTruncatedPictureFails() throws {
    let workshop = try workshop()
    let victim = try #require(workshop.files("baseline").last { $0.hasSuffix(".png") })
    let url = URL(fileURLWithPath: workshop.path("baseline/\(victim)"))
    let whole = try Data(contentsOf: url)
    try whole.prefix(whole.count / 2).write(to: url)
    let outcome = try workshop.check()
    #expect(
      outcome.report.cells.contains { $0.message?.contains("the picture is truncated") == true })
    #expect(!outcome.passes)
    // Of its size, with a byte that makes it no picture: not truncated.
    var other = whole
    other[other.count - 20] ^= 1
    try other.write(to: url)
    #expect(
      try workshop.check().report.cells.contains {
        $0.message?.contains("the picture is damaged") == true
          && $0.message?.contains("truncated") == false
      })
  }

  @Test func aTamperedManifestIsRefused() throws {
    let workshop = try workshop()
    let text = try workshop.read("baseline/manifest.json")
    try workshop.write(
      text.replacingOccurrences(of: "\"width\": ", with: "\"width\": 1"),
      "baseline/manifest.json")
    #expect(throws: JobError.self) { try workshop.check() }
  }

  @Test func aSceneThatCannotBeReadFails() throws {
    let workshop = try workshop()
    try workshop.writeScene("second", [Self.card])
    try workshop.check(update: .all)
    try workshop.write("{\"penumbra\": 1,", "corpus/second.json")
    let outcome = try workshop.check()
    #expect(!outcome.passes && outcome.failures.count == 1)
    // Its cells are not gone: nobody knows.
    #expect(statuses(outcome) == ["failed second/0"])
    #expect(outcome.report.problems.count == 1)
  }

  // MARK: Update

  @Test func anUpdateAcceptsAllAndOnlyWhatIsNamed() throws {
    let workshop = try workshop()
    for cell in ["c1", "c4"] {
      try replace(
        "\"name\": \"\(cell)\", \"fill\": \"#ffffff\"",
        "\"name\": \"\(cell)\", \"fill\": \"#fff0ff\"", in: workshop)
    }
    #expect(statuses(try workshop.check()) == ["changed cards/c1", "changed cards/c4"])
    let partial = try workshop.check(update: .named(["cards/c4"]))
    #expect(!partial.passes, "one difference was not accepted")
    #expect(statuses(try workshop.check()) == ["changed cards/c1"])
    #expect(try workshop.check(update: .all).passes)
    #expect(statuses(try workshop.check()).isEmpty)
    #expect(throws: JobError.self) { try workshop.check(update: .named(["cards/nothing"])) }
  }

  @Test func aRunThatFailedUpdatesNothing() throws {
    let workshop = try workshop()
    try replace("\"name\": \"c1\", \"fill\": \"#ffffff\"", "\"name\": \"c1\"", in: workshop)
    try workshop.write("nonsense", "corpus/second.json")
    let before = try workshop.read("baseline/manifest.json")
    let outcome = try workshop.check(update: .all)
    #expect(!outcome.passes)
    #expect(outcome.notes.contains { $0.contains("not updated") }, "\(outcome.notes)")
    #expect(try workshop.read("baseline/manifest.json") == before)
  }

  @Test func aDamagedReferenceIsReplacedOnlyByName() throws {
    let workshop = try workshop()
    let victim = try #require(workshop.files("baseline").first { $0.hasSuffix("c3.png") })
    try FileManager.default.removeItem(atPath: workshop.path("baseline/\(victim)"))
    let refused = try workshop.check(update: .all)
    #expect(!refused.passes && refused.notes.contains { $0.contains("not updated") })
    #expect(!workshop.exists("baseline/\(victim)"))
    #expect(try workshop.check(update: .named(["cards/c3"])).passes)
    #expect(try workshop.check().passes)
  }

  @Test func aFailingRunCanEmitTheNewBaseline() throws {
    let workshop = try workshop()
    try replace("\"name\": \"c1\", \"fill\": \"#ffffff\"", "\"name\": \"c1\"", in: workshop)
    try replace("\"name\": \"c2\"", "\"name\": \"new\", \"opacity\": 0.5", in: workshop)
    let before = try workshop.read("baseline/manifest.json")
    #expect(try !workshop.check(emits: true).passes)
    #expect(try workshop.read("baseline/manifest.json") == before)
    // Taking it over makes the check pass.
    try FileManager.default.removeItem(atPath: workshop.path("baseline"))
    try FileManager.default.copyItem(
      atPath: workshop.path("report/baseline"), toPath: workshop.path("baseline"))
    #expect(try workshop.check().passes)
  }

  @Test func orphansAreListedAndPrunedOnDemand() throws {
    let workshop = try workshop()
    try replace("\"name\": \"c5\"", "\"name\": \"other\", \"opacity\": 0.5", in: workshop)
    try workshop.check(update: .all)
    try workshop.write("not a picture of ours", "baseline/README.md")
    let listed = try workshop.check()
    #expect(listed.passes)
    #expect(listed.report.orphans == ["cards-c5.png"])
    // Not from a run that is not whole.
    try workshop.write("nonsense", "corpus/second.json")
    #expect(try workshop.check(prunes: true).notes.contains { $0.contains("nothing was pruned") })
    #expect(workshop.exists("baseline/cards-c5.png"))
    try FileManager.default.removeItem(atPath: workshop.path("corpus/second.json"))
    #expect(try workshop.check(prunes: true).passes)
    #expect(!workshop.exists("baseline/cards-c5.png") && workshop.exists("baseline/README.md"))
    #expect(try workshop.check().report.orphans.isEmpty)
  }

  // MARK: Rendered folders and shards

  @Test func mergedShardsAreCheckedWithoutDrawing() throws {
    let workshop = try workshop(cells: 12)
    var folders: [String] = []
    for index in 1...4 {
      folders.append("shard-\(index)")
      try workshop.cells(to: "shard-\(index)", shard: Shard(index: index, count: 4))
    }
    try workshop.merge(folders, to: "merged")
    #expect(try workshop.check(["merged"]).passes)
    // What cells wrote is a baseline too.
    try FileManager.default.removeItem(atPath: workshop.path("baseline"))
    try FileManager.default.moveItem(
      atPath: workshop.path("merged"), toPath: workshop.path("baseline"))
    #expect(try workshop.check().passes)
    // One shard proves nothing, and three of four cannot be merged.
    let error = #expect(throws: JobError.self) { try workshop.check(["shard-2"]) }
    #expect("\(String(describing: error))".contains("shard 2/4 only"))
    #expect(throws: (any Error).self) {
      try workshop.merge(folders.filter { $0 != "shard-3" }, to: "partial")
    }
  }

  @Test func shardedChecksMergeIntoTheWholeReport() throws {
    let workshop = try workshop(cells: 9)
    try replace("\"name\": \"c0\"", "\"name\": \"other\"", in: workshop)
    try replace(
      "\"name\": \"c1\", \"fill\": \"#ffffff\"", "\"name\": \"c1\", \"fill\": \"#fffffe\"",
      in: workshop)
    try replace("\"name\": \"c2\"", "\"name\": \"d2\", \"opacity\": 0.5", in: workshop)
    // A row whose number of cells changed goes to one shard whole.
    try workshop.writeScene("row", ["\"fill\": \"#ff0000\"", "\"fill\": \"#00ff00\""])
    let whole = try workshop.check(report: "whole")
    var folders: [String] = []
    for index in 1...3 {
      folders.append("part-\(index)")
      try workshop.check(shard: Shard(index: index, count: 3), report: "part-\(index)")
    }
    let merged = try ReportMerge(
      folders: folders.reversed().map(workshop.path), into: workshop.path("merged")
    ).run()
    #expect(merged.cells == whole.report.cells)
    #expect(merged.passes == whole.report.passes && merged.problems == whole.report.problems)
    #expect(try workshop.read("merged/junit.xml") == workshop.read("whole/junit.xml"))
    #expect(workshop.files("merged") == workshop.files("whole"))
    // None missing, none twice, none of another run.
    for wrong in [[folders[0], folders[2]], folders + [folders[1]], [folders[0], "whole"]] {
      #expect(throws: JobError.self) {
        _ = try ReportMerge(folders: wrong.map(workshop.path), into: workshop.path("no")).run()
      }
    }
    try replace("\"value\": 2", "\"value\": 5", in: workshop)
    try workshop.check(shard: Shard(index: 2, count: 3), report: "part-2")
    #expect(throws: JobError.self) {
      _ = try ReportMerge(folders: folders.map(workshop.path), into: workshop.path("no")).run()
    }
  }

  @Test func aBaselineInsideTheCorpusIsNoScene() throws {
    let workshop = try workshop()
    try FileManager.default.moveItem(
      atPath: workshop.path("baseline"), toPath: workshop.path("corpus/baseline"))
    let outcome = try CheckJob(
      inputs: [workshop.path("corpus")], baseline: workshop.path("corpus/baseline"),
      report: workshop.path("corpus/report")
    ).run(interruption: Interruption(), observer: SilentObserver())
    #expect(outcome.passes)
  }
}
