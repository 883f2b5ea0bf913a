internal import PenumbraGraphics
internal import ShadowKernels

extension OuterSum {
  /// A Gaussian narrower than this is taken on a grid of its own (see `gridNodes`), in pixels.
  private static let narrow = 0.5

  /// How many sigma of a Gaussian count in a corner's residual.
  private static let reach = 4.5

  /// Up to so many numbers a corner is one sum; a larger one is made of parts of so many.
  private static let (largest, part) = (1 << 19, 1 << 17)

  /// What a rounded corner takes from its rectangle, blurred: the area between the rectangle's
  /// corner and the curve.
  ///
  /// Nothing where no sample is near enough to see it.
  ///
  /// With `E` the edge response, `DE` its derivative and (x(t), y(t)) the curve in distances from
  /// the two sides, the residual at distances (p, q) is
  ///
  ///     integral of (E(p) - E(p - x(t))) * DE(q - y(t)) * Dy(t) dt
  ///
  /// taken by Gauss-Legendre along the curve's own parameter, in which nothing is singular. By
  /// linearity this holds for any size of the shape, also when the blurs of corners overlap.
  ///
  /// Where the corner is large beside its blur, samples see little of the curve: they are taken in
  /// parts, each with the nodes that it sees. A part for which the curve lies beyond, up to a height
  /// y, sees E(p) (E(q) - E(q - y)) of that.
  static func corner(
    _ corner: FittedCorner, _ response: EdgeResponse, x: EdgeRun, y: EdgeRun,
    context: MaskContext
  ) -> [OuterSum] {
    let blur: Double
    switch response.form {
    case .gaussian(let profile):
      blur = (profile[2] < reach ? profile[2] : reach) * response.sigma
      if response.sigma < narrow { break }
      let curve = CornerCurvePieces(corner)
      var sums: [OuterSum] = []
      func add(_ x: EdgeRun, _ y: EdgeRun, limit: Int) {
        let reach = 0.5 + blur
        let x = x.limited(from: -reach, to: corner.reach + reach)
        let y = y.limited(from: -reach, to: corner.reach + reach)
        guard x.count > 0, y.count > 0 else { return }
        let sight = curve.sight(
          sigma: response.sigma, jumps: response.jumps,
          x: x.distances.widened(by: reach), y: y.distances.widened(by: reach))
        let isSmall = sight.nodeCount <= limit / (x.count + y.count)
        if isSmall || max(x.count, y.count) < 64 {
          sums.append(
            OuterSum(
              curve.nodes(sight), beyond: sight.beyond, response, reach: reach, x, y, context))
        } else if x.count > y.count {
          add(x.halves.0, y, limit: part)
          add(x.halves.1, y, limit: part)
        } else {
          add(x, y.halves.0, limit: part)
          add(x, y.halves.1, limit: part)
        }
      }
      add(x, y, limit: largest)
      return sums
    case .sharp:
      blur = 0
    case .taps(let taps, let sums):
      return OuterSum(taps: taps, sums, corner, x: x, y: y, context).map { [$0] } ?? []
    }
    return OuterSum(tileOf: corner, response, blur: blur, x: x, y: y, context).map { [$0] } ?? []
  }

