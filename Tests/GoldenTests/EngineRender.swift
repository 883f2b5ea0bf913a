import PenumbraTestSupport
import ShadowEngine

/// Renders a display list with the engine into one picture.
func engineRender(
  _ list: DisplayList, content: any ContentSource = PatternContent(),
  set: InstructionSet? = nil, threads: Int = 1, bandHeight: Int? = nil
) throws -> ReferencePicture {
  let settings = RenderSettings(
    instructionSet: try set ?? InstructionSet.chosen(), threads: threads, bandHeight: bandHeight)
  let renderer = try BandRenderer(list, content: content, settings: settings)
  let channels = renderer.channels
  var bytes = [UInt8](repeating: 0xAA, count: list.width * list.height * channels)
  try bytes.withUnsafeMutableBytes { buffer in
    try renderer.compose(
      rows: 0..<list.height, into: buffer, bytesPerRow: list.width * channels)
  }
  return ReferencePicture(
    rect: PixelRect(x: 0, y: 0, width: list.width, height: list.height), channels: channels,
    bytes: bytes)
}

extension BandRenderer {
  /// A part of the canvas, composed from its rows alone.
  func picture(of window: PixelRect) throws -> ReferencePicture {
    let rows = PixelRect(x: 0, y: window.y, width: width, height: window.height)
    var bytes = [UInt8](repeating: 0xAA, count: rows.width * rows.height * channels)
    try bytes.withUnsafeMutableBytes { buffer in
      try compose(rows: rows.y..<rows.maxY, into: buffer, bytesPerRow: width * channels)
    }
    return ReferencePicture(rect: rows, channels: channels, bytes: bytes).cropped(to: window)
  }
}
