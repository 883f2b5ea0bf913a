internal import Foundation
public import Scene
public import ShadowEngine
public import Testing

/// The general blur in float64, by its definition: plain sums over all taps, nothing cut.
public enum GeneralBlurOracle {
  /// Half filter, the middle tap first.
  public static func taps(sigma: Double, kernel: BlurKernel) -> [Double] {
    let cut = kernel == .coreGraphics ? 2 : 2.7
    switch kernel {
    case .gaussian:
      return (0...Int(9 * sigma) + 2).map { i in
        let t = Double(i)
        return secondIntegral(t + 1, sigma) - 2 * secondIntegral(t, sigma)
          + secondIntegral(t - 1, sigma)
      }
    case .coreGraphics, .renderServer:
      let raw = (0...Int(cut * sigma)).map { i in
        i == 0 ? 1 : exp(-0.5 * Double(i * i) / (sigma * sigma))
      }
      let mass = raw[0] + 2 * raw.dropFirst().reduce(0, +)
      return raw.map { $0 / mass }
    }
  }

  /// The Gaussian integrated twice.
  private static func secondIntegral(_ t: Double, _ sigma: Double) -> Double {
    let z = t / sigma
    return 0.5 * t * erfc(-z / 2.0.squareRoot())
      + sigma * exp(-0.5 * z * z) / (2 * Double.pi).squareRoot()
  }

  /// Levels 0 to 255 of the wanted pixels, row by row.
  public static func blur(_ mask: TestMask, taps: [Double], columns: Range<Int>, rows: Range<Int>)
    -> [Double]
  {
    // In x for every mask row, then in y.
    var across = [Double](repeating: 0, count: columns.count * mask.height)
    for y in 0..<mask.height {
      for (i, x) in columns.enumerated() {
        var sum = 0.0
        let low = max(0, x - taps.count + 1)
        let high = min(mask.width - 1, x + taps.count - 1)
        if low <= high {
          for k in low...high {
            sum += taps[abs(k - x)] * Double(mask.bytes[y * mask.width + k])
          }
        }
        across[y * columns.count + i] = sum
      }
    }
    var result = [Double](repeating: 0, count: columns.count * rows.count)
    for (j, y) in rows.enumerated() {
      let low = max(0, y - taps.count + 1)
      let high = min(mask.height - 1, y + taps.count - 1)
      guard low <= high else { continue }
      for k in low...high {
        let tap = taps[abs(k - y)]
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
