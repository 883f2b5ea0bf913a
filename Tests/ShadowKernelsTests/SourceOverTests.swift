import PenumbraTestSupport
import ShadowKernels
import Testing

@testable import ShadowEngine

/// Flat and varied paint of every level against arithmetic in whole numbers.
struct SourceOverTests {
  /// Grey and coloured, three and four channels, black among them.
  static let colors: [[UInt8]] = [
    [0, 0, 0], [255, 255, 255], [77, 77, 77], [222, 62, 62], [1, 254, 128], [0, 0, 0, 255],
    [0, 9, 0, 255], [200, 100, 50, 255], [255, 255, 255, 255], [0, 0, 255, 255],
  ]

  private static func paint(_ color: [UInt8]) -> [UInt8] {
    (0..<160).map { $0 < 96 ? color[$0 % color.count] : $0 < 128 ? 0 : 255 }
  }

  private static func pattern(_ color: [UInt8]) -> Int {
    color.count == 4 ? 2 : Set(color).count == 1 ? 1 : 0
  }

  /// What a mask holds for a pixel.
  static func masked(_ inverse: UInt8, channels: Int) -> [UInt8] {
    guard channels == 4 else { return [UInt8](repeating: inverse, count: channels) }
    let word = 257 * Int(inverse) + ((127...254).contains(inverse) ? 1 : 0)
    let pair = [UInt8(word & 255), UInt8(word >> 8)]
    return pair + pair
  }

  /// `round((c * (255 - i) + d * i) / 255)`, halves up.
  private static func over(_ c: UInt8, _ d: UInt8, inverse i: UInt8) -> UInt8 {
    let n = Int(c) * (255 - Int(i)) + Int(d) * Int(i)
    return UInt8((2 * n + 255) / 510)
  }

  @Test(arguments: KernelTable.all, colors)
  func maskedSpansOfEveryLength(_ level: KernelTable, _ color: [UInt8]) {
    let seed: UInt64 = 11
    var random = SplitMix64(seed: seed)
    let paint = Self.paint(color)
    let channels = color.count
    for pixelCount in 0...(129 / channels + 1) {
      let shift = Int(random.next() % 33)
      let maskShift = Int(random.next() % 33)
      let count = pixelCount * channels
      var pixels = (0..<count + 128).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let before = pixels
      var mask: [UInt8] = (0..<maskShift).map { _ in 0 }
      var inverses: [UInt8] = []
      for _ in 0..<pixelCount + 40 {
        let inverse = random.oneIn(4) ? 255 : UInt8(truncatingIfNeeded: random.next())
        inverses.append(inverse)
        mask += Self.masked(inverse, channels: channels)
      }
      let spans = [shift, maskShift, count]
      pixels.withUnsafeMutableBytes { pixels in
        guard let base = pixels.baseAddress else { return }
        level.maskedSpans(base, mask, spans, 1, paint, Self.pattern(color))
      }
      for i in pixels.indices {
        let isInside = i >= shift && i < shift + count
        let expected =
          isInside
          ? Self.over(
            color[(i - shift) % channels], before[i], inverse: inverses[(i - shift) / channels])
          : before[i]
        if pixels[i] != expected {
          Issue.record(
            "\(level.instructionSet) \(color) byte \(i - shift) of \(count), seed \(seed)")
          return
        }
      }
    }
  }

  @Test(arguments: KernelTable.all, colors)
  func constantAndSolidSpans(_ level: KernelTable, _ color: [UInt8]) {
    let seed: UInt64 = 12
    var random = SplitMix64(seed: seed)
    let paint = Self.paint(color)
    let channels = color.count
    for pixelCount in 0...(200 / channels) {
      for isSolid in [false, true] {
        let shift = Int(random.next() % 33)
        let count = pixelCount * channels
        let inverse = UInt8(truncatingIfNeeded: random.next())
        var pixels = (0..<count + 128).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let before = pixels
        let spans = [shift, Int(inverse), count]
        pixels.withUnsafeMutableBytes { pixels in
          guard let base = pixels.baseAddress else { return }
          if isSolid {
            level.fillSpans(base, spans, 1, paint)
          } else {
            level.constantSpans(base, spans, 1, paint)
          }
        }
        for i in pixels.indices {
          let isInside = i >= shift && i < shift + count
          let c = color[max(0, i - shift) % channels]
          let expected =
            isInside
            ? isSolid ? c : Self.over(c, before[i], inverse: inverse)
            : before[i]
          if pixels[i] != expected {
            Issue.record(
              "\(level.instructionSet) \(color) solid \(isSolid) byte \(i - shift) of \(count)")
            return
          }
        }
      }
    }
  }

