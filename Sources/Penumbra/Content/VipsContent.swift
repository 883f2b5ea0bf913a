internal import PenumbraFiles
package import PenumbraGraphics
internal import PenumbraLocking
package import PenumbraScene
package import ShadowEngine
package import Vips

/// Text and images for the engine, through libvips, with what was used last kept.
package final class VipsContent: ContentSource {
  private let root: String
  private let allowsOutside: Bool
  private let limits: SceneLimits
  private let texts = Guarded(BoundedCache<LabelRequest, CoverageBitmap>(capacity: 16 << 20))
  private let images = Guarded(BoundedCache<ImageRequest, PixelBitmap>(capacity: 64 << 20))

  /// Images must lie in `root`, the corpus folder, unless `allowsOutside`.
  package init(root: String, allowsOutside: Bool, limits: SceneLimits = SceneLimits()) {
    self.root = root
    self.allowsOutside = allowsOutside
    self.limits = limits
  }

  package func coverage(of label: LabelRequest) throws -> CoverageBitmap {
    if let known = texts.withLock({ $0[label] }) { return known }
    let shown = label.shown
    let bitmap = CoverageBitmap(
      width: shown.columns.count, height: shown.rows.count,
      bytes: try TextRenderer().coverage(
        of: VipsContent.request(label), columns: shown.columns, rows: shown.rows))
    texts.withLock { $0.insert(bitmap, bytes: bitmap.bytes.count + 256, for: label) }
    return bitmap
  }

  package func pixels(of image: ImageRequest) throws -> PixelBitmap {
    // The lock is held while decoding: two threads that want one image should not both decode it.
    try images.withLock { cache in
      if let known = cache[image] { return known }
      let file = try ImagePath.resolve(
        image.path, folder: image.folder, root: root, allowOutside: allowsOutside)
      let bytes = try ImageScaling.pixels(
        of: try reader(file), mode: image.mode, width: image.width, height: image.height,
        window: image.shown)
      let bitmap = PixelBitmap(
        width: image.shown.columns.count, height: image.shown.rows.count, bytes: bytes)
      cache.insert(bitmap, bytes: bytes.count + 256, for: image)
      return bitmap
    }
  }

  /// Checks an image's header against the limits and gives the real path of its file.
  package func verify(_ image: SceneImage, of scene: Scene) throws -> String {
    let file = try scene.resolve(image, root: root, allowOutside: allowsOutside)
    guard FileStatus(file)?.kind == .file else {
      throw scene.error(
        .unreadableImage, in: image, found: "\(image.path), which is no regular file",
        expected: "an image file")
    }
    if let size = FileStatus(file)?.size, size > limits.imageFileBytes {
      throw scene.error(
        .limitExceeded, in: image, found: "\(image.path), a file of \(size) bytes",
        expected: "an image file of at most \(limits.imageFileBytes) bytes")
    }
    do {
      _ = try reader(file)
    } catch {
      // The thrown type is not matched in `catch` patterns: Swift 6.2 cannot compile that.
      switch error {
      case .notAnImage(_, let detail):
        throw scene.error(
          .unreadableImage, in: image, found: "\(image.path), \(detail)",
          expected: "a PNG, JPEG, WebP, TIFF, GIF or HEIF image")
      case .imageOverLimit(_, let found, let expected):
        throw scene.error(
          .limitExceeded, in: image, found: "\(image.path), \(found)", expected: expected)
      default: throw error
      }
    }
    return file
  }

  /// Decodes an image to its end, so that damage further in is known before a picture of many scenes
  /// is begun.
  package func verifyPixels(_ image: SceneImage, of scene: Scene) throws {
    let file = try scene.resolve(image, root: root, allowOutside: allowsOutside)
    try reader(file).forEachRow { _, _ in }
  }

  private func reader(_ file: String) throws(VipsError) -> ImageReader {
    let limit = ImageLimits(side: limits.imageSidePixels, pixels: limits.imagePixels)
    return try ImageReader(path: file, mode: .display, limits: limit)
  }

  /// The engine's request in libvips's terms.
  package static func request(_ label: LabelRequest) -> TextRequest {
    TextRequest(
      text: label.text, sizePixels: label.sizePixels, weight: label.weight, font: label.font,
      alignment: physical(label.alignment, isRightToLeft: label.isRightToLeft),
      lines: label.lines, width: label.width, height: label.height)
  }

  private static func physical(
    _ alignment: TextAlignment, isRightToLeft: Bool
  ) -> TextRequest.Alignment {
    switch alignment {
    case .left: .left
    case .center: .center
    case .right: .right
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    }
  }
}
