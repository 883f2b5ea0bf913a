internal import OrderedJSON

/// What a scene may ask for: checked by arithmetic, before memory or time is spent.
///
/// Scenes may come from strangers, so every quantity that costs memory or time has a bound. The
/// bounds lie far above what design corpora hold.
public struct SceneLimits: Hashable, Sendable {
  /// Bytes of a scene file; its tree takes about five times as much.
  public var fileBytes = 64 << 20
  /// Levels of brackets in a scene file.
  public var nesting = JSONText.defaultNestingLimit
  /// Cells of one scene, those of a matrix included.
  public var cells = 1_000_000
  /// Faults of one scene that are told apart; more are only counted.
  public var faults = 10_000
  /// Sections of one scene.
  public var sections = 10_000
  /// Cells that cast one shadow together (`"shadowScope": "section"`).
  public var unionCells = 10_000
  /// Styles that stand on each other by `extends`.
  public var extendsDepth = 100
  /// Keys that a matrix varies.
  public var varied = 16
  /// Dots in a varied key.
  public var variedDots = 8
  /// JSON values read to make the parts that a matrix puts together: combinations times what each
  /// of them holds.
  public var variedValues = 20_000_000
  /// Pixels of one side of a canvas; libvips allows no more.
  public var canvasSidePixels = 10_000_000.0
  /// Pixels of a canvas.
  public var canvasPixels = 20_000_000_000.0
  /// Pixels per point.
  public var scale = 100.0
  /// Any coordinate or length in points, of either sign.
  public var lengthPoints = 10_000_000.0
  /// The standard deviation of a blur in pixels.
  public var sigmaPixels = 2_000.0
  /// Shadows of one cell.
  public var shadowsPerCell = 256
  /// Colours of one gradient.
  public var gradientColors = 256
  /// Unicode scalars of one label or caption.
  public var labelLength = 10_000
  /// Unicode scalars of one letter of a label or caption with all its combining marks.
  ///
  /// A letter is an extended grapheme cluster. UAX #15 allows 30 marks in a row in its Stream-Safe
  /// Text Format.
  public var letterLength = 32
  /// Font size in points.
  public var fontSizePoints = 2_000.0
  /// Font size in pixels: a larger letter would be a picture of its own.
  public var fontSizePixels = 4_096.0
  /// Bytes of UTF-8 of a scene's name, which becomes a file's.
  public var nameBytes = 200
  /// Pixels of one side of an image.
  public var imageSidePixels = 32_768
  /// Pixels of an image.
  public var imagePixels = 268_435_456
  /// Bytes of an image file.
  public var imageFileBytes = 256 << 20

  /// The scales allowed; below the smallest, a canvas has no pixels left.
  public var scales: ClosedRange<Double> { 0.01...scale }

  var scaleDescription: String {
    "a scale from \(JSONValue.text(of: scales.lowerBound)) to \(JSONValue.text(of: scale))"
  }

  /// The limits that hold where a caller sets no others.
  public init() {}
}
