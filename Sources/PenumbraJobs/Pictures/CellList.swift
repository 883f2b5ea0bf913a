internal import PenumbraScene

/// The cells of a scene in one run, whichever section they are in, each as it looks by itself.
///
/// Where the section casts one shadow for its cells, a cell by itself casts it alone.
struct CellList: Sendable {
  let scene: CorpusScene
  /// The first index of each section's cells.
  private let starts: [Int]
  let count: Int

  init(_ scene: CorpusScene) {
    self.scene = scene
    var starts: [Int] = []
    var count = 0
    for section in scene.layout.sections {
      starts.append(count)
      count += section.cells.count
    }
    self.starts = starts
    self.count = count
  }

  var scale: Double { scene.layout.canvas.scale }

  subscript(index: Int) -> PlacedCell {
    var section = starts.count - 1
    while starts[section] > index { section -= 1 }
    let placed = scene.layout.sections[section]
    var cell = placed.cells[index - starts[section]]
    if let union = placed.sectionShadow {
      cell.style.shadows = union.shadows + cell.style.shadows
    }
    return cell
  }

  /// The scene's layout with nothing on it but some cells, in their places.
  func layout(of cells: [PlacedCell]) -> LaidOutScene {
    LaidOutScene(
      name: scene.layout.name, canvas: scene.layout.canvas,
      isRightToLeft: scene.layout.isRightToLeft,
      sections: [PlacedSection(name: scene.layout.name, cells: PlacedCells(cells))])
  }
}
