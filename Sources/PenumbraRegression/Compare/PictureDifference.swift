/// How two pictures differ, pixel by pixel.
///
/// Differences are taken between premultiplied 8-bit values, `div255(c * a)` and alpha, because that
/// is what is seen: the colour of a transparent pixel is nobody's business, and one level of alpha
/// is one level, whatever colour it carries. For pictures that Penumbra wrote this loses nothing,
/// since their straight values came from exactly these premultiplied ones.
///
/// The unit of every difference is one level, 1/255. All of it is integer arithmetic, so the
/// figures are the same on every machine.
struct PictureDifference: Sendable {
  /// The expected picture, grown to the size that holds both.
  let expected: Picture
  /// The actual picture, grown alike, its cell's box on top of the expected one.
  let actual: Picture
  /// Whether the cell's box, or a plain picture, changed its size.
  let isResized: Bool
  /// The largest difference of the four channels at each pixel, in levels.
  let levels: [UInt8]
  /// The figures that do not depend on limits.
  let measures: Measures
  /// CIEDE2000 at each pixel, when it was asked for.
  let deltaE: [Float]?

  /// Colour differences of two pictures of equal size, one figure a pixel.
  typealias ColorMetric = (_ expected: Picture, _ actual: Picture) throws -> [Float]

  /// Compares two pictures with their boxes' top-left corners on top of each other.
  ///
  /// - Parameters:
  ///   - expected: What was drawn before.
  ///   - actual: What is drawn now.
  ///   - colorMetric: CIEDE2000, called once with both pictures at their common size.
  /// - Throws: What `colorMetric` throws.
  init(
    expected: Picture, actual: Picture, colorMetric: ColorMetric? = nil
  ) rethrows {
    let left = max(expected.box.x, actual.box.x)
    let top = max(expected.box.y, actual.box.y)
    let right = max(expected.width - expected.box.x, actual.width - actual.box.x)
    let bottom = max(expected.height - expected.box.y, actual.height - actual.box.y)
    func aligned(_ picture: Picture) -> Picture {
      picture.extended(
        left: left - picture.box.x, top: top - picture.box.y,
        width: left + right, height: top + bottom)
    }
    let before = aligned(expected)
    let after = aligned(actual)
    self.expected = before
    self.actual = after
    isResized =
      expected.box.width != actual.box.width || expected.box.height != actual.box.height
    let planes = Self.pixelDifferences(before, after)
    levels = planes.levels
    deltaE = try colorMetric?(before, after)
    let blurred = BlurredDifference(before, after, rows: planes.rows)
    var measures = Measures(pixels: before.width * before.height)
    measures.largestDifference = Int(planes.channels.max() ?? 0)
    measures.largestByChannel = planes.channels.map(Int.init)
    measures.changedPixels = planes.changed
    measures.changedBox = planes.box
    measures.shadowLargest = blurred.largest
    measures.shadowMean = blurred.mean
    measures.lightness = blurred.lightness
    if let deltaE {
      precondition(deltaE.count == measures.pixels, "a colour metric gives one figure a pixel")
      measures.largestDeltaE = Double(deltaE.max() ?? 0)
      measures.meanDeltaE = deltaE.reduce(0) { $0 + Double($1) } / Double(measures.pixels)
    }
    self.measures = measures
  }

  /// What one pass over the pixels finds.
  private struct Planes {
    var levels: [UInt8]
    var channels: [UInt8] = [0, 0, 0, 0]
    var changed = 0
    var box: PixelRect?
    /// The rows that hold a difference, as the half-open range that spans them.
    var rows = 0..<0
  }

  private static func pixelDifferences(_ before: Picture, _ after: Picture) -> Planes {
    let width = before.width
    var planes = Planes(levels: [UInt8](repeating: 0, count: width * before.height))
    var largest: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    var changed = 0
    var (minX, maxX, minY, maxY) = (Int.max, -1, Int.max, -1)
    before.bytes.withUnsafeBufferPointer { a in
      after.bytes.withUnsafeBufferPointer { b in
        planes.levels.withUnsafeMutableBufferPointer { levels in
          for pixel in 0..<levels.count {
            let at = pixel * 4
            if a[at] == b[at] && a[at + 1] == b[at + 1] && a[at + 2] == b[at + 2]
              && a[at + 3] == b[at + 3]
            {
              continue
            }
            let red = difference(a[at], a[at + 3], b[at], b[at + 3])
            let green = difference(a[at + 1], a[at + 3], b[at + 1], b[at + 3])
            let blue = difference(a[at + 2], a[at + 3], b[at + 2], b[at + 3])
            let alpha = a[at + 3] > b[at + 3] ? a[at + 3] - b[at + 3] : b[at + 3] - a[at + 3]
            let level = max(max(red, green), max(blue, alpha))
            if level == 0 { continue }
            levels[pixel] = level
            largest = (
              max(largest.0, red), max(largest.1, green), max(largest.2, blue),
              max(largest.3, alpha)
            )
            changed += 1
            let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
            minX = min(minX, x)
            maxX = max(maxX, x)
            minY = min(minY, y)
            maxY = max(maxY, y)
          }
        }
      }
    }
    planes.channels = [largest.0, largest.1, largest.2, largest.3]
    planes.changed = changed
    if changed > 0 {
      planes.box = PixelRect(x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1)
      planes.rows = minY..<(maxY + 1)
    }
    return planes
  }

  @inline(__always)
  private static func difference(_ c: UInt8, _ a: UInt8, _ d: UInt8, _ b: UInt8) -> UInt8 {
    let left = premultiplied(c, alpha: a)
    let right = premultiplied(d, alpha: b)
    return left > right ? left - right : right - left
  }
}

/// `round(c * a / 255)`, halves up.
@inline(__always)
func premultiplied(_ c: UInt8, alpha a: UInt8) -> UInt8 {
  UInt8((UInt32(c) * UInt32(a) * 2 + 255) / 510)
}
