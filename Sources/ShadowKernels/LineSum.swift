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
  /// Adds up what `count` pieces see of the lines that lie less than `reach` above or below.
  ///
  /// A piece is four numbers: its height, the height that it stands for, where it begins and where it
  /// ends. A line is three: where its strip begins and ends, and a weight; a node's strip ends where it
  /// begins. Lines go from the top down; behind the `lineCount`th lies one at an infinite height. An
  /// interval is two, where it begins and ends; line k has those from number `starts[k]` up to
  /// `starts[k + 1]`.
  public static func sum(
    _ pieces: UnsafePointer<Double>, _ count: Int, _ lines: UnsafePointer<Double>,
    _ lineCount: Int, _ starts: UnsafePointer<Int>, _ intervals: UnsafePointer<Double>,
    _ reach: Double, _ profile: UnsafePointer<Double>, _ table: UnsafePointer<Double>
  ) -> Double {
    var sum = 0.0
    for number in 0..<count {
      let piece = pieces + 4 * number
      let y = piece[0]
      var along = 0.0
      var index = firstLine(lines, lineCount, y - reach)
      let end = y + reach
      // Where one strip ends the next begins.
      var edge = Double.nan
      var seenAbove = 0.0
      while lines[3 * index] <= end {
        let line = lines + 3 * index
        let weight: Double
        if line[1] > line[0] {
          if line[0] != edge { seenAbove = EdgeProfile.distribution(y - line[0], profile, table) }
          let seenBelow = EdgeProfile.distribution(y - line[1], profile, table)
          weight = seenAbove - seenBelow
          edge = line[1]
          seenAbove = seenBelow
        } else {
          weight = line[2] * EdgeProfile.density(y - line[0], profile, table)
        }
        index += 1
        if weight == 0 { continue }
        for number in starts[index - 1]..<starts[index] {
          let interval = intervals + 2 * number
          let seen =
            EdgeProfile.ramp(piece[3] - interval[0], profile, table)
            - EdgeProfile.ramp(piece[2] - interval[0], profile, table)
            - EdgeProfile.ramp(piece[3] - interval[1], profile, table)
            + EdgeProfile.ramp(piece[2] - interval[1], profile, table)
          along += weight * seen
        }
      }
      sum += piece[1] * along
    }
    return sum
  }

  /// The first line that does not end above a height.
  private static func firstLine(
    _ lines: UnsafePointer<Double>, _ count: Int, _ y: Double
  ) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if lines[3 * middle + 1] < y { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
