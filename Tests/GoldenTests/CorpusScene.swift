import Foundation
import Penumbra
import PenumbraScene
import PenumbraTestSupport
import ShadowEngine

/// The scenes that come with the project: adding a file adds a case to every test over them.
enum CorpusScene {
  /// Paths below corpus/, in order.
  static let paths: [String] = {
    guard
      let files = FileManager.default.enumerator(
        at: PackageFolder.corpus, includingPropertiesForKeys: nil)
    else { return [] }
    let start = PackageFolder.corpus.path.count + 1
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
      .map { String($0.path.dropFirst(start)) }.sorted()
  }()

  static func displayList(_ path: String) throws -> DisplayList {
    let file = PackageFolder.corpus.appending(path: path)
    let scene = try SceneLoader.load(file: file.path)
    return try DisplayList(
      scene: try scene.layOut(), folder: file.deletingLastPathComponent().path)
  }
}
