internal import PenumbraGraphics
internal import ShadowKernels

/// Alpha before its rounding, for some samples of a recipe.
struct MaskEvaluator {
  /// Shapes under one blur: for each, two rows of numbers and the residuals of its corners; or, where
  /// shapes overlap, no rows and their union as a negative sum.
  struct Factors {
    var rectangles: [Rectangle] = []
    var sums: [OuterSum] = []
  }

  /// Two rows of numbers whose product a rectangle is, and the columns outside of which it is 0.
  struct Rectangle {
    var x: UnsafeMutablePointer<Float>
    var y: UnsafeMutablePointer<Float>
    var columns: Range<Int>
  }

  let recipe: MaskRecipe
  let kernels: KernelTable
  /// Owns all numbers here.
  private let arena: Arena
  let across: AxisSamples
  let down: AxisSamples
  let layers: [Factors]
  /// For rules of parts.
  let cell: Factors?
  /// Which samples the cell's edge runs through, where the recipe has a cell.
  let edges: EdgeRows?
  let clip: Factors?
  let mask: Factors?
  /// For each layer of a mask of means, its caster.
  let means: [PartMean]
  let columns: Int
  let rows: Int
  /// Floats from one row of a block to the next; room for whole vectors beyond any column.
  let stride: Int
  /// How many rows are worked on together.
  static let blockRows = 8
  /// Of more shapes than this the numbers are not kept side by side.
  private static let mostShapes = 256

  private static let sharp = EdgeResponse(kernel: .gaussian, sigma: 0)

  private let program: UnsafeMutableRawPointer?
  let blurred: UnsafeMutablePointer<Float>
  let coverage: UnsafeMutablePointer<Float>
  let passed: UnsafeMutablePointer<Float>
  let clipping: UnsafeMutablePointer<Float>
  let masking: UnsafeMutablePointer<Float>
  /// 1 where the cell's edge runs through a pixel of a block, else 0.
  let rim: UnsafeMutablePointer<UInt8>
  let result: UnsafeMutablePointer<Float>
  /// Rows above, in and below a block, for slopes.
  let neighbours: UnsafeMutablePointer<Float>

  /// `columns` and `rows` are ranges of samples of the axes; `content` has the bitmap of every
  /// content that a layer names.
  ///
  /// The evaluator lives in the context's arena.
  init(
    _ recipe: MaskRecipe, x: Axis, y: Axis, columns: Range<Int>, rows: Range<Int>,
    content: [Int: CoverageBitmap] = [:], context: MaskContext
  ) {
    self.recipe = recipe
    kernels = context.kernels
    arena = context.arena
    self.columns = columns.count
    self.rows = rows.count
    stride = paddedCount(columns.count) + 32
    let across = x.segments(columns)
    let down = y.segments(rows)
    self.across = AxisSamples(axis: x, first: columns.lowerBound, count: columns.count)
    self.down = AxisSamples(axis: y, first: rows.lowerBound, count: rows.count)
    let pixels = (x: Self.pixels(across), y: Self.pixels(down))
    func factors(_ all: [FittedShape], _ response: EdgeResponse) -> Factors {
      let reach = response.farthest
      let shapes =
        all.count == 1
        ? all
        : all.filter {
          $0.bottom + reach > pixels.y.from && $0.top - reach < pixels.y.to
            && $0.right + reach > pixels.x.from && $0.left - reach < pixels.x.to
        }
      guard UnionOutline.areDisjoint(shapes) else {
        return Factors(sums: OuterSum.union(shapes, response, across, down, context))
      }
      if shapes.count > Self.mostShapes {
        return Factors(sums: [
          Self.flattened(
            shapes, response, across, down, columns: columns.count, rows: rows.count, context)
        ])
      }
      var factors = Factors()
      for shape in shapes where !shape.isEmpty {
        factors.rectangles.append(
          Rectangle(
            x: Self.profile(
              across, columns.count, from: shape.left, to: shape.right, response, context),
            y: Self.profile(
              down, rows.count, from: shape.top, to: shape.bottom, response, context),
            columns: all.count == 1
              ? 0..<columns.count
              : Self.columns(across, from: shape.left - reach, to: shape.right + reach)))
        factors.sums += Self.corners(shape, response, across, down, context)
      }
      return factors
    }
    layers = recipe.layers.map { layer in
      let response = EdgeResponse(kernel: layer.kernel, sigma: layer.sigma)
      guard let caster = layer.content else { return factors(layer.shapes, response) }
      guard let bitmap = content[caster.number] else { return Factors() }
      return Factors(
        sums: OuterSum.content(bitmap, caster, response, across, down, context))
    }
    if case .mean = recipe.rule {
      means = recipe.layers.map { layer in
        PartMean(
          layer.shapes,
          layer.content.flatMap { place in
            content[place.number].map { PartMean.Content(bitmap: $0, place: place) }
          }, EdgeResponse(kernel: layer.kernel, sigma: layer.sigma))
      }
    } else {
      means = []
    }
    cell = recipe.isOfParts ? factors(recipe.cell, Self.sharp) : nil
    edges =
      recipe.needsCell ? EdgeRows(recipe.cell, across: self.across, down: self.down) : nil
    clip = recipe.clip.map { factors([$0], Self.sharp) }
    mask = recipe.mask.map { factors([$0.shape], Self.sharp) }
    program =
      recipe.rule == .outer && recipe.channels != nil
      ? Self.program(recipe, layers, across, context.arena) : nil
    let block = stride * Self.blockRows
    blurred = context.arena.floats(block)
    coverage = context.arena.floats(block)
    passed = context.arena.floats(block)
    clipping = context.arena.floats(recipe.clip == nil ? 0 : block)
    masking = context.arena.floats(recipe.mask == nil ? 0 : block)
    rim = context.arena.bytes(recipe.isOfParts ? block : 0).assumingMemoryBound(to: UInt8.self)
    result = context.arena.floats(block)
    neighbours = context.arena.floats(
      means.isEmpty ? 0 : stride * (Self.blockRows + 2 * Self.slopeReach))
  }

