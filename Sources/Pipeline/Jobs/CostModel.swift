internal import Scene

/// What a picture will cost to make, and with which kernels.
struct CostModel {
  /// For shards: whole numbers, from the scene alone.
  let total: PredictedCost
  /// The kernels of all shadows, sorted.
  let kernels: [String]

  /// Of a whole scene.
  init(_ scene: LaidOutScene) {
    total = PredictedCost(scene: scene)
    var kernels: Set<BlurKernel> = []
    for section in scene.sections {
      for shadow in section.sectionShadow?.shadows ?? [] { kernels.insert(shadow.kernel) }
      for cell in [section.background, section.header, section.footer] {
        for shadow in cell?.style.shadows ?? [] { kernels.insert(shadow.kernel) }
      }
      for cell in section.cells {
        for shadow in cell.style.shadows { kernels.insert(shadow.kernel) }
      }
    }
    self.kernels = kernels.map(\.rawValue).sorted()
  }

  /// The kernels as a manifest lists them.
  var kernelList: String { kernels.isEmpty ? "none" : kernels.joined(separator: ",") }
}
