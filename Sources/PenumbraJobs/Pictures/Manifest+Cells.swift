internal import OrderedJSON
internal import PenumbraScene
internal import Vips

/// Manifests of pictures of cells, as baselines are.
extension Manifest {
  /// The command's name in manifests of pictures of cells.
  package static let cellsCommand = "cells"

  /// A whole set of pictures of cells.
  ///
  /// `listed` are the options that decide pictures.
  package init(cells outputs: [Output], listed: [(name: String, value: String)]) {
    var hash = ContentHash()
    for output in outputs {
      hash.update(output.file)
      hash.update(output.proof)
    }
    self.init(
      header: Header(
        command: Manifest.cellsCommand, engine: EngineVersion.current, options: listed, shard: nil),
      total: outputs.count, corpus: hash.hexadecimal, outputs: outputs, failures: [])
  }
}

extension Manifest.Output {
  /// The picture of one cell.
  package init(
    number: Int, file: String, picture: CellPicture, options: SceneOptions, pixelDigest: String,
    bytes: Int, fileDigest: String
  ) {
    let header = Manifest.Header(
      command: Manifest.cellsCommand, engine: EngineVersion.current, options: options.listed,
      shard: nil)
    var input = ContentHash()
    input.update(picture.scene.inputDigest)
    input.update(picture.record.json.text(.compact))
    self.init(
      number: number, file: file, scene: picture.scene.scene.name,
      source: picture.scene.entry.name, cells: 1, width: picture.layout.width,
      height: picture.layout.height, channels: picture.layout.channels, pixelDigest: pixelDigest,
      sha256: nil,
      kernel: picture.kernels, bytes: bytes, fileDigest: fileDigest,
      proof: header.proof(of: input.hexadecimal), cell: picture.record)
  }
}

extension SceneOptions {
  /// As manifests of cells list them.
  package var listedForCells: [(name: String, value: String)] { listed }
}
