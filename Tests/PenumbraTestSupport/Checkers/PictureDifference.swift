/// How two pictures of one size differ.
public struct PictureDifference: Sendable, CustomStringConvertible {
  /// The largest difference of each channel, in levels.
  public private(set) var largest: [Int]
  /// Where the largest difference lies beyond what is allowed, in canvas pixels; nil where the pictures
  /// are equal.
  public private(set) var worst: (x: Int, y: Int)?
  /// The largest number of levels by which a pixel differs beyond what it may; not positive where none
  /// does.
  public private(set) var excess = 0
  /// How many pixels differ in any channel.
  public private(set) var differingPixels = 0
  private var expectedAtWorst: [UInt8] = []
  private var actualAtWorst: [UInt8] = []

  /// The largest difference over all channels.
  public var maximum: Int { largest.max() ?? 0 }

  /// Compares bytes as they stand: straight alpha where there is alpha.
  ///
  /// `allowed` is by how many levels each pixel may differ, row by row.
  public init(expected: ReferencePicture, actual: ReferencePicture, allowed: [Int]? = nil) {
    self.init(expected, actual, allowed) { $0.map(Int.init) }
  }

  /// Compares premultiplied colours.
  ///
  /// Straight colours of nearly transparent pixels differ by many levels where the premultiplied
  /// ones differ by one: at alpha a, a level of the one is 255 / a levels of the other.
  public init(
    premultipliedExpected expected: ReferencePicture, actual: ReferencePicture,
    allowed: [Int]? = nil
  ) {
    self.init(expected, actual, allowed) { pixel in
      guard pixel.count == 4 else { return pixel.map(Int.init) }
      let alpha = Int(pixel[3])
      return pixel[0..<3].map { (2 * Int($0) * alpha + 255) / 510 } + [alpha]
    }
  }

  private init(
    _ expected: ReferencePicture, _ actual: ReferencePicture, _ allowed: [Int]?,
    channels: ([UInt8]) -> [Int]
  ) {
    precondition(
      expected.rect == actual.rect && expected.channels == actual.channels,
      "pictures of different sizes cannot be compared")
    largest = [Int](repeating: 0, count: expected.channels)
    guard expected.bytes != actual.bytes else { return }
    for y in expected.rect.y..<expected.rect.maxY {
      for x in expected.rect.x..<expected.rect.maxX {
        let e = expected.pixel(x: x, y: y)
        let a = actual.pixel(x: x, y: y)
        guard e != a else { continue }
        let levels = zip(channels(e), channels(a)).map { abs($0 - $1) }
        let level = levels.max() ?? 0
        guard level > 0 else { continue }
        differingPixels += 1
        let place = (y - expected.rect.y) * expected.rect.width + x - expected.rect.x
        let beyond = level - (allowed?[place] ?? 0)
        if beyond > excess || worst == nil {
          excess = max(excess, beyond)
          worst = (x, y)
          expectedAtWorst = e
          actualAtWorst = a
        }
        largest = zip(largest, levels).map { max($0, $1) }
      }
    }
  }

  /// The numbers in a sentence.
  public var description: String {
    guard let worst else { return "equal" }
    return "differs by up to \(largest) levels in \(differingPixels) pixels, most at "
      + "(\(worst.x), \(worst.y)): expected \(expectedAtWorst), got \(actualAtWorst)"
  }
}
