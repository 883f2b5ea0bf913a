import Foundation
import PenumbraFiles
import PenumbraTestSupport
import Testing

@testable import PenumbraJobs

@Suite("Resume: the journal")
struct ResumeJournalTests {
  let folder: TemporaryFolder
  let header = Manifest.Header(
    command: "render", engine: "test", options: [(name: "format", value: ".png")], shard: nil)

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.file("journal") }

  func output(_ name: String, number: Int = 1) -> Manifest.Output {
    Manifest.Output(
      number: number, file: name + ".png", scene: name, source: name + ".json", cells: 3, width: 40,
      height: 30, channels: 4, pixelDigest: "xxh3-128-rows:a", sha256: nil, kernel: "gaussian",
      bytes: 12, fileDigest: "b", proof: "c")
  }

  func write(_ names: [String], engine: String = "test") throws {
    var header = header
    header.engine = engine
    let journal = try Journal(
      in: try Folder(folder.path), header: header, proven: names.prefix(1).map { output($0) })
    for name in names.dropFirst() { try journal.append(output(name)) }
  }

  func lines() throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("what was proven and appended is read back, in order")
  func roundTrip() throws {
    #expect(try Journal.read(in: Folder(folder.path)) == nil)
    try write(["a", "ü 1", "c\u{1F5BC}"])
    let content = try #require(try Journal.read(in: Folder(folder.path)))
    #expect(content.header == header)
    #expect(content.outputs == [output("a"), output("ü 1"), output("c\u{1F5BC}")])
  }

  @Test("cut at any byte, it holds exactly the records that were whole")
  func cutAnywhere() throws {
    let names = ["first", "second", "third"]
    try write(names)
    let bytes = try folder.bytes("journal")
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    for length in 0...bytes.count {
      try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: path))
      let whole = ends.filter { $0 <= length }.count
      let content = try Journal.read(in: Folder(folder.path))
      #expect(content?.header == (whole > 0 ? header : nil), "cut at \(length)")
      #expect(
        content?.outputs.map(\.scene) ?? [] == Array(names.prefix(max(0, whole - 1))),
        "cut at \(length)")
    }
  }

  @Test("a changed, dropped, doubled or foreign line before the last is refused")
  func tampered() throws {
    try write(["first", "second", "third"])
    let lines = try lines()
    try write(["other"], engine: "another")
    let foreign = try self.lines()
    let changed = lines[1].replacingOccurrences(of: "first", with: "fjrst")
    #expect(changed != lines[1])
    for bad in [
      [lines[0], changed, lines[2], lines[3]], [lines[0], lines[2], lines[3]],
      [lines[0], lines[1], lines[1], lines[2]], [lines[0], foreign[1], lines[2]],
      [foreign[0], lines[1], lines[2]], [lines[1], lines[2]], [lines[0], "", lines[1]],
    ] {
      try folder.write(bad.joined(separator: "\n") + "\n", "journal")
      let error = #expect(throws: JobError.self, "\(bad)") {
        try Journal.read(in: Folder(folder.path))
      }
      #expect(error?.description.contains(path) == true)
    }
  }

  @Test("a changed last line counts as torn: it is not believed")
  func tamperedLast() throws {
    try write(["first", "second"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(text.replacingOccurrences(of: "second", with: "sec0nd"), "journal")
    #expect(try Journal.read(in: Folder(folder.path))?.outputs.map(\.scene) == ["first"])
  }

  @Test("records of many threads all arrive")
  func concurrent() throws {
    let journal = try Journal(in: try Folder(folder.path), header: header, proven: [])
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      do { try journal.append(output("p\(index)")) } catch { Issue.record(error) }
    }
    let content = try #require(try Journal.read(in: Folder(folder.path)))
    #expect(Set(content.outputs.map(\.scene)) == Set((0..<200).map { "p\($0)" }))
  }
}
