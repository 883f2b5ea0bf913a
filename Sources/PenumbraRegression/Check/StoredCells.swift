internal import Penumbra
internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraLocking
internal import Vips

/// A folder of pictures of cells with its manifest: a baseline, or what `penumbra cells` wrote.
struct StoredCells: CellSet {
  /// The folder, open: its files are those of this very folder, and no link leads out of it.
  let folder: Folder
  let manifest: Manifest
  private let records: [CellRecord]
  /// Digests that the manifest does not list, once they were computed from the pictures.
  private let computed = Guarded<[Int: String]>([:])

  /// The manifest of a folder.
  static let manifestName = "manifest.json"

  /// Where it lies.
  static func manifestPath(_ folder: String) -> String { PathName.joined(folder, manifestName) }

  /// Whether the folder holds pictures of cells and no scenes.
  static func isRendered(_ folder: String) -> Bool {
    guard let open = try? Folder(folder), let manifest = try? Manifest(manifestName, in: open)
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
    let open = try JobError.translating { try Folder(folder) }
    guard open.kind(StoredCells.manifestName) != nil else {
      throw .noInput(path: path, detail: "\(what) is missing: the folder has no manifest")
    }
    let manifest = try Manifest(StoredCells.manifestName, in: open)
    guard manifest.header.command == Manifest.cellsCommand else {
      throw .badInput(
        "\(path): \(what) must hold cells, as \(UserWord.cells) writes them; this is the output of "
          + "penumbra \(manifest.header.command)")
    }
    if let shard = manifest.header.shard {
      throw .incomplete(
        "\(folder): \(what) is shard \(shard.description) only: merge all \(shard.count) shards "
          + "with \(UserWord.merge) first")
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
          + "\(UserWord.cells) wrote, without \(UserWord.trim)")
    }
    self.folder = open
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

  /// The digest that the manifest lists; a manifest of format 1 lists none, and the picture itself,
  /// whose bytes it does vouch for (`damage`), is digested.
  func digest(at index: Int) throws -> String {
    if let known = manifest.outputs[index].pixelDigest ?? computed.withLock({ $0[index] }) {
      return known
    }
    let digest = try storedDigests(at: index).rows
    computed.withLock { $0[index] = digest }
    return digest
  }

  /// Where the picture lies.
  func path(at index: Int) -> String {
    PathName.joined(folder.path, manifest.outputs[index].file)
  }

  /// Why the picture cannot be trusted, or nil: it must be there, with its bytes or, where another
  /// program wrote it anew without loss, with its pixels.
  func damage(at index: Int) -> String? {
    let output = manifest.outputs[index]
    let path = path(at: index)
    if folder.kind(output.file) == nil { return "\(path): the picture is missing" }
    do {
      let file = try folder.open(output.file)
      if try file.content() == FileContent(bytes: output.bytes, digest: output.fileDigest) {
        return nil
      }
    } catch {
      return "\(path): the picture cannot be read: \(error)"
    }
    if let truncation = truncation(of: path, recorded: output.bytes) { return truncation }
    do {
      let digests = try storedDigests(at: index)
      if output.pixelDigest.map({ $0 == digests.rows }) ?? (output.sha256 == digests.sha256) {
        return nil
      }
      return "\(path): the picture was changed after the manifest was written"
    } catch {
      return "\(path): the picture is damaged: \(error)"
    }
  }

  /// Says so where a PNG ends before its last chunk.
  private func truncation(of path: String, recorded: Int) -> String? {
    guard let head = try? FileSystem.head(of: path, bytes: 8),
      head.starts(with: [0x89, 0x50, 0x4E, 0x47].prefix(head.count))
    else { return nil }
    // Length, "IEND" and its checksum.
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    var tail: [UInt8] = []
    var size = 0
    do {
      try FileSystem.read(path) { piece in
        size += piece.count
        tail = Array((tail + Array(piece.suffix(end.count))).suffix(end.count))
      }
    } catch {
      return nil
    }
    // What follows the last chunk is of no picture, and harms none.
    if tail == end || size >= recorded { return nil }
    return "\(path): the picture is truncated: \(size) of \(recorded) bytes are there"
  }

