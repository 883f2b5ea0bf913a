internal import OrderedJSON
internal import PenumbraGraphics
internal import PenumbraScene

extension Corpus {
  /// Says once a scene which cells are not on its canvas at all.
  func tellOutsideCanvas(_ observer: any JobObserver) {
    for scene in scenes {
      if let note = scene.noteOfCellsOutside { observer.observe(.note(note)) }
    }
  }
}

extension CorpusScene {
  /// How many cells lie outside of the canvas, which is the first, and what canvas would hold all;
  /// nil where none does.
  var noteOfCellsOutside: String? {
    var count = 0
    var first = ""
    var (right, bottom) = (layout.canvas.width, layout.canvas.height)
    for section in layout.sections {
      for cell in section.cells where layout.isOutside(cell, in: section) {
        if count == 0 { first = scene.place(ofCell: cell.index, in: section) }
        count += 1
        right = max(right, cell.frame.maxX)
        bottom = max(bottom, cell.frame.maxY)
      }
    }
    guard count > 0 else { return nil }
    let cells =
      count == 1
      ? "\(first) lies outside of the canvas"
      : "\(count) cells lie outside of the canvas, the first being \(first)"
    let isLarger = right > layout.canvas.width || bottom > layout.canvas.height
    let size = "\(JSONValue.text(of: right)) x \(JSONValue.text(of: bottom))"
    return "\(entry.name): \(cells)" + (isLarger ? "; \(size) points would hold more" : "")
  }
}
