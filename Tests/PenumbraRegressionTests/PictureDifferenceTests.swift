import Testing

@testable import PenumbraRegression

@Suite struct PictureDifferenceTests {
  private func flat(_ color: [UInt8], width: Int = 8, height: Int = 8) -> Picture {
    Picture(
      width: width, height: height,
      bytes: (0..<(width * height)).flatMap { _ in color })
  }

  @Test func equalPicturesDifferByNothing() throws {
    let picture = card(depth: 60, reach: 12)
    let difference = try PictureDifference(expected: picture, actual: picture)
    #expect(difference.measures == Measures(pixels: picture.width * picture.height))
    #expect(difference.passes)
    #expect(difference.suggestions.isEmpty)
  }

  @Test func theColourOfTransparentPixelsDoesNotCount() throws {
    let difference = try PictureDifference(
      expected: flat([0, 0, 0, 0]), actual: flat([255, 10, 3, 0]))
    #expect(difference.measures.largestDifference == 0)
    #expect(difference.passes)
  }

  @Test func everyChannelCounts() throws {
    for channel in 0..<4 {
      var other: [UInt8] = [100, 100, 100, 255]
      other[channel] -= 3
      let difference = try PictureDifference(
        expected: flat([100, 100, 100, 255]), actual: flat(other))
      // Three levels of alpha also move each premultiplied colour, by at most as much.
      #expect(difference.measures.largestByChannel[channel] == 3)
      #expect(difference.measures.largestDifference == 3)
      #expect(!difference.passes)
    }
  }

  @Test func measuresShareAndBox() throws {
    var bytes = flat([10, 20, 30, 255]).bytes
    for (x, y) in [(2, 3), (5, 6)] { bytes[(y * 8 + x) * 4 + 1] += 7 }
    let difference = try PictureDifference(
      expected: flat([10, 20, 30, 255]), actual: Picture(width: 8, height: 8, bytes: bytes))
    #expect(difference.measures.changedPixels == 2)
    #expect(difference.measures.changedShare == 2.0 / 64)
    #expect(difference.measures.changedBox == PixelRect(x: 2, y: 3, width: 4, height: 4))
  }

  @Test func aUniformChangeKeepsItsLevelsUnderTheLowPass() throws {
    // In the middle of a picture wider than the window the field is the change itself.
    let difference = try PictureDifference(
      expected: flat([100, 100, 100, 255], width: 40, height: 40),
      actual: flat([98, 98, 98, 255], width: 40, height: 40))
    #expect(difference.measures.shadowLargest == 2)
    #expect(difference.measures.lightness == -2)
  }

  @Test func theLowPassMatchesAPlainConvolution() throws {
    // The oracle: three passes of a 9 x 9 mean over the signed difference, in float64.
    let expected = card(width: 20, height: 12, depth: 40, reach: 9)
    let actual = card(width: 20, height: 12, depth: 55, reach: 13, tint: 4)
    let (width, height) = (expected.width, expected.height)
    let pad = 14
    let (wide, high) = (width + 2 * pad, height + 2 * pad)
    var largest = 0.0
    var each = [Double](repeating: 0, count: width * height)
    for channel in 0..<4 {
      var field = [Double](repeating: 0, count: wide * high)
      for y in 0..<height {
        for x in 0..<width {
          let at = (y * width + x) * 4
          func value(_ picture: Picture) -> Double {
            let alpha = picture.bytes[at + 3]
            return channel == 3
              ? Double(alpha)
              : (Double(picture.bytes[at + channel]) * Double(alpha) / 255).rounded()
          }
          field[(y + pad) * wide + x + pad] = value(actual) - value(expected)
        }
      }
      for _ in 0..<3 {
        var next = field
        for y in 4..<(high - 4) {
          for x in 4..<(wide - 4) {
            var sum = 0.0
            for dy in -4...4 { for dx in -4...4 { sum += field[(y + dy) * wide + x + dx] } }
            next[y * wide + x] = sum / 81
          }
        }
        field = next
      }
      for y in 0..<height {
        for x in 0..<width {
          let value = abs(field[(y + pad) * wide + x + pad])
          largest = max(largest, value)
          each[y * width + x] = max(each[y * width + x], value)
        }
      }
    }
    let measures = try PictureDifference(expected: expected, actual: actual).measures
    #expect(abs(measures.shadowLargest - largest) < 1e-9)
    #expect(abs(measures.shadowMean - each.reduce(0, +) / Double(each.count)) < 1e-9)
  }

