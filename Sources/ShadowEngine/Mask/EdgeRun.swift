/// Samples in a row seen from one edge of a shape: sample `index + j` lies
/// `distance + direction * j` pixels inside of it, j in 0..<count.
struct EdgeRun {
  var index: Int
  var count: Int
  var distance: Double
  /// 1 from a left or top edge, -1 from a right or bottom one.
  var direction: Double

  init(_ segment: Axis.Segment, edge: Double, isLeading: Bool) {
    index = segment.index
    count = segment.count
    let first = Double(segment.pixel) + 0.5
    distance = isLeading ? first - edge : edge - first
    direction = isLeading ? 1 : -1
  }

  /// The part of the run whose distances lie in low...high.
  func limited(from low: Double, to high: Double) -> EdgeRun {
    var run = self
    // The first and the last j, as distances from the run's beginning.
    let from = direction > 0 ? low - distance : distance - high
    let to = direction > 0 ? high - distance : distance - low
    let skip = from.rounded(.up)
    let first = skip > 0 ? (skip < Double(count) ? Int(skip) : count) : 0
    let reach = to.rounded(.down)
    let last = reach >= 0 ? (reach < Double(count) ? Int(reach) + 1 : count) : 0
    run.index += first
    run.distance += direction * Double(first)
    run.count = last > first ? last - first : 0
    return run
  }

  func distance(_ j: Int) -> Double { distance + direction * Double(j) }

  /// The smallest and the largest distance; there must be a sample.
  var distances: ClosedRange<Double> {
    let ends = (distance, distance(count - 1))
    return ends.0 < ends.1 ? ends.0...ends.1 : ends.1...ends.0
  }

  /// The run in two parts.
  var halves: (EdgeRun, EdgeRun) {
    var first = self
    var second = self
    first.count = count / 2
    second.count = count - first.count
    second.index += first.count
    second.distance = distance(first.count)
    return (first, second)
  }
}