  /// Terms are nodes of the quadrature, before them what lies beyond.
  private init(
    _ all: [CornerCurvePieces.Node], beyond: Double, _ response: EdgeResponse, reach: Double,
    _ x: EdgeRun, _ y: EdgeRun, _ context: MaskContext
  ) {
    let seen = y.distances.widened(by: reach)
    let nodes = all.filter { $0.y > seen.lowerBound && $0.y < seen.upperBound }
    let before = beyond > seen.lowerBound ? 1 : 0
    self.init(
      terms: before + nodes.count, columns: x.index..<x.index + x.count,
      rows: y.index..<y.index + y.count, isZeroed: false, arena: context.arena)
    let edge = context.arena.floats(uStride)
    response.step(
      edge, count: x.count, start: x.distance, direction: x.direction, kernels: context.kernels)
    if before > 0 {
      row(0).update(from: edge, count: x.count)
      pad(0)
    }
    for (k, node) in nodes.enumerated() {
      response.step(
        row(before + k), count: x.count, start: x.distance - node.x, direction: x.direction,
        base: edge, kernels: context.kernels)
      pad(before + k)
    }
    // Rows of factors lie close together: what a kernel writes beyond one, the next overwrites.
    if before > 0 {
      response.step(
        v, count: y.count, start: y.distance, direction: y.direction, kernels: context.kernels)
      response.step(
        v, count: y.count, start: y.distance - beyond, direction: y.direction, base: v,
        kernels: context.kernels)
    }
    for (k, node) in nodes.enumerated() {
      response.pulse(
        v + (before + k) * vStride, count: y.count, start: y.distance - node.y,
        direction: y.direction, weight: node.weight, kernels: context.kernels)
    }
    var first = 0
    var last = 0
    for step in 0..<y.count {
      let m = y.direction > 0 ? step : y.count - 1 - step
      let distance = y.distance(m)
      while first < nodes.count, nodes[first].y <= distance - reach { first += 1 }
      while last < nodes.count, nodes[last].y < distance + reach { last += 1 }
      let seesBeyond = before > 0 && beyond > distance - reach
      windows[2 * m] = Int32(seesBeyond ? 0 : before + first)
      windows[2 * m + 1] = Int32(before + last)
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
      factors: .shared, arena: context.arena)
    let tile = context.tiles.tile(corner, response, blur: blur, margin: 0, x: x, y: y)
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
    taps: [Double], _ sums: [Double], _ corner: FittedCorner, x: EdgeRun, y: EdgeRun,
    _ context: MaskContext
  ) {
    let half = taps.count / 2
    let reach = Double(half) + 0.5
    let x = x.limited(from: -reach, to: corner.reach + reach)
    let y = y.limited(from: -reach, to: corner.reach + reach)
    guard x.count > 0, y.count > 0 else { return nil }
    let tile = context.tiles.tile(
      corner, EdgeResponse(kernel: .coreGraphics, sigma: 0), blur: 0, margin: half, x: x, y: y)
    let place = tile.row(y.distance)
    let rises = y.direction > 0
    // Only the rows of the tile that these rows see.
    let ends = (place, tile.row(y.distance(y.count - 1)))
    let start = min(tile.height, max(0, min(ends.0, ends.1) - half))
    let end = max(start, min(tile.height, max(ends.0, ends.1) + half + 1))
    self.init(
      terms: end - start, columns: x.index..<x.index + x.count,
      rows: y.index..<y.index + y.count, factors: .sliding, arena: context.arena)
    // Terms run against the rows, so that the tap of a term and a row depends on their sum alone.
    func term(_ row: Int) -> Int { rises ? end - 1 - row : row - start }
    let column = tile.column(x.distance)
    for k in start..<end {
      tile.filterRow(
        k, taps, sums, column, step: Int(x.direction), to: self.row(term(k)), count: x.count)
    }
    for i in 0..<(end - start + y.count) {
      let tap = half + (rises ? end - 1 - place - i : start - place + i)
      v[i] = tap >= 0 && tap < taps.count ? Float(taps[tap]) : 0
    }
    for m in 0..<y.count {
      let center = place + Int(y.direction) * m
      let first = min(end, max(start, center - half))
      let last = max(first, min(end, center + half + 1))
      windows[2 * m] = Int32(rises ? end - last : first - start)
      windows[2 * m + 1] = Int32(rises ? end - first : last - start)
    }
  }
}

extension ClosedRange<Double> {
  func widened(by margin: Double) -> ClosedRange<Double> {
    lowerBound - margin...upperBound + margin
  }
}
