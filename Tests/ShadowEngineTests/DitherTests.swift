import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// Ordered dither: ramps without bands whose mean is the truth.
struct DitherTests {
  /// One faint wide shadow, seen alone, on a background of one grey level.
  private func list(_ dither: Dither, sigma: Double = 60, layers: Int = 1) -> DisplayList {
    let shape = RoundedRect(
      rect: Rect(x: 100, y: 100, width: 120, height: 100), radii: Corners(all: 10))
    let layer = ShadowLayer(
      caster: .shape(shape), sigmaPixels: sigma, kernel: .gaussian,
      color: RGB8(red: 20, green: 90, blue: 0), alpha: 0.3, isInset: false, isKnockedOut: false)
    let cell = DisplayItem.cell(DisplayCell(shape: shape, shadows: [layer]))
    return DisplayList(
      width: 320, height: 304,
      background: .color(Color(red: 200.0 / 255, green: 200.0 / 255, blue: 200.0 / 255)),
      dither: dither, items: Array(repeating: cell, count: layers))
  }

  /// The mean of each block of 8 x 8 pixels and each channel.
  private func means(_ value: (Int, Int, Int) -> Double) -> [Double] {
    var means: [Double] = []
    for y in stride(from: 0, to: 304, by: 8) {
      for x in stride(from: 0, to: 320, by: 8) {
        for c in 0..<3 {
          var sum = 0.0
          for j in 0..<8 {
            for i in 0..<8 { sum += value(x + i, y + j, c) }
          }
          means.append(sum / 64)
        }
      }
    }
    return means
  }

  private func truth(layers: Int) -> [Double] {
    guard case .cell(let cell) = list(.none).items[0],
      case .shape(let shape) = cell.shadows[0].caster
    else { return [] }
    let field = ReferenceShadow.alpha(
      shape, sigma: 60, kernel: .gaussian, in: PixelRect(x: 0, y: 0, width: 320, height: 304))
    let color = [20.0, 90, 0]
    return means { x, y, c in
      let alpha = 0.3 * field.value(x: x, y: y)
      var level = 200.0
      for _ in 0..<layers { level = color[c] * alpha + level * (1 - alpha) }
      return level
    }
  }

  private func rendered(_ list: DisplayList) throws -> [Double] {
    let picture = try Rendering(list).picture()
    return means { x, y, c in Double(picture.bytes[(y * 320 + x) * 3 + c]) }
  }

  @Test func meanOfOneShadowIsKept() throws {
    let truth = truth(layers: 1)
    let mean = try rendered(list(.ordered))
    let drift = zip(mean, truth).map { $0 - $1 }
    // Within a block the ramp itself moves by up to a level, so single blocks may be off by a part
    // of it; what must not be is a drift.
    #expect(abs(drift.reduce(0, +) / Double(drift.count)) < 0.02)
    #expect((drift.map(abs).max() ?? 1) < 0.12)
    let plain = zip(try rendered(list(.none)), truth).map { abs($0 - $1) }.max() ?? 0
    #expect(plain > 0.3, "without dither blocks keep their rounding")
  }

  @Test func meanOfOverlappingShadowsIsKept() throws {
    let drift = zip(try rendered(list(.ordered, layers: 3)), truth(layers: 3)).map { $0 - $1 }
    #expect(abs(drift.reduce(0, +) / Double(drift.count)) < 0.02)
    #expect((drift.map(abs).max() ?? 1) < 0.35)
  }

  @Test func offByDefault() throws {
    #expect(DisplayList(width: 1, height: 1, background: .color(.white)).dither == .none)
    #expect(try Rendering(list(.none)).picture() != Rendering(list(.ordered)).picture())
  }

  @Test func settingsDoNotChangeABit() throws {
    let list = list(.ordered, sigma: 20, layers: 2)
    let expected = try Rendering(list).picture()
    for set in InstructionSet.available {
      for band in [1, 5, 64] {
        let settings = RenderSettings(instructionSet: set, threads: 2, bandHeight: band)
        #expect(try Rendering(list, settings).picture() == expected)
      }
    }
  }
}
