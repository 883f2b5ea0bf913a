import Vips

@testable import PenumbraJobs

/// A picture whose pixels depend on a seed and their place.
final class StripedPicture: PixelSource {
  struct Refused: Error {}

  let layout: PixelLayout
  let seed: Int
  let failing: Bool

  init(width: Int = 40, height: Int = 50, channels: Int = 3, seed: Int, failing: Bool = false) {
    layout = PixelLayout(width: width, height: height, channels: channels)
    self.seed = seed
    self.failing = failing
  }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    if failing { throw Refused() }
    for row in rows {
      for byte in 0..<layout.bytesPerRow {
        let value = UInt8(truncatingIfNeeded: row &* 31 &+ byte &* 7 &+ seed)
        base.storeBytes(
          of: value, toByteOffset: (row - rows.lowerBound) * bytesPerRow + byte, as: UInt8.self)
      }
    }
  }

  var bytes: [UInt8] {
    (0..<layout.height).flatMap { row in
      (0..<layout.bytesPerRow).map { UInt8(truncatingIfNeeded: row &* 31 &+ $0 &* 7 &+ seed) }
    }
  }
}
