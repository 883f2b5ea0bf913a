import Foundation
import Penumbra
import PenumbraJobs
import PenumbraRegression
import PenumbraScene
import PenumbraTokens
import ShadowEngine
import Vips

/// One of the ways into the program for bytes that somebody else wrote.
struct Reader: Sendable {
  let name: String
  /// Whether a file of the repository is one of its kind.
  var takes: @Sendable (_ path: String) -> Bool = { _ in false }
  /// Files of its kind that are too short to stand by themselves.
  var texts: [String] = []
  /// Mends the seals of a changed file.
  var seal: (@Sendable ([UInt8]) -> [UInt8])?
  /// Reads bytes to their end, and uses what came of them; `scratch` is where a file may be put.
  let read: @Sendable (_ bytes: [UInt8], _ scratch: String) -> Void

  /// A changed file: three of four are sealed, where there are seals.
  func mutated(_ bytes: [UInt8], other: [UInt8], by mutator: inout Mutator) -> [UInt8] {
    if name == "journal" {
      let lines = Seal.journalLines(ofManifest: bytes).map {
        mutator.random.oneIn(2) ? $0 : mutator.mutated($0, other: other)
      }
      let journal = Seal.journal(lines)
      return mutator.random.oneIn(4) ? mutator.mutated(journal, other: other) : journal
    }
    let changed = mutator.mutated(bytes, other: other)
    guard let seal, !mutator.random.oneIn(4) else { return changed }
    return seal(changed)
  }

  static let all: [Reader] = [
    Reader(
      name: "scene",
      takes: { $0.hasSuffix(".json") && ($0.hasPrefix("corpus/") || $0.contains("/Scenes/")) },
      read: { bytes, _ in scene(bytes) }),
    tokens("css", file: "a.css") { $0.hasSuffix(".css") },
    tokens("json", file: "a.json") {
      $0.hasSuffix(".json") && $0.contains("/Tokens/") && !isDesignFile($0)
    },
    tokens("json5", file: "a.json5") { $0.hasSuffix(".json5") },
    tokens("yaml", file: "a.yml") { $0.hasSuffix(".yml") },
    tokens("figma", file: "figma.json") { $0.hasSuffix("/figma.json") },
    tokens("sketch", file: "page.json") { $0.hasSuffix("/sketch-page.json") },
    Reader(name: "value", texts: values) { bytes, _ in
      use(try? TokenImporter.read(css: String(decoding: bytes, as: UTF8.self)), source: "value")
    },
    Reader(
      name: "manifest", takes: { $0.hasSuffix("/Records/manifest.json") }, seal: Seal.manifest,
      read: { bytes, _ in
        guard let manifest = try? Manifest(text: bytes, path: "manifest.json") else { return }
        _ = manifest.text
      }),
    Reader(
      name: "journal", takes: { $0.hasSuffix("/Records/manifest.json") },
      read: { bytes, _ in _ = try? Journal.read(bytes, path: "journal") }),
    Reader(
      name: "report", takes: { $0.hasSuffix("/Records/report.json") },
      read: { bytes, _ in
        guard let report = try? JSONReport.report(bytes, path: "report.json") else { return }
        _ = JSONReport.text(of: report)
        _ = JUnitReport.text(of: report)
        _ = HTMLReport.files(of: report)
        _ = GitHubReport.annotations(of: report)
        _ = GitHubReport.summary(of: report)
      }),
    Reader(
      name: "png", takes: { $0.hasSuffix(".png") && $0.contains("/Records/") }, seal: Seal.png,
      read: { bytes, scratch in
        guard write(bytes, to: scratch), (try? Library.start(threads: 1)) != nil else { return }
        let limits = ImageLimits(side: 4096, pixels: 1 << 20)
        for mode in [ImageReader.Mode.display, .stored] {
          let reader = try? ImageReader(path: scratch, mode: mode, limits: limits)
          try? reader?.forEachRow { _, _ in }
        }
      }),
  ]

  private static func isDesignFile(_ path: String) -> Bool {
    path.hasSuffix("/figma.json") || path.hasSuffix("/sketch-page.json")
  }

  private static func tokens(
    _ name: String, file: String, takes: @escaping @Sendable (String) -> Bool
  ) -> Reader {
    Reader(name: name, takes: takes) { bytes, _ in
      let source = ImportSource(name: file, bytes: bytes)
      use(try? TokenImporter.read(source), source: file)
      use(try? TokenImporter.read(source, context: [source]), source: file)
    }
  }

  /// What was imported makes a scene that loads, and prints.
  private static func use(_ result: ImportResult?, source: String) {
    guard let result, !result.tokens.isEmpty else { return }
    _ = ResolvedShadows.css(result)
    guard result.tokens.count <= 200 else { return }
    _ = ResolvedShadows.json(result, source: source)
    let text = SceneWriter.scene(from: result, name: "fuzz", source: source)
    do {
      _ = try SceneLoader.scene(Array(text.utf8))
    } catch {
      fatalError("the scene of the import does not load: \(error)")
    }
  }

  /// A scene is laid out and turned into pixels' terms; drawing it is no reader's task.
  private static func scene(_ bytes: [UInt8]) {
    do {
      let scene = try SceneLoader.scene(bytes, file: "scene.json")
      let laidOut = try scene.layOut()
      guard laidOut.cellCount <= 20_000 else { return }
      _ = try DisplayList(scene: laidOut, folder: ".")
    } catch {
      _ = "\(error)"
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    // Foundation would wait for the disk.
    guard let file = fopen(path, "wb") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }

  private static let values = [
    "0 2px 4px rgb(0 0 0 / 0.3), inset 0 -1px 2px 3px #1234", "0 0 0 1px currentcolor",
    "color-mix(in oklch longer hue, red 30%, color(display-p3 1 0.5 0 / 40%)) 0 1px 2px",
    "calc(1px * (2 + 3) - min(4px, 0.5rem)) max(1em, 2px) clamp(1px, 2vw, 30px) lab(50% 40 -20)",
    "drop-shadow(0 2px 4px hsl(120deg 100% 50% / 0.5)) drop-shadow(1pt 2mm 3Q hwb(90 10% 20%))",
    "--a: 0 1px 2px red; box-shadow: var(--a), 0 0 var(--b, 3px) var(--c, oklab(0.5 0.1 -0.1))",
    "none", "0 1px rebeccapurple", "1px/**/2px light-dark(white, black)",
  ]
}
