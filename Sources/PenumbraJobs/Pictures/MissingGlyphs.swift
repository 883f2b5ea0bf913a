internal import Penumbra
package import PenumbraScene
internal import ShadowEngine
public import Vips

/// Characters of one script that no font of this machine draws, so that boxes stand for them.
public struct MissingGlyphs: Hashable, Sendable {
  /// What they belong to.
  public var script: Script
  /// The first of them.
  public var example: Unicode.Scalar

  /// What a text lacks, a script each, in the order of the text.
  public static func of(
    _ text: String, weight: Int = 400, font: String? = nil
  ) throws(VipsError) -> [MissingGlyphs] {
    var found: [MissingGlyphs] = []
    for scalar in try Fonts.missingCharacters(in: text, weight: weight, font: font) {
      let script = Script.of(scalar)
      if !found.contains(where: { $0.script == script }) {
        found.append(MissingGlyphs(script: script, example: scalar))
      }
    }
    return found
  }

  /// What is wrong, without its place.
  public var message: String {
    let code = String(example.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    return "no font on this machine draws \(script.name), such as \(example) (U+\(padded)): "
      + "boxes stand for them"
  }

  /// What would mend it.
  public var remedy: String {
    script.package.map { "apt-get install \($0)" } ?? "install a font that has them"
  }
}

/// Which texts of scenes a job draws.
enum DrawnTexts {
  /// Those of cells, each a picture of its own.
  case labels
  /// What of labels and of a matrix's captions is on the canvas.
  case canvas
  /// Labels, the captions of cells and the names of scenes, as a contact sheet writes them.
  case sheet(SheetLayout, hasCaptions: Bool)

  /// What of a canvas that no font draws is said.
  fileprivate var isOfCanvas: Bool { if case .canvas = self { true } else { false } }
}

extension Corpus {
  /// Says once a scene and script what no font draws, with the first place.
  func tellMissingGlyphs(_ texts: DrawnTexts, _ observer: any JobObserver) throws {
    for scene in scenes {
      for note in try scene.notesOfMissingGlyphs(texts) { observer.observe(.note(note)) }
    }
  }

  /// Says so of what is drawn of cells alone.
  package func tellMissingGlyphsOfCells(_ observer: any JobObserver) throws {
    try tellMissingGlyphs(.labels, observer)
  }
}

extension CorpusScene {
  /// What of the scene's drawn texts no font draws, in one sentence a script.
  fileprivate func notesOfMissingGlyphs(_ texts: DrawnTexts) throws -> [String] {
    var search = GlyphSearch()
    if case .sheet(let sheet, hasCaptions: true) = texts { try search.addCaptions(of: self, sheet) }
    if scene.hasLabels { try addLabels(to: &search, texts) }
    return search.found.map { found in
      let more = found.count > 1 ? " (and \(found.count - 1) more)" : ""
      return "\(entry.path): \(found.place)\(more): \(found.missing.message): "
        + found.missing.remedy
    }
  }

  private func addLabels(to search: inout GlyphSearch, _ texts: DrawnTexts) throws {
    func add(_ cell: PlacedCell, _ place: () -> String) throws {
      try search.add(cell, of: layout, onCanvas: texts.isOfCanvas, place)
    }
    for (number, section) in layout.sections.enumerated() {
      for (key, cell) in [
        ("background", section.background), ("header", section.header), ("footer", section.footer),
      ] {
        if let cell { try add(cell) { "$.sections[\(number)].\(key)" } }
      }
      for cell in section.cells {
        try add(cell) { scene.place(ofCell: cell.index, in: section) }
      }
      guard texts.isOfCanvas, let captions = section.captions else { continue }
      for cell in captions { try add(cell) { scene.place(ofCell: cell.index, in: section) } }
    }
  }
}

extension LaidOutScene {
  /// How a cell's label is set; nil where nothing of it is drawn, or with `onCanvas` where nothing of
  /// its box is on the canvas.
  private func request(of cell: PlacedCell, onCanvas: Bool) throws -> LabelRequest? {
    guard cell.style.label != nil, cell.style.opacity > 0 else { return nil }
    let alone = LaidOutScene(
      name: name, canvas: canvas, isRightToLeft: isRightToLeft,
      sections: [PlacedSection(name: name, cells: PlacedCells([cell]))])
    let list = try DisplayList(scene: alone, folder: "")
    for case .cell(let drawn) in list.items {
      guard let label = drawn.label else { continue }
      let isOutside =
        label.x >= list.width || label.x + label.request.width <= 0 || label.y >= list.height
        || label.y + label.request.height <= 0
      return onCanvas && isOutside ? nil : label.request
    }
    return nil
  }

