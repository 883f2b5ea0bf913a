internal import CSSValues
internal import PenumbraGraphics

/// A matrix solved: a grid of equal cells, in rows, each row filled before the next.
///
/// The grid stands in the middle of its canvas, moved to whole points, so that a canvas may leave a
/// margin or none; a canvas whose height is to be fitted leaves one gap above and below. A grid
/// larger than its canvas starts at the canvas's corner.
struct MatrixSolution {
  var columns: Int
  var cell: Size
  var gap: Double
  var origin: Point
  /// What a fitted canvas is high.
  var fittedHeight: Double

  init(_ matrix: Matrix, canvasWidth: Double, canvasHeight: Double?) {
    cell = matrix.cell
    gap = matrix.gap
    let pitch = cell.width + gap
    let room = pitch > 0 ? ((canvasWidth - gap) / pitch + 1e-9).rounded(.down) : 1
    columns = matrix.columns ?? Int(saturating: min(max(room, 1), Double(matrix.count)))
    let filled = min(columns, matrix.count)
    let rows = (matrix.count + columns - 1) / columns
    let width = Double(filled) * cell.width + Double(filled - 1) * gap
    let height = Double(rows) * cell.height + Double(rows - 1) * gap
    fittedHeight = height + 2 * gap
    func margin(_ canvas: Double, _ grid: Double) -> Double {
      max(0, ((canvas - grid) / 2 + 1e-9).rounded(.down))
    }
    origin = Point(
      x: margin(canvasWidth, width), y: canvasHeight.map { margin($0, height) } ?? gap)
  }

  /// The frame of a cell, left to right.
  func frame(of index: Int) -> Rect {
    Rect(
      x: origin.x + Double(index % columns) * (cell.width + gap),
      y: origin.y + Double(index / columns) * (cell.height + gap),
      width: cell.width, height: cell.height)
  }

  /// The box of a cell's caption: in the middle of the gap below, as wide as the gaps beside allow.
  ///
  /// Nil where the gap has no room for a text.
  func captionFrame(of index: Int) -> Rect? {
    let height = captionSize * 1.5
    guard captionSize >= 4 else { return nil }
    let frame = frame(of: index)
    return Rect(
      x: frame.x - gap / 2, y: frame.maxY + (gap - height) / 2, width: frame.width + gap,
      height: height)
  }

  /// The font size of captions in points.
  var captionSize: Double { min(12, (gap / 2).rounded(.down)) }
}
