internal import Pipeline
internal import Scene
internal import Vips

/// A folder of pictures of cells with its manifest: a baseline, or what `penumbra cells` wrote.
struct StoredCells: CellSet {
  let folder: String
  let manifest: Manifest
  private let records: [CellRecord]

  /// The manifest of a folder.
  static func manifestPath(_ folder: String) -> String { folder + "/manifest.json" }

  /// Whether the folder holds pictures of cells and no scenes.
  static func isRendered(_ folder: String) -> Bool {
    guard FileSystem.kind(folder) == .folder, FileSystem.kind(manifestPath(folder)) == .file,
      let bytes = try? FileSystem.bytes(of: manifestPath(folder)),
      let manifest = try? Manifest(text: bytes, path: manifestPath(folder))
    else { return false }
    return manifest.header.command == Manifest.cellsCommand
  }

  /// Reads the manifest; the pictures are read when they are asked for.
  ///
  /// - Throws: `JobError` when there is none, when it was changed, when it lists something else than
  ///   cells, or when it is one shard's or a failed run's: what is not whole proves nothing.
  init(folder: String, what: String) throws(JobError) {
    let path = StoredCells.manifestPath(folder)
    guard FileSystem.kind(folder) == .folder else {
      throw .noInput(path: folder, detail: "\(what) is missing: there is no such folder")
    }
    guard FileSystem.kind(path) == .file else {
      throw .noInput(path: path, detail: "\(what) is missing: the folder has no manifest")
    }
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
    let manifest = try Manifest(text: bytes, path: path)
    guard manifest.header.command == Manifest.cellsCommand else {
      throw .badInput(
        "\(path): \(what) must hold cells, as penumbra cells writes them; this is the output of "
          + "penumbra \(manifest.header.command)")
    }
    if let shard = manifest.header.shard {
      throw .incomplete(
        "\(folder): \(what) is shard \(shard.description) only: merge all \(shard.count) shards "
          + "with penumbra merge first")
    }
    if let failure = manifest.failures.first {
      throw .incomplete(
        "\(folder): \(what) comes from a run that failed for \(manifest.failures.count) "
          + "\(manifest.failures.count == 1 ? "input" : "inputs"), the first being "
          + "\(failure.source): \(failure.error)")
    }
    guard manifest.outputs.count == manifest.total else {
      throw .incomplete(
        "\(folder): \(what) is not whole: \(manifest.outputs.count) of \(manifest.total) pictures")
    }
    let records = manifest.outputs.compactMap(\.cell)
    guard records.count == manifest.outputs.count else {
      throw .badInput(
        "\(path): \(what) does not say which cells its pictures show: expected a folder that "
          + "penumbra cells wrote, without --trim")
    }
    self.folder = folder
    self.manifest = manifest
    self.records = records
  }

  var count: Int { manifest.outputs.count }

  func identity(at index: Int) -> CellIdentity {
    records[index].identity(scene: manifest.outputs[index].scene)
  }

  func file(at index: Int) -> String? { manifest.outputs[index].source }

  func source(at index: Int) -> String { manifest.outputs[index].source }

  func record(at index: Int) -> CellRecord { records[index] }

  func layout(at index: Int) -> PixelLayout {
    let output = manifest.outputs[index]
    return PixelLayout(width: output.width, height: output.height, channels: output.channels)
  }

  func digest(at index: Int) -> String { manifest.outputs[index].pixelDigest }

  /// Where the picture lies.
  func path(at index: Int) -> String { folder + "/" + manifest.outputs[index].file }

  /// Why the picture cannot be trusted, or nil: it must be there, of its size, with its bytes.
  func damage(at index: Int) -> String? {
    let output = manifest.outputs[index]
    let path = path(at: index)
    switch FileSystem.kind(path) {
    case nil: return "\(path): the picture is missing"
    case .file: break
    default: return "\(path): no regular file"
    }
    let size = FileSystem.size(path) ?? 0
    if size < output.bytes {
      return "\(path): the picture is truncated: \(size) of \(output.bytes) bytes are there"
    }
    do {
      let digest = try FileSystem.digest(of: path)
      if digest != output.fileDigest || size != output.bytes {
        return "\(path): the picture was changed after the manifest was written"
      }
    } catch {
      return "\(path): the picture cannot be read: \(error)"
    }
    return nil
  }

  func picture(at index: Int) throws -> Picture {
    let decoded = try DecodedPixels(path: path(at: index), limits: .compared)
    let expected = layout(at: index)
    guard decoded.layout.width == expected.width, decoded.layout.height == expected.height else {
      throw JobError.badInput(
        "\(path(at: index)): \(decoded.layout.width) x \(decoded.layout.height) px, but the "
          + "manifest says \(expected.width) x \(expected.height)")
    }
    return Picture(
      width: expected.width, height: expected.height,
      bytes: rgba(decoded.bytes, layout: decoded.layout), box: records[index].pixelBox)
  }

  func store(
    at index: Int, number: Int, file: String, to path: String
  ) throws -> Manifest.Output {
    var output = manifest.outputs[index]
    output.number = number
    output.file = file
    if self.path(at: index).hasSuffix(".png") {
      try FileSystem.copy(self.path(at: index), to: path) {}
      return output
    }
    let decoded = try DecodedPixels(path: self.path(at: index))
    try decoded.bytes.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: decoded.layout, to: path, format: OutputFormat("png"))
    }
    output.bytes = FileSystem.size(path) ?? 0
    output.fileDigest = try FileSystem.digest(of: path)
    return output
  }

  /// Pictures in the folder that the manifest does not list, in path order.
  func orphans() throws -> [String] {
    let listed = Set(manifest.outputs.map(\.file))
    var found: [String] = []
    func walk(_ relative: String) throws {
      let here = relative.isEmpty ? folder : folder + "/" + relative
      for name in try FileSystem.names(in: here) where !name.hasPrefix(".") {
        let child = relative.isEmpty ? name : relative + "/" + name
        switch FileSystem.kind(folder + "/" + child) {
        case .folder: try walk(child)
        case .file where name.hasSuffix(".png") && !listed.contains(child): found.append(child)
        default: continue
        }
      }
    }
    try walk("")
    return found
  }
}
