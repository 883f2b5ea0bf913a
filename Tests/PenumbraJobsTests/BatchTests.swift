import Foundation
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraJobs

@Suite struct BatchTests {
  init() throws { try Library.start(threads: 2) }

  private let header = Manifest.Header(
    command: "render", engine: "test", options: [(name: "format", value: ".png")], shard: nil)

  private func items(_ count: Int, failing: Set<Int> = []) -> [BatchItem] {
    (0..<count).map { index in
      let picture = StripedPicture(seed: index, failing: failing.contains(index))
      return BatchItem(
        name: "p\(index)", scene: "p\(index)", source: "p\(index).json", cells: index,
        cost: PredictedCost(units: 1),
        kernel: "gaussian", layout: picture.layout, proof: "proof\(index)",
        makeSource: { picture })
    }
  }

  private func run(
    _ items: [BatchItem], in folder: TemporaryFolder, resumes: Bool = false,
    format: String = "png", shard: Shard? = nil, header: Manifest.Header? = nil,
    interruption: Interruption = Interruption(), observer: any JobObserver = SilentObserver()
  ) throws -> BatchResult {
    let target = try OutputTarget(out: folder.path, format: format, isFolder: true)
    var header = header ?? self.header
    header.shard = shard
    let settings = BatchSettings(
      target: target, threads: 2, shard: shard, resumes: resumes,
      manifestName: "manifest.json")
    return try Batch(
      header: header, inputs: [:], settings: settings, interruption: interruption,
      observer: observer
    ).run(items, failures: [])
  }

  @Test func everyPictureIsThereAndTrue() throws {
    let folder = try TemporaryFolder()
    let result = try run(items(7), in: folder)
    #expect(result.outputs.map(\.file) == (0..<7).map { "p\($0).png" })
    for (index, output) in result.outputs.enumerated() {
      let picture = StripedPicture(seed: index)
      let decoded = try DecodedPixels(path: folder.file(output.file))
      let same = decoded.bytes == picture.bytes
      #expect(same)
      #expect(output.pixelDigest == picture.digest && output.sha256 == nil)
      #expect(output.bytes == (try folder.bytes(output.file)).count)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["manifest.json"] + (0..<7).map { "p\($0).png" })
  }

  @Test func oneBadPictureDoesNotStopTheRest() throws {
    let folder = try TemporaryFolder()
    let result = try run(items(5, failing: [2]), in: folder)
    #expect(result.outputs.map(\.scene) == ["p0", "p1", "p3", "p4"])
    #expect(result.failures.map(\.source) == ["p2.json"])
    #expect(!folder.exists("p2.png"))
    let manifest = try Manifest(text: folder.bytes("manifest.json"), path: "m")
    #expect(manifest.failures.map(\.source) == ["p2.json"])
  }

  @Test func resumeKeepsWhatIsProvenAndMakesTheRest() throws {
    let folder = try TemporaryFolder()
    _ = try run(items(6), in: folder)
    let undisturbed = try folder.bytes("manifest.json")
    // One lost, one changed, one of another input.
    try FileManager.default.removeItem(atPath: folder.file("p1.png"))
    try folder.write("not a picture", "p2.png")
    var changed = items(6)
    changed[3].proof = "another"
    let recorder = Recorder()
    _ = try run(changed, in: folder, resumes: true, observer: recorder)
    #expect(recorder.kept == ["p0.png", "p4.png", "p5.png"])
    #expect(recorder.made == ["p1.png", "p2.png", "p3.png"])
    _ = try run(items(6), in: folder, resumes: true)
    #expect(try folder.bytes("manifest.json") == undisturbed)
  }

  @Test func interruptedRunGoesOnFromItsJournal() throws {
    let whole = try TemporaryFolder()
    _ = try run(items(8), in: whole)
    let folder = try TemporaryFolder()
    let interruption = Interruption()
    let stopper = Recorder { if $0 == 3 { interruption.interrupt(signal: 2) } }
    #expect(throws: JobError.interrupted(signal: 2)) {
      try run(items(8), in: folder, interruption: interruption, observer: stopper)
    }
    #expect(!folder.exists("manifest.json"))
    #expect(folder.exists(".penumbra/journal"))
    let recorder = Recorder()
    _ = try run(items(8), in: folder, resumes: true, observer: recorder)
    #expect(recorder.kept.count >= 3)
    #expect(recorder.kept.count + recorder.made.count == 8)
    #expect(!folder.exists(".penumbra"))
    #expect(try folder.bytes("manifest.json") == whole.bytes("manifest.json"))
  }

