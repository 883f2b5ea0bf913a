internal import Scene
internal import ShadowKernels

extension OuterSum {
  /// A Gaussian narrower than this is taken on a grid of its own (see `gridNodes`), in pixels.
  private static let narrow = 0.5

  /// How many sigma of a Gaussian count in a corner's residual.
  private static let reach = 4.5

  /// What a rounded corner takes from its rectangle, blurred: the area between the rectangle's
  /// corner and the curve.
  ///
  /// nil where no sample is near enough to see it.
  ///
  /// With `E` the edge response, `DE` its derivative and (x(t), y(t)) the curve in distances from
  /// the two sides, the residual at distances (p, q) is
  ///
  ///     integral of (E(p) - E(p - x(t))) * DE(q - y(t)) * Dy(t) dt
  ///
  /// taken by Gauss-Legendre along the curve's own parameter, in which nothing is singular. By
  /// linearity this holds for any size of the shape, also when the blurs of corners overlap.
  init?(
    _ corner: FittedCorner, _ response: EdgeResponse, x: EdgeRun, y: EdgeRun,
    context: MaskContext
  ) {
    switch response.form {
    case .gaussian(let profile) where response.sigma >= Self.narrow:
      self.init(
        nodes: corner, response,
        reach: 0.5 + (profile[2] < Self.reach ? profile[2] : Self.reach) * response.sigma,
        x: x, y: y, context)
    case .gaussian(let profile):
      let blur = (profile[2] < Self.reach ? profile[2] : Self.reach) * response.sigma
      self.init(tileOf: corner, response, blur: blur, x: x, y: y, context)
    case .sharp:
      self.init(tileOf: corner, response, blur: 0, x: x, y: y, context)
    case .taps(let taps, _):
      self.init(taps: taps, corner, x: x, y: y, context)
    }
  }

  /// Terms are nodes of the quadrature.
  private init?(
    nodes corner: FittedCorner, _ response: EdgeResponse, reach: Double, x: EdgeRun, y: EdgeRun,
    _ context: MaskContext
  ) {
    let x = x.limited(from: -reach, to: corner.reach + reach)
    let y = y.limited(from: -reach, to: corner.reach + reach)
    guard x.count > 0, y.count > 0 else { return nil }
    // Of a huge corner only what these rows see: nodes come in the order of their distances.
    let ends = (y.distance(0), y.distance(y.count - 1))
    let (nearest, farthest) = (min(ends.0, ends.1) - reach, max(ends.0, ends.1) + reach)
    let nodes = CornerCurvePieces(corner).nodes(
      sigma: response.sigma, jumps: response.kernel == .renderServer
    ).filter { $0.y > nearest && $0.y < farthest }
    self.init(
      terms: nodes.count, columns: x.index..<x.index + x.count, rows: y.index..<y.index + y.count,
      isZeroed: false, arena: context.arena)
    let edge = context.arena.floats(uStride)
    response.step(
      edge, count: x.count, start: x.distance, direction: x.direction, kernels: context.kernels)
    for (k, node) in nodes.enumerated() {
      let row = self.row(k)
      response.step(
        row, count: x.count, start: x.distance - node.x, direction: x.direction, base: edge,
        kernels: context.kernels)
      pad(k)
    }
    // Rows of factors lie close together: what a kernel writes beyond one, the next overwrites.
    for (k, node) in nodes.enumerated() {
      response.pulse(
        v + k * vStride, count: y.count, start: y.distance - node.y, direction: y.direction,
        weight: node.weight, kernels: context.kernels)
    }
    var first = 0
    var last = 0
    for step in 0..<y.count {
      let m = y.direction > 0 ? step : y.count - 1 - step
      let distance = y.distance(m)
      while first < nodes.count, nodes[first].y <= distance - reach { first += 1 }
      while last < nodes.count, nodes[last].y < distance + reach { last += 1 }
      windows[2 * m] = Int32(first)
      windows[2 * m + 1] = Int32(last)
    }
  }

  /// Terms are the rows of a tile that is ready.
  private init?(
    tileOf corner: FittedCorner, _ response: EdgeResponse, blur: Double, x: EdgeRun, y: EdgeRun,
    _ context: MaskContext
  ) {
    let x = x.limited(from: -0.5 - blur, to: corner.reach + blur + 0.5)
    let y = y.limited(from: -0.5 - blur, to: corner.reach + blur + 0.5)
    guard x.count > 0, y.count > 0 else { return nil }
    self.init(
      terms: y.count, columns: x.index..<x.index + x.count, rows: y.index..<y.index + y.count,
      sharesFactors: true, arena: context.arena)
    let tile = context.tiles.tile(corner, response, blur: blur, x: x, y: y)
    let row = tile.row(y.distance)
    let column = tile.column(x.distance)
    for m in 0..<y.count {
      tile.copyRow(
        row + Int(y.direction) * m, column, step: Int(x.direction), to: self.row(m),
        count: x.count)
    }
    setRowsAsTerms(factor: 1)
  }

  /// Terms are the rows of the sharp residual, filtered along x; the taps along y are their factors.
  private init?(
    taps: [Double], _ corner: FittedCorner, x: EdgeRun, y: EdgeRun, _ context: MaskContext
  ) {
    let half = taps.count / 2
    let reach = Double(half) + 0.5
    let x = x.limited(from: -reach, to: corner.reach + reach)
    let y = y.limited(from: -reach, to: corner.reach + reach)
    guard x.count > 0, y.count > 0 else { return nil }
    let tile = context.tiles.tile(
      corner, EdgeResponse(kernel: .coreGraphics, sigma: 0), blur: 0, x: x, y: y)
    // Of a huge corner only the rows of the tile that these rows see.
    let ends = (tile.row(y.distance(0)), tile.row(y.distance(y.count - 1)))
    let start = min(tile.height, max(0, min(ends.0, ends.1) - half))
    let end = max(start, min(tile.height, max(ends.0, ends.1) + half + 1))
    self.init(
      terms: end - start, columns: x.index..<x.index + x.count,
      rows: y.index..<y.index + y.count, arena: context.arena)
    for k in start..<end {
      for n in 0..<x.count {
        let place = tile.column(x.distance(n))
        var sum = 0.0
        let first = place - half > 0 ? place - half : 0
        let last = place + half < tile.width - 1 ? place + half : tile.width - 1
        var i = first
        while i <= last {
          sum += Double(tile.value(k, i)) * taps[i - place + half]
          i += 1
        }
        self.row(k - start)[n] = Float(sum)
      }
    }
    for m in 0..<y.count {
      let place = tile.row(y.distance(m))
      let first = max(0, place - half)
      let last = max(first, min(tile.height, place + half + 1))
      windows[2 * m] = Int32(first - start)
      windows[2 * m + 1] = Int32(last - start)
      for k in first..<last { v[(k - start) * vStride + m] = Float(taps[k - place + half]) }
    }
  }
}
