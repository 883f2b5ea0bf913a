internal import CSSValues
package import PenumbraGraphics
package import PenumbraScene
package import ShadowEngine
package import Vips

/// How the engine is asked to work, the same for all pictures of a job.
package struct EngineSettings: Sendable {
  package let render: RenderSettings

  /// `PENUMBRA_ISA` forces an instruction set; one that is not there throws.
  package init(threads: Int) throws {
    // Bands are composed on libvips's workers, which the budget bounds already.
    render = RenderSettings(instructionSet: try InstructionSet.chosen(), threads: 1)
  }
}

/// A display list as rows of pixels for an encoder.
package final class ScenePicture: PixelSource {
  package let layout: PixelLayout
  private let renderer: BandRenderer

  package init(list: DisplayList, content: any ContentSource, engine: EngineSettings) throws {
    renderer = try BandRenderer(list, content: content, settings: engine.render)
    layout = PixelLayout(
      width: renderer.width, height: renderer.height, channels: renderer.channels)
  }

  /// The size of a scene's picture, known before it is planned.
  package static func layout(of scene: LaidOutScene) -> PixelLayout {
    let scale = scene.canvas.scale
    return PixelLayout(
      width: Int(saturating: (scene.canvas.width * scale + 0.5).rounded(.down)),
      height: Int(saturating: (scene.canvas.height * scale + 0.5).rounded(.down)),
      channels: scene.canvas.background.isOpaque ? 3 : 4)
  }

  package func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    // The last row may end where the encoder's memory does: no padding after it.
    let count = (rows.count - 1) * bytesPerRow + layout.bytesPerRow
    try renderer.compose(
      rows: rows, into: UnsafeMutableRawBufferPointer(start: base, count: count),
      bytesPerRow: bytesPerRow)
  }
}

extension Paint {
  /// Whether the engine leaves a canvas of this background as RGB.
  package var isOpaque: Bool {
    switch self {
    case .color(let color): (255 * color.alpha + 0.5).rounded(.down) >= 255
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 1 }
    case .image: false
    }
  }
}
