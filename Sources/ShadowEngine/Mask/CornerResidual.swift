internal import PenumbraGraphics
internal import PenumbraLocking

/// What a corner takes from its rectangle under a blur narrower than a pixel, or none, on the pixels
/// that see any of it.
///
/// Along a row the residual is a share of the edge's own response up to where the curve comes near,
/// then a few numbers, then nothing: that is what is kept.
struct CornerResidual: Sendable {
  /// Columns before `first` have `full` times the edge's response, then come `count` numbers.
  private struct Row: Sendable {
    var full: Double
    var first: Int
    var count: Int
    /// Where the numbers lie.
    var place: Int
  }

  /// Columns or rows: the distance of the first one's centre from its side, in pixels, and how many
  /// there are.
  struct Extent: Hashable {
    var first: Double
    var count: Int

    var range: ClosedRange<Double> { first...first + Double(count) }
  }

  /// The distances of the first column's and row's centres from the two sides, in pixels.
  private let firstX: Double
  private let firstY: Double
  let width: Int
  let height: Int
  private let rows: [Row]
  private let edge: [Double]
  private let values: [Float]

  /// The column whose centre lies at a distance, which must be one of the tile's grid.
  func column(_ distance: Double) -> Int { Int((distance - firstX).rounded()) }

  func row(_ distance: Double) -> Int { Int((distance - firstY).rounded()) }

  /// Fills a row of samples with the tile's row: columns `place`, `place + step`, ...; what lies
  /// outside is left as it is.
  func copyRow(
    _ row: Int, _ place: Int, step: Int, to out: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard row >= 0, row < height else { return }
    let line = rows[row]
    var column = place
    for j in 0..<count {
      if column >= 0, column < line.first + line.count {
        out[j] =
          column < line.first
          ? Float(line.full * edge[column]) : values[line.place + column - line.first]
      }
      column += step
    }
  }

  /// Fills a row of samples with the tile's row, of a sharp corner, filtered by taps, whose sums up to
  /// each are `sums`: around columns `place`, `place + step`, ...
  ///
  /// A tap costs nothing where the row is a plain edge.
  func filterRow(
    _ row: Int, _ taps: [Double], _ sums: [Double], _ place: Int, step: Int,
    to out: UnsafeMutablePointer<Float>, count: Int
  ) {
    let line = rows[row]
    if line.full == 0, line.count == 0 { return }
    let half = taps.count / 2
    let cut = edge.firstIndex { $0 >= 1 } ?? edge.count
    let whole = cut < line.first ? cut : line.first
    /// The sum of the taps before one.
    func sum(_ tap: Int) -> Double {
      tap <= 0 ? 0 : tap < sums.count ? sums[tap - 1] : sums[sums.count - 1]
    }
    for j in 0..<count {
      // The tap of column 0.
      let first = half - (place + step * j)
      var total = 0.0
      for column in 0..<whole where first + column >= 0 && first + column < taps.count {
        total += line.full * edge[column] * taps[first + column]
      }
      total += line.full * (sum(first + line.first) - sum(first + whole))
      let from = max(line.first, -first)
      let to = min(line.first + line.count, taps.count - first)
      if from < to {
        for column in from..<to {
          total += Double(values[line.place + column - line.first]) * taps[first + column]
        }
      }
      out[j] = Float(total)
    }
  }

  /// How many numbers are kept.
  var count: Int { values.count + edge.count + rows.count }

