internal import Penumbra
internal import PenumbraFiles
internal import PenumbraScene
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
    switch error {
    case VipsError.notAnImage(let path, let detail):
      let image = scene.images.first {
        (try? scene.resolve(
          $0, root: entry.corpus, allowOutside: options.allowsOutside)) == path
      }
      guard let image else { return error }
      return scene.error(
        .unreadableImage, in: image, found: "\(image.path), \(detail)", expected: "a whole image")
    case VipsError.undrawableText(let text, let detail):
      // What was drawn may have been cut, and then ends in an ellipsis.
      let start = text.hasByteSuffix("\u{2026}") ? String(text.dropLast()) : text
      for section in layout.sections {
        let isDrawn = { (cell: PlacedCell) in cell.style.label?.text.hasBytePrefix(start) == true }
        guard let cell = section.cells.first(where: isDrawn) else { continue }
        return SceneError(
          kind: .limitExceeded, file: scene.file,
          path: scene.place(ofCell: cell.index, in: section),
          found: "a label that cannot be drawn (\(detail))", expected: "a shorter or smaller text")
      }
      return error
    default: return error
    }
  }

  /// Decodes every image, which else happens only when the pixels of a picture are made.
  func checkImages(_ options: SceneOptions) throws {
    let content = VipsContent(root: entry.corpus, allowsOutside: options.allowsOutside)
    try explainingErrors(options) {
      for image in scene.images { try content.verifyPixels(image, of: scene) }
    }
  }
}
