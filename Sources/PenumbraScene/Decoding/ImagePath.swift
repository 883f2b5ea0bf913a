internal import OrderedJSON
internal import PenumbraFiles

/// Where the images of a scene may lie.
///
/// Scenes may come from strangers: a path that is absolute, or that leaves the corpus folder, also
/// through a symbolic link, is refused unless the caller allows it.
public enum ImagePath {
  /// The real path of an image file.
  ///
  /// - Parameters:
  ///   - path: As the scene wrote it.
  ///   - folder: The folder of the scene file, which the path starts from.
  ///   - root: The corpus folder, which the real path must not leave.
  ///   - allowOutside: Lifts that rule.
  /// - Returns: The path with every symbolic link followed.
  /// - Throws: ``SceneError`` of the kinds `imageOutside` and `missingImage`, without a file and a
  ///   path, which the caller knows.
  public static func resolve(
    _ path: String, folder: String, root: String, allowOutside: Bool = false
  ) throws(SceneError) -> String {
    let isAbsolute = path.hasBytePrefix("/")
    let shown = "the image " + JSONValue.excerpt(path)
    if isAbsolute, !allowOutside {
      throw SceneError(
        kind: .imageOutside, found: "\(shown), an absolute path",
        expected: "a path inside the corpus folder, or \(UserWord.allowOutside)")
    }
    let missing = SceneError(
      kind: .missingImage, found: "\(shown), no such file", expected: "an image")
    if path.utf8.contains(0) { throw missing }
    let full = isAbsolute ? path : (folder.isEmpty ? "." : folder) + "/" + path
    let real = PathName.resolved(full)
    if !allowOutside {
      // Whether something is outside or not there at all is none of a stranger's business.
      guard let realRoot = PathName.resolved(root.isEmpty ? "." : root),
        PathName.isInside(real ?? PathName.resolvedAsFarAsThere(full), realRoot)
      else {
        throw SceneError(
          kind: .imageOutside, found: "\(shown), outside of the corpus folder",
          expected: "a path inside the corpus folder, or \(UserWord.allowOutside)")
      }
    }
    guard let real else { throw missing }
    return real
  }
}

extension Scene {
  /// The real path of one of the scene's images.
  ///
  /// - Throws: As `ImagePath.resolve`, with the scene's file and the place that names the image.
  public func resolve(
    _ image: SceneImage, root: String, allowOutside: Bool = false
  ) throws(SceneError) -> String {
    do throws(SceneError) {
      return try ImagePath.resolve(
        image.path, folder: folder, root: root, allowOutside: allowOutside)
    } catch {
      throw self.error(error.kind, in: image, found: error.found, expected: error.expected)
    }
  }

  /// An error over one of the scene's images, at the place that names it.
  public func error(
    _ kind: SceneError.Kind, in image: SceneImage, found: String, expected: String
  ) -> SceneError {
    SceneError(
      kind: kind, file: file, path: image.jsonPath, found: found, expected: expected,
      line: image.line, column: image.column)
  }
}
