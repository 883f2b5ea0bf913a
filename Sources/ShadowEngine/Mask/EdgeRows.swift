/// Which pixels of a mask's rows some shapes touch, and which they cover wholly, by arithmetic that
/// does not depend on the mask: what one mask leaves to another, the other has.
struct EdgeRows {
  /// Of every row of samples, runs of columns of samples that rise and do not touch.
  private struct Runs {
    var starts: [Int] = [0]
    var runs: [Range<Int>] = []

    func row(_ row: Int) -> ArraySlice<Range<Int>> { runs[starts[row]..<starts[row + 1]] }

    /// Ends a row of runs in any order, those that overlap made one.
    mutating func endRow(_ found: inout [Range<Int>]) {
      if found.count > 1 { found.sort { $0.lowerBound < $1.lowerBound } }
      let first = runs.count
      for run in found where !run.isEmpty {
        if runs.count > first, run.lowerBound <= runs[runs.count - 1].upperBound {
          let last = runs[runs.count - 1]
          runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
        } else {
          runs.append(run)
        }
      }
      starts.append(runs.count)
      found.removeAll(keepingCapacity: true)
    }
  }

  private var touchedRuns = Runs()
  private var wholeRuns = Runs()

  init(_ shapes: [FittedShape], across: AxisSamples, down: AxisSamples) {
    let shapes = shapes.filter { !$0.isEmpty }.map { LineShape($0) }
    // Of several shapes each row looks at its own.
    var byRow: [[Int]] = []
    if shapes.count > 1 {
      byRow = [[Int]](repeating: [], count: down.count)
      for (index, shape) in shapes.enumerated() {
        let rows = down.samples(of: shape.rows)
        for row in rows { byRow[row].append(index) }
      }
    }
    let all = Array(shapes.indices)
    var touched: [Range<Int>] = []
    var whole: [Range<Int>] = []
    for row in 0..<down.count {
      let y = down.pixel(row)
      for index in shapes.count > 1 ? byRow[row] : all {
        if let columns = shapes[index].touchedColumns(y) {
          touched.append(across.samples(of: columns))
        }
        if let columns = shapes[index].wholeColumns(y) {
          whole.append(across.samples(of: columns))
        }
      }
      touchedRuns.endRow(&touched)
      wholeRuns.endRow(&whole)
    }
  }

  /// The columns that the shapes touch.
  func touched(_ row: Int) -> ArraySlice<Range<Int>> { touchedRuns.row(row) }

  /// The columns that one of the shapes covers wholly.
  func whole(_ row: Int) -> ArraySlice<Range<Int>> { wholeRuns.row(row) }

  /// Gives the runs of columns that are touched but not whole.
  func eachRim(_ row: Int, _ body: (Range<Int>) -> Void) {
    let whole = self.whole(row)
    var next = whole.startIndex
    for run in touched(row) {
      var start = run.lowerBound
      while next < whole.endIndex, whole[next].upperBound <= run.upperBound {
        if whole[next].lowerBound > start { body(start..<whole[next].lowerBound) }
        start = max(start, whole[next].upperBound)
        next += 1
      }
      if start < run.upperBound { body(start..<run.upperBound) }
    }
  }
}

extension LineShape {
  /// The rows of pixels that the shape touches.
  fileprivate var rows: Range<Int> {
    Int(shape.top.rounded(.down))..<Int(shape.bottom.rounded(.up))
  }

  /// The columns whose pixels in row y the shape touches.
  fileprivate func touchedColumns(_ y: Int) -> Range<Int>? {
    let top = max(Double(y), shape.top) - shape.top
    let bottom = shape.bottom - min(Double(y + 1), shape.bottom)
    let height = shape.bottom - shape.top
    guard top < height, bottom < height else { return nil }
    // Of a corner the row sees most where it is farthest from the corner's horizontal side.
    let left = max(topLeft.at(height - bottom), bottomLeft.at(height - top))
    let right = max(topRight.at(height - bottom), bottomRight.at(height - top))
    let first = Int((shape.left + Self.low(left)).rounded(.down))
    let end = Int((shape.right - Self.low(right)).rounded(.up))
    return first < end ? first..<end : nil
  }

  /// The columns whose pixels in row y the shape covers wholly.
  fileprivate func wholeColumns(_ y: Int) -> Range<Int>? {
    let top = Double(y) - shape.top
    let bottom = shape.bottom - Double(y + 1)
    guard top >= 0, bottom >= 0 else { return nil }
    let left = max(topLeft.at(top), bottomLeft.at(bottom))
    let right = max(topRight.at(top), bottomRight.at(bottom))
    let first = Int((shape.left + Self.high(left)).rounded(.up))
    let end = Int((shape.right - Self.high(right)).rounded(.down))
    return first < end ? first..<end : nil
  }

  // Edges are multiples of 2^-16. With insets that are multiples of 2^-20 a place is exact, and a
  // shape that is its own mirror image has columns that are.

  private static func low(_ inset: Double) -> Double {
    (inset * 1_048_576).rounded(.down) / 1_048_576
  }

  private static func high(_ inset: Double) -> Double {
    (inset * 1_048_576).rounded(.up) / 1_048_576
  }
}

extension AxisSamples {
  /// The samples that stand for a range of pixels, whose plateau is wholly in the range or not at all.
  fileprivate func samples(of pixels: Range<Int>) -> Range<Int> {
    func place(_ pixel: Int) -> Int {
      max(0, min(count, axis.sample(pixel - axis.origin) - first))
    }
    let start = place(pixels.lowerBound)
    return start..<max(start, place(pixels.upperBound))
  }
}
