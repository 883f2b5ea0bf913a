public import PenumbraGraphics
public import PenumbraScene

extension LaidOutScene {
  /// A scene built in Swift: cells on a canvas, painted in the order given.
  public init(name: String = "scene", canvas: Canvas, cells: [PlacedCell]) {
    self.init(
      name: name, canvas: canvas,
      sections: [PlacedSection(name: name, cells: PlacedCells(cells))])
  }
}

extension PlacedCell {
  /// A cell built in Swift, whose own shape casts its shadows; the frame is in canvas points.
  public init(frame: Rect, style: ResolvedStyle) {
    self.init(
      index: 0, frame: frame,
      shadowPath: RoundedRect(
        rect: Rect(x: 0, y: 0, width: frame.width, height: frame.height), radii: style.radii,
        curve: style.curve),
      style: style)
  }
}
