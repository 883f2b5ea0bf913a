internal import OrderedJSON
public import PenumbraGraphics
internal import PenumbraScene
internal import Vips

/// What the command line sets instead of what scenes say, and which images they may show.
public struct SceneOptions: Hashable, Sendable {
  /// Pixels per point.
  public var scale: Double?
  /// The blur of every shadow.
  public var kernel: BlurKernel?
  /// Whether images may lie outside the corpus folder.
  public var allowsOutside: Bool

  /// Nothing set, nothing allowed.
  public init(scale: Double? = nil, kernel: BlurKernel? = nil, allowsOutside: Bool = false) {
    self.scale = scale
    self.kernel = kernel
    self.allowsOutside = allowsOutside
  }

  /// As the scene language knows them.
  var layout: LayoutOptions { LayoutOptions(scale: scale, kernel: kernel) }

  /// As manifests list them.
  var listed: [(name: String, value: String)] {
    var result: [(String, String)] = []
    if let scale { result.append(("scale", JSONValue.text(of: scale))) }
    if let kernel { result.append(("kernel", kernel.rawValue)) }
    return result
  }
}
