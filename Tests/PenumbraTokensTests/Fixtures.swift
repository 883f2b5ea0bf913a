import CSSValues
import Foundation
import PenumbraGraphics
import PenumbraTokens

/// The importers' own inputs, in Tests/Fixtures/Tokens.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Tokens")

  /// Inputs that have an expectation beside them: adding a case is adding two files.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".expected") }.map { String($0.dropLast(9)) }.sorted()
  }()

  static func source(_ name: String) throws -> ImportSource {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return ImportSource(name: name, bytes: Array(data))
  }

  static func read(_ name: String, options: ImportOptions = ImportOptions()) throws -> ImportResult
  {
    let context = name == "theo.yml" ? [try source("theo-aliases.yml")] : []
    return try TokenImporter.read(source(name), context: context, options: options)
  }

  /// A result as text: a line for each token and each diagnostic.
  static func text(of result: ImportResult) -> String {
    var lines = ["\(result.format.rawValue), \(result.layerCount) layers", ""]
    for token in result.tokens {
      var line = "\(token.title) = \(ResolvedShadows.css(token.shadows))"
      let meanings = Set(token.shadows.map(\.blurMeaning)).subtracting([.blur])
      if !meanings.isEmpty {
        line += "  (\(meanings.map(\.rawValue).sorted().joined(separator: ", ")))"
      }
      let behind = token.shadows.indices.filter { !token.shadows[$0].isKnockedOut }
      if !behind.isEmpty { line += "  (behind: \(behind))" }
      if let shape = token.shape { line += "  (\(text(of: shape)))" }
      lines.append(line)
    }
    lines.append("")
    lines += result.diagnostics.map(\.description)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of shape: ImportedShape) -> String {
    let radii = shape.radii
    let corners = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    var text = "\(shape.size.width) x \(shape.size.height), \(shape.curve.rawValue) \(corners)"
    switch shape.fill {
    case .color(let color): text += ", \(color.css)"
    case .gradient(let gradient): text += ", gradient of \(gradient.stops.count)"
    case .image, nil: text += ", no fill"
    }
    return text + (shape.opacity == 1 ? "" : ", opacity \(shape.opacity)")
  }
}
