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

/// One key of a cell's style that is not what the baseline recorded.
public struct KeyChange: Hashable, Sendable {
  /// A path in the scene language, as `elevation.value` or `shadow[1].offset[0]`.
  public var key: String
  /// The recorded value as compact JSON; nil where the key was absent.
  public var before: String?
  /// Today's value as compact JSON; nil where the key is absent.
  public var after: String?

  /// A changed key.
  public init(key: String, before: String?, after: String?) {
    self.key = key
    self.before = before
    self.after = after
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
  public var suggestions: [Suggestion] = []
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

/// Something that keeps a run from being whole, and belongs to no cell.
public struct RunProblem: Hashable, Sendable {
  /// The file it is about, as it was given.
  public var file: String?
  /// One line.
  public var message: String

  /// A problem of the run.
  public init(file: String? = nil, message: String) {
    self.file = file
    self.message = message
  }
}

/// One job's share of a run.
public struct ReportShard: Hashable, Sendable {
  /// From 1.
  public var index: Int
  /// How many there are.
  public var count: Int

  /// Shard `index` of `count`.
  public init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}

/// A whole check: what every report is written from.
public struct RunReport: Hashable, Sendable {
  /// What the run was about, as `check corpus`.
  public var title: String
  /// The version of this program.
  public var version: String
  /// The version of the engine, which no instruction set changes.
  public var engine: String
  /// What the run forgave.
  public var limits: Limits
  /// A digest of corpus, options and baseline: shards of one run agree on it.
  public var subject: String
  /// The job's share; nil for a whole run.
  public var shard: ReportShard?
  /// In the order of the corpus.
  public var cells: [CellResult]
  /// What kept the run from being whole.
  public var problems: [RunProblem]
  /// Files in the baseline that no cell of the baseline names.
  public var orphans: [String]

  /// A run.
  public init(
    title: String, version: String, engine: String, limits: Limits = .exact,
    subject: String = "", shard: ReportShard? = nil, cells: [CellResult] = [],
    problems: [RunProblem] = [],
    orphans: [String] = []
  ) {
    self.title = title
    self.version = version
    self.engine = engine
    self.limits = limits
    self.subject = subject
    self.shard = shard
    self.cells = cells
    self.problems = problems
    self.orphans = orphans
  }

  /// How many cells have the status.
  public func count(_ status: CellStatus) -> Int {
    cells.reduce(0) { $0 + ($1.status == status ? 1 : 0) }
  }

  /// Whether the run is whole and every cell passes.
  public var passes: Bool {
    problems.isEmpty && cells.allSatisfy { $0.status.passes }
  }

  /// The cells with what needs attention first: by status, then by how strongly the cell differs,
  /// then in the order of the corpus.
  public var cellsBySeverity: [CellResult] {
    let ranks = Dictionary(
      uniqueKeysWithValues: CellStatus.allCases.enumerated().map { ($1, $0) })
    func rank(_ cell: CellResult) -> Int { ranks[cell.status] ?? 0 }
    func shadow(_ cell: CellResult) -> Double { cell.measures?.shadowLargest ?? 0 }
    func level(_ cell: CellResult) -> Int { cell.measures?.largestDifference ?? 0 }
    return cells.enumerated().sorted { a, b in
      let (left, right) = (a.element, b.element)
      if rank(left) != rank(right) { return rank(left) < rank(right) }
      if shadow(left) != shadow(right) { return shadow(left) > shadow(right) }
      if level(left) != level(right) { return level(left) > level(right) }
      return a.offset < b.offset
    }.map(\.element)
  }
}

/// A file of a report, by its path in the report's folder.
public struct ReportFile: Hashable, Sendable {
  /// Relative, with `/` between folders; never made from a scene's own strings.
  public var path: String
  /// The whole text.
  public var text: String

  /// A file to be written.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
