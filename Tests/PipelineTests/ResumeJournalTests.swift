import Foundation
import Testing

@testable import Pipeline

@Suite("Resume: the journal")
struct ResumeJournalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path + "/journal" }

  func write(_ records: [String], job: Int = 1) throws {
    let journal = try ResumeJournal(beginning: path, header: "{\"job\":\(job)}")
    for record in records { try journal.append(record) }
  }

  @Test("what was appended is read back, in order")
  func roundTrip() throws {
    #expect(try ResumeJournal.read(path) == nil)
    try write(["a", "{\"file\":\"ü 1.png\"}", ""])
    let content = try #require(try ResumeJournal.read(path))
    #expect(content.header == "{\"job\":1}")
    #expect(content.records == ["a", "{\"file\":\"ü 1.png\"}", ""])
  }

  @Test("cut at any byte, it holds exactly the records that were whole, and can be gone on with")
  func cutAnywhere() throws {
    let records = ["first", "second record", "third"]
    try write(records)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    for length in 0...bytes.count {
      try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
      let whole = ends.filter { $0 <= length }.count
      let content = try #require(try ResumeJournal.read(path))
      #expect(content.header == (whole > 0 ? "{\"job\":1}" : nil), "cut at \(length)")
      #expect(content.records == Array(records.prefix(max(0, whole - 1))), "cut at \(length)")
      guard whole > 0 else { continue }
      try ResumeJournal(continuing: path, after: content).append("later")
      let more = try #require(try ResumeJournal.read(path))
      #expect(more.records == content.records + ["later"], "cut at \(length)")
    }
  }

  @Test("a changed, dropped, doubled or foreign line before the last is refused")
  func tampered() throws {
    try write(["first", "second", "third"])
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(
      String.init)
    try write(["other"], job: 2)
    let foreign = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let changed = lines[1].replacingOccurrences(of: "first", with: "fjrst")
    for bad in [
      [lines[0], changed, lines[2], lines[3]], [lines[0], lines[2], lines[3]],
      [lines[0], lines[1], lines[1], lines[2]], [lines[0], foreign[1], lines[2]],
      [lines[1], lines[2]], [lines[0], "", lines[1]],
    ] {
      try (bad.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: JobError.self, "\(bad)") { try ResumeJournal.read(path) }
    }
  }

  @Test("a changed last line counts as torn: its record is not believed")
  func tamperedLast() throws {
    try write(["first", "second"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: "second", with: "sec0nd").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try ResumeJournal.read(path)?.records == ["first"])
  }

  @Test("records of many threads all arrive")
  func concurrent() throws {
    let journal = try ResumeJournal(beginning: path, header: "h")
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      do { try journal.append("record \(index)") } catch { Issue.record(error) }
    }
    let content = try #require(try ResumeJournal.read(path))
    #expect(Set(content.records) == Set((0..<200).map { "record \($0)" }))
  }
}
