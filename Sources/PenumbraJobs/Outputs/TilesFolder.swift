internal import PenumbraFiles
internal import Vips

/// What may take whose place in an output folder.
enum TilesFolder {
  /// Throws where something stands in an output's place that a run may not replace.
  ///
  /// A picture takes the place of a file or of a link itself. Tiles take that of a folder in which
  /// there is nothing but tiles; what else someone keeps there is not ours to delete. Nothing takes
  /// the place of a device.
  static func refuseForeign(
    _ product: String, in out: Folder, replacedBy kind: OutputFormat.Kind
  ) throws(JobError) {
    let path = PathName.joined(out.path, product)
    switch out.kind(product) {
    case nil, .file, .link: return
    case .folder:
      let foreign = try JobError.translating {
        try firstForeign(in: try out.folder(product), allowsTiles: kind == .tiles)
      }
      guard let foreign else { return }
      throw .cannotCreate(
        path: path, detail: "a folder is there, and in it \(foreign.debugDescription)")
    case let other?:
      throw .cannotCreate(path: path, detail: "\(other.words) is there")
    }
  }

  /// Takes what an earlier run left in a product's place out of the way.
  static func clear(_ product: String, in target: Folder, movingTo part: Folder) throws {
    guard target.kind(product) == .folder else { return }
    try refuseForeign(product, in: target, replacedBy: .tiles)
    try target.rename(product, to: part, as: "replaced-\(product.utf8.count)")
  }

  private static func firstForeign(in folder: Folder, allowsTiles: Bool) throws -> String? {
    for name in try folder.names() {
      guard allowsTiles else { return name }
      switch folder.kind(name) {
      case .file where isTile(name): continue
      case .folder where isLevel(name):
        if let inner = try firstForeign(in: try folder.folder(name), allowsTiles: true) {
          return name + "/" + inner
        }
      default: return name
      }
    }
    return nil
  }

  /// Whether Deep Zoom, Google, Zoomify or IIIF have files of such a name.
  private static func isTile(_ name: String) -> Bool {
    if ["info.json", "ImageProperties.xml", "vips-properties.xml"].contains(name) { return true }
    let (stem, suffix) = PathName.stemAndSuffix(name)
    guard (2...6).contains(suffix.utf8.count) else { return false }
    return ["default", "native", "blank"].contains(stem) || isNumbers(stem)
  }

  /// Whether they have folders of such a name.
  private static func isLevel(_ name: String) -> Bool {
    if ["full", "max", "square"].contains(name) { return true }
    return isNumbers(name.hasBytePrefix("TileGroup") ? name.droppingBytes(first: 9) : name)
  }

  /// Digits, and what stands between numbers in names of tiles.
  private static func isNumbers(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (48...57).contains($0) || "_-,".utf8.contains($0) }
  }
}
