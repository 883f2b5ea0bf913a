internal import ShadowKernels

/// A caster that a Gaussian blurs, as lines across it: from the top down, each with what lies in
/// the caster along it.
struct CasterLines {
  /// After the last lies one that only says where its intervals end.
  private let lines: [LineSum.Line]
  private let intervals: [LineSum.Interval]
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
    var lines: [LineSum.Line] = []
    var intervals: [LineSum.Interval] = []
    if low < high {
      let found = Self.lines(of: outline, from: low, to: high, sigma: response.sigma, profile[2])
      for line in found {
        lines.append(
          LineSum.Line(
            from: line.strip?.from ?? line.y, to: line.strip?.to ?? line.y, weight: line.weight,
            firstInterval: intervals.count))
        for interval in outline.intervals(at: line.y) {
          intervals.append(LineSum.Interval(left: interval.left, right: interval.right))
        }
      }
    }
    lines.append(
      LineSum.Line(from: .infinity, to: .infinity, weight: 0, firstInterval: intervals.count))
    self.lines = lines
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
  func sum(over strokes: ArraySlice<LineSum.Piece>) -> Double {
    strokes.withUnsafeBufferPointer { strokes in
      lines.withUnsafeBufferPointer { lines in
        intervals.withUnsafeBufferPointer { intervals in
          profile.withUnsafeBufferPointer { profile in
            NormalTable.shared.cubics.withUnsafeBufferPointer { table in
              guard let intervals = intervals.baseAddress, let profile = profile.baseAddress,
                let table = table.baseAddress
              else { return 0 }
              return LineSum.sum(strokes, lines, intervals, reach: reach, profile, table)
            }
          }
        }
      }
    }
  }
}