  @Test func journalCutShortIsReadUpToTheCut() throws {
    let folder = try TemporaryFolder()
    let interruption = Interruption()
    let stopper = Recorder { if $0 == 3 { interruption.interrupt(signal: 2) } }
    #expect(throws: JobError.self) {
      try run(items(8), in: folder, interruption: interruption, observer: stopper)
    }
    let journal = try folder.bytes(".penumbra/journal")
    let lines = journal.filter { $0 == UInt8(ascii: "\n") }.count
    try Data(journal.dropLast(20)).write(
      to: URL(fileURLWithPath: folder.file(".penumbra/journal")))
    let recorder = Recorder()
    _ = try run(items(8), in: folder, resumes: true, observer: recorder)
    #expect(recorder.kept.count == lines - 2)
  }

  @Test func recordOfAnotherJobIsRefused() throws {
    let folder = try TemporaryFolder()
    _ = try run(items(2), in: folder)
    var other = header
    other.options = [(name: "format", value: ".png"), (name: "scale", value: "3")]
    let error = #expect(throws: JobError.self) {
      try run(items(2), in: folder, resumes: true, header: other)
    }
    #expect(String(describing: error).contains("scale was not given and is 3"))
    // Without --resume it is simply done anew.
    #expect(try run(items(2), in: folder, header: other).outputs.count == 2)
  }

  @Test func changedManifestIsRefused() throws {
    let folder = try TemporaryFolder()
    _ = try run(items(2), in: folder)
    var text = String(decoding: try folder.bytes("manifest.json"), as: UTF8.self)
    text = text.replacingOccurrences(of: "\"cells\": 1", with: "\"cells\": 2")
    try folder.write(text, "manifest.json")
    #expect(throws: JobError.self) { try run(items(2), in: folder, resumes: true) }
  }

  @Test func shardsTogetherAreTheWhole() throws {
    let whole = try TemporaryFolder()
    let expected = try run(items(10), in: whole).outputs
    var outputs: [Manifest.Output] = []
    for index in 1...3 {
      let folder = try TemporaryFolder()
      outputs += try run(items(10), in: folder, shard: try Shard(index: index, count: 3)).outputs
    }
    #expect(Set(outputs) == Set(expected))
    #expect(outputs.count == expected.count)
  }

  @Test func overLimitIsKnownBeforeAPixelIsMade() throws {
    let folder = try TemporaryFolder()
    var item = items(1)[0]
    item.layout = PixelLayout(width: 16_384, height: 10, channels: 3)
    item.makeSource = {
      Issue.record("a picture that cannot be held was begun")
      return StripedPicture(seed: 0)
    }
    let result = try run([item], in: folder, format: "webp")
    #expect(result.failures.count == 1)
    #expect("\(result.failures[0].error)".contains("16383"))
  }

  @Test func namesThatCollideAreRefused() throws {
    let folder = try TemporaryFolder()
    var two = items(2)
    two[1].name = two[0].name
    #expect(throws: JobError.self) { try run(two, in: folder) }
    #expect(!folder.exists("p0.png"))
  }

  @Test func secondJobInOneFolderIsRefused() throws {
    let folder = try TemporaryFolder()
    let staging = try Staging(folder: folder.path, name: nil)
    // flock is per open file: a second open in one process is refused as another process's is.
    #expect(throws: JobError.self) { try Staging(folder: folder.path, name: nil) }
    staging.finish()
  }

  @Test(arguments: ["dz", "dz[layout=google]", "dz[layout=iiif]", "zip", "tif", "webp[lossless]"])
  func twoRunsGiveTheSameBytes(format: String) throws {
    let one = try TemporaryFolder()
    let other = try TemporaryFolder()
    let picture = StripedPicture(width: 700, height: 600, seed: 3)
    var item = items(1)[0]
    item.layout = picture.layout
    item.makeSource = { picture }
    let a = try run([item], in: one, format: format).outputs
    let b = try run([item], in: other, format: format).outputs
    #expect(a == b)
    #expect(a.count == 1)
    #expect(!one.exists(".penumbra"))
  }
}

/// Remembers what happened; calls `onOutput` with the number of pictures made.
private final class Recorder: JobObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var events: (kept: [String], made: [String]) = ([], [])
  private let onOutput: @Sendable (Int) -> Void

  init(onOutput: @escaping @Sendable (Int) -> Void = { _ in }) { self.onOutput = onOutput }

  var kept: [String] { lock.withLock { events.kept.sorted() } }
  var made: [String] { lock.withLock { events.made.sorted() } }

  func observe(_ event: JobEvent) {
    switch event {
    case .kept(let output): lock.withLock { events.kept.append(output.file) }
    case .output(let output):
      let count = lock.withLock {
        events.made.append(output.file)
        return events.made.count
      }
      onOutput(count)
    default: break
    }
  }
}