  /// Every pixel value under every alpha, for some colours.
  @Test(arguments: KernelTable.all, [0, 1, 62, 127, 128, 222, 254, 255] as [UInt8])
  func everyByteUnderEveryAlpha(_ level: KernelTable, _ c: UInt8) {
    let paint = Self.paint([c, c, c])
    var pixels = (0..<65536 + 64).map { UInt8(truncatingIfNeeded: $0 & 255) }
    let mask = (0..<65536 + 64).map { UInt8(truncatingIfNeeded: $0 >> 8) }
    pixels.withUnsafeMutableBytes { pixels in
      guard let base = pixels.baseAddress else { return }
      level.maskedSpans(base, mask, [0, 0, 65536], 1, paint, 1)
    }
    let wrong = (0..<65536).first {
      pixels[$0] != Self.over(c, UInt8($0 & 255), inverse: UInt8($0 >> 8))
    }
    #expect(wrong == nil, "pixel \((wrong ?? 0) & 255), inverse alpha \((wrong ?? 0) >> 8)")
  }

  /// The same with four bytes a pixel, each of which takes every value under every alpha.
  @Test(
    arguments: KernelTable.all,
    [[0, 0, 0, 255], [0, 255, 0, 255], [3, 255, 0, 255]] as [[UInt8]])
  func everyPixelUnderEveryAlpha(_ level: KernelTable, _ color: [UInt8]) {
    let before = (0..<4 * 65536 + 64).map { UInt8(truncatingIfNeeded: ($0 >> 2) + 77 * ($0 & 3)) }
    var pixels = before
    let mask = (0..<65536 + 16).flatMap { Self.masked(UInt8($0 >> 8 & 255), channels: 4) }
    pixels.withUnsafeMutableBytes { pixels in
      guard let base = pixels.baseAddress else { return }
      level.maskedSpans(base, mask, [0, 0, 4 * 65536], 1, Self.paint(color), 2)
    }
    let wrong = (0..<4 * 65536).first {
      pixels[$0] != Self.over(color[$0 & 3], before[$0], inverse: UInt8($0 >> 10))
    }
    #expect(wrong == nil, "byte \(wrong ?? 0)")
  }

  @Test(arguments: KernelTable.all)
  func variedPaintOfEveryLength(_ level: KernelTable) {
    var random = SplitMix64(seed: 13)
    for count in 0...129 {
      let inverse = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let source = inverse.map { UInt8(Int(random.next() % UInt64(256 - Int($0)))) }
      let before = (0..<count + 8).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var pixels = before
      pixels.withUnsafeMutableBytes { pixels in
        guard let base = pixels.baseAddress else { return }
        level.overBytes(base, source, inverse, count)
      }
      for i in 0..<count + 8 {
        let expected =
          i < count
          ? Int(source[i]) + (2 * Int(before[i]) * Int(inverse[i]) + 255) / 510 : Int(before[i])
        if Int(pixels[i]) != expected {
          Issue.record("\(level.instructionSet): byte \(i) of \(count)")
          return
        }
      }
    }
  }

  @Test(arguments: KernelTable.all)
  func straightAlphaOfEveryPixel(_ level: KernelTable) {
    for alpha in 0...255 {
      var pixels: [UInt8] = []
      for p in 0...alpha { pixels += [UInt8(p), UInt8(alpha - p), 0, UInt8(alpha)] }
      let before = pixels
      pixels.withUnsafeMutableBytes { pixels in
        guard let base = pixels.baseAddress else { return }
        level.unpremultiply(base, alpha + 1)
      }
      for i in pixels.indices {
        let expected =
          i % 4 == 3
          ? alpha : alpha == 0 ? 0 : min(255, (255 * Int(before[i]) + alpha / 2) / alpha)
        #expect(Int(pixels[i]) == expected)
      }
    }
  }

  /// Runs of opaque, black and empty pixels between others, whose straight colour is known at sight.
  @Test(arguments: KernelTable.all)
  func straightAlphaOfRuns(_ level: KernelTable) {
    for count in 0...40 {
      var pixels: [UInt8] = []
      var expected: [UInt8] = []
      for x in 0..<count {
        switch x / 9 % 4 {
        case 0:
          pixels += [1, 2, 3, 255]
          expected += [1, 2, 3, 255]
        case 1:
          pixels += [0, 0, 0, UInt8(x)]
          expected += [0, 0, 0, UInt8(x)]
        case 2:
          pixels += [10, 20, 0, 51]
          expected += [50, 100, 0, 51]
        default:
          // More colour than alpha, which rounding can leave behind.
          pixels += [3, 9, 1, x % 2 == 0 ? 0 : 3]
          expected += x % 2 == 0 ? [0, 0, 0, 0] : [255, 255, 85, 3]
        }
      }
      pixels.withUnsafeMutableBytes { pixels in
        // A base to begin with even where there are no pixels.
        guard let base = pixels.baseAddress else { return }
        level.unpremultiply(base, count)
      }
      #expect(pixels == expected)
    }
  }
}
