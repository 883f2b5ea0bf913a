internal import Penumbra
internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraScene
internal import Vips

/// The cells of a corpus, drawn when they are asked for.
struct DrawnCells: CellSet {
  let pictures: CellPictures
  let options: SceneOptions

  var count: Int { pictures.count }

  func identity(at index: Int) throws -> CellIdentity {
    let picture = try pictures.picture(at: index)
    return picture.record.identity(scene: picture.scene.scene.name)
  }

  func file(at index: Int) throws -> String? { try pictures.picture(at: index).scene.entry.path }

  func source(at index: Int) throws -> String { try pictures.picture(at: index).scene.entry.name }

  func record(at index: Int) throws -> CellRecord { try pictures.picture(at: index).record }

  func layout(at index: Int) throws -> PixelLayout { try pictures.picture(at: index).layout }

  func digest(at index: Int) throws -> String {
    let source = try pictures.picture(at: index).makeSource()
    let digest = try RowsDigest()
    let layout = source.layout
    let strip = max(1, (1 << 20) / layout.bytesPerRow)
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(strip, layout.height) * layout.bytesPerRow, alignment: 64)
    defer { bytes.deallocate() }
    guard let base = bytes.baseAddress else { return digest.text }
    for top in stride(from: 0, to: layout.height, by: strip) {
      let rows = top..<min(layout.height, top + strip)
      try source.fill(rows: rows, into: base, bytesPerRow: layout.bytesPerRow)
      digest.add(
        RowsDigest.digests(
          of: rows.count, base, rowBytes: layout.bytesPerRow, bytesPerRow: layout.bytesPerRow),
        first: top)
    }
    return digest.text
  }

  func picture(at index: Int) throws -> any PictureRows {
    let cell = try pictures.picture(at: index)
    let source = try cell.makeSource()
    let layout = source.layout
    let most = ImageLimits.compared.pixels
    guard layout.width <= most / layout.height else {
      throw JobError.badInput(
        "\(cell.scene.entry.name): found a cell of \(layout.width) x \(layout.height) px, "
          + "expected at most \(most) px to compare or to show")
    }
    return try DrawnPicture(source: source, box: cell.record.pixelBox).heldIfSmall()
  }

  func store(
    at index: Int, number: Int, file: String, to target: OpenFile
  ) throws -> Manifest.Output {
    let cell = try pictures.picture(at: index)
    try PictureWriter.write(
      try cell.makeSource(), to: .file(target), format: OutputFormat("png"), threads: 1)
    try target.rewind()
    let content = try target.content()
    return Manifest.Output(
      number: number, file: file, picture: cell, options: options,
      pixelDigest: try digest(at: index), bytes: content.bytes, fileDigest: content.digest)
  }
}
