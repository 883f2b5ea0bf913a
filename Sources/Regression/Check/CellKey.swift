internal import Scene

/// How a cell is named within its scene.
enum CellKey {
  /// The identity that a check matches by.
  static func identity(of cell: PlacedCell, section: String, scene: String) -> CellIdentity {
    let name: String? =
      switch cell.role {
      case .cell: cell.name
      case .background: "background"
      case .header: "header"
      case .footer: "footer"
      case .caption: "caption \(cell.index)"
      }
    return CellIdentity(scene: scene, section: section, name: name, index: cell.index)
  }

  /// The identity in words, without the scene.
  static func name(of cell: PlacedCell, section: String, scene: String) -> String {
    identity(of: cell, section: section, scene: scene).cell
  }
}