  /// How many neighbours on each side a slope is taken from.
  static let slopeReach = 2

  /// Alpha, or what it leaves of the background: rows `stride` apart.
  enum Block {
    case alpha(UnsafePointer<Float>)
    /// One minus alpha.
    case passed(UnsafePointer<Float>)
  }

  /// Writes the inverse bytes of an outer shadow's columns `range`, which begins at a multiple of 32,
  /// of any rows; nothing where the recipe needs more than a program can say.
  ///
  /// Up to 31 bytes after the range come out with any value.
  func inverseBytes(
    firstRow first: Int, count: Int, columns range: Range<Int>, into lines: RoundedLines
  ) -> Bool {
    guard let program else { return false }
    kernels.maskRows(
      lines.base + first * lines.stride, lines.stride, first, count, range.lowerBound,
      range.count,
      program)
    return true
  }

  /// Evaluates columns `range`, which begins at a multiple of 32, of rows `first..<first + count`, at most `blockRows`.
  ///
  /// Up to 31 columns after the range come out with any value.
  func block(firstRow first: Int, count: Int, columns range: Range<Int>) -> Block {
    if recipe.isOfParts { return partBlock(firstRow: first, count: count, columns: range) }
    let width = paddedCount(range.count)
    func each(_ body: (Int) -> Void) {
      for i in 0..<count { body(i * stride + range.lowerBound) }
    }
    if recipe.rule == .interior {
      let alpha = Float(recipe.layers[0].alpha)
      each { kernels.fill(result + $0, alpha, width) }
      return .alpha(result)
    }
    each { kernels.fill(passed + $0, 1, width) }
    for (index, layer) in recipe.layers.enumerated() {
      sum(layers[index], first, count, range, blurred)
      let alpha = Float(layer.alpha)
      if recipe.rule == .inset {
        each { kernels.attenuateInside(passed + $0, blurred + $0, alpha, width) }
      } else {
        each { kernels.attenuate(passed + $0, blurred + $0, alpha, width) }
      }
    }
    return .passed(passed)
  }

