internal import PenumbraGraphics
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

  private let shapes: [LineShape]
  private let content: Content?
  private let response: EdgeResponse
  private let integral: BlurIntegral
  /// Of the shapes that a pixel sees, by their numbers: their union as these rows of pixels see it.
  private var fields: [[Int]: Field] = [:]
  /// Sixteen rows share fields: the number of those that they are for.
  private var fieldRows = Int.min

  private final class Field {
    let outline: UnionOutline
    /// For a Gaussian.
    let lines: CasterLines?

    init(_ outline: UnionOutline, _ lines: CasterLines?) {
      self.outline = outline
      self.lines = lines
    }
  }

  init(_ shapes: [FittedShape], _ content: Content?, _ response: EdgeResponse) {
    self.shapes = shapes.filter { !$0.isEmpty }.map { LineShape($0) }
    self.content = content
    self.response = response
    integral = BlurIntegral(response)
  }

  /// Whether the mean is taken from the neighbours.
  var isSmooth: Bool {
    if case .gaussian = response.form { return response.sigma >= 1 }
    return false
  }

  /// A Gaussian below this sigma bends within less than a third of a pixel.
  private static let bent = 1.0 / 3

  /// Of more taps to a side each weighs too little for the place to matter where its copy of a
  /// curve enters or leaves a pixel.
  private static let fewTaps = 3

  /// Adds the heights in the pixel (x, y) at which the alpha's own edges lie.
  func addCuts(x: Int, y: Int, to cuts: inout [Double]) {
    var reach = 0
    switch response.form {
    case .sharp: break
    case .taps(let taps, _): reach = taps.count / 2
    case .gaussian:
      guard response.sigma < Self.bent else { return }
      let count = Int(min(64, (Self.bent / response.sigma).rounded(.up)))
      for cut in 1..<max(2, count) { cuts.append(Double(y) + Double(cut) / Double(count)) }
    }
    // Copies lie whole pixels apart: each edge of one cuts every pixel at the same height.
    func addFolded(_ heights: [Double]) {
      for height in heights {
        cuts.append(Double(y) + (height - height.rounded(.down)))
      }
    }
    if let content { return addFolded([content.place.top]) }
    var heights: [Double] = []
    let margin = Double(reach)
    for shape in shapes
    where shape.shape.top < Double(y + 1) + margin && shape.shape.bottom > Double(y) - margin {
      shape.addLevels(to: &heights)
      guard reach <= Self.fewTaps else { continue }
      for column in x - reach...x + reach + 1 {
        shape.addCrossings(Double(column), to: &heights)
      }
    }
    addFolded(heights)
  }

  /// The mean over the strokes of a part of the pixel (x, y), whose area must not be 0.
  func mean(_ strokes: ArraySlice<PixelPart.Stroke>, area: Double, x: Int, y: Int) -> Double {
    if content == nil {
      let field = field(x: x, y: y)
      if let lines = field.lines { return lines.sum(over: strokes) / area }
      return sum(strokes) { stroke, add in each(field.outline, stroke.y, add) } / area
    }
    guard let content else { return 0 }
    return sum(strokes) { stroke, add in each(content, stroke.y, x, add) } / area
  }

  /// What strokes see of intervals with weights, which `each` gives for a stroke.
  private func sum(
    _ strokes: ArraySlice<PixelPart.Stroke>,
    _ each: (PixelPart.Stroke, (_ weight: Double, _ from: Double, _ to: Double) -> Void) -> Void
  ) -> Double {
    var sum = 0.0
    for stroke in strokes {
      var along = 0.0
      each(stroke) { weight, from, to in
        along +=
          weight
          * (integral.ramp(stroke.right - from) - integral.ramp(stroke.left - from)
            - integral.ramp(stroke.right - to) + integral.ramp(stroke.left - to))
      }
      sum += stroke.weight * along
    }
    return sum
  }

  /// What a caster that is not blurred by a Gaussian is along a line: intervals with weights.
  private func each(
    _ outline: UnionOutline, _ y: Double, _ body: (Double, Double, Double) -> Void
  ) {
    switch response.form {
    case .sharp:
      outline.each(at: y) { body(1, $0, $1) }
    case .taps(let taps, _):
      for (tap, weight) in taps.enumerated() {
        outline.each(at: y - Double(tap - taps.count / 2)) { body(weight, $0, $1) }
      }
    case .gaussian: preconditionFailure("a Gaussian has lines")
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
    let block = y >> 4
    if block != fieldRows {
      fields.removeAll(keepingCapacity: true)
      fieldRows = block
    }
    let reach = response.farthest
    let top = Double(block << 4) - reach
    let bottom = Double((block + 1) << 4) + reach
    let near = shapes.indices.filter {
      let shape = shapes[$0].shape
      return shape.left < Double(x + 1) + reach && shape.right > Double(x) - reach
        && shape.top < bottom && shape.bottom > top
    }
    if let known = fields[near] { return known }
    let outline = UnionOutline(near.map { shapes[$0].shape })
    var lines: CasterLines?
    if case .gaussian(let profile) = response.form {
      let low = near.reduce(bottom) { min($0, max(top, shapes[$1].shape.top)) }
      let high = near.reduce(top) { max($0, min(bottom, shapes[$1].shape.bottom)) }
      lines = CasterLines(outline, from: low, to: high, response, profile)
    }
    let field = Field(outline, lines)
    fields[near] = field
    return field
  }
}

/// A blur along one axis at points: how much of a half-plane a point sees, and its integral.
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

  /// The last tap that a point sees.
  private func last(_ t: Double, _ count: Int) -> Int {
    let place = t.rounded(.down)
    let half = Double(count / 2)
    return place < -half ? -1 : place >= half ? count - 1 : Int(place) + count / 2
  }
}
