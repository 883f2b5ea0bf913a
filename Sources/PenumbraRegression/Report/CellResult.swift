/// What became of one cell in a check.
public enum CellStatus: String, Hashable, Sendable, CaseIterable {
  /// Could not be drawn, or its reference is missing or damaged.
  case failed
  /// Its picture differs by more than the limits forgive.
  case changed
  /// In the corpus, not in the baseline.
  case new
  /// In the baseline, not in the corpus.
  case removed
  /// In the baseline under another name, with the same pixels.
  case renamed
  /// Its picture differs, within the limits.
  case tolerated
  /// Its recorded style differs, and it draws the same.
  case restyled
  /// Nothing differs.
  case same

  /// Whether a run with such a cell passes.
  public var passes: Bool {
    switch self {
    case .failed, .changed, .new, .removed, .renamed: false
    case .tolerated, .restyled, .same: true
    }
  }
}

/// Where a cell's pictures lie, relative to the report's folder.
public struct PictureFiles: Hashable, Sendable {
  /// What the baseline holds.
  public var expected: String?
  /// What was drawn.
  public var actual: String?
  /// Their stretched absolute difference.
  public var difference: String?
  /// The heat map, transparent where nothing differs.
  public var heat: String?
  /// The size that the pictures share, in pixels; 0 where there are none.
  public var width = 0
  /// See `width`.
  public var height = 0

  /// No pictures.
  public init() {}
}

/// One cell of a check, with all that a report says of it.
public struct CellResult: Hashable, Sendable {
  /// Stable over runs, shards and machines; made of hexadecimal digits, so it names files and links.
  public var id: String
  /// The scene's name.
  public var scene: String
  /// The scene file as it was given, for annotations; nil for a cell that only the baseline knows.
  public var file: String?
  /// The cell's key within its scene, unique there: section, and name or index.
  public var cell: String
  /// What became of it.
  public var status: CellStatus
  /// Its key in the baseline, as `scene / cell`, when it was renamed.
  public var formerName: String?
  /// The figures, when two pictures were compared.
  public var measures: Measures?
  /// The style keys that changed.
  public var keys: [KeyChange] = []
  /// Limits under which it would pass.
  public var suggestions: [LimitSuggestion] = []
  /// Why it failed or what else is to be said, in one line.
  public var message: String?
  /// Its pictures.
  public var pictures = PictureFiles()
  /// Search words beside the names: the caption, which carries a token's name.
  public var tokens: [String] = []
  /// Its place in the whole run, by which shards are put together.
  public var order = 0
  /// The SHA-256 of its decoded pixels, when it is new or gone: by it a rename is known whose two
  /// sides fell to two shards.
  public var digest: String?

  /// A cell and what became of it.
  public init(id: String, scene: String, file: String? = nil, cell: String, status: CellStatus) {
    self.id = id
    self.scene = scene
    self.file = file
    self.cell = cell
    self.status = status
  }
}
