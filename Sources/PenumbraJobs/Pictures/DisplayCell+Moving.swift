internal import PenumbraGraphics
internal import ShadowEngine

extension DisplayCell {
  /// The cell elsewhere, by whole pixels: its fractions, and so its bytes, stay as they are.
  func moved(byX x: Int, y: Int) -> DisplayCell {
    let offset = Point(x: Double(x), y: Double(y))
    var cell = self
    cell.shape.rect = shape.rect.moved(by: offset)
    for index in shadows.indices {
      if case .shape(var caster) = shadows[index].caster {
        caster.rect = caster.rect.moved(by: offset)
        cell.shadows[index].caster = .shape(caster)
      }
    }
    cell.clip = clip?.moved(by: offset)
    if case .image(let request, let left, let top) = fill {
      cell.fill = .image(request, x: left + x, y: top + y)
    }
    if let label {
      cell.label?.x = label.x + x
      cell.label?.y = label.y + y
    }
    if let mask { cell.mask?.shape.rect = mask.shape.rect.moved(by: offset) }
    return cell
  }
}
