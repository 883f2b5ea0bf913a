internal import PenumbraJobs
internal import PenumbraScene

/// Styles that differ in words and not in pixels.
struct SameDrawingRule {
  let probe: LintProbe

  /// A digest of what the cell draws on the canvas's ground, and of where it draws it; equal for
  /// cells that look the same, whatever margins their shadows were given.
  func digest(of cell: PlacedCell, canvas: Canvas) throws -> String {
    let region = probe.region(around: cell, reach: probe.reach(of: cell))
    let picture = try probe.picture(of: [cell], on: canvas.background, region: region)
    let ground = Array(picture.bytes[0..<4])
    let box = probe.pixels(cell.frame)
    let width = picture.width
    var (left, right, top, bottom) = (width, -1, picture.height, -1)
    for y in 0..<picture.height {
      for x in 0..<width {
        let at = (y * width + x) * 4
        if picture.bytes[at] == ground[0] && picture.bytes[at + 1] == ground[1]
          && picture.bytes[at + 2] == ground[2] && picture.bytes[at + 3] == ground[3]
        {
          continue
        }
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = max(bottom, y)
      }
    }
    var hash = ContentHash()
    hash.update(
      "\(region.x + left - box.x) \(region.y + top - box.y) \(right - left) \(bottom - top)")
    if right >= left {
      for y in top...bottom {
        let row = ((y * width + left) * 4)..<((y * width + right + 1) * 4)
        picture.bytes.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[row])) }
      }
    }
    return hash.hexadecimal
  }
}
