internal import Files

/// From bytes to a checked scene.
public enum SceneLoader {
  /// Reads a scene file; image paths start from the file's folder.
  ///
  /// - Throws: ``SceneError``, naming the file, the place, what was found and what was expected.
  public static func load(
    file: String, limits: SceneLimits = SceneLimits()
  ) throws(SceneError) -> Scene {
    let bytes = try SourceFile.read(file, limit: limits.fileBytes)
    return try scene(bytes, file: file, folder: folder(of: file), limits: limits)
  }

  /// Reads a scene from the bytes of its text.
  ///
  /// - Throws: ``SceneError``, as for a file.
  public static func scene(
    _ bytes: [UInt8], file: String? = nil, folder: String = ".",
    limits: SceneLimits = SceneLimits()
  ) throws(SceneError) -> Scene {
    let root: JSONValue
    do throws(JSONTextError) {
      root = try JSONText.parse(bytes, nestingLimit: limits.nesting)
    } catch {
      throw SceneError(
        kind: kind(of: error.kind), file: file, found: error.found, expected: error.expected,
        line: error.location.line, column: error.location.column)
    }
    return try scene(root, bytes: bytes, file: file, folder: folder, limits: limits)
  }

  private static func scene(
    _ root: JSONValue, bytes: [UInt8], file: String?, folder: String, limits: SceneLimits
  ) throws(SceneError) -> Scene {
    let decoder = SceneDecoder(limits: limits)
    let scene: Scene
    do throws(SceneFault) {
      scene = try decoder.scene(root, file: file, folder: folder)
    } catch {
      var path = JSONPath(toOffset: error.offset, in: root)
      if let key = error.missingKey {
        path.steps += key.split(separator: ".").map { .key(String($0)) }
      }
      let place = JSONLocation(of: error.offset, in: bytes)
      throw SceneError(
        kind: error.kind, file: file, path: path.description, found: error.found,
        expected: error.expected, line: place.line, column: place.column)
    }
    do throws(LayoutFault) {
      _ = try SceneLayout(scene, LayoutOptions()).solved()
    } catch {
      let place = JSONLocation(of: error.path.offset(in: root), in: bytes)
      throw SceneError(
        kind: error.kind, file: file, path: error.path.description, found: error.found,
        expected: error.expected, line: place.line, column: place.column)
    }
    var checked = scene
    checked.images = decoder.images.map { image in
      let place = JSONLocation(of: image.offset, in: bytes)
      return SceneImage(
        path: image.path, jsonPath: JSONPath(toOffset: image.offset, in: root).description,
        line: place.line, column: place.column)
    }
    checked.families = decoder.families.map { family in
      let place = JSONLocation(of: family.offset, in: bytes)
      return SceneFontFamily(
        name: family.name, jsonPath: JSONPath(toOffset: family.offset, in: root).description,
        line: place.line, column: place.column)
    }
    checked.hasLabels = decoder.hasLabels
    return checked
  }

  /// The errors of scenes that are called like one before them: a name must be unique in a corpus,
  /// since it becomes a file's.
  ///
  /// In the order of the scenes.
  public static func duplicateNames(in scenes: [Scene]) -> [SceneError] {
    var first: [String: Scene] = [:]
    var errors: [SceneError] = []
    for scene in scenes {
      guard let other = first[scene.name] else {
        first[scene.name] = scene
        continue
      }
      errors.append(
        SceneError(
          kind: .duplicateName, file: scene.file, path: "$.name",
          found: "the name \(JSONValue.excerpt(scene.name))"
            + (other.file.map { ", which \($0) has too" } ?? " twice"),
          expected: "a name that no other scene of the corpus has"))
    }
    return errors
  }

  private static func folder(of file: String) -> String {
    PathName.parent(file)
  }

  private static func kind(of kind: JSONTextError.Kind) -> SceneError.Kind {
    switch kind {
    case .empty: .emptyFile
    case .byteOrderMark: .byteOrderMark
    case .invalidUTF8: .notUTF8
    case .syntax, .loneSurrogate: .malformedJSON
    case .duplicateKey: .duplicateKey
    case .tooDeep: .nestingTooDeep
    case .numberOverflow: .numberOverflow
    case .tooLarge: .fileTooLarge
    }
  }
}
