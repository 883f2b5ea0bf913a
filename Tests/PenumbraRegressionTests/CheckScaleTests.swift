import Foundation
import PenumbraJobs
import PenumbraTestSupport
import ShadowEngine
import Testing

@testable import PenumbraRegression

/// Corpora of hundreds and thousands of cells.
@Suite(.serialized) struct CheckScaleTests {
  private static let count = 2000

  /// A style for each cell, no two alike.
  private func style(_ index: Int) -> String {
    let shade = String(0x80_40_00 + index, radix: 16)
    return index % 2 == 0
      ? "\"fill\": \"#\(shade)\", \"cornerRadius\": \(index % 13), "
        + "\"elevation\": {\"value\": 1, \"model\": \"mdc\"}"
      : "\"fill\": \"#\(shade)\", \"cornerRadius\": \(index % 13), "
        + "\"shadow\": {\"opacity\": 0.26, \"radius\": 4, \"offset\": [0, 2]}"
  }

  private func writeCorpus(
    _ workshop: CheckWorkshop, count: Int = count, changing changes: [Int: (String, String)]
  ) throws {
    let styles = (0..<count).map { index -> String in
      guard let (old, new) = changes[index] else { return style(index) }
      precondition(style(index).contains(old), "the change is one")
      return style(index).replacingOccurrences(of: old, with: new)
    }
    try workshop.writeScene("first", Array(styles[..<(count / 2)]))
    try workshop.writeScene("second", Array(styles[(count / 2)...]))
  }

  @Test func everySmallChangeIsFoundAndNamed() throws {
    let workshop = try CheckWorkshop()
    try writeCorpus(workshop, changing: [:])
    try workshop.cells(to: "baseline")
    let unchanged = try workshop.check()
    #expect(unchanged.passes)
    #expect(unchanged.report.cells.count == Self.count)
    #expect(unchanged.report.count(.same) == Self.count)

    let shade = String(0x80_40_00 + 1500, radix: 16)
    let darker = String(0x80_40_00 + 1499, radix: 16)
    try writeCorpus(
      workshop,
      changing: [
        100: ("\"value\": 1", "\"value\": 2"), 301: ("0.26", "0.27"),
        703: ("\"radius\": 4", "\"radius\": 4.25"), 1001: ("[0, 2]", "[0, 2.5]"),
        1500: ("#\(shade)", "#\(darker)"),
      ])
    let outcome = try workshop.check()
    #expect(!outcome.passes)
    let found = outcome.report.cells.filter { $0.status != .same }.map { cell in
      "\(cell.scene)/\(cell.cell) \(cell.status.rawValue): "
        + cell.keys.map { "\($0.key) \($0.before ?? "-") -> \($0.after ?? "-")" }.joined()
    }
    #expect(
      found == [
        "first/100 changed: elevation.value 1 -> 2",
        "first/301 changed: shadow.opacity 0.26 -> 0.27",
        "first/703 changed: shadow.radius 4 -> 4.25",
        "second/1 changed: shadow.offset[1] 2 -> 2.5",
        "second/500 changed: fill \"#\(shade)\" -> \"#\(darker)\"",
      ])
    let elevation = try #require(outcome.report.cells.first { $0.cell == "100" }?.measures)
    #expect(elevation.shadowLargest > 1, "a shadow-sensitive figure: \(elevation)")
  }

  @Test func nothingIsFoundAtAnyISAThreadOrShardCount() throws {
    let workshop = try CheckWorkshop()
    let cells = Sweep.count(400, all: Self.count)
    try writeCorpus(workshop, count: cells, changing: [:])
    try workshop.cells(to: "baseline")
    // The baseline is drawn on the highest level by all cores.
    let levels = InstructionSet.available
    for (level, threads) in zip([levels[0]] + levels, ["1", "3", "2", "4"]) {
      let run = try PenumbraCommand.run(
        [
          "check", workshop.path("corpus"), "--baseline", workshop.path("baseline"), "--report",
          workshop.path("report"), "--threads", threads,
        ], environment: ["PENUMBRA_ISA": level.rawValue])
      #expect(run.code == 0, "\(level) \(threads): \(run.output) \(run.errors)")
      #expect(run.output == "\(cells) cells: \(cells) same\n")
    }
    for count in [3] {
      var total = 0
      for index in 1...count {
        let outcome = try workshop.check(
          shard: Shard(index: index, count: count), report: "report-\(index)")
        #expect(outcome.passes)
        #expect(outcome.report.cells.allSatisfy { $0.status == .same })
        total += outcome.report.cells.count
      }
      #expect(total == cells)
    }
  }
}
