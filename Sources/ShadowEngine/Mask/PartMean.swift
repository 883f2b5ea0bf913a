internal import ShadowKernels

/// The mean of one blurred caster over a part of a pixel.
///
/// Where a blur is smooth across a pixel, from sigma 1 on, that is the mean of the quadratic through
/// the means over the pixel and its neighbours. A sharper one, and taps, are integrated along the
/// part's lines.
final class PartMean {
  /// The content that casts, instead of shapes.
  struct Content {
    var bitmap: CoverageBitmap
    var place: MaskRecipe.Content
  }

  private let shapes: [FittedShape]
  private let content: Content?
  private let response: EdgeResponse
  private let integral: BlurIntegral
  /// Of the shapes that a pixel sees, by their numbers: lines across their union, for a Gaussian.
  private var fields: [[Int]: Field] = [:]

  private struct Field {
    var outline: UnionOutline
    /// For a Gaussian: lines across it, each with its intervals.
    var lines: [(line: UnionOutline.Line, intervals: [UnionOutline.Interval])]
  }

  init(_ shapes: [FittedShape], _ content: Content?, _ response: EdgeResponse) {
    self.shapes = shapes.filter { !$0.isEmpty }
    self.content = content
    self.response = response
    integral = BlurIntegral(response)
  }

  /// Whether the mean is taken from the neighbours.
  var isSmooth: Bool {
    if case .gaussian = response.form { return response.sigma >= 1 }
    return false
  }

  /// The shapes whose edges matter to the lines of a part.
  var kinks: [FittedShape] {
    if case .sharp = response.form { return shapes }
    return []
  }

  /// The mean over a part of the pixel (x, y), which must have an area.
  func mean(_ part: PixelPart, x: Int, y: Int) -> Double {
    var sum = 0.0
    let field = content == nil ? field(x: x, y: y) : nil
    for line in part.lines {
      var along = 0.0
      func add(_ weight: Double, _ from: Double, _ to: Double) {
        if weight == 0 { return }
        for stretch in line.stretches {
          along +=
            weight
            * (integral.ramp(stretch.right - from) - integral.ramp(stretch.left - from)
              - integral.ramp(stretch.right - to) + integral.ramp(stretch.left - to))
        }
      }
      if let content {
        each(content, line.y, x, add)
      } else if let field {
        each(field, line.y, add)
      }
      sum += line.weight * along
    }
    return sum / part.area
  }

  /// What the caster is along a line: intervals with weights.
  private func each(_ field: Field, _ y: Double, _ body: (Double, Double, Double) -> Void) {
    switch response.form {
    case .sharp:
      for interval in field.outline.intervals(at: y) { body(1, interval.left, interval.right) }
    case .taps(let taps, _):
      for (tap, weight) in taps.enumerated() {
        let row = y - Double(tap - taps.count / 2)
        for interval in field.outline.intervals(at: row) {
          body(weight, interval.left, interval.right)
        }
      }
    case .gaussian:
      for (line, intervals) in field.lines {
        let weight: Double
        if let strip = line.strip {
          weight = integral.step(y - strip.from) - integral.step(y - strip.to)
        } else {
          weight = line.weight * integral.density(y - line.y)
        }
        if weight == 0 { continue }
        for interval in intervals { body(weight, interval.left, interval.right) }
      }
    }
  }

  private func each(
    _ content: Content, _ y: Double, _ x: Int, _ body: (Double, Double, Double) -> Void
  ) {
    let bitmap = content.bitmap
    let reach = response.farthest
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let first = max(0, min(Double(count), low.rounded(.down)))
      let end = max(first, min(Double(count), high.rounded(.up)))
      return Int(first)..<Int(end)
    }
    let top = y - content.place.top
    let left = Double(x) - content.place.left
    let columns = range(left - reach, left + 1 + reach, bitmap.width)
    for row in range(top - reach, top + reach, bitmap.height) {
      let weight = integral.step(top - Double(row)) - integral.step(top - Double(row + 1))
      if weight == 0 { continue }
      for column in columns {
        let byte = bitmap.bytes[row * bitmap.width + column]
        if byte == 0 { continue }
        let start = content.place.left + Double(column)
        body(weight * Double(byte) / 255, start, start + 1)
      }
    }
  }

  private func field(x: Int, y: Int) -> Field {
    let reach = response.farthest
    let near = shapes.indices.filter {
      let shape = shapes[$0]
      return shape.left < Double(x + 1) + reach && shape.right > Double(x) - reach
        && shape.top < Double(y + 1) + reach && shape.bottom > Double(y) - reach
    }
    if let known = fields[near] { return known }
    let outline = UnionOutline(near.map { shapes[$0] })
    var field = Field(outline: outline, lines: [])
    if case .gaussian = response.form {
      let low = near.reduce(Double.infinity) { min($0, shapes[$1].top) }
      let high = near.reduce(-Double.infinity) { max($0, shapes[$1].bottom) }
      if low < high {
        let lines =
          response.sigma < 0.3
          ? outline.strips(from: low, to: high)
          : outline.lines(from: low, to: high, sigma: 0.5 * response.sigma)
        field.lines = lines.map { ($0, outline.intervals(at: $0.y)) }
      }
    }
    fields[near] = field
    return field
  }
}

/// A blur along one axis at points: how much of a half-plane a point sees, its integral and its
/// derivative.
private struct BlurIntegral {
  private let response: EdgeResponse
  /// For taps: the sum up to each of tap times place.
  private let moments: [Double]

  init(_ response: EdgeResponse) {
    self.response = response
    guard case .taps(let taps, _) = response.form else {
      moments = []
      return
    }
    var sum = 0.0
    moments = taps.enumerated().map { index, tap in
      sum += tap * Double(index - taps.count / 2)
      return sum
    }
  }

  /// The share of a half-plane that a point sees which lies t inside of it.
  func step(_ t: Double) -> Double {
    switch response.form {
    case .sharp: return t > 0 ? 1 : 0
    case .gaussian(let profile):
      return EdgeProfile.distribution(t, profile, NormalTable.shared.cubics)
    case .taps(_, let sums):
      let last = last(t, sums.count)
      return last < 0 ? 0 : sums[last]
    }
  }

  /// The integral of `step` up to t.
  func ramp(_ t: Double) -> Double {
    switch response.form {
    case .sharp: return t > 0 ? t : 0
    case .gaussian(let profile):
      return EdgeProfile.ramp(t, profile, NormalTable.shared.cubics)
    case .taps(_, let sums):
      let last = last(t, sums.count)
      return last < 0 ? 0 : t * sums[last] - moments[last]
    }
  }

  /// The slope of `step` across a sixteenth of sigma around t; taps have none.
  func density(_ t: Double) -> Double {
    let width = response.sigma / 16
    return (step(t + 0.5 * width) - step(t - 0.5 * width)) / width
  }

  /// The last tap that a point sees.
  private func last(_ t: Double, _ count: Int) -> Int {
    let place = t.rounded(.down)
    let half = Double(count / 2)
    return place < -half ? -1 : place >= half ? count - 1 : Int(place) + count / 2
  }
}
