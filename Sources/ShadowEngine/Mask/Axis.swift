/// The pixels of a mask along one axis, with a plateau whose pixels are all alike left out.
///
/// Pixels run from `origin`: `lead` of them, `plateau` alike (none when the mask has no plateau),
/// then `trail`. *Samples* are what is stored: the lead, one for the plateau, the trail.
struct Axis: Hashable, Sendable {
  var origin: Int
  var lead: Int
  var plateau: Int
  var trail: Int

  /// In pixels.
  var length: Int { lead + plateau + trail }

  var sampleCount: Int { lead + (plateau > 0 ? 1 : 0) + trail }

  /// The sample that stands for a pixel, counted from `origin`.
  func sample(_ pixel: Int) -> Int {
    if pixel < lead { return pixel }
    if pixel < lead + plateau { return lead }
    return pixel - plateau + (plateau > 0 ? 1 : 0)
  }

  /// The first pixel that a sample stands for, counted from `origin`.
  func pixel(_ sample: Int) -> Int {
    sample <= lead ? sample : sample - (plateau > 0 ? 1 : 0) + plateau
  }

  /// What a stretch of samples is.
  enum Part {
    case lead
    case plateau
    case trail
    /// There is no plateau.
    case whole
  }

  /// Samples that stand for neighbouring pixels.
  struct Segment {
    var part: Part
    /// Of the first sample, in the recipe's coordinates.
    var pixel: Int
    /// The first sample's place among those evaluated.
    var index: Int
    var count: Int
  }

  /// The samples `range` as stretches of neighbours.
  func segments(_ range: Range<Int>) -> [Segment] {
    var segments: [Segment] = []
    func add(_ part: Part, _ from: Int, _ to: Int) {
      let first = from > range.lowerBound ? from : range.lowerBound
      let end = to < range.upperBound ? to : range.upperBound
      guard first < end else { return }
      segments.append(
        Segment(
          part: part, pixel: origin + pixel(first), index: first - range.lowerBound,
          count: end - first))
    }
    if plateau == 0 {
      add(.whole, 0, lead + trail)
    } else {
      add(.lead, 0, lead)
      add(.plateau, lead, lead + 1)
      add(.trail, lead + 1, lead + 1 + trail)
    }
    return segments
  }
}

/// Samples in a row seen from one edge of a shape: sample `index + stride * m` lies
/// `distance + m` pixels inside of it, m in 0..<count.
struct EdgeRun {
  var index: Int
  var stride: Int
  var count: Int
  var distance: Double

  /// A segment seen from an edge at `edge`: a left or top one, or a right or bottom one.
  init(_ segment: Axis.Segment, edge: Double, isLeading: Bool) {
    count = segment.count
    if isLeading {
      index = segment.index
      stride = 1
      distance = Double(segment.pixel) + 0.5 - edge
    } else {
      index = segment.index + segment.count - 1
      stride = -1
      distance = edge - (Double(segment.pixel + segment.count - 1) + 0.5)
    }
  }

  /// The part of the run whose distances lie in low...high.
  func limited(from low: Double, to high: Double) -> EdgeRun {
    var run = self
    let skip = (low - distance).rounded(.up)
    let first = skip > 0 ? (skip < Double(count) ? Int(skip) : count) : 0
    let reach = (high - distance).rounded(.down)
    let last = reach >= 0 ? (reach < Double(count) ? Int(reach) + 1 : count) : 0
    run.index += stride * first
    run.distance += Double(first)
    run.count = last > first ? last - first : 0
    return run
  }

  /// The smallest sample of the run.
  var lowest: Int { stride > 0 ? index : index - (count - 1) }
}
