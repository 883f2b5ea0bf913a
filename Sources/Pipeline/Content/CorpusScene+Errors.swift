internal import Scene
internal import ShadowEngine
internal import Vips

extension CorpusScene {
  /// Runs what may fail over the scene's texts and images, and gives such errors their place in the
  /// scene: an image that is damaged in the middle is found out only when it is drawn.
  func explainingErrors<Value>(
    _ options: SceneOptions, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch RenderError.content(let cause) {
      throw explained(cause, options)
    } catch {
      throw explained(error, options)
    }
  }

  private func explained(_ error: any Error, _ options: SceneOptions) -> any Error {
    guard case VipsError.notAnImage(let path, let detail) = error else { return error }
    let image = scene.images.first {
      (try? scene.resolve(
        $0, root: entry.corpus, allowOutside: options.allowsOutside)) == path
    }
    guard let image else { return error }
    return scene.error(
      .unreadableImage, in: image, found: "\(image.path), \(detail)", expected: "a whole image")
  }
}
