public import Scene

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
    let recipe = MaskRecipe(
      rule: .outer,
      layers: [
        MaskRecipe.Layer(
          shapes: shapes.map { FittedShape($0, originX: x, originY: y) }, content: nil,
          sigma: sigmaPixels,
          kernel: kernel, alpha: 1, isKnockedOut: false)
      ],
      cell: [], clip: nil, channels: 4)
    let evaluator = MaskEvaluator(
      recipe, x: Axis(origin: 0, lead: width, plateau: 0, trail: 0),
      y: Axis(origin: 0, lead: height, plateau: 0, trail: 0), columns: 0..<width,
      rows: 0..<height,
      context: MaskContext(
        kernels: KernelTable.table(instructionSet), tiles: ResidualTileCache(), arena: Arena()))
    var out: [Float] = []
    out.reserveCapacity(width * height)
    defer { withExtendedLifetime(evaluator) {} }
    var row = 0
    while row < height {
      let count = min(MaskEvaluator.blockRows, height - row)
      if case .passed(let passed) = evaluator.block(
        firstRow: row, count: count, columns: 0..<width)
      {
        for i in 0..<count {
          for j in 0..<width { out.append(1 - passed[i * evaluator.stride + j]) }
        }
      }
      row += count
    }
    return out
  }
}