  /// The digests of the file's own pixels as manifests have them, whatever the file's encoding:
  /// palette, grey, 16 bits, interlaced.
  private func storedDigests(at index: Int) throws -> (rows: String, sha256: String) {
    let (reader, channels) = (try reader(at: index), layout(at: index).channels)
    let width = reader.layout.width
    let stored = reader.layout.channels
    let rows = try RowsDigest()
    var hash = ContentHash()
    var line = [UInt8](repeating: 255, count: width * channels)
    try reader.forEachRow { y, row in
      for x in 0..<width {
        for channel in 0..<min(channels, stored) {
          line[x * channels + channel] = row[x * stored + channel]
        }
        if channels == 3 && stored == 4 && row[x * 4 + 3] != 255 {
          throw JobError.badInput("the pixel at \(x), \(y) is not opaque")
        }
      }
      line.withUnsafeBytes {
        rows.add(row: $0)
        hash.update($0)
      }
    }
    return (rows.text, hash.hexadecimal)
  }

  /// Opens the picture, once its header agrees with the manifest.
  private func reader(at index: Int) throws -> ImageReader {
    let reader = try ImageReader(path: path(at: index), mode: .stored, limits: .compared)
    let expected = layout(at: index)
    guard reader.layout.width == expected.width, reader.layout.height == expected.height else {
      throw JobError.badInput(
        "\(path(at: index)): \(reader.layout.width) x \(reader.layout.height) px, but the "
          + "manifest says \(expected.width) x \(expected.height)")
    }
    return reader
  }

  func picture(at index: Int) throws -> any PictureRows {
    try FilePicture(
      reader(at: index), path: path(at: index), mode: .stored, box: records[index].pixelBox
    ).heldIfSmall()
  }

  func store(
    at index: Int, number: Int, file: String, to target: OpenFile
  ) throws -> Manifest.Output {
    var output = manifest.outputs[index]
    if output.file.hasByteSuffix(".png") {
      try copy(at: index, to: target)
    } else {
      let reader = try reader(at: index)
      let writer = try PNGRowWriter(layout: reader.layout, to: target)
      try reader.forEachRow { _, row in
        if let base = row.baseAddress { try writer.append(rows: 1, base) }
      }
    }
    // Another program may have written it anew without loss.
    try target.rewind()
    let content = try target.content()
    (output.bytes, output.fileDigest) = (content.bytes, content.digest)
    (output.pixelDigest, output.sha256) = (try digest(at: index), nil)
    output.number = number
    output.file = file
    return output
  }

  /// Copies the picture's bytes.
  func copy(at index: Int, to target: OpenFile) throws {
    try folder.open(manifest.outputs[index].file).read { try target.write($0) }
  }

  /// Pictures in the folder that the manifest does not list, in path order.
  ///
  /// - Throws: Where a link leads to a folder: what lies there is none of the baseline's.
  func orphans() throws -> [String] {
    let listed = Set(manifest.outputs.map { Array($0.file.utf8) })
    var found: [String] = []
    func walk(_ open: Folder, _ relative: String) throws {
      for name in try open.names() where !name.hasBytePrefix(".") {
        let child = PathName.joined(relative, name)
        switch open.kind(name) {
        case .folder: try walk(try open.folder(name), child)
        case .link where FileSystem.kind(PathName.joined(folder.path, child)) == .folder:
          throw JobError.badInput(
            "\(folder.path)/\(child): found a link to a folder, expected what a check writes")
        case .file where name.hasByteSuffix(".png") && !listed.contains(Array(child.utf8)):
          found.append(child)
        default: continue
        }
      }
    }
    try walk(folder, "")
    return found
  }
}
