internal import CSSValues
internal import PenumbraFiles
internal import PenumbraGraphics
internal import PenumbraScene
internal import Vips

/// Where every cell of a contact sheet goes, in whole pixels.
///
/// A scene is a block: a header, then its cells in a grid. All columns of a block are as wide as its
/// widest cell with its shadow, a row is as tall as its tallest; cells of a block line up by their
/// frames, not by their shadows. Neither a picture nor a caption leaves its place. Text is of one size
/// on the whole sheet, that of the scene in the middle of all scales; a scene of a smaller scale has
/// its own.
struct SheetLayout: Sendable {
  /// One row of cells.
  struct Row: Sendable {
    /// Above the cells' frames.
    var above: Int
    /// Frames' tops to the lowest pixel.
    var below: Int
  }

  /// One scene.
  struct Block: Sendable {
    var cells: CellList
    var columns: Int
    /// To the left of the cells' frames.
    var before: Int
    /// Of a column, padding left out.
    var columnWidth: Int
    /// Pixels per point of captions and header.
    var textScale: Double
    var padding: Int
    var headerHeight: Int
    var captionHeight: Int
    var rows: [Row]

    /// From one column to the next.
    var pitch: Int { columnWidth + padding }

    var width: Int { padding + columns * pitch }

    /// The widest part of a column, its left side 0, whose middle is that of a cell's frame.
    ///
    /// There a caption stands under the frame, however far the shadows reach to one side.
    func captionSpan(of cell: PlacedCell) -> Range<Int> {
      let left = cell.frame.x * cells.scale
      let width = cell.frame.width * cells.scale
      let twiceTheMiddle =
        2 * before + Int(saturating: (2 * (left - left.rounded(.down)) + width).rounded())
      let last = columnWidth - 1
      return twiceTheMiddle <= columnWidth
        ? 0..<max(1, twiceTheMiddle) : min(twiceTheMiddle - columnWidth, last)..<columnWidth
    }

    /// Of a row with its caption and the padding below it.
    func height(ofRow row: Int) -> Int {
      rows[row].above + rows[row].below + captionHeight + padding
    }
  }

  /// Rows of one block on one page.
  struct Part: Sendable {
    var block: Int
    var rows: Range<Int>
    /// On the page.
    var top: Int
    var height: Int
  }

  /// One picture.
  struct Page: Sendable {
    var parts: [Part]
    var height: Int

    func cellCount(_ blocks: [Block]) -> Int {
      parts.reduce(0) { count, part in
        let block = blocks[part.block]
        return count + min(block.cells.count, part.rows.upperBound * block.columns)
          - part.rows.lowerBound * block.columns
      }
    }
  }

  let width: Int
  let blocks: [Block]
  let pages: [Page]
  /// What was done so that the format can hold the sheet, in one sentence.
  let remedy: String?

  /// Lays out all cells of the scenes for a format.
  ///
  /// - Throws: `JobError` where a row is taller than a page, or nothing is to be shown.
  init(
    _ scenes: [CorpusScene], options: SheetOptions, format: OutputFormat,
    splitsAutomatically: Bool
  ) throws(JobError) {
    let lists = scenes.map(CellList.init).filter { $0.count > 0 }
    guard !lists.isEmpty else { throw .badInput("there is no cell to show on a sheet") }
    let scales = lists.map(\.scale).sorted()
    let usual = scales[(scales.count - 1) / 2]
    let boxes = lists.map { CellBoxes($0, textScale: min($0.scale, usual)) }
    let side = FormatLimits.largestSide(suffix: format.suffix)
    let most = splitsAutomatically ? side : FormatLimits.librarySide
    var goal = SheetLayout.goalWidth(boxes, options: options)
    var remedies: [String] = []
    var columns = options.columns
    if goal > most {
      goal = most
    }
    if splitsAutomatically, let asked = columns {
      let widest = boxes.map { $0.columns(fitting: most, options: options) }.min() ?? 1
      if widest < asked {
        columns = widest
        remedies.append("columns \(widest) instead of \(asked)")
      }
    }
    let blocks = boxes.map { boxes in
      boxes.block(
        columns: columns ?? boxes.columns(fitting: goal, options: options), options: options)
    }
    self.blocks = blocks
    width = blocks.map(\.width).max() ?? 1
    var pageHeight = options.pageHeight
    if splitsAutomatically, pageHeight ?? .max > side {
      let whole = try SheetLayout.pages(blocks, pageHeight: pageHeight)
      if whole.contains(where: { $0.height > side }) {
        pageHeight = side
        remedies.append("pages of at most \(side) px, which \(format.suffix) can hold")
      }
    }
    pages = try SheetLayout.pages(blocks, pageHeight: pageHeight)
    remedy = remedies.isEmpty ? nil : remedies.joined(separator: "; ")
  }

