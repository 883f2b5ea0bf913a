internal import ShadowEngine
internal import Vips

/// Renders display lists into memory with the engine.
struct EngineRenderer: Sendable {
  private let content: any ContentSource
  private let settings: RenderSettings

  /// Text and images come from `content`; none of the settings changes a byte.
  init(content: any ContentSource, settings: RenderSettings) {
    self.content = content
    self.settings = settings
  }

  /// The whole canvas as straight-alpha RGBA8.
  func picture(of list: DisplayList, box: PixelRect? = nil) throws -> Picture {
    let renderer = try BandRenderer(list, content: content, settings: settings)
    let layout = PixelLayout(
      width: renderer.width, height: renderer.height, channels: renderer.channels)
    var bytes = [UInt8](repeating: 0, count: layout.byteCount)
    try bytes.withUnsafeMutableBytes {
      try renderer.compose(
        rows: 0..<layout.height, into: $0, bytesPerRow: layout.bytesPerRow)
    }
    return Picture(
      width: layout.width, height: layout.height, bytes: rgba(bytes, layout: layout), box: box)
  }
}