  /// What no font draws of what is drawn of a cell's label: of a text that is cut the letters that
  /// are left, and with `onCanvas` nothing of one that is elsewhere.
  package func missingGlyphs(
    of cell: PlacedCell, onCanvas: Bool
  ) throws -> [MissingGlyphs] {
    guard let label = cell.style.label else { return [] }
    // Most texts lack nothing, and are asked for no box.
    let all = try MissingGlyphs.of(label.text, weight: label.weight, font: label.font)
    guard !all.isEmpty, let request = try request(of: cell, onCanvas: onCanvas) else { return [] }
    return try MissingGlyphs.of(drawn: request)
  }
}

extension MissingGlyphs {
  /// What no font draws of what is drawn of a text.
  fileprivate static func of(drawn request: LabelRequest) throws(VipsError) -> [MissingGlyphs] {
    let all = try of(request.text, weight: request.weight, font: request.font)
    if all.isEmpty { return [] }
    let drawn = try TextRenderer().drawnText(of: VipsContent.request(request))
    return try of(drawn, weight: request.weight, font: request.font)
  }
}

/// The search for what no font draws, over the texts of a scene.
private struct GlyphSearch {
  /// By script, in the order met: where first, and in how many texts.
  private(set) var found: [(missing: MissingGlyphs, place: String, count: Int)] = []

  /// What is drawn of a cell's label.
  mutating func add(
    _ cell: PlacedCell, of scene: LaidOutScene, onCanvas: Bool, _ place: () -> String
  ) throws {
    add(try scene.missingGlyphs(of: cell, onCanvas: onCanvas), place)
  }

  /// The name of a scene and the captions of its cells, as much as is drawn of them.
  mutating func addCaptions(of scene: CorpusScene, _ sheet: SheetLayout) throws {
    let name = scene.scene.name
    guard let block = sheet.blocks.first(where: { $0.cells.scene.scene.name == name }) else {
      return
    }
    if let header = block.header(sheetWidth: sheet.width) {
      add(try MissingGlyphs.of(drawn: header)) { "$.name" }
    }
    let renderer = CaptionRenderer()
    for section in scene.layout.sections {
      for cell in section.cells {
        guard let text = cell.sheetCaption, try !MissingGlyphs.of(text).isEmpty,
          let caption = try block.caption(of: cell, renderer: renderer)
        else { continue }
        add(try MissingGlyphs.of(drawn: caption.request)) {
          scene.scene.place(ofCell: cell.index, in: section)
        }
      }
    }
  }

  private mutating func add(_ all: [MissingGlyphs], _ place: () -> String) {
    for missing in all {
      if let index = found.firstIndex(where: { $0.missing.script == missing.script }) {
        found[index].count += 1
      } else {
        found.append((missing, place(), 1))
      }
    }
  }
}

extension SceneFontFamily {
  /// Throws where the family is not installed, with its place.
  func requireInstalled(for scene: Scene) throws {
    do throws(VipsError) {
      try Fonts.require(family: name)
    } catch {
      guard case .noFontFamily = error else { throw error }
      let fault = SceneError(
        kind: .invalidValue, file: scene.file, path: jsonPath,
        found: "the font family \"\(name)\", which is not installed on this machine",
        expected: "an installed one, as fc-list : family lists them, or sans-serif, serif or "
          + "monospace", line: line, column: column)
      throw JobError.missing(fault.description)
    }
  }
}
