internal import Scene
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
  case labels
  /// And what a matrix writes below its cells.
  case labelsAndCaptions
  /// And the captions or names of cells, and the names of scenes.
  case labelsAndNames
}

extension Corpus {
  /// Says once a scene and script what no font draws, with the first place.
  func tellMissingGlyphs(_ texts: DrawnTexts, _ observer: any JobObserver) throws(VipsError) {
    for scene in scenes {
      for note in try scene.notesOfMissingGlyphs(texts) { observer.observe(.note(note)) }
    }
  }
}

extension CorpusScene {
  /// What of the scene's texts no font draws, in one sentence a script.
  func notesOfMissingGlyphs(_ texts: DrawnTexts) throws(VipsError) -> [String] {
    guard scene.hasLabels || texts == .labelsAndNames else { return [] }
    var search = GlyphSearch()
    if texts == .labelsAndNames { try search.add(scene.name) { "$.name" } }
    for (number, section) in layout.sections.enumerated() {
      for (key, cell) in [
        ("background", section.background), ("header", section.header), ("footer", section.footer),
      ] {
        if let label = cell?.style.label {
          try search.add(label.text, label) { "$.sections[\(number)].\(key)" }
        }
      }
      for cell in section.cells {
        let place = { scene.place(ofCell: cell.index, in: section) }
        if let label = cell.style.label { try search.add(label.text, label, place) }
        guard texts == .labelsAndNames, let text = cell.caption ?? cell.name else { continue }
        try search.add(text, nil, place)
      }
      guard texts == .labelsAndCaptions, let captions = section.captions else { continue }
      for cell in captions {
        guard let label = cell.style.label else { continue }
        try search.add(label.text, label) { scene.place(ofCell: cell.index, in: section) }
      }
    }
    return search.found.map { found in
      let more = found.count > 1 ? " (and \(found.count - 1) more)" : ""
      return "\(entry.path): \(found.place)\(more): \(found.missing.message): "
        + found.missing.remedy
    }
  }
}

/// The search for what no font draws, over the texts of a scene.
private struct GlyphSearch {
  /// By script, in the order met: where first, and in how many texts.
  private(set) var found: [(missing: MissingGlyphs, place: String, count: Int)] = []
  private var known: [Key: [MissingGlyphs]] = [:]

  private struct Key: Hashable {
    var text: String
    var weight: Int
    var font: String?
  }

  mutating func add(
    _ text: String, _ label: Label? = nil, _ place: () -> String
  ) throws(VipsError) {
    let key = Key(text: text, weight: label?.weight ?? 400, font: label?.font)
    let all: [MissingGlyphs]
    if let old = known[key] {
      all = old
    } else {
      all = try MissingGlyphs.of(text, weight: key.weight, font: key.font)
      known[key] = all
    }
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