  /// One layer's blurred shapes.
  func sum(
    _ factors: Factors, _ first: Int, _ count: Int, _ range: Range<Int>,
    _ out: UnsafeMutablePointer<Float>
  ) {
    let width = paddedCount(range.count)
    let start = out + range.lowerBound
    if factors.rectangles.isEmpty {
      for i in 0..<count { kernels.fill(start + i * stride, 0, width) }
    }
    for (index, factor) in factors.rectangles.enumerated() {
      kernels.product(
        start, stride, factor.x + range.lowerBound, factor.y + first, count, width, index > 0)
    }
    for sum in factors.sums {
      let from = max(first, sum.firstRow)
      let to = min(first + count, sum.firstRow + sum.rows)
      let left = max(range.lowerBound, sum.firstColumn)
      let right = min(range.upperBound, sum.firstColumn + sum.columns)
      guard from < to, left < right else { continue }
      let row = from - sum.firstRow
      kernels.subtract(
        out + ((from - first) * stride + left), stride, sum.u + (left - sum.firstColumn),
        sum.uStride, sum.v + row, sum.vStride, sum.windows + 2 * row, to - from, right - left)
    }
  }

  /// The recipe as a program of the kernels.
  private static func program(
    _ recipe: MaskRecipe, _ layers: [Factors], _ columns: [Axis.Segment], _ arena: Arena
  ) -> UnsafeMutableRawPointer {
    func words(_ count: Int) -> UnsafeMutableRawPointer { arena.bytes(8 * count) }
    func put<Value>(_ value: Value, _ base: UnsafeMutableRawPointer, _ word: Int) {
      base.storeBytes(of: value, toByteOffset: 8 * word, as: Value.self)
    }
    func put(_ factors: Factors, _ base: UnsafeMutableRawPointer, _ word: Int) {
      let rectangles = words(MaskProgram.rectangleWords * factors.rectangles.count)
      for (index, rectangle) in factors.rectangles.enumerated() {
        put(rectangle.x, rectangles, MaskProgram.rectangleWords * index)
        put(rectangle.y, rectangles, MaskProgram.rectangleWords * index + 1)
        put(rectangle.columns.lowerBound, rectangles, MaskProgram.rectangleWords * index + 2)
        put(rectangle.columns.upperBound, rectangles, MaskProgram.rectangleWords * index + 3)
      }
      let sums = words(MaskProgram.sumWords * factors.sums.count)
      for (index, sum) in factors.sums.enumerated() {
        let first = MaskProgram.sumWords * index
        put(sum.u, sums, first)
        put(sum.v, sums, first + 1)
        put(sum.windows, sums, first + 2)
        put(sum.uStride, sums, first + 3)
        put(sum.vStride, sums, first + 4)
        put(sum.firstColumn, sums, first + 5)
        put(sum.columns, sums, first + 6)
        put(sum.firstRow, sums, first + 7)
        put(sum.rows, sums, first + 8)
      }
      put(factors.rectangles.count, base, word)
      put(rectangles, base, word + 1)
      put(factors.sums.count, base, word + 2)
      put(sums, base, word + 3)
    }
    let list = words(MaskProgram.layerWords * layers.count)
    for (index, layer) in recipe.layers.enumerated() {
      let first = MaskProgram.layerWords * index
      put(Int(Float(layer.alpha).bitPattern), list, first)
      put(layers[index], list, first + 1)
    }
    let program = words(MaskProgram.programWords)
    put(layers.count, program, 0)
    put(list, program, 1)
    put(rising(recipe, columns), program, 2)
    put(arena.floats(MaskProgram.scratchFloats), program, 3)
    return program
  }

  /// How many of the first samples lie left of the middle of every rectangle.
  private static func rising(_ recipe: MaskRecipe, _ columns: [Axis.Segment]) -> Int {
    guard let first = columns.first,
      recipe.layers.allSatisfy({ $0.content == nil && $0.shapes.count == 1 })
    else { return 0 }
    let middle = recipe.layers.reduce(Double.infinity) {
      min($0, 0.5 * ($1.shapes[0].left + $1.shapes[0].right))
    }
    let count = middle - Double(first.pixel) - 0.5
    return count > 0 ? (count < Double(first.count) ? Int(count) : first.count) : 0
  }

