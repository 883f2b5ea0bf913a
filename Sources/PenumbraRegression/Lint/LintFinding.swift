/// What lint looks for.
public enum LintRule: String, Hashable, Sendable, CaseIterable {
  /// The shadow dips where two cells of a run meet.
  case seamDip = "seam-dip"
  /// The position mask cuts a shadow off.
  case cutByMaskSpace = "cut-by-mask-space"
  /// The canvas ends before a shadow does.
  case cutByCanvas = "cut-by-canvas"
  /// Nothing of a cell is on the canvas.
  case outsideCanvas = "outside-canvas"
  /// A cell's own mask cuts a shadow off.
  case cutByClip = "cut-by-clip"
  /// A shadow falls on a neighbour.
  case fallsOnNeighbour = "falls-on-neighbour"
  /// A shadow reaches the next section.
  case fallsOnSection = "falls-on-section"
  /// A shadow changes no pixel.
  case tooFaint = "too-faint"
  /// Two styles draw the same.
  case sameDrawing = "same-drawing"
  /// A higher card is darker at its edge than a lower one, or the reverse of what the rest does.
  case elevationInversion = "elevation-inversion"
  /// Text under an overlay falls below WCAG's contrast of 4.5.
  case lowContrast = "low-contrast"
  /// No font of the machine draws letters of a label or caption.
  case missingGlyphs = "missing-glyphs"

  /// What the rule finds, in one line.
  public var summary: String {
    switch self {
    case .seamDip: "The shadow dips where two cells of a run meet."
    case .cutByMaskSpace: "A position mask cuts a shadow off."
    case .cutByCanvas: "The canvas ends before a shadow does."
    case .outsideCanvas: "Nothing of a cell is on the canvas."
    case .cutByClip: "A cell's own mask cuts a shadow off."
    case .fallsOnNeighbour: "A shadow falls on a neighbouring cell."
    case .fallsOnSection: "A shadow reaches another section."
    case .tooFaint: "A shadow changes no pixel."
    case .sameDrawing: "Two styles draw the same."
    case .elevationInversion: "A higher card is darker at its edge than a lower one."
    case .lowContrast: "Text under an overlay falls below a contrast of 4.5."
    case .missingGlyphs: "No font of this machine draws letters of a label or caption."
    }
  }
}

/// One thing that will not look as meant.
public struct LintFinding: Hashable, Sendable {
  /// Which rule found it.
  public var rule: LintRule
  /// The scene's name.
  public var scene: String
  /// The scene file as it was given.
  public var file: String
  /// The cell's key within its scene.
  public var cell: String
  /// The figure, computed by the engine.
  public var value: Double
  /// What the figure counts, as `levels`, `%`, `:1`.
  public var unit: String
  /// What is wrong, in one sentence, with the figure.
  public var message: String
  /// What would mend it, in one sentence.
  public var remedy: String
  /// All cells of the scene that the same is true of, by their keys; `cell` is the first of them.
  public var cells: [String]
  /// How many they are.
  public var count: Int { cells.count }

  /// A finding.
  public init(
    rule: LintRule, scene: String, file: String, cell: String, value: Double, unit: String,
    message: String, remedy: String
  ) {
    self.rule = rule
    self.scene = scene
    self.file = file
    self.cell = cell
    self.cells = [cell]
    self.value = value
    self.unit = unit
    self.message = message
    self.remedy = remedy
  }
}
