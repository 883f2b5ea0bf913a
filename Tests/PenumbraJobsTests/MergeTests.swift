import Foundation
import OrderedJSON
import PenumbraTestSupport
import Testing

@testable import PenumbraJobs

#if canImport(Glibc)
import Glibc
#endif

@Suite("Merge: shards back into one", .serialized)
struct MergeTests {
  let folder: TemporaryFolder
  var corpus: String { folder.path + "/corpus" }
  var out: String { folder.path + "/out" }

  init() throws {
    folder = try TemporaryFolder()
    try TestCorpus.write(to: corpus, scenes: 8, side: 240)
  }

  /// Renders each shard into a folder of its own.
  @discardableResult
  func shards(
    _ count: Int, job: [String] = ["render"], corpus: String? = nil, name: String = "shard",
    code: Set<Int32> = [0]
  ) throws -> [String] {
    try (1...count).map { index in
      let out = folder.path + "/\(name)-\(index)"
      let ending = try PenumbraCommand.run(
        job + [corpus ?? self.corpus, "-o", out, "--shard", "\(index)/\(count)"])
      #expect(code.contains(ending.code), "\(ending)")
      return out
    }
  }

  func merge(_ folders: [String]) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(["merge"] + folders + ["-o", out])
  }

  func expectRefused(
    _ folders: [String], code: Int32, _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ending = try merge(folders)
    #expect(ending.code == code, "\(ending)", sourceLocation: sourceLocation)
    for word in words {
      #expect(ending.errors.contains(word), "\(ending)", sourceLocation: sourceLocation)
    }
    #expect(!FileManager.default.fileExists(atPath: out), sourceLocation: sourceLocation)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasPrefix(".") }, "\(left)", sourceLocation: sourceLocation)
  }

  static let jobs = Sweep.of(
    [
      ["render", "--format", "dz"], ["cells"], ["sheet", "--page-height", "400", "--no-captions"],
    ],
    besides: [
      ["render"], ["render", "--format", "tif[compression=deflate]"],
      ["render", "--format", "dz[layout=zoomify]"],
    ])

  @Test("the merged folder is the unsharded one, to the byte", arguments: jobs)
  func equalsUnsharded(job: [String]) throws {
    try expectEqualsUnsharded(job: job, count: 3)
  }

  @Test(
    "one shard, and more shards than pictures, merge as well",
    arguments: Sweep.of([1, 11], besides: [2]))
  func anyCount(count: Int) throws {
    try expectEqualsUnsharded(job: ["render"], count: count)
  }

  func expectEqualsUnsharded(job: [String], count: Int) throws {
    let whole = folder.path + "/whole"
    #expect(try PenumbraCommand.run(job + [corpus, "-o", whole]).code == 0)
    let ending = try merge(try shards(count, job: job).reversed())
    #expect(ending.code == 0, "\(ending)")
    #expect(difference(try tree(out), try tree(whole)) == nil)
  }

  @Test("pages of one file merge as a folder's do")
  func pagesOfOneFile() throws {
    let job = ["sheet", "--page-height", "400", "--no-captions", corpus]
    let whole = folder.file("whole")
    #expect(try PenumbraCommand.run(job + ["-o", whole + "/s.tif"]).code == 0)
    for index in 1...3 {
      let shard = ["--shard", "auto/3", "-o", folder.file("shard-\(index)/s.tif")]
      let ending = try PenumbraCommand.run(
        job + shard, environment: ["JOB_COMPLETION_INDEX": "\(index - 1)"])
      #expect(ending.code == 0, "\(ending)")
    }
    #expect(try merge((1...3).map { folder.file("shard-\($0)") }).code == 0)
    #expect(try tree(out).keys.contains("s.manifest.json"))
    #expect(difference(try tree(out), try tree(whole)) == nil)
  }

  @Test("--shard is refused where there is nothing to merge")
  func oneFile() throws {
    let ending = try PenumbraCommand.run(
      ["render", corpus + "/scene-0.json", "-o", folder.file("x.png"), "--shard", "1/2"])
    #expect(ending.code == 64, "\(ending)")
  }

  @Test("a second shard in the folder of the first is refused")
  func sameFolder() throws {
    let folders = try shards(2)
    let before = try tree(folders[0])
    let ending = try PenumbraCommand.run(
      ["render", corpus, "-o", folders[0], "--shard", "2/2"])
    #expect(ending.code == 73 && ending.errors.contains("shard 1/2"), "\(ending)")
    #expect(difference(try tree(folders[0]), before) == nil)
  }

  @Test("an empty shard succeeds and says so")
  func emptyShard() throws {
    let ending = try PenumbraCommand.run(
      ["render", corpus, "-o", out, "--shard", "11/11"])
    #expect(ending.code == 0)
    #expect(ending.errors.contains("nothing to do"), "\(ending)")
    #expect(Set(try tree(out).keys) == ["manifest.json"])
  }

  @Test("failures are conserved, in order, and the merge ends as the unsharded run does")
  func failures() throws {
    try TestCorpus.write(to: corpus, scenes: 8, side: 240, hasFailure: true)
    try """
    {"penumbra": 1, "name": "no-image", "canvas": {"width": 50, "height": 50},
     "cells": [{"frame": [0, 0, 9, 9], "fill": {"image": "absent.png"}}]}
    """.write(toFile: corpus + "/scene-3x.json", atomically: true, encoding: .utf8)
    let whole = folder.path + "/whole"
    let unsharded = try PenumbraCommand.run(["render", corpus, "-o", whole])
    #expect(unsharded.code == 65 || unsharded.code == 66, "\(unsharded)")
    let folders = try shards(3, code: [0, 65, 66])
    let ending = try merge(folders)
    #expect(ending.code == unsharded.code || ending.code == 65, "\(ending)")
    #expect(difference(try tree(out), try tree(whole)) == nil)
    let text = try String(contentsOfFile: out + "/manifest.json", encoding: .utf8)
    #expect(text.contains("broken.json") && text.contains("absent.png"))
  }

  @Test("folders that were moved, renamed and given through links merge as well")
  func moved() throws {
    let folders = try shards(2)
    let elsewhere = folder.path + "/else where/ü"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folders[0], toPath: elsewhere + "/b")
    try FileManager.default.createSymbolicLink(
      atPath: elsewhere + "/a", withDestinationPath: folders[1])
    #expect(try merge([elsewhere + "/a/", elsewhere + "/b"]).code == 0)
    #expect(try tree(out).keys.filter { $0.hasSuffix(".png") }.count == 8)
  }

  @Test("a missing shard, a doubled one and one of another split are refused")
  func wrongShards() throws {
    let folders = try shards(3)
    try expectRefused([folders[0], folders[2]], code: 75, "missing: 2/3")
    try expectRefused([folders[0], folders[0], folders[1], folders[2]], code: 65, "overlap", "1/3")
    let other = try shards(4, name: "other")
    try expectRefused([folders[0], other[1], folders[2]], code: 65, "2/4")
    try expectRefused([], code: 64)
  }

  @Test("shards of other options, of another corpus, command or format are refused")
  func otherJobs() throws {
    let folders = try shards(2)
    let scaled = try shards(2, job: ["render", "--scale", "1"], name: "scaled")
    try expectRefused([folders[0], scaled[1]], code: 65, "scale")
    let cells = try shards(2, job: ["cells"], name: "cells")
    try expectRefused([folders[0], cells[1]], code: 65, "render", "cells")
    let encoded = try shards(2, job: ["render", "--format", "webp"], name: "encoded")
    try expectRefused([folders[0], encoded[1]], code: 65, "--format", "webp")
    let changed = folder.path + "/changed"
    try TestCorpus.write(to: changed, scenes: 8, side: 241)
    let others = try shards(2, corpus: changed, name: "others")
    try expectRefused([folders[0], others[1]], code: 65, "different corpora")
  }

  @Test("another engine version is refused")
  func otherEngine() throws {
    let folders = try shards(2)
    let path = folders[1] + "/manifest.json"
    var manifest = try Manifest(text: FileSystem.bytes(of: path), path: path)
    manifest.header.engine = "0.0.9"
    try manifest.text.write(toFile: path, atomically: true, encoding: .utf8)
    try expectRefused(folders, code: 65, "engine", "0.0.9")
  }

  @Test("a manifest that was changed by hand is refused")
  func tampered() throws {
    let folders = try shards(2)
    let path = folders[1] + "/manifest.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacingOccurrences(of: "\"width\": ", with: "\"width\": 1")
    #expect(changed != text)
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    try expectRefused(folders, code: 65, path, "changed")
    try sealed(text, adding: "extra").write(toFile: path, atomically: true, encoding: .utf8)
    try expectRefused(folders, code: 65, path, "does not know")
    try text.dropLast(40).description.write(toFile: path, atomically: true, encoding: .utf8)
    try expectRefused(folders, code: 65, path)
    try FileManager.default.removeItem(atPath: path)
    try expectRefused(folders, code: 66, path)
  }

  /// A manifest with a key more and the digest that belongs to it.
  func sealed(_ text: String, adding key: String) throws -> String {
    var members = try #require(try JSONText.parse(Array(text.utf8)).members)
    members.removeLast()
    members.append(JSONMember(key: key, value: 1))
    let digest = ContentHash.of(JSONValue(.object(members)).text(.compact).utf8)
    members.append(JSONMember(key: "digest", value: JSONValue(.string(digest))))
    return JSONValue(.object(members)).text()
  }

  @Test("an output that is truncated, changed, absent or a link is refused")
  func damagedOutput() throws {
    let folders = try shards(2)
    let name = try #require(try tree(folders[0]).keys.first { $0.hasSuffix(".png") })
    let victim = URL(fileURLWithPath: folders[0] + "/" + name)
    let data = try Data(contentsOf: victim)
    try data.dropLast().write(to: victim)
    try expectRefused(folders, code: 65, name, "--resume")
    var flipped = data
    flipped[data.count / 2] ^= 1
    try flipped.write(to: victim)
    try expectRefused(folders, code: 65, name)
    try FileManager.default.removeItem(at: victim)
    try expectRefused(folders, code: 65, name)
    try data.write(to: URL(fileURLWithPath: folder.path + "/aside.png"))
    try FileManager.default.createSymbolicLink(
      atPath: victim.path, withDestinationPath: folder.path + "/aside.png")
    try expectRefused(folders, code: 65, name, "regular file")
  }

  @Test("a shard that is unfinished is refused, and merges once it is resumed")
  func unfinished() throws {
    try TestCorpus.write(to: corpus, scenes: 24)
    let first = folder.path + "/first"
    let killed = try endingEarly(
      ["render", corpus, "-o", first, "--shard", "1/2"], out: first, by: SIGKILL
    ) { try tree(first).keys.contains { $0.hasSuffix(".png") } }
    #expect(killed.code == -SIGKILL)
    let second = folder.path + "/second"
    #expect(
      try PenumbraCommand.run(["render", corpus, "-o", second, "--shard", "2/2"]).code == 0)
    try expectRefused([first, second], code: 75, first, "--resume")
    #expect(
      try PenumbraCommand.run(["render", corpus, "-o", first, "--shard", "1/2", "--resume"]).code
        == 0)
    #expect(try merge([first, second]).code == 0)
  }

  @Test("a folder with content is never overwritten; an empty one is filled")
  func targets() throws {
    let folders = try shards(2)
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    try "mine".write(toFile: out + "/note.txt", atomically: true, encoding: .utf8)
    let refused = try merge(folders)
    #expect(refused.code == 73 && refused.errors.contains("not empty"), "\(refused)")
    #expect(try tree(out).keys.sorted() == ["note.txt"])
    try FileManager.default.removeItem(atPath: out + "/note.txt")
    #expect(try merge(folders).code == 0)
    let again = try merge(folders)
    #expect(again.code == 73, "\(again)")
  }

  @Test("a merge that is killed leaves nothing that looks merged, and can be done again")
  func killed() throws {
    var random = SplitMix64(named: "killed merge")
    let folders = try shards(2, job: ["cells"])
    let begin = ContinuousClock.now
    #expect(try merge(folders).code == 0)
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    let expected = try tree(out)
    for _ in 0..<Sweep.count(5, all: 12) {
      try? FileManager.default.removeItem(atPath: out)
      let run = try PenumbraCommand.start(["merge"] + folders + ["-o", out])
      usleep(UInt32(Double.random(in: 0...seconds, using: &random) * 1_000_000))
      run.send(SIGKILL)
      let code = try run.wait().code
      #expect(code == -SIGKILL || code == 0)
      if FileManager.default.fileExists(atPath: out) {
        #expect(difference(try tree(out), expected) == nil)
      }
    }
    try? FileManager.default.removeItem(atPath: out)
    #expect(try merge(folders).code == 0)
    #expect(difference(try tree(out), expected) == nil)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasPrefix(".") }, "\(left)")
  }

  @Test(
    "a merge onto a full disk leaves nothing",
    .enabled(if: ResumeSignalTests.canMount, "mounting a small tmpfs is not permitted here"))
  func fullDisk() throws {
    let folders = try shards(2)
    let bytes = try folders.flatMap { try tree($0).values }.reduce(0) { $0 + $1.count }
    let disk = folder.file("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try #require(mount("none", disk, "tmpfs", 0, "size=\(bytes / 2)") == 0)
    defer { umount(disk) }
    let ending = try PenumbraCommand.run(["merge"] + folders + ["-o", disk + "/out"])
    #expect(ending.code == 74 && ending.errors.contains("space"), "\(ending)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }
}
