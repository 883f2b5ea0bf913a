/// The residual itself on a few pixels, in double precision, for a blur narrower than a pixel.
struct ResidualTile {
  /// Row by row, in the order of the runs.
  let values: [Double]

  /// `blur` is how far the response reaches beyond half a pixel.
  init(
    _ corner: FittedCorner, _ curve: CornerCurvePieces, _ response: EdgeResponse, x: EdgeRun,
    y: EdgeRun, blur: Double
  ) {
    let width = x.count
    let nodes = curve.gridNodes(
      phaseX: x.distance - 0.5, phaseY: y.distance - 0.5, zone: blur,
      step: 2 * response.sigma)
    let edge = (0..<width).map { response.step(x.distance + Double($0)) }
    var values = [Double](repeating: 0, count: width * y.count)
    // What a node adds in full to every sample before a column, kept at that column.
    var before = [Double](repeating: 0, count: (width + 1) * y.count)
    let reach = 0.5 + blur
    for node in nodes {
      let firstRow = Self.index(node.y - reach - y.distance, y.count)
      let lastRow = Self.index(node.y + reach - y.distance, y.count)
      let first = Self.index(node.x - reach - x.distance, width)
      let last = Self.index(node.x + reach - x.distance, width)
      guard firstRow < lastRow else { continue }
      for i in firstRow..<lastRow {
        let factor = node.weight * response.pulse(y.distance + Double(i) - node.y)
        if factor == 0 { continue }
        before[i * (width + 1) + first] += factor
        for j in first..<last {
          let rest = response.step(x.distance + Double(j) - node.x)
          values[i * width + j] += factor * (edge[j] - rest)
        }
      }
    }
    for i in 0..<y.count {
      var sum = 0.0
      for j in (0..<width).reversed() {
        sum += before[i * (width + 1) + j + 1]
        values[i * width + j] += sum * edge[j]
      }
    }
    self.values = values
  }

  /// The first sample at or after `place`, within 0...count.
  private static func index(_ place: Double, _ count: Int) -> Int {
    let up = place.rounded(.up)
    return up > 0 ? (up < Double(count) ? Int(up) : count) : 0
  }
}
