/// What a corner takes from its rectangle under a blur narrower than a pixel, or none, on the pixels
/// that see any of it.
struct ResidualTile: Sendable {
  /// The distances of the first column's and row's centres from the two sides, in pixels.
  let firstX: Double
  let firstY: Double
  let width: Int
  let height: Int
  private let values: [Float]

  /// The column whose centre lies at a distance, which must be one of the tile's grid.
  func column(_ distance: Double) -> Int { Int((distance - firstX).rounded()) }

  func row(_ distance: Double) -> Int { Int((distance - firstY).rounded()) }

  /// Fills a row of samples with the tile's row: columns `place`, `place + step`, ...; 0 outside.
  func copyRow(
    _ row: Int, _ place: Int, step: Int, to out: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard row >= 0, row < height else { return }
    var column = place
    for j in 0..<count {
      if column >= 0, column < width { out[j] = values[row * width + column] }
      column += step
    }
  }

  /// 0 outside of the tile.
  func value(_ row: Int, _ column: Int) -> Float {
    guard row >= 0, row < height, column >= 0, column < width else { return 0 }
    return values[row * width + column]
  }

  var count: Int { values.count }

  /// The first column's and row's centres lie at `firstX` and `firstY`; `blur` is how far the
  /// response reaches beyond half a pixel.
  init(
    _ corner: FittedCorner, _ response: EdgeResponse, blur: Double, firstX: Double, firstY: Double
  ) {
    let reach = 0.5 + blur
    let width = Int((corner.reach + reach - firstX).rounded(.down)) + 1
    let height = Int((corner.reach + reach - firstY).rounded(.down)) + 1
    self.firstX = firstX
    self.firstY = firstY
    self.width = width
    self.height = height
    let nodes = CornerCurvePieces(corner).gridNodes(
      phaseX: firstX - 0.5, phaseY: firstY - 0.5, zone: blur, step: 2 * response.sigma)
    let edge = (0..<width).map { response.step(firstX + Double($0)) }
    var sums = [Double](repeating: 0, count: width * height)
    // What a node adds in full to every sample before a column, kept at that column.
    var before = [Double](repeating: 0, count: (width + 1) * height)
    func index(_ place: Double, _ count: Int) -> Int {
      let up = place.rounded(.up)
      return up > 0 ? (up < Double(count) ? Int(up) : count) : 0
    }
    for node in nodes {
      let firstRow = index(node.y - reach - firstY, height)
      let lastRow = index(node.y + reach - firstY, height)
      let first = index(node.x - reach - firstX, width)
      let last = index(node.x + reach - firstX, width)
      guard firstRow < lastRow else { continue }
      for i in firstRow..<lastRow {
        let factor = node.weight * response.pulse(firstY + Double(i) - node.y)
        if factor == 0 { continue }
        before[i * (width + 1) + first] += factor
        for j in first..<max(first, last) {
          let rest = response.step(firstX + Double(j) - node.x)
          sums[i * width + j] += factor * (edge[j] - rest)
        }
      }
    }
    for i in 0..<height {
      var sum = 0.0
      for j in (0..<width).reversed() {
        sum += before[i * (width + 1) + j + 1]
        sums[i * width + j] += sum * edge[j]
      }
    }
    values = sums.map { Float($0) }
  }
}

/// Sharp tiles that were made before: cells of one kind share their corners.
final class ResidualTileCache: @unchecked Sendable {
  private struct Key: Hashable {
    var corner: FittedCorner
    var firstX: Double
    var firstY: Double
  }

  private let lock = Lock()
  private var tiles: [Key: ResidualTile] = [:]
  private var total = 0
  /// How many numbers are kept at most.
  private static let limit = 1 << 20

  /// The tile of a corner for the pixel grid that two runs lie on.
  func tile(
    _ corner: FittedCorner, _ response: EdgeResponse, blur: Double, x: EdgeRun, y: EdgeRun
  ) -> ResidualTile {
    /// The smallest distance on a run's grid that sees anything.
    func first(_ run: EdgeRun) -> Double {
      run.distance + (-0.5 - blur - run.distance).rounded(.up)
    }
    let key = Key(corner: corner, firstX: first(x), firstY: first(y))
    guard case .sharp = response.form else {
      return ResidualTile(
        corner, response, blur: blur, firstX: key.firstX, firstY: key.firstY)
    }
    if let tile = lock.withLock({ tiles[key] }) { return tile }
    let tile = ResidualTile(corner, response, blur: 0, firstX: key.firstX, firstY: key.firstY)
    lock.withLock {
      if total + tile.count > Self.limit {
        tiles.removeAll()
        total = 0
      }
      if tiles.updateValue(tile, forKey: key) == nil { total += tile.count }
    }
    return tile
  }
}
