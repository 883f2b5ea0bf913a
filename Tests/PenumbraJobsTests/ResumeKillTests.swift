import Foundation
import PenumbraTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Runs that are killed, damaged and gone on with, against one that nobody disturbed.
@Suite("Resume: runs that are killed", .serialized)
struct ResumeKillTests {
  let folder: TemporaryFolder
  var corpus: String { folder.path + "/corpus" }

  init() throws {
    folder = try TemporaryFolder()
    try TestCorpus.write(to: corpus, side: 240)
  }

  /// The command's arguments for each kind of job, but for the output.
  static let jobs = [
    ["render"], ["cells", "--format", "webp[lossless]"],
    ["sheet", "--page-height", "700", "--no-captions"], ["render", "--format", "dz"],
  ]

  func undisturbed(_ job: [String]) throws -> (tree: [String: Data], seconds: Double) {
    let out = folder.path + "/undisturbed"
    let begin = ContinuousClock.now
    let ending = try PenumbraCommand.run(job + [corpus, "-o", out])
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    #expect(ending.code == 0, "\(ending)")
    let files = try tree(out)
    try FileManager.default.removeItem(atPath: out)
    return (files, seconds)
  }

  /// What stands in the output folder after a kill must be whole, and there must be no manifest
  /// unless all is.
  func expectNothingHalf(_ out: String, _ expected: [String: Data], _ comment: Comment) throws {
    let visible = try tree(out).filter { !$0.key.hasPrefix(".penumbra") }
    for (path, data) in visible {
      // A Deep Zoom's tiles are moved before its .dzi, so a tile may stand without one, but whole.
      #expect(expected[path] == data, "\(path): \(comment)")
    }
    if visible["manifest.json"] != nil {
      #expect(Set(visible.keys) == Set(expected.keys), comment)
    }
  }

  @Test("SIGKILL at random moments, then --resume: the bytes of an undisturbed run")
  func killedAtAnyMoment() throws {
    var random = SplitMix64(named: "killedAtAnyMoment")
    let most = Sweep.count(16, all: 50)
    var kills = 0
    var finished = 0
    for (turn, job) in Self.jobs.enumerated() {
      let (expected, seconds) = try undisturbed(job)
      #expect(expected["manifest.json"] != nil)
      let last = most * (turn + 1) / Self.jobs.count
      while kills < last {
        let out = folder.path + "/killed-\(turn)-\(kills)"
        var attempt = 0
        var isDone = false
        while !isDone {
          // After a few kills of one folder let it finish, so that the comparison is made often.
          let isLastAttempt = attempt >= 3 || kills >= last
          let run = try PenumbraCommand.start(
            job + [corpus, "-o", out] + (attempt > 0 ? ["--resume"] : []))
          if !isLastAttempt {
            let moment = Double.random(in: 0...seconds, using: &random)
            usleep(UInt32(moment * 1_000_000))
            run.send(SIGKILL)
          }
          let ending = try run.wait()
          attempt += 1
          isDone = ending.code == 0
          guard !isDone else { break }
          #expect(ending.code == -SIGKILL, "\(ending)")
          kills += 1
          try expectNothingHalf(out, expected, "kill \(kills) of \(job)")
          if isLastAttempt, ending.code != -SIGKILL { break }
        }
        finished += 1
        let found = difference(try tree(out), expected)
        #expect(found == nil, "\(job), after kill \(kills)")
        try? FileManager.default.removeItem(atPath: out)
      }
    }
    print("killedAtAnyMoment: \(kills) kills, \(finished) folders finished and compared")
    #expect(kills >= most)
  }

  @Test("what was finished is kept: a resumed run makes only the rest")
  func resumesOnlyTheRest() throws {
    let (expected, _) = try undisturbed(["render"])
    let out = folder.path + "/out"
    let killed = try endingEarly(["render", corpus, "-o", out], out: out, by: SIGKILL) {
      try tree(out).keys.filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }.count >= 4
    }
    #expect(killed.code == -SIGKILL)
    let before = try modificationTimes(out)
    let ending = try PenumbraCommand.run(["render", corpus, "-o", out, "--resume", "--json"])
    #expect(ending.code == 0, "\(ending)")
    let kept = ending.output.split(separator: "\n").filter { $0.contains("\"event\": \"kept\"") }
    #expect(kept.count >= 3, "\(ending.output)")
    let after = try modificationTimes(out)
    let untouched = before.filter { after[$0.key] == $0.value }
    #expect(untouched.count >= kept.count)
    #expect(difference(try tree(out), expected) == nil)
  }

  @Test("--resume after a finished run makes nothing and changes nothing")
  func resumeOfFinished() throws {
    let out = folder.path + "/out"
    #expect(try PenumbraCommand.run(["render", corpus, "-o", out]).code == 0)
    let before = (try tree(out), try modificationTimes(out).filter { $0.key.hasSuffix(".png") })
    let ending = try PenumbraCommand.run(["render", corpus, "-o", out, "--resume", "--json"])
    #expect(ending.code == 0 && !ending.output.contains("\"event\": \"output\""), "\(ending)")
    #expect(difference(try tree(out), before.0) == nil)
    #expect(try modificationTimes(out).filter { $0.key.hasSuffix(".png") } == before.1)
  }

  func modificationTimes(_ out: String) throws -> [String: Date] {
    var times: [String: Date] = [:]
    for path in try tree(out).keys where !path.hasPrefix(".penumbra") {
      let attributes = try FileManager.default.attributesOfItem(atPath: out + "/" + path)
      times[path] = attributes[.modificationDate] as? Date
    }
    return times
  }

  @Test(
    "an output that was truncated, changed, emptied, deleted or replaced is made again",
    arguments: ["truncate", "flip", "empty", "delete", "link", "folder"])
  func damagedOutput(_ damage: String) throws {
    let out = folder.path + "/out"
    #expect(try PenumbraCommand.run(["render", corpus, "-o", out]).code == 0)
    let expected = try tree(out)
    let victim = out + "/scene-5.png"
    var data = try Data(contentsOf: URL(fileURLWithPath: victim))
    switch damage {
    case "truncate": try data.dropLast(7).write(to: URL(fileURLWithPath: victim))
    case "flip":
      data[data.count / 2] ^= 1
      try data.write(to: URL(fileURLWithPath: victim))
    case "empty": try Data().write(to: URL(fileURLWithPath: victim))
    case "link":
      try FileManager.default.removeItem(atPath: victim)
      try FileManager.default.createSymbolicLink(atPath: victim, withDestinationPath: "/nowhere")
    case "folder":
      try FileManager.default.removeItem(atPath: victim)
      try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
    default: try FileManager.default.removeItem(atPath: victim)
    }
    let ending = try PenumbraCommand.run(["render", corpus, "-o", out, "--resume", "--json"])
    #expect(ending.code == 0, "\(ending)")
    let made = ending.output.split(separator: "\n").filter { $0.contains("\"event\": \"output\"") }
    #expect(made.count == 1, "\(ending.output)")
    #expect(difference(try tree(out), expected) == nil)
  }
}
