internal import ShadowKernels

/// A caster that a Gaussian blurs, as lines across it: from the top down, each with what lies in
/// the caster along it.
struct CasterLines {
  private let count: Int
  /// As `LineSum` has them.
  private let lines: [Double]
  private let starts: [Int]
  private let intervals: [Double]
  private let profile: [Double]
  private let reach: Double

  /// The lines of the outline between two heights, for a blur whose profile is that of
  /// `EdgeProfile`.
  init(
    _ outline: UnionOutline, from low: Double, to high: Double, _ response: EdgeResponse,
    _ profile: [Double]
  ) {
    self.profile = profile
    // Beyond it a point sees less than 1e-9.
    reach = min(profile[2], 6) * response.sigma
    var lines: [Double] = []
    var starts: [Int] = []
    var intervals: [Double] = []
    if low < high {
      let found = Self.lines(of: outline, from: low, to: high, sigma: response.sigma, profile[2])
      for line in found {
        lines += [line.strip?.from ?? line.y, line.strip?.to ?? line.y, line.weight]
        starts.append(intervals.count / 2)
        for interval in outline.intervals(at: line.y) {
          intervals += [interval.left, interval.right]
        }
      }
    }
    count = starts.count
    lines += [.infinity, .infinity, 0]
    starts.append(intervals.count / 2)
    self.lines = lines
    self.starts = starts
    self.intervals = intervals
  }

  /// Below this sigma, in pixels, strips are fewer than the nodes of a rule.
  private static let thinnest = 0.06
  /// The density of a cut Gaussian ends in a step, which thin panels meet better, and strips best.
  private static let thinnestCut = 0.3

  private static func lines(
    of outline: UnionOutline, from low: Double, to high: Double, sigma: Double, _ cut: Double
  ) -> [UnionOutline.Line] {
    let isWhole = cut >= 8
    if sigma < (isWhole ? thinnest : thinnestCut) { return outline.strips(from: low, to: high) }
    return isWhole
      ? outline.lines(from: low, to: high, sigma: sigma, nodes: 4)
      : outline.lines(from: low, to: high, sigma: 0.5 * sigma)
  }

  /// The integral over strokes of what a point sees of the caster.
  func sum(over strokes: ArraySlice<PixelPart.Stroke>) -> Double {
    // In arrays without elements there is nothing to point at.
    if strokes.isEmpty || intervals.isEmpty { return 0 }
    return strokes.withUnsafeBytes { strokes in
      let pieces = strokes.assumingMemoryBound(to: Double.self)
      return Self.sum(pieces, lines, count, starts, intervals, reach, profile)
    }
  }

  private static func sum(
    _ pieces: UnsafeBufferPointer<Double>, _ lines: UnsafePointer<Double>, _ count: Int,
    _ starts: UnsafePointer<Int>, _ intervals: UnsafePointer<Double>, _ reach: Double,
    _ profile: UnsafePointer<Double>
  ) -> Double {
    guard let base = pieces.baseAddress else { return 0 }
    return LineSum.sum(
      base, pieces.count / 4, lines, count, starts, intervals, reach, profile,
      NormalTable.shared.cubics)
  }
}
