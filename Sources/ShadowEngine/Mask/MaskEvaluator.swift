internal import Scene

/// Alpha before its rounding, for some samples of a recipe.
struct MaskEvaluator {
  /// Shapes under one blur: for each, two rows of numbers and the residuals of its corners; or, where
  /// shapes overlap, no rows and their union as a negative sum.
  private struct Factors {
    var rectangles: [(x: FloatBuffer, y: FloatBuffer)] = []
    var sums: [OuterSum] = []
  }

  private let recipe: MaskRecipe
  private let kernels: KernelTable
  private let columnSegments: [Axis.Segment]
  private let rowSegments: [Axis.Segment]
  private let layers: [Factors]
  private let cell: Factors?
  private let clip: Factors?
  let columns: Int
  let rows: Int
  /// Floats from one row of a block to the next; room for whole vectors beyond any column.
  let stride: Int
  /// How many rows are worked on together.
  static let blockRows = 8

  private static let sharp = EdgeResponse(kernel: .gaussian, sigma: 0)

  private let blurred: FloatBuffer
  private let coverage: FloatBuffer
  private let passed: FloatBuffer
  private let clipping: FloatBuffer

  /// `columns` and `rows` are ranges of samples of the axes; `content` has the bitmap of every
  /// content that a layer names.
  init(
    _ recipe: MaskRecipe, x: Axis, y: Axis, columns: Range<Int>, rows: Range<Int>,
    content: [Int: CoverageBitmap] = [:], kernels: KernelTable
  ) {
    self.recipe = recipe
    self.kernels = kernels
    self.columns = columns.count
    self.rows = rows.count
    stride = paddedCount(columns.count) + 32
    let across = x.segments(columns)
    let down = y.segments(rows)
    columnSegments = across
    rowSegments = down
    let columnCount = columns.count
    let rowCount = rows.count
    func factors(_ shapes: [FittedShape], _ response: EdgeResponse) -> Factors {
      guard UnionOutline.areDisjoint(shapes) else {
        return Factors(sums: OuterSum.union(shapes, response, across, down))
      }
      var factors = Factors()
      for shape in shapes where !shape.isEmpty {
        factors.rectangles.append(
          (
            x: Self.profile(across, columnCount, from: shape.left, to: shape.right, response),
            y: Self.profile(down, rowCount, from: shape.top, to: shape.bottom, response)
          ))
        factors.sums += Self.corners(shape, response, across, down)
      }
      return factors
    }
    layers =
      recipe.rule == .exclusive
      ? recipe.layers[0].shapes.map { factors([$0], Self.sharp) }
      : recipe.layers.map { layer in
        let response = EdgeResponse(kernel: layer.kernel, sigma: layer.sigma)
        guard let caster = layer.content else { return factors(layer.shapes, response) }
        guard let bitmap = content[caster.number] else { return Factors() }
        return Factors(
          sums: OuterSum.content(bitmap, caster, response, kernels.instructionSet, across, down))
      }
    let needsCell = recipe.rule == .inset || recipe.layers.contains { $0.isKnockedOut }
    cell = needsCell ? factors(recipe.cell, Self.sharp) : nil
    clip = recipe.clip.map { factors([$0], Self.sharp) }
    blurred = FloatBuffer(stride * Self.blockRows)
    coverage = FloatBuffer(stride * Self.blockRows)
    passed = FloatBuffer(stride * Self.blockRows)
    clipping = FloatBuffer(stride * Self.blockRows)
  }

  /// Writes alpha for rows `first..<first + count` (at most `blockRows`), `stride` apart.
  func alpha(firstRow first: Int, count: Int, into out: UnsafeMutablePointer<Float>) {
    let length = count * stride
    if recipe.rule == .exclusive {
      exclusive(firstRow: first, count: count, into: out)
      return
    }
    kernels.fill(passed.base, 1, length)
    if let cell { sum(cell, first, count, coverage) }
    for (layer, factors) in zip(recipe.layers, layers) {
      sum(factors, first, count, blurred)
      let alpha = Float(layer.alpha)
      if recipe.rule == .inset {
        kernels.attenuateInside(passed.base, blurred.base, alpha, length)
      } else if layer.isKnockedOut, cell != nil {
        kernels.attenuateOutside(passed.base, blurred.base, coverage.base, alpha, length)
      } else {
        kernels.attenuate(passed.base, blurred.base, alpha, length)
      }
    }
    if recipe.rule == .inset {
      kernels.alpha(out, passed.base, coverage.base, length)
    } else if let clip {
      sum(clip, first, count, clipping)
      kernels.alpha(out, passed.base, clipping.base, length)
    } else {
      kernels.fill(clipping.base, 1, length)
      kernels.alpha(out, passed.base, clipping.base, length)
    }
  }

