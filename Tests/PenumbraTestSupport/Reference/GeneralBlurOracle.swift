internal import Foundation
public import PenumbraGraphics
public import ShadowEngine
public import Testing

/// The general blur in float64, by its definition: plain sums over all taps, nothing cut.
public enum GeneralBlurOracle {
  /// One axis: the taps -radius to radius, where tap j moves the mask by j pixels; `shift` moves it
  /// by a fraction more.
  public static func taps(sigma: Double, kernel: BlurKernel, shift: Double = 0) -> [Double] {
    let radius = Int(9 * sigma) + 3
    switch kernel {
    case .gaussian:
      return (-radius...radius).map { i in
        secondDifference(Double(i) - shift) { ramp($0, sigma) }
      }
    case .renderServer:
      let end = 2.7 * sigma
      let below = 0.5 * erfc(2.7 / 2.0.squareRoot())
      return (-radius...radius).map { i in
        secondDifference(Double(i) - shift) { t in
          if t <= -end { return 0 }
          if t >= end { return t }
          return (ramp(t, sigma) - ramp(-end, sigma) - below * (t + end)) / (1 - 2 * below)
        }
      }
    case .coreGraphics:
      func sample(_ i: Int) -> Double {
        i == 0 ? 1 : abs(i) <= Int(2 * sigma) ? exp(-0.5 * Double(i * i) / (sigma * sigma)) : 0
      }
      let mass = (-radius...radius).map(sample).reduce(0, +)
      return (-radius...radius).map {
        ((1 - shift) * sample($0) + shift * sample($0 - 1)) / mass
      }
    }
  }

  private static func secondDifference(_ t: Double, of f: (Double) -> Double) -> Double {
    f(t + 1) - 2 * f(t) + f(t - 1)
  }

  /// The Gaussian integrated twice.
  private static func ramp(_ t: Double, _ sigma: Double) -> Double {
    guard sigma > 0 else { return max(t, 0) }
    let z = t / sigma
    return 0.5 * t * erfc(-z / 2.0.squareRoot())
      + sigma * exp(-0.5 * z * z) / (2 * Double.pi).squareRoot()
  }

  /// Levels 0 to 255 of the wanted pixels, row by row, from the taps in x and in y.
  public static func blur(
    _ mask: TestMask, x taps: [Double], y tapsDown: [Double], columns: Range<Int>,
    rows: Range<Int>
  ) -> [Double] {
    // In x for every mask row, then in y.
    var across = [Double](repeating: 0, count: columns.count * mask.height)
    let side = taps.count / 2
    for y in 0..<mask.height {
      for (i, x) in columns.enumerated() {
        var sum = 0.0
        for k in max(0, x - side)..<max(max(0, x - side), min(mask.width, x + side + 1)) {
          sum += taps[x - k + side] * Double(mask.bytes[y * mask.width + k])
        }
        across[y * columns.count + i] = sum
      }
    }
    var result = [Double](repeating: 0, count: columns.count * rows.count)
    let reach = tapsDown.count / 2
    for (j, y) in rows.enumerated() {
      for k in max(0, y - reach)..<max(max(0, y - reach), min(mask.height, y + reach + 1)) {
        let tap = tapsDown[y - k + reach]
        for i in 0..<columns.count {
          result[j * columns.count + i] += tap * across[k * columns.count + i]
        }
      }
    }
    return result
  }
}

/// A mask of bytes, rows without padding.
public struct TestMask: Sendable, CustomTestStringConvertible {
  /// What it shows.
  public let name: String
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Row by row.
  public let bytes: [UInt8]

  /// Name and size, for failure messages.
  public var testDescription: String { "\(name) \(width)x\(height)" }

  /// A mask whose byte at (x, y) is `value(x, y)`.
  public init(_ name: String, _ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8) {
    self.name = name
    self.width = width
    self.height = height
    bytes = (0..<height).flatMap { y in (0..<width).map { x in value(x, y) } }
  }

  /// Lends the bytes to a call.
  public func withView(_ body: (MaskView) -> Void) {
    // One byte more, so that an empty mask has an address too.
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      body(MaskView(base: base, width: width, height: height, stride: width))
    }
  }

  /// Every byte drawn at random.
  public static func noise(_ width: Int, _ height: Int, seed: UInt64) -> TestMask {
    var state = seed
    return TestMask("noise(seed \(seed))", width, height) { _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  /// Bytes of 0 and 255 at random.
  public static func salt(_ width: Int, _ height: Int, seed: UInt64) -> TestMask {
    let noise = noise(width, height, seed: seed)
    return TestMask("salt(seed \(seed))", width, height) { x, y in
      noise.bytes[y * width + x] < 128 ? 0 : 255
    }
  }

  /// Strokes two pixels wide with soft ends, and gaps, as in a line of text.
  public static func strokes(_ width: Int, _ height: Int) -> TestMask {
    TestMask("strokes", width, height) { x, y in
      let line = y / 9 % 2 == 0
      let stroke = [0, 130, 255, 255, 60, 0, 0, 0, 200, 255, 20, 0, 0][(x + y / 3) % 13]
      return line && x / 40 % 3 != 2 ? UInt8(stroke) : 0
    }
  }

  /// Every byte full.
  public static func full(_ width: Int, _ height: Int) -> TestMask {
    TestMask("full", width, height) { _, _ in 255 }
  }

  /// Full and empty squares.
  public static func checkerboard(_ width: Int, _ height: Int, cell: Int = 1) -> TestMask {
    TestMask("checkerboard of \(cell)", width, height) { x, y in
      (x / cell + y / cell) % 2 == 0 ? 255 : 0
    }
  }

  /// One full pixel.
  public static func dot(_ width: Int, _ height: Int) -> TestMask {
    TestMask("dot", width, height) { x, y in x == width / 3 && y == height / 2 ? 255 : 0 }
  }

  /// The left half full: the hardest edge.
  public static func halfPlane(_ width: Int, _ height: Int) -> TestMask {
    TestMask("half plane", width, height) { x, _ in x < width / 2 ? 255 : 0 }
  }
}
