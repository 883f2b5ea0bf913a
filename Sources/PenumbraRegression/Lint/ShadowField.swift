/// How dark a shadow is at every pixel of a region: levels of 0 to 255, not rounded.
struct ShadowField {
  /// In canvas pixels; `levels` holds its rows without padding.
  let region: PixelRect
  var levels: [Float]

  /// Nothing anywhere; throws where that is more than lint draws.
  init(region: PixelRect) throws(LintError) {
    try LintError.check(region)
    self.region = region
    levels = [Float](repeating: 0, count: region.width * region.height)
  }

  /// The level at a pixel of the canvas; 0 outside the region.
  func level(x: Int, y: Int) -> Double {
    let (column, row) = (x - region.x, y - region.y)
    guard column >= 0, row >= 0, column < region.width, row < region.height else { return 0 }
    return Double(levels[row * region.width + column])
  }

  /// The largest level among the pixels that `holds` accepts by their canvas coordinates.
  func largest(where holds: (_ x: Int, _ y: Int) -> Bool) -> (level: Double, x: Int, y: Int) {
    var found = (level: 0.0, x: region.x, y: region.y)
    for row in 0..<region.height {
      for column in 0..<region.width {
        let level = Double(levels[row * region.width + column])
        if level > found.level && holds(region.x + column, region.y + row) {
          found = (level, region.x + column, region.y + row)
        }
      }
    }
    return found
  }

  /// The shadow of both, as one over the other shows them.
  func over(_ other: ShadowField) throws(LintError) -> ShadowField {
    let left = min(region.x, other.region.x)
    let top = min(region.y, other.region.y)
    let right = max(region.maxX, other.region.maxX)
    let bottom = max(region.maxY, other.region.maxY)
    var result = try ShadowField(
      region: PixelRect(x: left, y: top, width: right - left, height: bottom - top))
    for row in 0..<result.region.height {
      for column in 0..<result.region.width {
        let a = level(x: left + column, y: top + row)
        let b = other.level(x: left + column, y: top + row)
        result.levels[row * result.region.width + column] = Float(
          255 - (255 - a) * (255 - b) / 255)
      }
    }
    return result
  }
}

extension PixelRect {
  /// The first column to the right.
  var maxX: Int { x + width }
  /// The first row below.
  var maxY: Int { y + height }

  /// Whether the pixel lies in it.
  func contains(x column: Int, y row: Int) -> Bool {
    column >= x && column < maxX && row >= y && row < maxY
  }
}
