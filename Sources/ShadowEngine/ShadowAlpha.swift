public import PenumbraGraphics

/// Shadow alpha as numbers, before any rounding: what error bounds are stated for.
public enum ShadowAlpha {
  /// The blurred caster of a shadow, 0...1, for the pixels of a rectangle, row by row.
  ///
  /// Colour, alpha, knock-out and inset do not count: this is `a_i` of `DisplayList`. A shape is
  /// never stored for this, so the rectangle may be anywhere; a caster of content gives zeros.
  public static func blurred(
    _ layer: ShadowLayer, x: Int, y: Int, width: Int, height: Int, instructionSet: InstructionSet
  ) -> [Float] {
    guard case .shape(let shape) = layer.caster else {
      return [Float](repeating: 0, count: width * height)
    }
    return blurred(
      union: [shape], sigmaPixels: layer.sigmaPixels, kernel: layer.kernel, x: x, y: y,
      width: width, height: height, instructionSet: instructionSet)
  }

  /// The blurred union of shapes, 0...1, for the pixels of a rectangle, row by row.
  public static func blurred(
    union shapes: [RoundedRect], sigmaPixels: Double, kernel: BlurKernel, x: Int, y: Int,
    width: Int, height: Int, instructionSet: InstructionSet
  ) -> [Float] {
    precondition(width > 0 && height > 0, "an empty rectangle has no pixels")
    let recipe = recipe(shapes, sigmaPixels, kernel, x, y)
    return values(
      recipe, x: Axis(origin: 0, lead: width, plateau: 0, trail: 0),
      y: Axis(origin: 0, lead: height, plateau: 0, trail: 0), columns: 0..<width, rows: 0..<height,
      instructionSet)
  }

  /// The blurred union of shapes for the pixels of a rectangle as masks hold it: with plateaus taken
  /// from one sample, and nil where the mask does not reach because there alpha rounds to nothing.
  public static func masked(
    union shapes: [RoundedRect], sigmaPixels: Double, kernel: BlurKernel, x: Int, y: Int,
    width: Int, height: Int, instructionSet: InstructionSet
  ) -> [Float?] {
    var out = [Float?](repeating: nil, count: width * height)
    let recipe = recipe(shapes, sigmaPixels, kernel, x, y)
    guard let layout = MaskLayout(recipe) else { return out }
    func inside(_ axis: Axis, _ length: Int) -> Range<Int> {
      let from = max(0, axis.origin)
      return from..<max(from, min(length, axis.origin + axis.length))
    }
    let seenX = inside(layout.x, width)
    let seenY = inside(layout.y, height)
    guard !seenX.isEmpty, !seenY.isEmpty else { return out }
    func samples(_ axis: Axis, _ pixels: Range<Int>) -> Range<Int> {
      axis.sample(pixels.lowerBound - axis.origin)..<axis.sample(
        pixels.upperBound - 1 - axis.origin) + 1
    }
    let columns = samples(layout.x, seenX)
    let rows = samples(layout.y, seenY)
    let alpha = values(
      recipe, x: layout.x, y: layout.y, columns: columns, rows: rows, instructionSet)
    for row in seenY {
      let i = layout.y.sample(row - layout.y.origin) - rows.lowerBound
      for column in seenX {
        let j = layout.x.sample(column - layout.x.origin) - columns.lowerBound
        out[row * width + column] = alpha[i * columns.count + j]
      }
    }
    return out
  }

  private static func recipe(
    _ shapes: [RoundedRect], _ sigma: Double, _ kernel: BlurKernel, _ x: Int, _ y: Int
  ) -> MaskRecipe {
    MaskRecipe(
      rule: .outer,
      layers: [
        MaskRecipe.Layer(
          shapes: shapes.map { FittedShape($0, originX: x, originY: y) }, content: nil,
          sigma: sigma, kernel: kernel, alpha: 1)
      ],
      cell: [], clip: nil, channels: 4)
  }

  private static func values(
    _ recipe: MaskRecipe, x: Axis, y: Axis, columns: Range<Int>, rows: Range<Int>,
    _ instructionSet: InstructionSet
  ) -> [Float] {
    let evaluator = MaskEvaluator(
      recipe, x: x, y: y, columns: columns, rows: rows,
      context: MaskContext(
        kernels: KernelTable.table(instructionSet), tiles: CornerResidualCache(), arena: Arena()))
    // The numbers live in the evaluator's arena.
    defer { withExtendedLifetime(evaluator) {} }
    var out: [Float] = []
    out.reserveCapacity(columns.count * rows.count)
    var row = 0
    while row < rows.count {
      let count = min(MaskEvaluator.blockRows, rows.count - row)
      if case .passed(let passed) = evaluator.block(
        firstRow: row, count: count, columns: 0..<columns.count)
      {
        for i in 0..<count {
          for j in 0..<columns.count { out.append(1 - passed[i * evaluator.stride + j]) }
        }
      }
      row += count
    }
    return out
  }
}
