internal import PenumbraGraphics
internal import PenumbraScene

extension LaidOutScene {
  /// The kernels of all its shadows by name, sorted and joined by commas, for the manifest.
  var kernelList: String {
    var kernels: Set<BlurKernel> = []
    for section in sections {
      for shadow in section.sectionShadow?.shadows ?? [] { kernels.insert(shadow.kernel) }
      for cell in [section.background, section.header, section.footer] {
        for shadow in cell?.style.shadows ?? [] { kernels.insert(shadow.kernel) }
      }
      for cell in section.cells {
        for shadow in cell.style.shadows { kernels.insert(shadow.kernel) }
        // Nothing can be added any more.
        if kernels.count == BlurKernel.allCases.count { break }
      }
    }
    return kernels.isEmpty ? "none" : kernels.map(\.rawValue).sorted().joined(separator: ",")
  }
}
