internal import OrderedJSON
public import PenumbraGraphics

/// A scene that has been read and checked, before it is laid out.
///
/// Everything that can be wrong without drawing a pixel has been found by the time there is a value
/// of this type; ``layOut(_:)`` can fail only over what its options change.
public struct Scene: Sendable {
  /// Unique in a corpus, and safe as the name of a file.
  public let name: String
  /// The scene file, as the caller named it; nil for a text that came from no file.
  public let file: String?
  /// The folder that image paths start from.
  public let folder: String
  /// Where the scene comes from, in its author's words.
  public let comment: String?
  /// Rules of `lint` that are off for the whole scene.
  public let lint: LintExceptions
  /// The images that the scene draws, each once, in the order met.
  public internal(set) var images: [SceneImage]
  /// The font families that labels name, each once, in the order met.
  public internal(set) var families: [SceneFontFamily] = []
  /// Whether the scene holds a label or a caption, so that fonts are needed.
  public internal(set) var hasLabels = false

  let canvas: CanvasDeclaration
  let isRightToLeft: Bool
  let interSectionSpacing: Double
  let kernel: BlurKernel?
  let scope: ShadowScope?
  let content: SceneContent
  /// See ``LaidOutScene/identicalStyles``.
  let identicalStyles: [[String]]
  /// The largest text in points, and where it stands.
  var largestFont: (points: Double, path: JSONPath)
  /// The largest blur in points, and where it stands: whether it is allowed depends on the scale.
  var largestSigma: (points: Double, path: JSONPath)
  let limits: SceneLimits

  /// How many cells the scene has, headers, footers and backgrounds not counted.
  public var cellCount: Int {
    switch content {
    case .cells(let cells): cells.count
    case .matrix(let matrix): matrix.count
    case .sections(let sections): sections.reduce(0) { $0 + $1.cells.count }
    }
  }

  /// Where in the scene a placed cell of a section is declared, as a JSONPath.
  public func place(ofCell index: Int, in section: PlacedSection) -> String {
    switch content {
    case .cells: return "$.cells[\(index)]"
    case .matrix: return "$.matrix"
    case .sections(let sections):
      let number = sections.firstIndex { $0.name == section.name } ?? 0
      return "$.sections[\(number)].cells[\(index)]"
    }
  }
}

/// An image that a scene draws, and the place that names it first.
public struct SceneImage: Hashable, Sendable {
  /// As the scene wrote it.
  public var path: String
  /// The JSONPath of the key.
  public var jsonPath: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  /// A path and its place.
  public init(path: String, jsonPath: String, line: Int, column: Int) {
    self.path = path
    self.jsonPath = jsonPath
    self.line = line
    self.column = column
  }
}

/// A family of fonts that a scene's labels ask for, and the place that names it first.
public struct SceneFontFamily: Hashable, Sendable {
  /// As the scene wrote it.
  public var name: String
  /// The JSONPath of the key.
  public var jsonPath: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  /// A name and its place.
  public init(name: String, jsonPath: String, line: Int, column: Int) {
    self.name = name
    self.jsonPath = jsonPath
    self.line = line
    self.column = column
  }
}

/// What a caller may set in place of what scenes say.
public struct LayoutOptions: Hashable, Sendable {
  /// Pixels per point, in place of the canvas's.
  public var scale: Double?
  /// The blur of every shadow, in place of the scene's and the shadows' own.
  public var kernel: BlurKernel?
  /// Whether a matrix writes its captions below its cells.
  public var drawsCaptions: Bool

  /// Nothing overridden, captions drawn, unless given.
  public init(scale: Double? = nil, kernel: BlurKernel? = nil, drawsCaptions: Bool = true) {
    self.scale = scale
    self.kernel = kernel
    self.drawsCaptions = drawsCaptions
  }
}
