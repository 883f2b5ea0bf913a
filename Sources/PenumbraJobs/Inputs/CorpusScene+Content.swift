internal import Penumbra
package import ShadowEngine

extension CorpusScene {
  /// Where the engine gets the scene's texts and images.
  package func makeContent(_ options: SceneOptions) -> any ContentSource {
    VipsContent(root: entry.corpus, allowsOutside: options.allowsOutside)
  }
}
