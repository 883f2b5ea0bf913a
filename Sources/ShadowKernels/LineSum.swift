/// What pieces of lines see of a caster that is blurred by a (cut) Gaussian: the integral over the
/// pieces, each of which stands for some height, of the blurred caster.
///
/// The caster is given as lines too, each with the intervals that lie in it. With F the blur's
/// distribution function and G its integral, a piece from a to b sees of an interval from c to d
/// `G(b - c) - G(a - c) - G(b - d) + G(a - d)` along the line, times what its height sees of the
/// caster's line: `F(t - top) - F(t - bottom)` of a strip, the weight times the density at the
/// distance of a node of a rule.
///
/// Numbers are 64-bit, as `EdgeProfile` has them, whose profile and table are meant.
public enum LineSum {
  /// A piece of a line.
  public struct Piece {
    /// The line's height, in pixels from the top.
    public var y: Double
    /// The height that the line stands for.
    public var weight: Double
    /// Where the piece begins.
    public var left: Double
    /// Where the piece ends.
    public var right: Double

    /// A piece from its parts.
    public init(y: Double, weight: Double, left: Double, right: Double) {
      self.y = y
      self.weight = weight
      self.left = left
      self.right = right
    }
  }

  /// A line across the caster: a strip, or a node of a rule.
  public struct Line {
    /// Where the strip begins, or where the node lies.
    public var from: Double
    /// Where the strip ends; a node's is `from`.
    public var to: Double
    /// A node's.
    public var weight: Double
    /// Its intervals are those from this number up to the next line's first.
    public var firstInterval: Int

    /// A line from its parts.
    public init(from: Double, to: Double, weight: Double, firstInterval: Int) {
      self.from = from
      self.to = to
      self.weight = weight
      self.firstInterval = firstInterval
    }
  }

  /// What lies in the caster along a line.
  public struct Interval {
    /// Where it begins.
    public var left: Double
    /// Where it ends.
    public var right: Double

    /// An interval from its ends.
    public init(left: Double, right: Double) {
      self.left = left
      self.right = right
    }
  }

  /// Adds up what all pieces see of the lines that lie less than `reach` above or below.
  ///
  /// Lines go from the top down; behind the last one lies one at an infinite height, which ends the
  /// intervals of the one before.
  public static func sum(
    _ pieces: UnsafeBufferPointer<Piece>, _ lines: UnsafeBufferPointer<Line>,
    _ intervals: UnsafePointer<Interval>, reach: Double, _ profile: UnsafePointer<Double>,
    _ table: UnsafePointer<Double>
  ) -> Double {
    var sum = 0.0
    for piece in pieces {
      var along = 0.0
      var index = firstLine(lines, piece.y - reach)
      let end = piece.y + reach
      // Where one strip ends the next begins.
      var edge = Double.nan
      var seenAbove = 0.0
      while lines[index].from <= end {
        let line = lines[index]
        index += 1
        let weight: Double
        if line.to > line.from {
          if line.from != edge {
            seenAbove = EdgeProfile.distribution(piece.y - line.from, profile, table)
          }
          let seenBelow = EdgeProfile.distribution(piece.y - line.to, profile, table)
          weight = seenAbove - seenBelow
          edge = line.to
          seenAbove = seenBelow
        } else {
          weight = line.weight * EdgeProfile.density(piece.y - line.from, profile, table)
        }
        if weight == 0 { continue }
        for number in line.firstInterval..<lines[index].firstInterval {
          let interval = intervals[number]
          let seen =
            EdgeProfile.ramp(piece.right - interval.left, profile, table)
            - EdgeProfile.ramp(piece.left - interval.left, profile, table)
            - EdgeProfile.ramp(piece.right - interval.right, profile, table)
            + EdgeProfile.ramp(piece.left - interval.right, profile, table)
          along += weight * seen
        }
      }
      sum += piece.weight * along
    }
    return sum
  }

  /// The first line that does not end above a height.
  private static func firstLine(_ lines: UnsafeBufferPointer<Line>, _ y: Double) -> Int {
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].to < y { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
