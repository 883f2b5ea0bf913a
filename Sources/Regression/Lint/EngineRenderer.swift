internal import ShadowEngine

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
    let (width, height, channels) = (renderer.width, renderer.height, renderer.channels)
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    if channels == 4 {
      try bytes.withUnsafeMutableBytes {
        try renderer.compose(rows: 0..<height, into: $0, bytesPerRow: width * 4)
      }
    } else {
      var opaque = [UInt8](repeating: 0, count: width * height * 3)
      try opaque.withUnsafeMutableBytes {
        try renderer.compose(rows: 0..<height, into: $0, bytesPerRow: width * 3)
      }
      opaque.withUnsafeBufferPointer { source in
        bytes.withUnsafeMutableBufferPointer { target in
          for pixel in 0..<(width * height) {
            for channel in 0..<3 { target[pixel * 4 + channel] = source[pixel * 3 + channel] }
          }
        }
      }
    }
    return Picture(width: width, height: height, bytes: bytes, box: box)
  }
}
