internal import OrderedJSON
internal import PenumbraFiles
internal import Vips

/// An output while it is encoded and when it is whole.
struct StagedOutput {
  private let staging: Staging
  private let number: Int
  private let format: OutputFormat
  /// The name without suffix.
  private let name: String
  /// Of a file the file itself, of tiles the folder that they are made in.
  private let part: Part

  private enum Part {
    case file(OpenFile)
    case tiles(Folder)
  }

  /// What tiles are called while they are made: libvips would read a suffix or options in the
  /// output's own name.
  private static let tilesName = "tiles"

  /// Makes the place that the encoder writes to, once it is sure that the output may have its own.
  ///
  /// A file needs no folder of its own: thousands of small ones are made and dropped in a job, and
  /// file systems are slow at that.
  init(_ number: Int, name: String, format: OutputFormat, in staging: Staging) throws {
    self.number = number
    self.name = name
    self.format = format
    self.staging = staging
    if staging.stream == nil {
      for product in StagedOutput.products(name: name, format: format) {
        try TilesFolder.refuseForeign(product, in: staging.out, replacedBy: format.kind)
      }
    }
    if format.kind == .file {
      let partName = StagedOutput.partName(number, format)
      staging.parts.remove(partName)
      let shown = staging.stream ?? PathName.joined(staging.out.path, name + format.suffix)
      part = .file(try staging.parts.create(partName, shownAs: shown))
    } else {
      part = .tiles(try staging.part(number))
    }
  }

  private static func partName(_ number: Int, _ format: OutputFormat) -> String {
    format.kind == .file ? "\(number)\(format.suffix)" : "\(number)"
  }

  /// Drops what was not committed.
  func discard() { staging.parts.remove(StagedOutput.partName(number, format)) }

  /// What to give to the encoder.
  var destination: Writer.Destination {
    switch part {
    case .file(let file): .file(file)
    case .tiles(let folder): .tiles(PathName.joined(folder.path, StagedOutput.tilesName))
    }
  }

  /// The files and folders of the output under the output folder; the first is what users open.
  static func products(name: String, format: OutputFormat) -> [String] {
    switch format.kind {
    case .file: return [name + format.suffix]
    case .zippedTiles: return [name + ".zip"]
    case .tiles: return tileProducts(name: name, format: format)
    }
  }

  private static func tileProducts(name: String, format: OutputFormat) -> [String] {
    format.layout == .deepZoom ? [name + ".dzi", name + "_files"] : [name]
  }

  /// Moves the finished output into place and describes its bytes.
  ///
  /// A `.dzi` is moved after its tiles: while it is missing, nothing looks finished.
  func commit() throws -> FileContent {
    switch part {
    case .file(let file):
      return try commit(file, as: name + format.suffix)
    case .tiles(let folder):
      let products = StagedOutput.tileProducts(name: PathName.last(name), format: format)
      try nameTiles(products, in: folder)
      if format.kind == .zippedTiles {
        let file = try folder.create(
          "tiles.zip", shownAs: PathName.joined(staging.out.path, name + ".zip"))
        try ZipArchive.write(
          entries: products, of: folder, under: PathName.last(name), to: file)
        let content = try commit(file, as: name + ".zip", from: "\(number)/tiles.zip")
        discard()
        return content
      }
      let content = try FileContent(of: products, in: folder)
      let target = try self.target()
      for product in products.reversed() {
        try TilesFolder.clear(product, in: target, movingTo: folder)
        if folder.kind(product) == .folder {
          try folder.folder(product).synchronize()
        } else {
          try folder.open(product).synchronize()
        }
        try folder.rename(product, to: target, as: product)
      }
      discard()
      return content
    }
  }

  private func commit(
    _ file: OpenFile, as name: String, from partName: String? = nil
  ) throws -> FileContent {
    try file.rewind()
    let content = try file.content()
    if let stream = staging.stream {
      let output = try OutputFile(stream)
      try file.rewind()
      try file.read { try output.file.write($0) }
      try output.commit(synchronizes: false)
      discard()
      return content
    }
    if content.bytes >= StagedOutput.synchronizedBytes { try file.synchronize() }
    try file.checkClosing()
    let target = try self.target()
    target.removeIfEmpty(PathName.last(name))
    try staging.parts.rename(
      partName ?? StagedOutput.partName(number, format), to: target, as: PathName.last(name))
    return content
  }

  /// The folder that holds the output.
  private func target() throws -> Folder {
    let levels = name.splitBytes(at: "/").dropLast()
    guard !levels.isEmpty else { return staging.out }
    return try staging.out.folder(levels.joined(separator: "/"), makes: true)
  }

  /// Gives tiles the output's name and takes out what no viewer reads.
  private func nameTiles(_ products: [String], in folder: Folder) throws {
    let made = StagedOutput.tileProducts(name: StagedOutput.tilesName, format: format)
    for (old, new) in zip(made, products) {
      if folder.kind(old) == .folder {
        // It holds the time at which it was made; the same picture would differ.
        folder.remove(old + "/vips-properties.xml")
        try nameInside(folder, old)
      }
      if !old.hasSameBytes(as: new) { try folder.rename(old, to: folder, as: new) }
    }
  }

  /// IIIF's `info.json` says what the tiles are called.
  private func nameInside(_ folder: Folder, _ product: String) throws {
    let path = product + "/info.json"
    guard folder.kind(path) == .file else { return }
    let text = String(decoding: try folder.open(path).record(), as: UTF8.self)
    let quoted = JSONValue(.string(PathName.last(name))).text(.compact)
    let old = "/\(StagedOutput.tilesName)\""
    guard let place = text.firstRange(of: old) else { return }
    let new = "/" + quoted.droppingBytes(first: 1)
    try folder.write(text.replacingCharacters(in: place, with: new), to: path)
  }

  /// Files of at least this many bytes are on the disk before they have their name.
  ///
  /// Waiting for every small file would take most of a job of thousands of cells. It is not needed:
  /// a killed process loses nothing that was written, and after a power failure `--resume` digests
  /// every file and makes those anew that are not what the journal says.
  private static let synchronizedBytes = 1 << 20
}

extension String {
  /// The text with a part replaced.
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
