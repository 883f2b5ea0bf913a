internal import Penumbra
internal import PenumbraGraphics
internal import PenumbraScene
internal import ShadowEngine
public import Vips

/// One cell on a picture of its own, with the margins that its shadows need.
///
/// The cell keeps its sub-pixel phase: the picture's origin is a whole pixel of the canvas. Its ground
/// is the canvas's colour; under a gradient or an image, which belong to the canvas as a whole, it is
/// transparent. Where the section casts one shadow, the part of it around the cell is drawn too.
public struct CellPicture: Sendable {
  /// The scene that it belongs to.
  public let scene: CorpusScene
  /// Who it is, and what it was drawn with.
  public let record: CellRecord
  /// What the cell is in its section.
  let role: PlacedCell.Role
  /// The picture's size.
  public let layout: PixelLayout
  /// Predicted work.
  public let cost: PredictedCost
  /// The kernels of its shadows, by name, joined by commas.
  public let kernels: String
  private let list: DisplayList
  private let content: any ContentSource

  fileprivate init(
    _ cell: PlacedCell, in section: PlacedSection, of scene: CorpusScene,
    content: any ContentSource
  ) throws {
    self.scene = scene
    self.content = content
    role = cell.role
    var canvas = scene.layout.canvas
    if case .color = canvas.background {} else { canvas.background = .color(.transparent) }
    let union = cell.role == .cell ? section.sectionShadow : nil
    let extent = CellExtent(of: cell, union: union, scale: canvas.scale)
    record = CellRecord(
      section: section.name, name: CellRecord.name(of: cell), index: cell.index,
      caption: cell.caption, box: extent.box,
      style: StyleRecord.record(of: cell, canvas: scene.layout.canvas))
    cost = PredictedCost(cell: cell, scale: canvas.scale)
    let shadows = cell.style.shadows + (union?.shadows ?? [])
    kernels =
      shadows.isEmpty
      ? "none" : Set(shadows.map(\.kernel.rawValue)).sorted().joined(separator: ",")
    layout = PixelLayout(
      width: extent.width, height: extent.height, channels: canvas.background.isOpaque ? 3 : 4)

    let scale = canvas.scale
    let origin = Point(x: Double(extent.left) / scale, y: Double(extent.top) / scale)
    canvas.width = Double(extent.width) / scale
    canvas.height = Double(extent.height) / scale
    var alone = cell
    alone.frame.x -= origin.x
    alone.frame.y -= origin.y
    var parts = PlacedSection(name: section.name, cells: PlacedCells([alone]))
    if var union {
      union.shapes = union.shapes.map { shape in
        var shape = shape
        shape.rect.x -= origin.x
        shape.rect.y -= origin.y
        return shape
      }
      parts.sectionShadow = union
    }
    list = try DisplayList(
      scene: LaidOutScene(
        name: scene.scene.name, canvas: canvas, isRightToLeft: scene.layout.isRightToLeft,
        sections: [parts]),
      folder: scene.scene.folder)
  }

  /// The pixel in which nothing is to be seen.
  func ground() throws -> [UInt8] {
    let empty = DisplayList(width: 1, height: 1, background: list.background)
    let picture = try ScenePicture(
      list: empty, content: content, engine: EngineSettings(threads: 1))
    var pixel = [UInt8](repeating: 0, count: picture.layout.channels)
    try pixel.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      try picture.fill(rows: 0..<1, into: base, bytesPerRow: memory.count)
    }
    return pixel
  }

  /// Plans the picture; its pixels are made when they are asked for.
  public func makeSource() throws -> any PixelSource {
    try ScenePicture(list: list, content: content, engine: EngineSettings(threads: 1))
  }
}

/// The pictures of all cells of a corpus, made one by one when they are asked for.
///
/// Per section: background, header, cells, footer. Captions are left out: they belong to a sheet.
public struct CellPictures: Sendable {
  private struct Part {
    var scene: Int
    var section: Int
    /// The first picture of the section.
    var first: Int
    var extras: [PlacedCell]
    var footer: PlacedCell?
  }

  private let scenes: [CorpusScene]
  private let contents: [any ContentSource]
  private var parts: [Part] = []
  /// How many there are.
  public private(set) var count = 0

  /// Of a corpus, its images read under `options`.
  public init(_ corpus: Corpus, options: SceneOptions) {
    scenes = corpus.scenes
    contents = corpus.scenes.map {
      VipsContent(root: $0.entry.corpus, allowsOutside: options.allowsOutside)
    }
    for (sceneIndex, scene) in scenes.enumerated() {
      for (sectionIndex, section) in scene.layout.sections.enumerated() {
        let extras = [section.background, section.header].compactMap { $0 }
        parts.append(
          Part(
            scene: sceneIndex, section: sectionIndex, first: count, extras: extras,
            footer: section.footer))
        count += extras.count + section.cells.count + (section.footer == nil ? 0 : 1)
      }
    }
  }

  /// The picture at a place from 0 to `count`.
  ///
  /// - Throws: What is wrong with its size.
  public func picture(at index: Int) throws -> CellPicture {
    precondition(index >= 0 && index < count, "picture index out of range")
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].first <= index { low = middle } else { high = middle }
    }
    let part = parts[low]
    let scene = scenes[part.scene]
    let section = scene.layout.sections[part.section]
    let place = index - part.first
    let cell: PlacedCell
    if place < part.extras.count {
      cell = part.extras[place]
    } else if place - part.extras.count < section.cells.count {
      cell = section.cells[place - part.extras.count]
    } else if let footer = part.footer {
      cell = footer
    } else {
      preconditionFailure("a picture belongs to a cell")
    }
    return try CellPicture(cell, in: section, of: scene, content: contents[part.scene])
  }
}
