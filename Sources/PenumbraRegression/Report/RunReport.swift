public import PenumbraJobs

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
  public var shard: Shard?
  /// In the order of the corpus.
  public var cells: [CellResult]
  /// What kept the run from being whole.
  public var problems: [RunProblem]
  /// Files in the baseline that no cell of the baseline names.
  public var orphans: [String]

  /// A run.
  public init(
    title: String, version: String, engine: String, limits: Limits = .exact,
    subject: String = "", shard: Shard? = nil, cells: [CellResult] = [],
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
