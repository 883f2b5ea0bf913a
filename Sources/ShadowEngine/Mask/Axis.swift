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

/// Some neighbouring samples of an axis, by their numbers from the first.
struct AxisSamples: Sendable {
  let axis: Axis
  let first: Int
  let count: Int

  /// The first pixel that a sample stands for, in the recipe's coordinates.
  func pixel(_ index: Int) -> Int { axis.origin + axis.pixel(first + index) }

  /// The sample of the pixel that lies `offset` from a sample's, or the nearest one there is.
  func neighbour(_ index: Int, _ offset: Int) -> Int {
    let pixel = axis.pixel(first + index) + offset
    let sample = axis.sample(max(0, min(axis.length - 1, pixel))) - first
    return max(0, min(count - 1, sample))
  }

  /// Whether a sample stands for pixels that are all alike.
  func isPlateau(_ index: Int) -> Bool { axis.plateau > 0 && first + index == axis.lead }
}
