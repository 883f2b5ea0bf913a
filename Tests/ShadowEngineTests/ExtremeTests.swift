import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// Shapes of absurd size: the same picture as everyone's, in bounded memory.
struct ExtremeTests {
  private func cell(
    _ shape: RoundedRect, sigma: Double, dy: Double = 0, kernel: BlurKernel = .gaussian
  ) -> DisplayItem {
    var caster = shape
    caster.rect.y += dy
    return .cell(
      DisplayCell(
        shape: shape,
        shadows: [
          ShadowLayer(
            caster: .shape(caster), sigmaPixels: sigma, kernel: kernel,
            color: RGB8(red: 20, green: 0, blue: 0), alpha: 0.7, isInset: false,
            isKnockedOut: true)
        ], fill: .flat(RGB8(red: 200, green: 220, blue: 10), alpha: 0.8)))
  }

  private func list(_ items: [DisplayItem]) -> DisplayList {
    DisplayList(width: 64, height: 48, background: .color(.white), items: items)
  }

  /// The rim of a circle of 40,000 pixels.
  @Test func rimOfAHugeCircle() throws {
    let side = 40_000.0
    let distance = (side / 2) * 0.5.squareRoot()
    let shape = RoundedRect(
      rect: Rect(
        x: 32 + distance - side / 2, y: 24 + distance - side / 2, width: side, height: side),
      radii: Corners(all: side / 2))
    for sigma in Sweep.of([0.3], besides: [0, 5]) {
      let list = list([cell(shape, sigma: sigma, dy: -3)])
      expectSamePicture(
        "huge circle, sigma \(sigma)",
        expected: try ReferenceRenderer(list, content: PatternContent()).render(),
        actual: try Rendering(list).picture(), tolerance: 1)
    }
  }

