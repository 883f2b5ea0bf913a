/// The difference of two pictures after a low-pass: the figure that finds a changed shadow.
///
/// A change of elevation moves many pixels by a few levels each, which every per-pixel threshold
/// that forgives anti-aliasing also forgives. The signed difference of premultiplied values is
/// therefore convolved, per channel, with a box of 9 x 9 pixels three times over (close to a Gaussian
/// of sigma 4.47 px); beyond the picture the difference is 0. A shadow that is two levels darker over
/// a wide band keeps its two levels; a one-pixel edge that moved by 60 levels keeps fewer than 6.
///
/// All sums are integers, divided once at the end by 9^6.
struct BlurredDifference {
  /// The largest absolute value of any channel at any pixel, in levels.
  private(set) var largest = 0.0
  /// The mean over all pixels of the largest absolute value of the four channels, in levels.
  private(set) var mean = 0.0
  /// The mean over all pixels of the change over a white ground, in levels; below 0 is darker.
  private(set) var lightness = 0.0

  /// Nine ones convolved with themselves twice: 25 weights that sum to 9^3.
  static let weights: [Int32] = {
    let box = [Int32](repeating: 1, count: 9)
    func convolve(_ a: [Int32], _ b: [Int32]) -> [Int32] {
      var result = [Int32](repeating: 0, count: a.count + b.count - 1)
      for i in a.indices {
        for j in b.indices { result[i + j] += a[i] * b[j] }
      }
      return result
    }
    return convolve(convolve(box, box), box)
  }()

  /// How far the low-pass reaches, in pixels.
  static let reach = 12

  /// What one level at every pixel under the window sums to: 9^6.
  private static let unit = 531_441.0

  /// Pictures of equal size; `rows` spans every row that holds a difference.
  init(_ before: Picture, _ after: Picture, rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    let width = before.width
    let height = before.height
    let taps = Self.weights.count
    // A ring of horizontally filtered rows, four channels each; a row's slot is its index modulo 25.
    var ring = [Int32](repeating: 0, count: taps * width * 4)
    var line = [Int32](repeating: 0, count: (width + 2 * Self.reach) * 4)
    var largestSum: Int32 = 0
    var total: Int64 = 0
    var light: Int64 = 0
    let outputs = max(0, rows.lowerBound - Self.reach)..<min(height, rows.upperBound + Self.reach)
    var next = outputs.lowerBound - Self.reach
    for y in outputs {
      while next <= y + Self.reach {
        let slot = Self.slot(of: next)
        if rows.contains(next) {
          Self.fillLine(&line, before, after, row: next)
          light += Self.lightness(of: line, width: width)
          Self.filterLine(line, into: &ring, at: slot * width * 4, width: width)
        } else {
          for i in (slot * width * 4)..<((slot + 1) * width * 4) { ring[i] = 0 }
        }
        next += 1
      }
      let row = Self.vertical(ring, centre: y, width: width)
      largestSum = max(largestSum, row.largest)
      total += row.total
    }
    let pixels = Double(width * height)
    largest = Double(largestSum) / Self.unit
    mean = Double(total) / Self.unit / pixels
    lightness = Double(light) / 3 / pixels
  }

  private static func slot(of row: Int) -> Int {
    let taps = weights.count
    return ((row % taps) + taps) % taps
  }

  /// The signed difference of a row, with zeros to both sides.
  private static func fillLine(
    _ line: inout [Int32], _ before: Picture, _ after: Picture, row: Int
  ) {
    let width = before.width
    before.bytes.withUnsafeBufferPointer { a in
      after.bytes.withUnsafeBufferPointer { b in
        line.withUnsafeMutableBufferPointer { line in
          for x in 0..<width {
            let at = (row * width + x) * 4
            let to = (x + reach) * 4
            for channel in 0..<3 {
              line[to + channel] =
                Int32(premultiplied(b[at + channel], alpha: b[at + 3]))
                - Int32(premultiplied(a[at + channel], alpha: a[at + 3]))
            }
            line[to + 3] = Int32(b[at + 3]) - Int32(a[at + 3])
          }
        }
      }
    }
  }

  /// The sum over a row of red + green + blue - 3 alpha: three times the change over white.
  private static func lightness(of line: [Int32], width: Int) -> Int64 {
    line.withUnsafeBufferPointer { line in
      var sum: Int64 = 0
      for x in 0..<width {
        let at = (x + reach) * 4
        sum += Int64(line[at] + line[at + 1] + line[at + 2] - 3 * line[at + 3])
      }
      return sum
    }
  }

  private static func filterLine(
    _ line: [Int32], into ring: inout [Int32], at start: Int, width: Int
  ) {
    line.withUnsafeBufferPointer { line in
      ring.withUnsafeMutableBufferPointer { ring in
        weights.withUnsafeBufferPointer { weights in
          for i in 0..<(width * 4) {
            var sum: Int32 = 0
            for tap in 0..<weights.count { sum &+= weights[tap] &* line[i + tap * 4] }
            ring[start + i] = sum
          }
        }
      }
    }
  }

  /// One row of the field: the largest absolute sum, and the sum over pixels of each one's largest.
  private static func vertical(
    _ ring: [Int32], centre: Int, width: Int
  ) -> (largest: Int32, total: Int64) {
    ring.withUnsafeBufferPointer { ring in
      weights.withUnsafeBufferPointer { weights in
        var largest: Int32 = 0
        var total: Int64 = 0
        let stride = width * 4
        let starts = (0..<weights.count).map { slot(of: centre - reach + $0) * stride }
        return starts.withUnsafeBufferPointer { starts in
          for x in 0..<width {
            var pixel: Int32 = 0
            for channel in 0..<4 {
              var sum: Int32 = 0
              let i = x * 4 + channel
              // At most 255 * 9^6, which is below 2^31.
              for tap in 0..<weights.count { sum &+= weights[tap] &* ring[starts[tap] + i] }
              pixel = max(pixel, sum < 0 ? -sum : sum)
            }
            largest = max(largest, pixel)
            total += Int64(pixel)
          }
          return (largest, total)
        }
      }
    }
  }
}