  /// The first column's and row's centres lie at `x.first` and `y.first`; `blur` is how far the
  /// response reaches beyond half a pixel.
  init(
    _ corner: FittedCorner, _ response: EdgeResponse, blur: Double, x: Extent, y: Extent
  ) {
    let reach = 0.5 + blur
    let (firstX, width) = (x.first, x.count)
    let (firstY, height) = (y.first, y.count)
    self.firstX = firstX
    self.firstY = firstY
    self.width = width
    self.height = height
    let nodes = CornerCurvePieces(corner).gridNodes(
      CornerCurvePieces.Grid(
        phaseX: firstX - 0.5, phaseY: firstY - 0.5, zone: blur, step: 2 * response.sigma),
      x: x.range.widened(by: reach + 0.5), y: y.range.widened(by: reach))
    let edge = (0..<width).map { response.step(firstX + Double($0)) }
    func index(_ place: Double, _ count: Int) -> Int {
      let up = place.rounded(.up)
      return up > 0 ? (up < Double(count) ? Int(up) : count) : 0
    }
    /// The rows that see a node, and the columns on which the curve is near it.
    func span(_ node: CornerCurvePieces.Node) -> (rows: Range<Int>, columns: Range<Int>) {
      let top = index(node.y - reach - firstY, height)
      let left = index(node.x - reach - firstX, width)
      return (
        top..<max(top, index(node.y + reach - firstY, height)),
        left..<max(left, index(node.x + reach - firstX, width))
      )
    }
    var rows = [Row](repeating: Row(full: 0, first: width, count: 0, place: 0), count: height)
    for node in nodes {
      let span = span(node)
      for i in span.rows {
        let end = max(rows[i].first + rows[i].count, span.columns.upperBound)
        let first = min(rows[i].first, span.columns.lowerBound)
        rows[i].count = (rows[i].count == 0 ? span.columns.upperBound : end) - first
        rows[i].first = first
      }
    }
    var total = 0
    for i in 0..<height {
      rows[i].place = total
      total += rows[i].count
    }
    var sums = [Double](repeating: 0, count: total)
    // What a node adds in full to every column before the one that it is kept at.
    var before = [Double](repeating: 0, count: total + 1)
    var rests = [Double](repeating: 0, count: Int(2 * reach) + 2)
    for node in nodes {
      let span = span(node)
      for j in span.columns {
        rests[j - span.columns.lowerBound] =
          edge[j] - response.step(firstX + Double(j) - node.x)
      }
      for i in span.rows {
        let factor = node.weight * response.pulse(firstY + Double(i) - node.y)
        if factor == 0 { continue }
        rows[i].full += factor
        let place = rows[i].place - rows[i].first
        if span.columns.lowerBound < rows[i].first + rows[i].count {
          before[place + span.columns.lowerBound] += factor
        }
        for j in span.columns {
          sums[place + j] += factor * rests[j - span.columns.lowerBound]
        }
      }
    }
    for row in rows {
      // Nodes kept at or before a column add nothing in full to it.
      var sum = row.full
      for j in 0..<row.count {
        sum -= before[row.place + j]
        sums[row.place + j] += sum * edge[row.first + j]
      }
    }
    self.rows = rows
    self.edge = edge
    values = sums.map { Float($0) }
  }
}

/// Tiles that were made before: cells of one kind share their corners.
final class CornerResidualCache: @unchecked Sendable {
  private struct Key: Hashable {
    var corner: FittedCorner
    /// The blur's, which below half a pixel is all that tells responses apart.
    var sigma: Double
    var isServer: Bool
    var x: CornerResidual.Extent
    var y: CornerResidual.Extent
  }

  private let lock = Lock()
  private var tiles: [Key: CornerResidual] = [:]
  private var total = 0
  /// How many numbers are kept at most.
  private static let limit = 1 << 20

  func removeAll() {
    lock.withLock {
      tiles.removeAll()
      total = 0
    }
  }

  /// Columns or rows beyond which a tile has only those that are asked for.
  private static let largest = 4096

  /// The tile of a corner for the pixel grid that two runs lie on.
  ///
  /// It holds all that sees anything of the corner; of a huge one only the runs' samples and `margin`
  /// on each side of them.
  func tile(
    _ corner: FittedCorner, _ response: EdgeResponse, blur: Double, margin: Int, x: EdgeRun,
    y: EdgeRun
  ) -> CornerResidual {
    func extent(_ run: EdgeRun) -> CornerResidual.Extent {
      /// How many steps on the run's grid are below a distance.
      func steps(_ distance: Double) -> Double { (distance - run.distance).rounded(.up) }
      let first = steps(-0.5 - blur)
      let last = (corner.reach + 0.5 + blur - run.distance).rounded(.down)
      if last - first < Double(Self.largest) {
        return CornerResidual.Extent(first: run.distance + first, count: Int(last - first) + 1)
      }
      let seen = run.distances.widened(by: Double(margin))
      let low = max(first, steps(seen.lowerBound))
      let high = min(last, steps(seen.upperBound))
      return CornerResidual.Extent(
        first: run.distance + low, count: low <= high ? Int(high - low) + 1 : 0)
    }
    let isSharp = if case .sharp = response.form { true } else { false }
    let key = Key(
      corner: corner, sigma: isSharp ? 0 : response.sigma,
      isServer: !isSharp && response.kernel == .renderServer, x: extent(x), y: extent(y))
    if let tile = lock.withLock({ tiles[key] }) { return tile }
    let tile = CornerResidual(corner, response, blur: blur, x: key.x, y: key.y)
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
