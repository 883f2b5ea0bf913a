/// A rectangle of a bitmap's pixels.
public struct BitmapWindow: Hashable, Sendable {
  /// Pixels across, from the bitmap's left.
  public var columns: Range<Int>
  /// Pixels down, from the bitmap's top.
  public var rows: Range<Int>

  /// A window of these columns and rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// How many pixels it has.
  package var area: Int { columns.count * rows.count }

  /// The largest bitmap that is made whole where only a part of it shows, so that cells that lie
  /// otherwise on the canvas share it.
  package static let mostWhole = 1 << 22

  /// The windows to ask for of a bitmap of which `shown` can be seen, at most `most` pixels each but
  /// at least a row; nil where the whole is small enough to be asked for at once.
  package static func parts(
    width: Int, height: Int, shown: BitmapWindow, most: Int = mostWhole
  ) -> [BitmapWindow]? {
    if width <= most / max(1, height) { return nil }
    if shown.columns.isEmpty { return [] }
    let rows = max(1, most / shown.columns.count)
    return stride(from: shown.rows.lowerBound, to: shown.rows.upperBound, by: rows).map {
      BitmapWindow(columns: shown.columns, rows: $0..<min(shown.rows.upperBound, $0 + rows))
    }
  }
}
