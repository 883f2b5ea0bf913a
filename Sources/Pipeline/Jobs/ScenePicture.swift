internal import CSSValues
internal import Scene
internal import ShadowEngine
internal import Vips

/// How the engine is asked to work, the same for all pictures of a job.
struct EngineSettings: Sendable {
  let render: RenderSettings

  /// `PENUMBRA_ISA` forces an instruction set; one that is not there throws.
  init(threads: Int) throws {
    // Bands are composed on libvips's workers, which the budget bounds already.
    render = RenderSettings(instructionSet: try InstructionSet.chosen(), threads: 1)
  }
}

/// A display list as rows of pixels for an encoder.
final class ScenePicture: PixelSource {
  let layout: PixelLayout

  init(list: DisplayList, content: any ContentSource, engine: EngineSettings) throws {
    layout = PixelLayout(width: list.width, height: list.height, channels: 3)
  }

  static func layout(of scene: LaidOutScene) -> PixelLayout {
    let scale = scene.canvas.scale
    return PixelLayout(
      width: Int((scene.canvas.width * scale + 0.5).rounded(.down)),
      height: Int((scene.canvas.height * scale + 0.5).rounded(.down)),
      channels: scene.canvas.background.isOpaque ? 3 : 4)
  }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    for row in 0..<rows.count {
      (base + row * bytesPerRow).initializeMemory(
        as: UInt8.self, repeating: 200, count: layout.bytesPerRow)
    }
  }
}

extension Paint {
  /// Whether it covers its canvas whole, so that the picture needs no alpha.
  var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    case .image: false
    }
  }
}