  /// Where the pixels of some samples begin and end.
  private static func pixels(_ segments: [Axis.Segment]) -> (from: Double, to: Double) {
    guard let first = segments.first, let last = segments.last else { return (0, 0) }
    return (Double(first.pixel), Double(last.pixel + last.count))
  }

  /// The samples between two places, or more.
  private static func columns(
    _ segments: [Axis.Segment], from: Double, to: Double
  ) -> Range<Int> {
    guard segments.count == 1, let only = segments.first else {
      return 0..<(segments.last.map { $0.index + $0.count } ?? 0)
    }
    let first = max(0, min(Double(only.count), (from - Double(only.pixel)).rounded(.down)))
    let end = max(first, min(Double(only.count), (to - Double(only.pixel)).rounded(.up)))
    return Int(first)..<Int(end)
  }

  /// `E(distance from one edge) - E(distance from the other)` for every sample.
  private static func profile(
    _ segments: [Axis.Segment], _ count: Int, from: Double, to: Double, _ response: EdgeResponse,
    _ context: MaskContext
  ) -> UnsafeMutablePointer<Float> {
    let out = context.arena.floats(paddedCount(count) + 32)
    // What a kernel writes beyond one segment, the next overwrites.
    for segment in segments {
      let place = Double(segment.pixel) + 0.5
      response.step(
        out + segment.index, count: segment.count, start: place - from, direction: 1,
        kernels: context.kernels)
      response.step(
        out + segment.index, count: segment.count, start: place - to, direction: 1,
        base: out + segment.index, kernels: context.kernels)
    }
    return out
  }

  /// Many shapes under one blur, none of which overlap, added up here: one term for each row, and
  /// memory for the numbers of a few shapes at a time.
  private static func flattened(
    _ shapes: [FittedShape], _ response: EdgeResponse, _ across: [Axis.Segment],
    _ down: [Axis.Segment], columns: Int, rows: Int, _ context: MaskContext
  ) -> OuterSum {
    let sum = OuterSum(
      terms: rows, columns: 0..<columns, rows: 0..<rows, factors: .shared, arena: context.arena)
    let (kernels, reach, width) = (context.kernels, response.farthest, sum.uStride)
    for start in Swift.stride(from: 0, to: shapes.count, by: mostShapes) {
      let inner = MaskContext(kernels: kernels, tiles: context.tiles, arena: Arena())
      for shape in shapes[start..<min(shapes.count, start + mostShapes)] where !shape.isEmpty {
        let x = profile(across, columns, from: shape.left, to: shape.right, response, inner)
        let y = profile(down, rows, from: shape.top, to: shape.bottom, response, inner)
        let seenX = Self.columns(across, from: shape.left - reach, to: shape.right + reach)
        let seenY = Self.columns(down, from: shape.top - reach, to: shape.bottom + reach)
        let first = seenX.lowerBound & ~31
        kernels.product(
          sum.u + (seenY.lowerBound * width + first), width, x + first, y + seenY.lowerBound,
          seenY.count, paddedCount(seenX.upperBound - first), true)
        for corner in corners(shape, response, across, down, inner) {
          kernels.subtract(
            sum.u + (corner.firstRow * width + corner.firstColumn), width, corner.u,
            corner.uStride, corner.v, corner.vStride, corner.windows, corner.rows, corner.columns)
        }
      }
    }
    sum.setRowsAsTerms(factor: -1)
    return sum
  }

  private static func corners(
    _ shape: FittedShape, _ response: EdgeResponse, _ across: [Axis.Segment],
    _ down: [Axis.Segment], _ context: MaskContext
  ) -> [OuterSum] {
    var corners: [OuterSum] = []
    func add(_ corner: FittedCorner, isLeft: Bool, isTop: Bool) {
      guard corner.radius > 0 else { return }
      for column in across where sees(column.part, isLeading: isLeft) {
        for row in down where sees(row.part, isLeading: isTop) {
          let x = EdgeRun(
            column, edge: isLeft ? shape.left : shape.right, isLeading: isLeft)
          let y = EdgeRun(row, edge: isTop ? shape.top : shape.bottom, isLeading: isTop)
          corners += OuterSum.corner(corner, response, x: x, y: y, context: context)
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
