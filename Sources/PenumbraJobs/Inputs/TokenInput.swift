internal import PenumbraFiles
internal import PenumbraScene
public import PenumbraTokens

/// Files of design tokens, style sheets, Figma and Sketch as inputs of a job.
public enum TokenInput {
  /// What came out of an input, and what to call it.
  public struct Imported: Sendable {
    /// The tokens and diagnostics.
    public var result: ImportResult
    /// The input's name without its folder.
    public var source: String
    /// A name for its scene.
    public var name: String

    /// The scene's JSON text.
    ///
    /// - Throws: `JobError.badInput` where there is no shadow to show.
    public func sceneText() throws(JobError) -> String {
      guard !result.tokens.isEmpty else {
        throw .badInput("\(source): no shadow to make a scene of")
      }
      return SceneWriter.scene(from: result, name: name, source: source)
    }
  }

  /// Imports a file, or CSS text where there is no such file and it cannot be meant as one.
  ///
  /// `context` are files whose tokens aliases may name.
  public static func read(
    _ input: String, context: [String], options: ImportOptions
  ) throws(JobError) -> Imported {
    if input != StandardInput.operand, FileSystem.kind(input) == nil, isCSS(input) {
      return try imported(css: input, options: options)
    }
    let source = try source(input)
    if input == StandardInput.operand, let text = String(validating: source.bytes, as: UTF8.self),
      !text.contains("{"), !text.contains("[")
    {
      return try imported(css: text, options: options)
    }
    var others: [ImportSource] = []
    for path in context { others.append(try self.source(path)) }
    do {
      let result = try TokenImporter.read(source, context: others, options: options)
      return Imported(
        result: result, source: baseName(source.name),
        name: SceneWriter.name(forFile: source.name))
    } catch {
      throw .badInput("\(error)")
    }
  }

  private static func imported(
    css text: String, options: ImportOptions
  ) throws(JobError) -> Imported {
    do {
      let result = try TokenImporter.read(css: text, name: "CSS", options: options)
      return Imported(result: result, source: "CSS", name: "css")
    } catch {
      throw .badInput("\(error)")
    }
  }

  /// A value of CSS has what paths on a command line hardly have, or is one of the words that every
  /// property takes.
  private static func isCSS(_ text: String) -> Bool {
    let words: Set<String> = [
      "none", "inherit", "initial", "unset", "revert", "revert-layer",
    ]
    return text.contains { $0.isWhitespace || $0 == "(" || $0 == ":" } || text.contains("/*")
      || words.contains(text.lowercased())
  }

  private static func source(_ path: String) throws(JobError) -> ImportSource {
    do {
      let limit = SceneLimits().fileBytes
      if path == StandardInput.operand {
        return ImportSource(name: StandardInput.name, bytes: try StandardInput.read(limit: limit))
      }
      return ImportSource(name: path, bytes: try SourceFile.read(path, limit: limit))
    } catch {
      throw .badScene(error)
    }
  }

  private static func baseName(_ path: String) -> String {
    PathName.last(path)
  }

  /// Writes what came of an import, whole or not at all.
  public static func write(_ text: String, to path: String) throws(JobError) {
    try JobError.translating { try OutputFile.write(text, to: path) }
  }

  /// A scene file, or a file that becomes one by import; the errors are those of single tokens,
  /// which the scene lacks.
  static func load(
    _ bytes: [UInt8], path: String, folder: String
  ) throws(JobError) -> (scene: Scene, errors: [String]) {
    var notAScene: SceneError?
    if !isTokenFile(path) && !isUnnamedStyleSheet(bytes, path: path) {
      switch scene(bytes, path: path, folder: folder) {
      case .success(let scene): return (scene, [])
      case .failure(let error):
        let lacksVersion = error.kind == .missingKey && error.path == "$.penumbra"
        let isNoObject = error.kind == .wrongType && error.path == "$"
        guard lacksVersion || isNoObject else { throw .badScene(error) }
        notAScene = error
      }
    }
    let result: ImportResult
    do {
      result = try TokenImporter.read(ImportSource(name: path, bytes: bytes))
    } catch {
      // What is no known token file either is a scene without its version.
      if let notAScene, case .unknownFormat = error { throw .badScene(notAScene) }
      throw .badInput("\(error)")
    }
    let imported = Imported(
      result: result, source: baseName(path), name: SceneWriter.name(forFile: path))
    let errors = result.diagnostics.filter { $0.severity == .error }.map(\.message)
    guard !result.tokens.isEmpty || errors.isEmpty else {
      throw .badInput(errors.joined(separator: "\n"))
    }
    let text = try imported.sceneText()
    switch scene(Array(text.utf8), path: path, folder: folder) {
    case .success(let scene): return (scene, errors)
    case .failure(let error): throw .badScene(error)
    }
  }

  private static func scene(
    _ bytes: [UInt8], path: String, folder: String
  ) -> Result<Scene, SceneError> {
    do {
      return .success(try SceneLoader.scene(bytes, file: path, folder: folder))
    } catch {
      return .failure(error)
    }
  }

  /// What comes without a name is a style sheet unless it begins as JSON does.
  private static func isUnnamedStyleSheet(_ bytes: [UInt8], path: String) -> Bool {
    guard path == StandardInput.name else { return false }
    let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    // A slash may open a comment before either: scenes say so in their own words.
    return first != UInt8(ascii: "{") && first != UInt8(ascii: "[") && first != UInt8(ascii: "\"")
      && !(bytes.contains(UInt8(ascii: "\"")) && first == UInt8(ascii: "/"))
  }

  private static func isTokenFile(_ path: String) -> Bool {
    [".css", ".json5", ".jsonc", ".yml", ".yaml", ".tokens"].contains { path.hasByteSuffix($0) }
  }
}
