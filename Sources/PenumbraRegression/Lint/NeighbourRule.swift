internal import CSSValues
internal import PenumbraGraphics
internal import PenumbraScene

/// Shadows that fall on other cells.
///
/// A later cell's shadow lies on whatever was painted before it; an earlier cell's shows through a
/// later one that does not cover it. Cells that overlap are left alone: there a shadow is meant.
struct NeighbourRule {
  let probe: LintProbe

  /// A cell by its place in the scene.
  struct Placed {
    var section: Int
    var cell: PlacedCell
    /// In the order of painting.
    var order: Int
  }

  /// The largest level that the shadow has on the other cell, and the points between them that would
  /// keep it off; nil when less than a level falls on it.
  func fall(of cell: PlacedCell, on other: PlacedCell) throws -> (level: Double, distance: Double)?
  {
    let box = probe.pixels(other.frame)
    let own = probe.pixels(cell.frame)
    let region = probe.region(around: cell, reach: probe.reach(of: cell))
    guard box.x < region.maxX, region.x < box.maxX, box.y < region.maxY, region.y < box.maxY else {
      return nil
    }
    let field = try probe.field(of: cell, .all, region: region)
    let found = field.largest { box.contains(x: $0, y: $1) }
    guard found.level >= 1 else { return nil }
    // The two are apart on one axis at least; there the shadow's reach counts.
    let isBeside = box.maxX <= own.x || own.maxX <= box.x
    var reach = 0
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX where field.level(x: x, y: y) >= 1 {
        if isBeside {
          reach = max(reach, box.maxX <= own.x ? own.x - x : x - own.maxX + 1)
        } else {
          reach = max(reach, box.maxY <= own.y ? own.y - y : y - own.maxY + 1)
        }
      }
    }
    return (found.level, (Double(reach) / probe.scale).rounded(.up))
  }

  /// Whether the shadow of `cell` would be seen on `other`, by the order of painting.
  static func isSeen(on other: Placed, by cell: Placed) -> Bool {
    let style = other.cell.style
    guard style.fill != nil || style.label != nil else { return false }
    let (a, b) = (other.cell.frame, cell.cell.frame)
    let overlap =
      min(a.maxX, b.maxX) - max(a.x, b.x) > 1e-6
      && min(a.maxY, b.maxY) - max(a.y, b.y) > 1e-6
    if overlap { return false }
    if other.order < cell.order { return true }
    if case .color(let color) = style.fill, color.alpha == 1, style.opacity == 1 { return false }
    if case .image = style.fill { return false }
    return true
  }
}

/// Finds the cells near a place without looking at all of them.
struct CellGrid {
  private let pitch: Double
  private var buckets: [Bucket: [Int]] = [:]

  private struct Bucket: Hashable {
    var column: Int
    var row: Int
  }

  /// `frames` in points; `pitch` is the side of a bucket.
  init(frames: [Rect], pitch: Double) {
    self.pitch = max(pitch, 1)
    for (index, frame) in frames.enumerated() {
      for bucket in buckets(of: frame) { buckets[bucket, default: []].append(index) }
    }
  }

  /// The indexes of the frames whose buckets the rectangle touches, in order, each once.
  func near(_ rect: Rect) -> [Int] {
    Set(buckets(of: rect).flatMap { buckets[$0] ?? [] }).sorted()
  }

  private func buckets(of rect: Rect) -> [Bucket] {
    let columns =
      Int(
        saturating: (rect.x / pitch).rounded(.down))...Int(
        saturating: (rect.maxX / pitch).rounded(.down))
    let rows =
      Int(
        saturating: (rect.y / pitch).rounded(.down))...Int(
        saturating: (rect.maxY / pitch).rounded(.down))
    return rows.flatMap { row in columns.map { Bucket(column: $0, row: row) } }
  }
}
