/// The difference of two pictures after a low-pass: the figure that finds a changed shadow.
///
/// A change of elevation moves many pixels by a few levels each, which every per-pixel threshold
/// that forgives anti-aliasing also forgives. The signed difference of premultiplied values is
/// therefore convolved, per channel, with a box of 9 x 9 pixels three times over (close to a Gaussian
/// of sigma 4.47 px); beyond the picture the difference is 0. A shadow that is two levels darker over
/// a wide band keeps its two levels; a one-pixel edge that moved by 60 levels keeps fewer than 6.
///
/// All sums are integers, divided once at the end by 9^6. Rows come from the top; those of the 25 that
/// the low-pass sees are kept, as far as the changed box reaches.
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

  private let width: Int
  private let height: Int
  private let changed: PixelRect
  /// A ring of rows of signed differences within the changed box, four channels each; a row's slot is
  /// its index modulo their number.
  private var ring: [Int16]
  private var isZero: [Bool]
  /// A row after the vertical pass, with zeros to both sides.
  private var line: [Int32]
  private var largestSum: Int32 = 0
  private var total: Int64 = 0
  private var light: Int64 = 0

  /// For pictures of a size that differ within a box only.
  init(width: Int, height: Int, changed: PixelRect) {
    self.width = width
    self.height = height
    self.changed = changed
    let rows = min(Self.weights.count, changed.height)
    ring = [Int16](repeating: 0, count: rows * changed.width * 4)
    isZero = [Bool](repeating: true, count: rows)
    line = [Int32](repeating: 0, count: (changed.width + 4 * Self.reach) * 4)
  }

  private var changedRows: Range<Int> { changed.y..<(changed.y + changed.height) }

  /// Takes the next rows of both pictures.
  mutating func add(_ rows: ComparedRows) {
    for row in 0..<rows.count where changedRows.contains(rows.top + row) {
      let slot = (rows.top + row) % isZero.count
      isZero[slot] = rows.isEqual(row: row)
      if !isZero[slot] { fill(slot, rows, row) }
      filter(row: rows.top + row - Self.reach)
    }
  }

  /// Finishes when all rows have been taken.
  mutating func finish() {
    // The rows whose window ends below the last that changed.
    let end = changedRows.upperBound
    for y in (end - Self.reach)..<(end + Self.reach) { filter(row: y) }
    let pixels = Double(width * height)
    largest = Double(largestSum) / Self.unit
    mean = Double(total) / Self.unit / pixels
    lightness = Double(light) / 3 / pixels
  }

  /// Writes the three figures.
  func write(to measures: inout Measures) {
    measures.shadowLargest = largest
    measures.shadowMean = mean
    measures.lightness = lightness
  }

  /// The signed difference of a row within the box, and what it adds to the change over white.
  private mutating func fill(_ slot: Int, _ rows: ComparedRows, _ row: Int) {
    let boxWidth = changed.width
    let start = (row * rows.width + changed.x) * 4
    let (a, b) = (rows.before + start, rows.after + start)
    light += ring.withUnsafeMutableBufferPointer { ring in
      var sum: Int64 = 0
      let to = slot * boxWidth * 4
      for x in 0..<boxWidth {
        let at = x * 4
        let alpha = Int16(b[at + 3]) - Int16(a[at + 3])
        var colors: Int64 = 0
        for channel in 0..<3 {
          let difference =
            Int16(premultiplied(b[at + channel], alpha: b[at + 3]))
            - Int16(premultiplied(a[at + channel], alpha: a[at + 3]))
          ring[to + at + channel] = difference
          colors += Int64(difference)
        }
        ring[to + at + 3] = alpha
        // Three times the change over white.
        sum += colors - 3 * Int64(alpha)
      }
      return sum
    }
  }

  /// One row of the field, once all rows that it sees are in the ring.
  private mutating func filter(row y: Int) {
    guard (0..<height).contains(y) else { return }
    let count = changed.width * 4
    let first = 2 * Self.reach * 4
    let seen = changedRows.clamped(to: (y - Self.reach)..<(y + Self.reach + 1))
    var isAllZero = true
    line.withUnsafeMutableBufferPointer { line in
      for i in 0..<count { line[first + i] = 0 }
      ring.withUnsafeBufferPointer { ring in
        for source in seen {
          let slot = source % isZero.count
          if isZero[slot] { continue }
          isAllZero = false
          let weight = Self.weights[source - y + Self.reach]
          let from = slot * count
          for i in 0..<count { line[first + i] &+= weight &* Int32(ring[from + i]) }
        }
      }
    }
    if !isAllZero { filterLine() }
  }

  /// The horizontal pass of the row in `line`, as far as it leaves something within the picture.
  private mutating func filterLine() {
    let columns =
      (changed.x - Self.reach)..<(changed.x + changed.width + Self.reach)
    let inside = columns.clamped(to: 0..<width)
    var (largest, total) = (largestSum, self.total)
    line.withUnsafeBufferPointer { line in
      Self.weights.withUnsafeBufferPointer { weights in
        for x in inside {
          var pixel: Int32 = 0
          let at = (x - columns.lowerBound) * 4
          for channel in 0..<4 {
            var sum: Int32 = 0
            // At most 255 * 9^6, which is below 2^31.
            for tap in 0..<weights.count { sum &+= weights[tap] &* line[at + channel + tap * 4] }
            pixel = max(pixel, sum < 0 ? -sum : sum)
          }
          largest = max(largest, pixel)
          total += Int64(pixel)
        }
      }
    }
    (largestSum, self.total) = (largest, total)
  }
}
