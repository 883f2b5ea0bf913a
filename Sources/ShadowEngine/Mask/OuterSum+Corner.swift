internal import Scene
internal import ShadowKernels

extension OuterSum {
  /// A Gaussian narrower than this is taken on a grid of its own (see `gridNodes`), in pixels.
  private static let narrow = 0.5

  /// How many sigma of a Gaussian count in a corner's residual.
  private static let reach = 4.5

  /// What a rounded corner takes from its rectangle, blurred: the area between the rectangle's
  /// corner and the curve. nil where no sample is near enough to see it.
  ///
  /// With `E` the edge response, `E'` its derivative and (x(t), y(t)) the curve in distances from
  /// the two sides, the residual at distances (p, q) is
  ///
  ///     integral of (E(p) - E(p - x(t))) * E'(q - y(t)) * y'(t) dt
  ///
  /// taken by Gauss-Legendre along the curve's own parameter, in which nothing is singular. By
  /// linearity this holds for any size of the shape, also when the blurs of corners overlap.
  init?(_ corner: FittedCorner, _ response: EdgeResponse, x: EdgeRun, y: EdgeRun) {
    let curve = CornerCurvePieces(corner)
    switch response.form {
    case .gaussian(let profile) where response.sigma >= Self.narrow:
      self.init(
        corner, curve, response, jumps: profile[2] < 8,
        reach: 0.5 + (profile[2] < Self.reach ? profile[2] : Self.reach) * response.sigma,
        x: x, y: y)
    case .gaussian(let profile):
      let blur = (profile[2] < Self.reach ? profile[2] : Self.reach) * response.sigma
      let x = x.limited(from: -0.5 - blur, to: corner.reach + blur + 0.5)
      let y = y.limited(from: -0.5 - blur, to: corner.reach + blur + 0.5)
      guard x.count > 0, y.count > 0 else { return nil }
      self.init(
        tile: ResidualTile(corner, curve, response, x: x, y: y, blur: blur), x: x, y: y)
    case .sharp:
      let x = x.limited(from: -0.5, to: corner.reach + 0.5)
      let y = y.limited(from: -0.5, to: corner.reach + 0.5)
      guard x.count > 0, y.count > 0 else { return nil }
      self.init(tile: ResidualTile(corner, curve, response, x: x, y: y, blur: 0), x: x, y: y)
    case .taps(let taps, _):
      self.init(corner, curve, taps: taps, x: x, y: y)
    }
  }

  /// Terms are nodes of the quadrature.
  private init?(
    _ corner: FittedCorner, _ curve: CornerCurvePieces, _ response: EdgeResponse, jumps: Bool,
    reach: Double, x: EdgeRun, y: EdgeRun
  ) {
    let x = x.limited(from: -reach, to: corner.reach + reach)
    let y = y.limited(from: -reach, to: corner.reach + reach)
    guard x.count > 0, y.count > 0, case .gaussian(let profile) = response.form else { return nil }
    let nodes = curve.nodes(sigma: response.sigma, jumps: jumps)
    let stride = paddedCount(x.count)
    let u = FloatBuffer(nodes.count * stride)
    let v = FloatBuffer(nodes.count * y.count)
    let edge = FloatBuffer(stride)
    let table = NormalTable.shared.cubics
    let column = x.index - x.lowest
    let row = y.index - y.lowest
    response.step(edge.base + column, stride: x.stride, count: x.count, start: x.distance)
    for (k, node) in nodes.enumerated() {
      response.step(
        u.base + (k * stride + column), stride: x.stride, count: x.count,
        start: x.distance - node.x, base: edge.base + column)
      EdgeProfile.pulse(
        v.base + (row * nodes.count + k), y.stride * nodes.count, y.count, y.distance - node.y,
        node.weight, profile, table)
    }
    var windows = [Int32](repeating: 0, count: 2 * y.count)
    var first = 0
    var last = 0
    for m in 0..<y.count {
      let distance = y.distance + Double(m)
      while first < nodes.count, nodes[first].y <= distance - reach { first += 1 }
      while last < nodes.count, nodes[last].y < distance + reach { last += 1 }
      windows[2 * (row + y.stride * m)] = Int32(first)
      windows[2 * (row + y.stride * m) + 1] = Int32(last)
    }
    self.init(
      u: u, uStride: stride, v: v, vStride: nodes.count, windows: windows, x: x, y: y)
  }

