import Foundation
import Penumbra
import PenumbraFiles
import PenumbraLocking
import PenumbraTestSupport
import Synchronization
import Testing
import Vips

@testable import PenumbraJobs

/// Pictures and bands share one pool.
@Suite struct BandPoolTests {
  /// Writes the pictures through one pool, as a batch does, and returns their files.
  private func written(
    _ pictures: [any PixelSource], threads: Int, in folder: TemporaryFolder
  ) throws -> [[UInt8]] {
    let pool = try BandPool(threads: threads)
    let next = Atomic<Int>(0)
    let failure = Guarded<(any Error)?>(nil)
    pool.run {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < pictures.count else { return nil }
      return {
        do {
          let output = try OutputFile(folder.file("\(index).png"))
          try PictureWriter.write(
            pictures[index], to: output.file, format: OutputFormat("png"), pool: pool)
          try output.commit(synchronizes: false)
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return try pictures.indices.map { try folder.bytes("\($0).png") }
  }

  /// Large and small, more and fewer than threads: each is what it is when it is made alone.
  @Test(arguments: [1, 2, 3, 8]) func everyPictureIsWhole(threads: Int) throws {
    let folder = try TemporaryFolder()
    let sizes = [(900, 1300), (3, 2), (5000, 400), (1, 3000), (700, 900), (40, 50), (41, 50)]
    for count in [1, 2, 7] {
      let pictures = sizes.prefix(count).enumerated().map {
        StripedPicture(width: $0.element.0, height: $0.element.1, seed: $0.offset)
      }
      let files = try written(pictures, threads: threads, in: folder)
      for (file, picture) in zip(files, pictures) {
        let same = try PNG.decoded(file).bytes == picture.bytes
        #expect(same, "\(picture.layout)")
      }
    }
  }

  /// Of the last picture's bands two are made at once, though no thread began it but one.
  ///
  /// Its first bands wait for each other, which only a thread that helps can end.
  @Test func aThreadWithoutAPictureHelps() throws {
    let folder = try TemporaryFolder()
    let meeting = Meeting(of: 2)
    let pictures: [any PixelSource] =
      (0..<6).map { StripedPicture(width: 900, height: 1300, seed: $0) }
      + [MeetingPicture(meeting)]
    _ = try written(pictures, threads: 2, in: folder)
    #expect(meeting.took)
  }

  /// Pictures of one band each are begun side by side.
  @Test func smallPicturesAreMadeSideBySide() throws {
    let folder = try TemporaryFolder()
    let meeting = Meeting(of: 2)
    let pictures = (0..<2).map { _ in MeetingPicture(meeting, height: 4) }
    _ = try written(pictures, threads: 2, in: folder)
    #expect(meeting.took)
  }

  /// A picture that fails ends for all its threads, and the others are written.
  @Test func oneThatFailsHoldsNobodyUp() throws {
    let folder = try TemporaryFolder()
    for threads in [1, 2, 8] {
      let pictures = (0..<5).map {
        StripedPicture(width: 900, height: 1300, seed: $0, failing: $0 == 2)
      }
      #expect(throws: StripedPicture.Refused.self) {
        try written(pictures, threads: threads, in: folder)
      }
      for index in [0, 1, 3, 4] {
        let same = try PNG.decoded(folder.bytes("\(index).png")).bytes == pictures[index].bytes
        #expect(same)
      }
    }
  }
}

/// Threads that wait for each other once.
private final class Meeting: Sendable {
  private let count: Int
  private let state = Guarded<(present: Int, took: Bool)>((0, false))

  init(of count: Int) { self.count = count }

  var took: Bool { state.withLock { $0.took } }

  /// Comes, and waits for the others; gives up after a time that no machine needs.
  func come() {
    let isLast = state.withLock { state in
      state.present += 1
      if state.present >= count { state.took = true }
      return state.took
    }
    if isLast { return }
    let deadline = ContinuousClock.now + .seconds(120)
    while !took, ContinuousClock.now < deadline { usleep(1000) }
  }
}

/// A picture whose first bands wait for each other.
private final class MeetingPicture: PixelSource {
  let layout: PixelLayout
  private let meeting: Meeting

  init(_ meeting: Meeting, height: Int = 4000) {
    self.meeting = meeting
    layout = PixelLayout(width: 400, height: height, channels: 3)
  }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) {
    meeting.come()
    for row in 0..<rows.count {
      (base + row * bytesPerRow).initializeMemory(
        as: UInt8.self, repeating: 1, count: layout.bytesPerRow)
    }
  }
}