  /// One layer's blurred shapes for rows of a block.
  private func sum(_ factors: Factors, _ first: Int, _ count: Int, _ out: FloatBuffer) {
    if factors.rectangles.isEmpty { kernels.fill(out.base, 0, count * stride) }
    for (index, factor) in factors.rectangles.enumerated() {
      kernels.product(
        out.base, stride, factor.x.base, factor.y.base + first, count, stride, index > 0)
    }
    for sum in factors.sums {
      let from = max(first, sum.firstRow)
      let to = min(first + count, sum.firstRow + sum.rows)
      guard from < to else { continue }
      let row = from - sum.firstRow
      sum.windows.withUnsafeBufferPointer { windows in
        guard let base = windows.baseAddress else { return }
        kernels.subtract(
          out.base + ((from - first) * stride + sum.firstColumn), stride, sum.u.base, sum.uStride,
          sum.v.base + row * sum.vStride, sum.vStride, base + 2 * row, to - from, sum.columns)
      }
    }
  }

  private func exclusive(firstRow first: Int, count: Int, into out: UnsafeMutablePointer<Float>) {
    let layer = recipe.layers[0]
    sum(layers[0], first, count, blurred)
    sum(layers[1], first, count, coverage)
    for i in 0..<count {
      for segment in columnSegments {
        for n in 0..<segment.count {
          let j = i * stride + segment.index + n
          let a = blurred.base[j]
          let b = coverage.base[j]
          var both = a * b
          if a > 0, a < 1, b > 0, b < 1 {
            both = Float(
              FittedShape.overlap(
                layer.shapes[0], layer.shapes[1], x: Double(segment.pixel + n),
                y: Double(rowPixel(first + i))))
          }
          let alpha = a + b - 2 * both
          out[j] = Float(layer.alpha) * alpha
        }
      }
    }
  }

  private func rowPixel(_ row: Int) -> Int {
    for segment in rowSegments where row < segment.index + segment.count {
      return segment.pixel + row - segment.index
    }
    return 0
  }

  /// `E(distance from one edge) + E(distance from the other) - 1` for every sample.
  private static func profile(
    _ segments: [Axis.Segment], _ count: Int, from: Double, to: Double, _ response: EdgeResponse
  ) -> FloatBuffer {
    let out = FloatBuffer(paddedCount(count) + 32)
    let far = FloatBuffer(paddedCount(count) + 32)
    for segment in segments {
      let near = EdgeRun(segment, edge: from, isLeading: true)
      response.step(
        out.base + near.index, stride: near.stride, count: near.count, start: near.distance)
      let other = EdgeRun(segment, edge: to, isLeading: false)
      response.step(
        far.base + other.index, stride: other.stride, count: other.count, start: other.distance)
      for j in segment.index..<segment.index + segment.count {
        out.base[j] = out.base[j] + far.base[j] - 1
      }
    }
    return out
  }

  private static func corners(
    _ shape: FittedShape, _ response: EdgeResponse, _ across: [Axis.Segment],
    _ down: [Axis.Segment]
  ) -> [OuterSum] {
    var corners: [OuterSum] = []
    func add(_ corner: FittedCorner, isLeft: Bool, isTop: Bool) {
      guard corner.radius > 0 else { return }
      for column in across where sees(column.part, isLeading: isLeft) {
        for row in down where sees(row.part, isLeading: isTop) {
          let x = EdgeRun(
            column, edge: isLeft ? shape.left : shape.right, isLeading: isLeft)
          let y = EdgeRun(row, edge: isTop ? shape.top : shape.bottom, isLeading: isTop)
          if let residual = OuterSum(corner, response, x: x, y: y) {
            corners.append(residual)
          }
        }
      }
    }
    add(shape.topLeft, isLeft: true, isTop: true)
    add(shape.topRight, isLeft: false, isTop: true)
    add(shape.bottomRight, isLeft: false, isTop: false)
    add(shape.bottomLeft, isLeft: true, isTop: false)
    return corners
  }

  /// A corner lies in the lead or in the trail of a mask, or anywhere where there is no plateau.
  private static func sees(_ part: Axis.Part, isLeading: Bool) -> Bool {
    switch part {
    case .lead: isLeading
    case .trail: !isLeading
    case .plateau: false
    case .whole: true
    }
  }
}