  /// In sight of the end of a huge corner it is that of a smaller circle.
  @Test(arguments: [BlurKernel.gaussian, .coreGraphics, .renderServer], [0, 20])
  func cornerOfAHugeCircle(kernel: BlurKernel, sigma: Double) throws {
    func rendered(_ radius: Double) throws -> ReferencePicture {
      let shape = RoundedRect(
        rect: Rect(x: 20, y: 10 - radius, width: 2 * radius, height: 2 * radius),
        radii: Corners(all: radius))
      return try Rendering(list([cell(shape, sigma: sigma, kernel: kernel)])).picture()
    }
    // 48 rows beside the end, curves of these radii lie less than 0.02 pixels apart.
    let (huge, less) = (try rendered(200_000), try rendered(30_000))
    let largest = zip(huge.bytes, less.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(largest <= 8, "sigma \(sigma)")
  }

  /// Corners that are large beside their blur are made of parts; the truth does not know of them.
  @Test(arguments: BlurKernel.allCases, [0.2, 0.7, 3, 11])
  func cornersInParts(kernel: BlurKernel, sigma: Double) {
    let shape = RoundedRect(
      rect: Rect(x: 40.3, y: 30.6, width: 9000, height: 12_000),
      radii: Corners(topLeft: 4400, topRight: 2500.5, bottomRight: 0, bottomLeft: 3000),
      curve: sigma == 3 ? .continuous : .circular)
    let share = Sweep.count(3, all: 1)
    let windows = [
      PixelRect(x: 1000, y: 900, width: 700 / share, height: 600 / share),
      PixelRect(x: 3500, y: 20, width: 1500 / share, height: 90),
      PixelRect(x: 8900, y: 900, width: 170, height: 1300 / share),
      PixelRect(x: 20, y: 10_800, width: 500 / share, height: 500 / share),
    ]
    for window in windows {
      let error = RandomShadow(shape: shape, sigma: sigma, kernel: kernel).largestError(in: window)
      #expect(error <= ShadowAlphaTests.bound, "\(window): \(error * 255)/255")
    }
  }

  /// A rim of a million pixels is that of a smaller circle; only the parts in sight are made.
  @Test(arguments: BlurKernel.allCases)
  func rimOfAMillionPixels(kernel: BlurKernel) throws {
    func rim(_ radius: Double, sigma: Double) throws -> ReferencePicture {
      let distance = radius * 0.5.squareRoot()
      let shape = RoundedRect(
        rect: Rect(
          x: 32 + distance - radius, y: 24 + distance - radius, width: 2 * radius,
          height: 2 * radius), radii: Corners(all: radius))
      return try Rendering(list([cell(shape, sigma: sigma, dy: -3, kernel: kernel)])).picture()
    }
    // A rim leaves its tangent by d^2 / 2r: at distances d that count the two lie this many levels
    // apart, and one by the 2^-16 pixels that edges are rounded to.
    for (sigma, levels) in [(0.0, 2), (0.3, 2), (0.6, 2), (5, 2), (30, 2), (200, 2), (2000, 3)] {
      let (huge, less) = (try rim(1_000_000, sigma: sigma), try rim(600_000, sigma: sigma))
      let largest = zip(huge.bytes, less.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(largest <= levels, "sigma \(sigma): \(largest) levels")
    }
  }

  /// One cell over a canvas of a million pixels: its mask is made in parts, which meet.
  @Test func canvasOfAMillionPixels() throws {
    let width = 1_000_000
    let shape = RoundedRect(
      rect: Rect(x: 2.5, y: 8.25, width: Double(width) - 5, height: 900_000),
      radii: Corners(all: 450_000))
    var list = list([cell(shape, sigma: 6, dy: 2)])
    list.width = width
    list.height = 24
    let whole = try Rendering(list).picture()
    for first in [16_000, 131_000, 499_900, 982_000] {
      var part = list
      part.width = 900
      part.items = [
        cell(
          RoundedRect(
            rect: Rect(
              x: shape.rect.x - Double(first), y: shape.rect.y, width: shape.rect.width,
              height: shape.rect.height), radii: shape.radii), sigma: 6, dy: 2)
      ]
      let expected = try Rendering(part).picture()
      var largest = 0
      for y in 0..<24 {
        for x in 0..<900 * 3 {
          let a = whole.bytes[y * width * 3 + first * 3 + x]
          largest = max(largest, abs(Int(a) - Int(expected.bytes[y * 900 * 3 + x])))
        }
      }
      #expect(largest <= 1, "from \(first): \(largest)")
    }
  }

  /// Frames of a billion pixels with one edge in sight.
  @Test func frameOfABillionPixels() throws {
    let far = 1_000_000_000.0
    let shapes = [
      RoundedRect(rect: Rect(x: -far, y: 20, width: far + 30, height: far)),
      RoundedRect(
        rect: Rect(x: 10.5, y: -far, width: far, height: far + 30.25), radii: Corners(all: 9)),
    ]
    for shape in shapes {
      // Near the edge in sight a frame of 100,000 pixels is the same.
      var near = shape.rect
      near.x = max(near.x, -100_000)
      near.y = max(near.y, -100_000)
      near.width = min(near.width, 100_000 + shape.rect.maxX.magnitude)
      near.height = min(near.height, 100_000 + shape.rect.maxY.magnitude)
      if near.x < 0 { near.width = shape.rect.maxX - near.x }
      if near.y < 0 { near.height = shape.rect.maxY - near.y }
      let expected = try Rendering(
        list([cell(RoundedRect(rect: near, radii: shape.radii), sigma: 4, dy: 5)])
      ).picture()
      let actual = try Rendering(list([cell(shape, sigma: 4, dy: 5)])).picture()
      #expect(actual == expected)
    }
    let outside = RoundedRect(rect: Rect(x: far, y: far, width: far, height: far))
    let blank = try Rendering(list([])).picture()
    #expect(try Rendering(list([cell(outside, sigma: 200)])).picture() == blank)
  }

  /// A mask wherever it lies, of whatever size: outside of its cell, outside of the canvas, empty.
  @Test(arguments: [
    Rect(x: 200, y: 200, width: 9, height: 9), Rect(x: -90, y: 3, width: 20, height: 20),
    Rect(x: 12, y: 12, width: 0, height: 9), Rect(x: 12, y: 12, width: 0, height: 0),
    Rect(x: 30, y: 0, width: 20, height: 5), Rect(x: -1e9, y: -1e9, width: 3e9, height: 3e9),
  ])
  func maskAnywhere(frame: Rect) throws {
    for rule in [MaskRule.nonZero, .evenOdd] {
      var masked = cell(
        RoundedRect(rect: Rect(x: 10, y: 10, width: 20, height: 16), radii: Corners(all: 4)),
        sigma: 3)
      if case .cell(var cell) = masked {
        cell.mask = DisplayMask(shape: RoundedRect(rect: frame), rule: rule)
        masked = .cell(cell)
      }
      let list = list([masked])
      expectSamePicture(
        "mask \(frame) \(rule)",
        expected: try ReferenceRenderer(list, content: PatternContent()).render(),
        actual: try Rendering(list).picture(), tolerance: 1)
    }
  }

  /// A thousand cells that cast one shadow together.
  @Test func unionOfAThousand() throws {
    let shapes = (0..<1000).map { index in
      RoundedRect(
        rect: Rect(
          x: Double(index % 40) * 8 + 0.5, y: Double(index / 40) * 8, width: 6, height: 6),
        radii: Corners(all: 2))
    }
    let shadow = UnionShadow(
      shapes: shapes,
      layers: [
        UnionShadow.Layer(
          casters: shapes, sigmaPixels: 2, kernel: .gaussian,
          color: RGB8(red: 0, green: 0, blue: 0), alpha: 0.5, isKnockedOut: true)
      ])
    let list = list([.unionShadow(shadow)])
    expectSamePicture(
      "union of a thousand",
      expected: try ReferenceRenderer(list, content: PatternContent()).render(),
      actual: try Rendering(list).picture(), tolerance: 1)
  }
}
