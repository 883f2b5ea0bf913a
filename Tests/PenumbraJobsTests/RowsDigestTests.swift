import Dispatch
import Foundation
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraJobs

@Suite struct RowsDigestTests {
  /// The digest of the bytes of digests, by xxHash's own published vectors: of nothing, and of `abc`.
  @Test func publishedVectors() throws {
    let none = try RowsDigest()
    #expect(none.text == "xxh3-128-rows:99aa06d3014798d86001c324468d497f")
    let digests = Array("abc".utf8).withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        RowsDigest.digests(of: 1, $0, rowBytes: 3, bytesPerRow: 3)
      }
    }
    let text = ContentHash.hexadecimal(try #require(digests))
    #expect(text == "06b05ab6733a618578af5f94892f3950")
  }

  /// Other pixels, and the same bytes in rows of another length, have another digest.
  @Test func differentPicturesDiffer() throws {
    var seen: Set<String> = []
    for seed in 0..<20 {
      for (width, height) in [(12, 6), (6, 12), (72, 1), (1, 72)] {
        seen.insert(StripedPicture(width: width, height: height, seed: seed).digest)
      }
    }
    #expect(seen.count == 80)
  }

  /// Rows in any order and groups, some twice, by one thread or many.
  @Test func orderAndGroupsDoNotMatter() throws {
    let picture = StripedPicture(width: 37, height: 100, channels: 4, seed: 4)
    var random = SplitMix64(seed: 7)
    for _ in 0..<50 {
      let digest = try RowsDigest()
      var groups: [Range<Int>] = []
      var row = 0
      while row < 100 {
        let end = min(100, row + 1 + Int.random(in: 0..<30, using: &random))
        groups.append(row..<end)
        row = end
      }
      groups += [10..<20, 0..<1]
      for index in groups.indices.reversed() {
        groups.swapAt(index, Int.random(in: 0...index, using: &random))
      }
      picture.bytes.withUnsafeBytes { bytes in
        for group in groups {
          guard let base = bytes.baseAddress else { return }
          digest.add(
            RowsDigest.digests(
              of: group.count, base + group.lowerBound * 148, rowBytes: 148, bytesPerRow: 148),
            first: group.lowerBound)
        }
      }
      #expect(digest.firstMissing == 100)
      #expect(digest.text == picture.digest)
    }
  }
}

extension StripedPicture {
  /// Row after row, as the documentation says it.
  var digest: String {
    guard let digest = try? RowsDigest() else { return "" }
    bytes.withUnsafeBytes { bytes in
      for row in 0..<layout.height {
        let start = row * layout.bytesPerRow
        digest.add(
          row: UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.bytesPerRow]))
      }
    }
    return digest.text
  }
}
