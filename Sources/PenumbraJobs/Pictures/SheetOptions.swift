/// How a contact sheet is laid out.
public struct SheetOptions: Hashable, Sendable {
  /// Cells in a row; nil chooses by the sheet's shape.
  public var columns: Int?
  /// Space around each cell and its shadow, in points.
  public var cellPadding: Double
  /// The tallest page in pixels; nil makes one page.
  public var pageHeight: Int?
  /// Whether cells have captions and scenes a header.
  public var hasCaptions: Bool

  /// One page of automatic columns with captions, unless said otherwise.
  public init(
    columns: Int? = nil, cellPadding: Double = 16, pageHeight: Int? = nil,
    hasCaptions: Bool = true
  ) {
    self.columns = columns
    self.cellPadding = cellPadding
    self.pageHeight = pageHeight
    self.hasCaptions = hasCaptions
  }

  /// Font size of a caption and height of its line, in points.
  static let captionSize = 11.0
  static let captionLine = 16.0
  /// Font size of a scene's header and height of its line, in points.
  static let headerSize = 15.0
  static let headerLine = 24.0

  /// As manifests list them.
  var listed: [(name: String, value: String)] {
    var result: [(String, String)] = []
    if let columns { result.append(("columns", "\(columns)")) }
    result.append(("cell-padding", "\(cellPadding)"))
    if let pageHeight { result.append(("page-height", "\(pageHeight)")) }
    if !hasCaptions { result.append(("no-captions", "yes")) }
    return result
  }
}