  @Test func aWideFaintChangeStandsOutAgainstAMovedEdge() throws {
    // A generic per-pixel threshold sees it the other way round: 3 levels against 60.
    let base = flat([200, 200, 200, 255], width: 60, height: 60)
    var wide = base.bytes
    for y in 15..<45 { for x in 15..<45 { for c in 0..<3 { wide[(y * 60 + x) * 4 + c] -= 3 } } }
    var edge = base.bytes
    for y in 0..<60 { for c in 0..<3 { edge[(y * 60 + 30) * 4 + c] -= 18 } }
    let shadow = try PictureDifference(
      expected: base, actual: Picture(width: 60, height: 60, bytes: wide)
    ).measures
    let moved = try PictureDifference(
      expected: base, actual: Picture(width: 60, height: 60, bytes: edge)
    ).measures
    #expect(shadow.largestDifference < moved.largestDifference)
    #expect(shadow.shadowLargest > moved.shadowLargest)
  }

  @Test func cellsAreComparedOnTopOfEachOther() throws {
    // The same card with ten more pixels of empty margin is the same cell.
    let picture = card(depth: 0, reach: 1, opaque: true)
    let grown = picture.extended(
      left: 10, top: 10, width: picture.width + 20, height: picture.height + 20)
    let difference = try PictureDifference(expected: picture, actual: grown)
    #expect(!difference.isResized)
    #expect(difference.measures.largestDifference == 0)
    #expect(difference.passes)
  }

  @Test func aResizedCellFailsUnderEveryLimit() throws {
    let difference = try PictureDifference(
      expected: flat([9, 9, 9, 255]), actual: flat([9, 9, 9, 255], height: 9))
    #expect(difference.isResized)
    let forgiving = try PictureDifference(
      expected: flat([9, 9, 9, 255]), actual: flat([9, 9, 9, 255], height: 9),
      limits: Limits(maxDiff: 255, maxChanged: 1))
    #expect(!forgiving.passes)
    #expect(difference.suggestions.isEmpty)
  }

  @Test(arguments: [
    Limits.exact, Limits(maxDiff: 2), Limits(maxChanged: 0.001),
    Limits(maxDiff: 1, maxChanged: 0.01),
    Limits(maxDeltaE: 0.1), Limits(maxDiff: 1, maxDeltaE: 0.2),
    Limits(maxDiff: 255, maxShadow: 0.2),
    Limits(maxDiff: 3, maxShadow: 0.01), Limits(maxDiff: 2, maxChanged: 0.004, maxDeltaE: 0.5),
  ])
  func everySuggestionPassesAndNoneIsLargerThanNeeded(limits: Limits) throws {
    func difference(_ limits: Limits) throws -> PictureDifference {
      try PictureDifference(
        expected: card(depth: 60, reach: 12), actual: card(depth: 66, reach: 14, tint: 5),
        limits: limits, colorMetric: Self.metric)
    }
    let failing = try difference(limits)
    #expect(!failing.passes)
    #expect(!failing.suggestions.isEmpty)
    for suggestion in failing.suggestions {
      #expect(try difference(suggestion.limits).passes, "\(suggestion.options)")
      var smaller = suggestion.limits
      switch suggestion.kind {
      case .maxDiff: smaller.maxDiff = (smaller.maxDiff ?? 0) - 1
      case .maxChanged: smaller.maxChanged = (smaller.maxChanged ?? 0) - 0.000_002
      case .maxDeltaE: smaller.maxDeltaE = (smaller.maxDeltaE ?? 0) - 0.002
      case .maxShadow: smaller.maxShadow = (smaller.maxShadow ?? 0) - 0.002
      }
      #expect(!(try difference(smaller).passes), "\(suggestion.options) is not the smallest")
    }
  }

  /// Any metric will do here: the distance in alpha and blue, scaled to an odd unit.
  private static func metric(_ before: Picture, _ after: Picture) -> [Float] {
    (0..<(before.width * before.height)).map {
      abs(Float(before.bytes[$0 * 4 + 3]) - Float(after.bytes[$0 * 4 + 3])) * 0.37
        + abs(Float(before.bytes[$0 * 4 + 2]) - Float(after.bytes[$0 * 4 + 2])) * 0.37
    }
  }

  @Test func theHeatMapShowsOneLevel() throws {
    let base = flat([10, 10, 10, 255])
    var bytes = base.bytes
    bytes[0] += 1
    bytes[4] += 200
    let heat = try ComparedPictures(
      base, Picture(width: 8, height: 8, bytes: bytes)
    ).heat
    #expect(heat.bytes[3] == 255 && heat.bytes[7] == 255 && heat.bytes[11] == 0)
    #expect(Array(heat.bytes[0..<3]) != Array(heat.bytes[4..<7]))
  }

  @Test func figuresArePrintedWithoutExponents() throws {
    #expect(decimal(0) == "0")
    #expect(decimal(0.000001) == "0.000001")
    #expect(decimal(12.5) == "12.5")
    #expect(decimal(-0.25) == "-0.25")
    #expect(decimal(3) == "3")
    #expect(roundedUp(0.1234561, decimals: 6) == 0.123457)
    #expect(roundedUp(0.5, decimals: 6) == 0.5)
  }
}
