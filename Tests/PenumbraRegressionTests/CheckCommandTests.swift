import Foundation
import PenumbraTestSupport
import Testing

@Suite struct CheckCommandTests {
  private func workshop() throws -> CheckWorkshop {
    let workshop = try CheckWorkshop()
    try workshop.writeScene(
      "cards",
      [
        "\"name\": \"<script>alert(1)</script>\", \"fill\": \"#ffffff\", "
          + "\"elevation\": {\"value\": 1, \"model\": \"mdc\"}",
        "\"name\": \"plain\", \"fill\": \"#eeeeff\"",
      ])
    return workshop
  }

  private func check(
    _ workshop: CheckWorkshop, _ more: [String] = [], environment: [String: String] = [:]
  ) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(
      [
        "check", workshop.path("corpus"), "--baseline", workshop.path("baseline"), "--report",
        workshop.path("report"),
      ] + more, environment: environment)
  }

  @Test func exitCodes() throws {
    let workshop = try workshop()
    let missing = try check(workshop)
    #expect(missing.code == 66 && missing.errors.contains("the baseline is missing"))
    #expect(try check(workshop, ["--update"]).code == 0)
    let same = try check(workshop)
    #expect(same.code == 0 && same.output == "2 cells: 2 same\n", "\(same)")

    let text = try workshop.read("corpus/cards.json")
    try workshop.write(
      text.replacingOccurrences(of: "\"value\": 1", with: "\"value\": 2"), "corpus/cards.json")
    let different = try check(workshop)
    #expect(different.code == 1)
    #expect(different.output.contains("elevation.value 1 -> 2"), "\(different.output)")
    #expect(different.output.contains("would pass with --max-diff "))
    #expect(try check(workshop, ["--max-diff", "255"]).code == 0)
    #expect(try check(workshop, ["--update=cards/<script>alert(1)</script>"]).code == 0)
    #expect(try check(workshop).code == 0)

    #expect(try check(workshop, ["--max-changed", "2"]).code == 64)
    #expect(try check(workshop, ["--max-diff", "-1"]).code == 64)
    #expect(try check(workshop, ["--update=nobody"]).code == 64)
    #expect(try check(workshop, ["--shard", "1/2", "--update"]).code == 64)
    #expect(
      try PenumbraCommand.run(["check", workshop.path("corpus")]).code == 64)
    try workshop.write("{", "corpus/broken.json")
    #expect(try check(workshop).code == 65)
  }

  @Test func eventsAreOneObjectALine() throws {
    let workshop = try workshop()
    #expect(try check(workshop, ["--update", "--quiet"]).code == 0)
    let text = try workshop.read("corpus/cards.json")
    try workshop.write(
      text.replacingOccurrences(of: "#eeeeff", with: "#eeeefe"), "corpus/cards.json")
    let run = try check(workshop, ["--json", "--quiet"])
    #expect(run.code == 1)
    let events = try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let cell = try #require(events.first { $0["event"] as? String == "cell" })
    #expect(cell["cell"] as? String == "plain")
    let last = try #require(events.last)
    #expect(last["event"] as? String == "checked" && last["passes"] as? Bool == false)
  }

  @Test func gitHubGetsAnnotationsAndASummary() throws {
    let workshop = try workshop()
    #expect(try check(workshop, ["--update"]).code == 0)
    let text = try workshop.read("corpus/cards.json")
    try workshop.write(
      text.replacingOccurrences(of: "#eeeeff", with: "#eeeefe"), "corpus/cards.json")
    let run = try check(
      workshop,
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": workshop.path("summary.md"),
      ])
    #expect(run.output.contains("::error file="))
    #expect(try workshop.read("summary.md").contains("1 changed"))
    #expect(try !check(workshop).output.contains("::error"))
  }

  @Test func diffTakesPicturesAndFolders() throws {
    let workshop = try workshop()
    #expect(try check(workshop, ["--update"]).code == 0)
    let text = try workshop.read("corpus/cards.json")
    try workshop.write(
      text.replacingOccurrences(of: "\"value\": 1", with: "\"value\": 2"), "corpus/cards.json")
    try workshop.cells(to: "after")
    func diff(_ a: String, _ b: String, _ more: [String] = []) throws -> PenumbraCommand.Ending {
      try PenumbraCommand.run(["diff", workshop.path(a), workshop.path(b)] + more)
    }
    let folders = try diff("baseline", "after", ["--report", workshop.path("diff")])
    #expect(folders.code == 1 && folders.output.contains("elevation.value 1 -> 2"), "\(folders)")
    #expect(workshop.exists("diff/index.html"))
    #expect(try diff("baseline", "baseline").code == 0)
    let name = try #require(workshop.files("baseline").first { $0.hasSuffix("plain.png") })
    #expect(try diff("baseline/\(name)", "baseline/\(name)").code == 0)
    let other = try #require(workshop.files("after").first { $0.hasSuffix("0.png") })
    let pictures = try diff("baseline/\(name)", "after/\(other)")
    #expect(pictures.code == 1, "\(pictures)")
    #expect(try diff("baseline", "after/\(other)").code == 64)
    #expect(try diff("baseline", "nowhere").code == 66)
    // A picture that is none fails, it does not pass.
    try workshop.write("not a picture", "broken.png")
    #expect(try diff("baseline/\(name)", "broken.png").code == 65)
    #expect(try diff("broken.png", "baseline/\(name)").output.contains("failed"))
  }

  @Test func mergeJoinsReports() throws {
    let workshop = try workshop()
    #expect(try check(workshop, ["--update"]).code == 0)
    for index in 1...2 {
      let run = try PenumbraCommand.run([
        "check", workshop.path("corpus"), "--baseline", workshop.path("baseline"), "--report",
        workshop.path("part-\(index)"), "--shard", "\(index)/2",
      ])
      #expect(run.code == 0 && run.output == "1 cell: 1 same\n", "\(run)")
    }
    func merge(_ parts: [String]) throws -> PenumbraCommand.Ending {
      try PenumbraCommand.run(["merge"] + parts.map(workshop.path) + ["-o", workshop.path("all")])
    }
    let merged = try merge(["part-1", "part-2"])
    #expect(merged.code == 0 && merged.output == "2 cells: 2 same\n", "\(merged)")
    #expect(workshop.exists("all/index.html"))
    let partial = try merge(["part-2"])
    #expect(
      partial.code == 75 && partial.errors.contains("shard missing: 1/2"), "\(partial)")
  }

  @Test func lintTellsForPeopleAndMachines() throws {
    let workshop = try CheckWorkshop()
    let cell = "\"fill\": \"#ffffff\", \"shadow\": {\"opacity\": 0.5, \"radius\": 16}"
    try workshop.writeScene("close", [cell, cell])
    let people = try PenumbraCommand.run(["lint", workshop.path("corpus")])
    #expect(people.code == 1)
    #expect(people.output.contains("falls-on-neighbour: "), "\(people.output)")
    let machines = try PenumbraCommand.run(
      ["lint", workshop.path("corpus"), "--json", "--sarif", workshop.path("lint.sarif")])
    let events = try machines.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let event = try #require(events.first { $0["rule"] as? String == "falls-on-neighbour" })
    #expect(event["event"] as? String == "finding" && event["value"] is Double)
    #expect(try workshop.read("lint.sarif").contains("\"version\": \"2.1.0\""))
    try workshop.writeScene("close", [cell])
    #expect(try PenumbraCommand.run(["lint", workshop.path("corpus"), "--quiet"]).code == 1)
    try workshop.writeScene("close", ["\"fill\": \"#ffffff\""])
    #expect(try PenumbraCommand.run(["lint", workshop.path("corpus")]).code == 0)
  }
}
