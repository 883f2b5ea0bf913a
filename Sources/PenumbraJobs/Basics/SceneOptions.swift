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
  /// The predicted work, in seconds of one core, beyond which a scene is refused; filling and
  /// encoding the canvas, whose size has a limit of its own, does not count.
  public var mostSeconds: Double

  /// What `mostSeconds` is where nobody says.
  public static let defaultMostSeconds = 20.0
  /// Bytes of content under a blur that a scene may need at once.
  static let mostBytes = 512 << 20

  /// Nothing set, nothing allowed.
  public init(
    scale: Double? = nil, kernel: BlurKernel? = nil, allowsOutside: Bool = false,
    mostSeconds: Double = SceneOptions.defaultMostSeconds
  ) {
    self.scale = scale
    self.kernel = kernel
    self.allowsOutside = allowsOutside
    self.mostSeconds = mostSeconds
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
