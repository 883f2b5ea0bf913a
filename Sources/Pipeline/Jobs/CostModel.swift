internal import Scene

/// What a picture will cost to make, in units of about a nanosecond on one core.
///
/// It decides which shard gets what, so it depends on the scene alone: whole numbers, no clock. The
/// constants were fitted once; shards stay even as long as their ratios are roughly right.
struct CostModel {
  /// Composing and encoding one pixel of canvas.
  private static let canvasPixel = 10.0
  /// Painting one pixel of a cell or of its shadow's margin.
  private static let paintedPixel = 1.0
  /// Planning one cell.
  private static let cell = 3_000.0
  /// One sample of a mask that no other cell shares.
  private static let maskSample = 20.0

  private(set) var total: Int
  /// The kernels of all shadows, sorted.
  private(set) var kernels: [String]

  private struct MaskKey: Hashable {
    var sigma: Double
    var radii: Corners
    var curve: CornerCurve
    var kernel: BlurKernel
  }

  init(_ scene: LaidOutScene) {
    let scale = scene.canvas.scale
    var cost = scene.canvas.width * scene.canvas.height * scale * scale * CostModel.canvasPixel
    var masks: Set<MaskKey> = []
    var kernels: Set<BlurKernel> = []
    for section in scene.sections {
      for shadow in section.sectionShadow?.shadows ?? [] { kernels.insert(shadow.kernel) }
      for cell in section.cells {
        cost += CostModel.cell
        var reach = 0.0
        for shadow in cell.style.shadows {
          kernels.insert(shadow.kernel)
          reach = max(reach, 3 * shadow.sigma + max(0, shadow.spread))
          let key = MaskKey(
            sigma: shadow.sigma, radii: cell.style.radii, curve: cell.style.curve,
            kernel: shadow.kernel)
          if masks.insert(key).inserted {
            let side = (6 * shadow.sigma + cell.style.radii.topLeft) * scale
            cost += min(side * side, 1e6) * CostModel.maskSample
          }
        }
        let width = (cell.frame.width + 2 * reach) * scale
        let height = (cell.frame.height + 2 * reach) * scale
        cost += width * height * CostModel.paintedPixel
      }
    }
    total = Int(min(cost, 1e15).rounded(.up))
    self.kernels = kernels.map(\.rawValue).sorted()
  }

  /// The kernels as a manifest lists them.
  var kernelList: String { kernels.isEmpty ? "none" : kernels.joined(separator: ",") }
}