  /// The width of a sheet of 4:3, but wide enough for the widest cell.
  private static func goalWidth(_ boxes: [CellBoxes], options: SheetOptions) -> Int {
    var area = 0.0
    for box in boxes { area += box.area(options) }
    let widest = boxes.map { $0.block(columns: 1, options: options).width }.max() ?? 1
    let shape = 4.0 / 3
    return max(widest, Int(saturating: (area * shape).squareRoot().rounded(.up)))
  }

  /// Fills pages from the top; a block that goes on begins its next page with its header.
  private static func pages(
    _ blocks: [Block], pageHeight: Int?
  ) throws(JobError) -> [Page] {
    var pages: [Page] = []
    var page = Page(parts: [], height: 0)
    for (index, block) in blocks.enumerated() {
      var row = 0
      while row < block.rows.count {
        let head = block.padding + block.headerHeight
        var height = head
        let first = row
        while row < block.rows.count {
          let next = block.height(ofRow: row)
          if let pageHeight, page.height + height + next > pageHeight { break }
          height += next
          row += 1
        }
        if row == first {
          guard !page.parts.isEmpty else {
            throw .badInput(
              "\(block.cells.scene.entry.path): a row of cells is \(head + block.height(ofRow: row)) "
                + "px tall and a page at most \(pageHeight ?? 0): "
                + "use a larger \(UserWord.pageHeight) or a smaller \(UserWord.scale)")
          }
          pages.append(page)
          page = Page(parts: [], height: 0)
          continue
        }
        page.parts.append(
          Part(block: index, rows: first..<row, top: page.height, height: height))
        page.height += height
        if row < block.rows.count {
          pages.append(page)
          page = Page(parts: [], height: 0)
        }
      }
    }
    if !page.parts.isEmpty { pages.append(page) }
    return pages
  }
}

/// What the cells of a scene need, before columns are chosen.
private struct CellBoxes {
  let list: CellList
  let textScale: Double
  /// The frames' top-left pixels are the origin of these.
  private let extents: [Extent]
  private let before: Int
  private let after: Int
  private let hasCaptions: Bool

  private struct Extent {
    var above: Int32
    var below: Int32
  }

  init(_ list: CellList, textScale: Double) {
    self.list = list
    self.textScale = textScale
    var before = 0
    var after = 1
    var hasCaptions = false
    extents = (0..<list.count).map { index in
      let cell = list[index]
      let extent = CellExtent(of: cell, union: nil, scale: list.scale)
      let left = Int(saturating: (cell.frame.x * list.scale).rounded(.down))
      let top = Int(saturating: (cell.frame.y * list.scale).rounded(.down))
      before = max(before, left - extent.left)
      hasCaptions = hasCaptions || !(cell.sheetCaption ?? "").isEmpty
      after = max(after, extent.left + extent.width - left)
      return Extent(
        above: Int32(clamping: max(0, top - extent.top)),
        below: Int32(clamping: max(1, extent.top + extent.height - top)))
    }
    self.before = before
    self.after = after
    self.hasCaptions = hasCaptions
  }

  private func pixels(_ points: Double) -> Int {
    Int(saturating: (points * list.scale).rounded(.up))
  }

  private func textPixels(_ points: Double) -> Int {
    Int(saturating: (points * textScale).rounded(.up))
  }

  func columns(fitting width: Int, options: SheetOptions) -> Int {
    let padding = pixels(options.cellPadding)
    return max(1, min(list.count, (width - padding) / (before + after + padding)))
  }

  /// Roughly the pixels of the block.
  func area(_ options: SheetOptions) -> Double {
    let padding = pixels(options.cellPadding)
    let caption = captionHeight(options)
    let heights = extents.reduce(0) { $0 + Int($1.above) + Int($1.below) + caption + padding }
    return Double(before + after + padding) * Double(heights)
  }

  func block(columns: Int, options: SheetOptions) -> SheetLayout.Block {
    var rows: [SheetLayout.Row] = []
    rows.reserveCapacity(extents.count / columns + 1)
    for first in stride(from: 0, to: extents.count, by: columns) {
      let row = extents[first..<min(extents.count, first + columns)]
      rows.append(
        SheetLayout.Row(
          above: Int(row.map(\.above).max() ?? 0), below: Int(row.map(\.below).max() ?? 0)))
    }
    let hasText = options.hasCaptions
    return SheetLayout.Block(
      cells: list, columns: columns, before: before, columnWidth: before + after,
      textScale: textScale, padding: pixels(options.cellPadding),
      headerHeight: hasText ? textPixels(SheetOptions.headerLine) : 0,
      captionHeight: captionHeight(options), rows: rows)
  }

  /// None where no cell has one.
  private func captionHeight(_ options: SheetOptions) -> Int {
    options.hasCaptions && hasCaptions ? textPixels(SheetOptions.captionLine) : 0
  }
}
