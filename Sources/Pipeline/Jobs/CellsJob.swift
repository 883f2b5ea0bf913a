internal import CSSValues
internal import Scene
internal import ShadowEngine
internal import Vips

/// `penumbra cells`: every cell of every scene as a picture of its own, with its shadow's margins.
public struct CellsJob: Sendable {
  /// Files and folders.
  public var inputs: [String]
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions
  /// Whether margins in which nothing is to be seen are cut off.
  public var trims: Bool
  /// How the job runs.
  public var settings: BatchSettings

  /// A job over these inputs.
  public init(
    inputs: [String], options: SceneOptions, trims: Bool, settings: BatchSettings
  ) {
    self.inputs = inputs
    self.options = options
    self.trims = trims
    self.settings = settings
  }

  /// Makes the pictures, `<scene>-<index>`, the index from 0 in the scene's order.
  ///
  /// - Throws: `JobError` for what stops the whole job; inputs that fail one by one are in the
  ///   result.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws -> JobResult {
    guard !inputs.isEmpty else { throw JobError.usage("an input is needed: a scene or a folder") }
    try Library.start(threads: settings.threads)
    let scan = try CorpusScan(inputs: inputs, excluding: settings.target.folder)
    let corpus = try Corpus(
      scan, options: options, threads: settings.threads, interruption: interruption)
    let header = Manifest.Header(
      command: "cells", engine: EngineVersion.current,
      options: options.listed + (trims ? [(name: "trim", value: "yes")] : [])
        + [(name: "format", value: settings.target.format.description)],
      shard: settings.shard)
    let batch = Batch(
      header: header, settings: settings, interruption: interruption, observer: observer)
    let engine = try EngineSettings(threads: settings.threads)
    var items: [BatchItem] = []
    for scene in corpus.scenes {
      let list = CellList(scene)
      let digits = String(max(0, list.count - 1)).count
      items.reserveCapacity(items.count + list.count)
      for index in 0..<list.count {
        items.append(item(index, of: list, digits: digits, header: header, engine: engine))
      }
    }
    return JobResult(try batch.run(items, failures: corpus.failures))
  }

  private func item(
    _ index: Int, of list: CellList, digits: Int, header: Manifest.Header, engine: EngineSettings
  ) -> BatchItem {
    let cell = list[index]
    let number = String(index)
    let padded = String(repeating: "0", count: digits - number.count) + number
    let kernels = Set(cell.style.shadows.map(\.kernel.rawValue)).sorted()
    let options = options
    let trims = trims
    return BatchItem(
      name: OutputTarget.safeName("\(list.scene.scene.name)-\(padded)"),
      scene: list.scene.scene.name, source: list.scene.entry.name, cells: 1,
      cost: PredictedCost(cell: cell, scale: list.scale),
      kernel: kernels.isEmpty ? "none" : kernels.joined(separator: ","),
      layout: CellPicture.layout(of: cell, in: list),
      proof: header.proof(of: list.scene.inputDigest + "/\(index)"),
      makeSource: {
        let picture = try CellPicture.source(index, of: list, options: options, engine: engine)
        return trims
          ? try TrimmedPicture(picture, ground: CellPicture.ground(of: list, engine: engine))
          : picture
      })
  }
}

extension CellList {
  /// The canvas's background.
  var background: Paint { scene.layout.canvas.background }
}

/// One cell with its shadow's margins.
private enum CellPicture {
  static func layout(of cell: PlacedCell, in list: CellList) -> PixelLayout {
    let box = PictureBox(visible: cell, scale: list.scale)
    return PixelLayout(
      width: box.width, height: box.height, channels: list.background.isOpaque ? 3 : 4)
  }

  /// The cell's part of its canvas as if it were alone there.
  static func source(
    _ index: Int, of list: CellList, options: SceneOptions, engine: EngineSettings
  ) throws -> any PixelSource {
    let cell = list[index]
    let box = PictureBox(visible: cell, scale: list.scale)
    let folder = list.scene.scene.folder
    let drawn = try DisplayList(scene: list.layout(of: [cell]), folder: folder)
    var items = drawn.items.compactMap { item -> DisplayItem? in
      guard case .cell(let cell) = item else { return nil }
      return .cell(cell.moved(byX: -box.left, y: -box.top))
    }
    var background = list.background
    if let backdrop = backdrop(drawn, box: box, folder: folder) {
      // The canvas's own gradient or image, of which the cell's box is a part.
      items.insert(.cell(backdrop), at: 0)
      background = .color(background.isOpaque ? .white : .transparent)
    }
    let canvas = DisplayList(
      width: box.width, height: box.height, background: background, dither: drawn.dither,
      items: items)
    let content = VipsContent(
      root: list.scene.entry.corpus, allowsOutside: options.allowsOutside)
    return try ScenePicture(list: canvas, content: content, engine: engine)
  }

  /// The pixel of an empty canvas; nil where a gradient or an image makes each another.
  static func ground(of list: CellList, engine: EngineSettings) throws -> [UInt8]? {
    guard case .color = list.background else { return nil }
    let empty = DisplayList(width: 1, height: 1, background: list.background)
    let content = VipsContent(root: list.scene.entry.corpus, allowsOutside: false)
    let picture = try ScenePicture(list: empty, content: content, engine: engine)
    var pixel = [UInt8](repeating: 0, count: picture.layout.channels)
    try pixel.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      try picture.fill(rows: 0..<1, into: base, bytesPerRow: memory.count)
    }
    return pixel
  }

  private static func backdrop(
    _ drawn: DisplayList, box: PictureBox, folder: String
  ) -> DisplayCell? {
    let rect = Rect(
      x: Double(-box.left), y: Double(-box.top), width: Double(drawn.width),
      height: Double(drawn.height))
    switch drawn.background {
    case .color: return nil
    case .gradient(let gradient):
      return DisplayCell(shape: RoundedRect(rect: rect), fill: .gradient(gradient))
    case .image(let image):
      let request = ImageRequest(
        path: image.path, folder: folder, mode: image.mode, width: drawn.width,
        height: drawn.height)
      return DisplayCell(
        shape: RoundedRect(rect: rect), fill: .image(request, x: -box.left, y: -box.top))
    }
  }
}
