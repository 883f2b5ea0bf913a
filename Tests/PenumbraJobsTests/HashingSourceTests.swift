import Foundation
import Testing
import Vips

@testable import PenumbraJobs

@Suite struct HashingSourceTests {
  private func fill(_ source: HashingSource, _ rows: Range<Int>, padding: Int = 0) throws {
    let stride = source.layout.bytesPerRow + padding
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * rows.count, alignment: 16)
    defer { memory.deallocate() }
    try source.fill(rows: rows, into: memory, bytesPerRow: stride)
  }

  @Test(arguments: [
    [0..<50], [0..<16, 16..<32, 32..<48, 48..<50], [16..<32, 0..<16, 32..<50],
    [40..<50, 30..<40, 20..<30, 10..<20, 0..<10], [0..<10, 0..<10, 10..<50], [0..<10, 30..<50], [],
  ])
  func orderDoesNotMatter(strips: [Range<Int>]) throws {
    let picture = StripedPicture(seed: 5)
    let source = try HashingSource(picture, addsSHA256: true, interruption: Interruption()) { _ in }
    for strip in strips { try fill(source, strip, padding: 7) }
    let digests = try source.digests()
    #expect(digests.rows == picture.digest)
    #expect(digests.sha256 == ContentHash.of(picture.bytes))
  }

  @Test func manyThreads() throws {
    let picture = StripedPicture(width: 300, height: 1000, channels: 4, seed: 9)
    let expected = HashingSource.Digests(
      rows: picture.digest, sha256: ContentHash.of(picture.bytes))
    for _ in 0..<5 {
      let source = try HashingSource(
        picture, addsSHA256: true, interruption: Interruption()
      ) { _ in }
      DispatchQueue.concurrentPerform(iterations: 100) { strip in
        try? fill(source, strip * 10..<strip * 10 + 10)
      }
      #expect(try source.digests() == expected)
    }
  }

  @Test func interruptionStops() throws {
    let interruption = Interruption()
    let source = try HashingSource(StripedPicture(seed: 1), interruption: interruption) { _ in }
    try fill(source, 0..<10)
    interruption.interrupt(signal: 15)
    interruption.interrupt(signal: 2)
    #expect(throws: JobError.interrupted(signal: 15)) { try fill(source, 10..<20) }
  }
}
