internal import OrderedJSON
internal import PenumbraFiles

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
    let (root, slips, omitted) = JSONText.read(bytes, nestingLimit: limits.nesting)
    let errors = slips.map { error in
      SceneError(
        kind: kind(of: error.kind), file: file, found: error.found, expected: error.expected,
        line: error.location.line, column: error.location.column)
    }
    guard let root else {
      throw SceneError(errors, omitted: omitted)
        ?? SceneError(
          kind: .malformedJSON, file: file, found: "no value", expected: "a scene")
    }
    return try scene(
      root, bytes: bytes, slips: (errors, omitted), file: file, folder: folder, limits: limits)
  }

  private static func scene(
    _ root: JSONValue, bytes: [UInt8], slips: (errors: [SceneError], omitted: Int), file: String?,
    folder: String, limits: SceneLimits
  ) throws(SceneError) -> Scene {
    let decoder = SceneDecoder(limits: limits)
    let read = decoder.scene(root, file: file, folder: folder)
    // Of equal places the one noted first comes first: sorting keeps their order.
    let faults = decoder.faults.sorted { $0.offset < $1.offset }
    let errors = faults.prefix(SceneError.reported).map { fault in
      error(of: fault, root: root, bytes: bytes, file: file)
    }
    let all = (slips.errors + errors).enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      return (first.line ?? 0, first.column ?? 0, a.offset)
        < (second.line ?? 0, second.column ?? 0, b.offset)
    }
    let omitted = slips.omitted + decoder.faultCount - errors.count
    if let error = SceneError(all.map(\.element), omitted: omitted) { throw error }
    guard var scene = read else {
      throw SceneError(kind: .wrongType, file: file, found: "no scene", expected: "a scene")
    }
    do throws(LayoutFault) {
      _ = try SceneLayout(scene, LayoutOptions()).solved()
    } catch {
      let errors = ([error] + error.others).map { fault in
        let place = JSONLocation(of: fault.path.offset(in: root), in: bytes)
        return SceneError(
          kind: fault.kind, file: file, path: fault.path.description, found: fault.found,
          expected: fault.expected, line: place.line, column: place.column)
      }
      throw SceneError(errors) ?? errors[0]
    }
    scene.images = decoder.images.map { image in
      let place = JSONLocation(of: image.offset, in: bytes)
      return SceneImage(
        path: image.path, jsonPath: JSONPath(toOffset: image.offset, in: root).description,
        line: place.line, column: place.column)
    }
    scene.families = decoder.families.map { family in
      let place = JSONLocation(of: family.offset, in: bytes)
      return SceneFontFamily(
        name: family.name, jsonPath: JSONPath(toOffset: family.offset, in: root).description,
        line: place.line, column: place.column)
    }
    scene.hasLabels = decoder.hasLabels
    return scene
  }

  private static func error(
    of fault: SceneFault, root: JSONValue, bytes: [UInt8], file: String?
  ) -> SceneError {
    var path = JSONPath(toOffset: fault.offset, in: root)
    if let key = fault.missingKey {
      path.steps += key.splitBytes(at: ".").map { .key($0) }
    }
    let place = JSONLocation(of: fault.offset, in: bytes)
    return SceneError(
      kind: fault.kind, file: file, path: path.description, found: fault.found,
      expected: fault.expected, line: place.line, column: place.column)
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
