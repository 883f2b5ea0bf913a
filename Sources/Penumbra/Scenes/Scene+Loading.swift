public import PenumbraScene

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Scene {
  /// Reads a scene file; image paths start from the file's folder.
  ///
  /// - Throws: ``PenumbraError/scene(_:)``, with the file, the place, what was found and what was
  ///   expected, for every fault of the scene.
  public init(contentsOf url: URL) throws(PenumbraError) {
    do throws(SceneError) {
      self = try SceneLoader.load(file: url.path)
    } catch {
      throw .scene(error)
    }
  }

  /// Reads a scene from its JSON text; image paths start from `folder`.
  public init(json: String, folder: String = ".") throws(PenumbraError) {
    do throws(SceneError) {
      self = try SceneLoader.scene(Array(json.utf8), folder: folder)
    } catch {
      throw .scene(error)
    }
  }
}
