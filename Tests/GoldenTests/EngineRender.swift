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