  /// Terms are the rows of a tile that is ready: row i is term i alone.
  private init(tile: ResidualTile, x: EdgeRun, y: EdgeRun) {
    let stride = paddedCount(x.count)
    let u = FloatBuffer(y.count * stride)
    let v = FloatBuffer(y.count)
    var windows = [Int32](repeating: 0, count: 2 * y.count)
    let column = x.index - x.lowest
    let row = y.index - y.lowest
    for m in 0..<y.count {
      let i = row + y.stride * m
      for n in 0..<x.count {
        u.base[i * stride + column + x.stride * n] = Float(tile.values[m * x.count + n])
      }
      v.base[i] = 1
      windows[2 * i] = Int32(i)
      windows[2 * i + 1] = Int32(i + 1)
    }
    self.init(u: u, uStride: stride, v: v, vStride: 0, windows: windows, x: x, y: y)
  }

  /// Terms are the rows of the sharp residual, filtered along x; the taps along y are their factors.
  private init?(
    _ corner: FittedCorner, _ curve: CornerCurvePieces, taps: [Double], x: EdgeRun, y: EdgeRun
  ) {
    let half = taps.count / 2
    let reach = Double(half) + 0.5
    let x = x.limited(from: -reach, to: corner.reach + reach)
    let y = y.limited(from: -reach, to: corner.reach + reach)
    guard x.count > 0, y.count > 0 else { return nil }
    // The sharp residual on the pixels that the curve's square touches, in the same phase.
    func whole(_ run: EdgeRun) -> EdgeRun {
      var run = run
      let shift = (-0.5 - run.distance).rounded(.up)
      run.distance += shift
      run.index = 0
      run.stride = 1
      run.count = Int((corner.reach + 0.5 - run.distance).rounded(.down)) + 1
      return run
    }
    let wholeX = whole(x)
    let wholeY = whole(y)
    let tile = ResidualTile(
      corner, curve, EdgeResponse(kernel: .coreGraphics, sigma: 0), x: wholeX, y: wholeY, blur: 0)
    let terms = wholeY.count
    let stride = paddedCount(x.count)
    let u = FloatBuffer(terms * stride)
    let v = FloatBuffer(terms * y.count)
    var windows = [Int32](repeating: 0, count: 2 * y.count)
    let column = x.index - x.lowest
    let row = y.index - y.lowest
    // Where sample m of the run lies on the tile.
    let offsetX = Int((x.distance - wholeX.distance).rounded())
    let offsetY = Int((y.distance - wholeY.distance).rounded())
    for k in 0..<terms {
      for m in 0..<x.count {
        var sum = 0.0
        let low = offsetX + m - half
        let high = offsetX + m + half
        var i = low > 0 ? low : 0
        let end = high < wholeX.count - 1 ? high : wholeX.count - 1
        while i <= end {
          sum += tile.values[k * wholeX.count + i] * taps[i - low]
          i += 1
        }
        u.base[k * stride + column + x.stride * m] = Float(sum)
      }
    }
    for m in 0..<y.count {
      let i = row + y.stride * m
      let first = max(0, offsetY + m - half)
      let last = min(terms, offsetY + m + half + 1)
      windows[2 * i] = Int32(first)
      windows[2 * i + 1] = Int32(max(first, last))
      for k in first..<max(first, last) {
        v.base[i * terms + k] = Float(taps[k - (offsetY + m) + half])
      }
    }
    self.init(u: u, uStride: stride, v: v, vStride: terms, windows: windows, x: x, y: y)
  }
}
