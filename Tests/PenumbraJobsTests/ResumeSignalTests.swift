import Foundation
import PenumbraFiles
import PenumbraTestSupport
import Testing

@testable import PenumbraJobs

#if canImport(Glibc)
import Glibc
#endif

@Suite("Resume: runs that are asked to stop, or cannot go on", .serialized)
struct ResumeSignalTests {
  let folder: TemporaryFolder
  var corpus: String { folder.path + "/corpus" }
  var out: String { folder.path + "/out" }

  init() throws {
    folder = try TemporaryFolder()
    try TestCorpus.write(to: corpus, scenes: 24, side: 300)
  }

  /// How many pictures are in place.
  func pictureCount() -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []
    return names.filter { $0.hasSuffix(".png") }.count
  }

  @Test(
    "SIGINT and SIGTERM end the run before it is done, keep what is done and say how to go on",
    arguments: [SIGINT, SIGTERM], [1, 2])
  func stops(signal: Int32, threads: Int) throws {
    let undisturbed = folder.path + "/undisturbed"
    #expect(try PenumbraCommand.run(["render", corpus, "-o", undisturbed]).code == 0)
    let expected = try tree(undisturbed)

    let ending = try endingEarly(
      ["render", corpus, "-o", out, "--threads", "\(threads)"], out: out, by: signal
    ) { pictureCount() >= 2 }
    #expect(ending.code == (signal == SIGINT ? 130 : 143), "\(ending)")
    #expect(ending.errors.contains("--resume"), "\(ending)")
    let left = try tree(out)
    #expect(left["manifest.json"] == nil)
    let pictures = left.filter { $0.key.hasSuffix(".png") }
    #expect((2...24).contains(pictures.count))
    for (path, data) in pictures { #expect(expected[path] == data, "\(path)") }

    let resumed = try PenumbraCommand.run(["render", corpus, "-o", out, "--resume", "--json"])
    #expect(resumed.code == 0, "\(resumed)")
    let kept = resumed.output.split(separator: "\n").filter { $0.contains("\"event\": \"kept\"") }
    #expect(kept.count == pictures.count)
    #expect(difference(try tree(out), expected) == nil)
  }

  @Test("what an interrupted run cannot remove in time is left to the next")
  func removalHasItsTime() throws {
    let names = (0..<20).map { "staged/\($0 / 5)/\($0).png" }
    for name in names { try folder.write("", name) }
    let path = folder.file("staged")
    try Folder(PathName.parent(path)).remove(
      PathName.last(path), until: ContinuousClock.now)
    for name in names { #expect(folder.exists(name)) }
    try Folder(PathName.parent(path)).remove(PathName.last(path))
    #expect(!folder.exists("staged"))

    let staging = try Staging(folder: folder.file("out"), name: nil)
    try folder.write("", "out/.penumbra/parts/0/left.png")
    staging.abandon(isInterrupted: false)
    #expect(!folder.exists("out/.penumbra/parts"))
  }

  @Test("an encoder that cannot be stopped does not keep the process until it is done")
  func slowEncoder() throws {
    // AVIF at its slowest: its encoder takes several times as long as the rows that it waits for.
    try folder.write(
      """
      {"penumbra": 1, "name": "slow", "canvas": {"width": 600, "height": 600, "scale": 2,
        "background": {"direction": "horizontal", "colors": ["#102030", "#fedcba"]}}, "cells": []}
      """, "slow.json")
    let scene = folder.file("slow.json")
    let rows = try PenumbraCommand.start(["render", scene, "-o", folder.file("slow.png")])
    #expect(try rows.wait().code == 0)
    let run = try PenumbraCommand.start([
      "render", scene, "-o", out, "--format", "avif[effort=9,lossless]",
    ])
    // Measured in work, not in time: by then the rows are drawn.
    while run.isRunning, run.processorSeconds < 1.5 * rows.processorSeconds { usleep(1000) }
    try #require(run.isRunning, "the picture was encoded before the signal")
    run.send(SIGTERM)
    let ending = try run.wait()
    #expect(ending.code == 143, "\(ending)")
    // Had the process waited for its encoder, the picture would be in place.
    #expect(try tree(out).keys.filter { !$0.hasPrefix(".penumbra/") }.isEmpty)
  }

  @Test("a second signal ends the run at once")
  func secondSignal() throws {
    let ending = try endingEarly(["render", corpus, "-o", out], out: out, by: SIGINT, SIGINT) {
      pictureCount() >= 1
    }
    #expect(ending.code == 130, "\(ending)")
    #expect((1..<24).contains(pictureCount()))
  }

  @Test("a signal before the first picture ends the run in the same way")
  func early() throws {
    let run = try PenumbraCommand.start(["render", corpus, "-o", out])
    usleep(20_000)
    run.send(SIGTERM)
    let ending = try run.wait()
    // Until the process listens, the signal ends it the default way.
    #expect(ending.code == 143 || ending.code == -SIGTERM, "\(ending)")
  }

  @Test("a second run in the same folder is refused while the first is writing")
  func twoRuns() throws {
    let run = try standingStill(["render", corpus, "-o", out], out: out) { pictureCount() >= 1 }
    let second = try PenumbraCommand.run(["render", corpus, "-o", out])
    #expect(second.code == 73, "\(second)")
    run.send(SIGCONT)
    #expect(try run.wait().code == 0)
  }

  @Test("an output folder that is lost on the way is an error, not a crash")
  func lostFolder() throws {
    let run = try standingStill(["render", corpus, "-o", out], out: out) { pictureCount() >= 2 }
    try FileManager.default.removeItem(atPath: out)
    run.send(SIGCONT)
    let ending = try run.wait()
    #expect(ending.code == 73 || ending.code == 74, "\(ending)")
    #expect(ending.errors.contains(out), "\(ending)")
    let resumed = try PenumbraCommand.run(["render", corpus, "-o", out, "--resume"])
    #expect(resumed.code == 0, "\(resumed)")
    #expect(try tree(out).keys.filter { $0.hasSuffix(".png") }.count == 24)
  }

  /// Whether this process may mount a file system, which the test of a full disk needs.
  static let canMount: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    guard mount("none", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    umount(folder.path)
    return true
  }()

  @Test(
    "a full disk leaves nothing half; with more room the run goes on",
    .enabled(if: canMount, "mounting a small tmpfs is not permitted here"))
  func fullDisk() throws {
    let undisturbed = folder.path + "/undisturbed"
    #expect(try PenumbraCommand.run(["render", corpus, "-o", undisturbed]).code == 0)
    let expected = try tree(undisturbed)
    let bytes = expected.values.reduce(0) { $0 + $1.count }
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try #require(mount("none", disk, "tmpfs", 0, "size=\(bytes / 2)") == 0)
    defer { umount(disk) }

    let out = disk + "/out"
    let ending = try PenumbraCommand.run(["render", corpus, "-o", out])
    #expect(ending.code == 74, "\(ending)")
    #expect(ending.errors.contains("space"), "\(ending)")
    let left = try tree(out)
    #expect(left["manifest.json"] == nil)
    for (path, data) in left where !path.hasPrefix(".penumbra/") {
      #expect(expected[path] == data, "\(path)")
    }
    try #require(mount("none", disk, "tmpfs", UInt(MS_REMOUNT), "size=\(bytes * 4)") == 0)
    let resumed = try PenumbraCommand.run(["render", corpus, "-o", out, "--resume"])
    #expect(resumed.code == 0, "\(resumed)")
    #expect(difference(try tree(out), expected) == nil)
  }

  @Test(
    "a disk that is surely too small is refused before a pixel is made",
    .enabled(if: canMount, "mounting a small tmpfs is not permitted here"))
  func smallDisk() throws {
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try #require(mount("none", disk, "tmpfs", 0, "size=4m") == 0)
    defer { umount(disk) }
    try folder.write(
      """
      {"penumbra": 1, "name": "huge", "canvas": {"width": 100000, "height": 100000},
       "cells": [{"frame": [0, 0, 9, 9]}]}
      """, "large/huge.json")
    let ending = try PenumbraCommand.run(["render", folder.file("large"), "-o", disk + "/out"])
    #expect(ending.code == 74, "\(ending)")
    // 10^10 pixels at a hundredth of a byte each.
    #expect(
      ending.errors.contains("95 MiB at least are needed and"), "\(ending.errors)")
    #expect(ending.errors.contains("smaller --scale"), "\(ending.errors)")
    #expect(try tree(disk).keys.allSatisfy { $0.hasPrefix("out/.penumbra/") })
  }
}
