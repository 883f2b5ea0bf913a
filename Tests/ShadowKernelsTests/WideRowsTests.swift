import PenumbraTestSupport
import Testing

@testable import ShadowEngine

/// Unrounded rows of colour: every level against plain loops, and the one rounding against numbers in
/// double precision.
struct WideRowsTests {
  private static let stride = 80

  private func colors(_ random: inout SplitMix64) -> [Float] {
    var rows = [Float](repeating: 0, count: 4 * Self.stride)
    for x in 0..<Self.stride {
      let alpha = random.uniform(0, 255)
      rows[3 * Self.stride + x] = Float(alpha)
      for c in 0..<3 { rows[c * Self.stride + x] = Float(random.uniform(0, alpha)) }
    }
    return rows
  }

  private func shares(_ random: inout SplitMix64) -> [Float] {
    (0..<Self.stride).map { x in x % 7 == 0 ? Float(x % 2) : Float(random.uniform(0, 1)) }
  }

  /// Equal to the bit for every count: nothing is fused.
  @Test(arguments: KernelTable.all)
  func layersOverEachOther(_ level: KernelTable) {
    var random = SplitMix64(seed: 31)
    let color: [Float] = [255, 17, 128, 255]
    for count in 0...70 {
      let before = colors(&random)
      let source = colors(&random)
      let alpha = shares(&random)
      let other = shares(&random)
      var flat = before
      level.colorFlat(&flat, Self.stride, alpha, color, count)
      var over = before
      level.colorsOver(&over, source, Self.stride, count)
      var mix = before
      level.colorMix(&mix, alpha, source, other, Self.stride, count)
      for c in 0..<4 {
        for x in 0..<Self.stride {
          let place = c * Self.stride + x
          let old = before[place]
          let isPainted = x < count
          let kept = 1 - source[3 * Self.stride + x] * (1 / 255)
          let expectedFlat = color[c] * alpha[x] + old * (1 - alpha[x])
          let expectedMix = old * alpha[x] + source[place] * other[x]
          #expect(flat[place] == (isPainted ? expectedFlat : old))
          #expect(over[place] == (isPainted ? source[place] + old * kept : old))
          #expect(mix[place] == (isPainted ? expectedMix : old))
        }
      }
    }
  }

  @Test(arguments: KernelTable.all)
  func levelsBecomeShares(_ level: KernelTable) {
    let levels: [UInt16] = [0, 1, 128, 16320, 32512, 32639, 32640]
    var shares = [Float](repeating: -1, count: 8)
    level.colorAlphas(&shares, levels, 1, 7)
    #expect(shares == levels.map { Float($0) / 32640 } + [-1])
    level.colorAlphas(&shares, [32640], 0, 3)
    #expect(shares[0...3] == [1, 1, 1, 16320.0 / 32640])
  }

  /// `floor(q + d * (1 - alpha) + threshold)`: where the sum lies clear of a whole number the byte is
  /// that of double precision; a transparent colour changes nothing and an opaque one leaves itself.
  @Test(arguments: KernelTable.all)
  func oneRounding(_ level: KernelTable) {
    var random = SplitMix64(seed: 32)
    let thresholds = (0..<8).map { UInt16(510 * $0 * 8 + 255) }
    let count = 61
    for channels in [3, 4] {
      var row = colors(&random)
      for c in 0..<4 {
        row[c * Self.stride] = 0
        row[c * Self.stride + 1] = c == 1 ? 77 : 255
      }
      let before = (0..<count * channels).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var pixels = before
      level.colorSettle(&pixels, channels, row, Self.stride, thresholds, 3, count)
      for x in 0..<count {
        for c in 0..<channels {
          let place = x * channels + c
          let kept = 1 - Double(row[3 * Self.stride + x]) / 255
          let sum =
            Double(row[c * Self.stride + x]) + Double(before[place]) * kept
            + Double(thresholds[(x + 3) & 7]) / 32640
          if x == 0 { #expect(pixels[place] == before[place]) }
          if x == 1 { #expect(pixels[place] == (c == 1 ? 77 : 255)) }
          let isClear = abs(sum - sum.rounded()) > 0.0001
          #expect(!isClear || Double(pixels[place]) == min(255, sum.rounded(.down)))
        }
      }
    }
  }
}
