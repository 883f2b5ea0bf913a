package import PenumbraGraphics
package import ShadowEngine
package import Vips

/// A scene's content with captions, which share their words, drawn apart from labels.
package final class CaptionContent: ContentSource {
  private let base: VipsContent
  private let captions: Set<LabelRequest>
  private let renderer: CaptionRenderer

  package init(_ base: VipsContent, captions: Set<LabelRequest>, renderer: CaptionRenderer) {
    self.base = base
    self.captions = captions
    self.renderer = renderer
  }

  package func coverage(of label: LabelRequest) throws -> CoverageBitmap {
    var whole = label
    whole.window = nil
    guard captions.contains(whole) else { return try base.coverage(of: label) }
    let bytes = try renderer.coverage(of: VipsContent.request(label))
    let bitmap = CoverageBitmap(width: label.width, height: label.height, bytes: bytes)
    return label.window.map(bitmap.cropped) ?? bitmap
  }

  package func pixels(of image: ImageRequest) throws -> PixelBitmap { try base.pixels(of: image) }
}
