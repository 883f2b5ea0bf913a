/// Who a cell is, as far as its scene says.
struct CellIdentity: Hashable, Sendable {
  /// The scene's name.
  var scene: String
  /// The section's name; in a cells or matrix scene the scene's.
  var section: String
  /// The cell's own name; nil is known by its place only.
  var name: String?
  /// Its place among the cells of its section, from 0.
  var index: Int

  /// A cell of a section.
  init(scene: String, section: String, name: String?, index: Int) {
    self.scene = scene
    self.section = section
    self.name = name
    self.index = index
  }

  /// The cell in words, without its scene: `section/name`, or `section/3`.
  var cell: String {
    let own = name ?? String(index)
    return section == scene || section.isEmpty ? own : "\(section)/\(own)"
  }
}
