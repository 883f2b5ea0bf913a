internal import OrderedJSON
internal import Penumbra
internal import PenumbraGraphics
internal import PenumbraScene
internal import ShadowEngine
internal import Vips

/// What is written on a contact sheet.
extension SheetLayout.Block {
  /// The scene's name above its cells, on a sheet of this width; nil where it has no room.
  func header(sheetWidth: Int) -> LabelRequest? {
    guard sheetWidth > 2 * padding else { return nil }
    return LabelRequest(
      text: cells.scene.scene.name, sizePixels: SheetOptions.headerSize * textScale, weight: 600,
      alignment: .left, isRightToLeft: false, lines: 1, width: sheetWidth - 2 * padding,
      height: headerHeight)
  }

  /// A cell's caption and where in its column it stands: under the frame's middle, or where it is too
  /// wide for that, moved until it is in the column; nil where the cell has none.
  func caption(
    of cell: PlacedCell, renderer: CaptionRenderer
  ) throws(VipsError) -> (request: LabelRequest, x: Int)? {
    guard captionHeight > 0, let text = cell.sheetCaption?.printable, !text.isEmpty else {
      return nil
    }
    let span = captionSpan(of: cell)
    var request = LabelRequest(
      text: text, sizePixels: SheetOptions.captionSize * textScale, weight: 400,
      alignment: .center, isRightToLeft: false, lines: 1, width: span.count,
      height: captionHeight)
    if span.count == columnWidth { return (request, 0) }
    if try renderer.fits(VipsContent.request(request)) { return (request, span.lowerBound) }
    request.alignment = span.lowerBound == 0 ? .left : .right
    request.width = columnWidth
    return (request, 0)
  }
}

extension PlacedCell {
  /// What a contact sheet writes below the cell.
  package var sheetCaption: String? { caption ?? name }
}
