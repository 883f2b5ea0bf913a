internal import Dispatch
internal import OrderedJSON
internal import PenumbraFiles
public import PenumbraJobs
internal import Synchronization
internal import Vips

/// What of a check becomes the new baseline.
public enum BaselineUpdate: Hashable, Sendable {
  /// Nothing.
  case none
  /// All that was drawn.
  case all
  /// The scenes and the cells (`scene/cell`) of these names.
  case named([String])
}

/// `penumbra check`: what a corpus draws today against what it drew before.
public struct CheckJob: Sendable {
  /// Files and folders of scenes, or one folder that `penumbra cells` wrote.
  public var inputs: [String]
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions
  /// The folder of the baseline.
  public var baseline: String
  /// The folder of the report.
  public var report: String
  /// What is forgiven.
  public var limits: Limits
  /// What becomes the new baseline.
  public var update: BaselineUpdate
  /// Whether pictures that the baseline no longer names are deleted.
  public var prunes: Bool
  /// Whether the whole new baseline is written beside the report for review, accepted or not.
  public var emitsBaseline: Bool
  /// One budget for all work.
  public var threads: Int
  /// This job's share.
  public var shard: Shard?

  /// A check of these inputs against a baseline.
  public init(
    inputs: [String], baseline: String, report: String, options: SceneOptions = SceneOptions(),
    limits: Limits = .exact, update: BaselineUpdate = .none, prunes: Bool = false,
    emitsBaseline: Bool = false, threads: Int = 1, shard: Shard? = nil
  ) {
    self.inputs = inputs
    self.baseline = baseline
    self.report = report
    self.options = options
    self.limits = limits
    self.update = update
    self.prunes = prunes
    self.emitsBaseline = emitsBaseline
    self.threads = threads
    self.shard = shard
  }

  /// What a check came to.
  public struct Outcome: Sendable {
    /// All that reports are written from.
    public var report: RunReport
    /// Inputs that failed.
    public var failures: [BatchFailure]
    /// What was done to the baseline, in sentences.
    public var notes: [String]
    /// Whether what still differs is nothing: an accepted difference is none.
    public var passes: Bool
  }

  /// Checks, writes the report, and then, if it was asked for and nothing forbids it, the baseline.
  ///
  /// - Throws: `JobError` for what stops the whole check: no baseline, no codec, a share of shards.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws(JobError) -> Outcome {
    try JobError.translating {
      try refuseImpossible()
      try Library.start(threads: 1)
      guard try Library.canWrite(suffix: ".png") else {
        throw JobError.missing(
          "libvips on this machine cannot write PNG, so pictures cannot be compared: "
            + "see \(UserWord.doctor)")
      }
      let writing = try BaselineLock(baseline, isNeeded: update != .none || prunes)
      let base = try storedBaseline()
      let (cells, failures) = try drawn(interruption, observer)
      let plan = try CheckPlan(cells: cells, baseline: base, shard: shard)
      let folder = try ReportFolder(report, baseline: baseline)
      let run = CheckRun(
        plan: plan, limits: limits, report: folder, threads: threads,
        interruption: interruption, observer: observer)
      let results = try run.results(unreadable: Set(failures.map(\.source)))
      var outcome = Outcome(
        report: RunReport(
          title: "check \(inputs.joined(separator: " "))", version: EngineVersion.current,
          engine: EngineVersion.current, limits: limits, subject: try subject(cells, base),
          shard: shard,
          cells: results.map(\.result), problems: failures.map { problem($0) },
          orphans: try base?.orphans() ?? []),
        failures: failures, notes: [], passes: false)
      try folder.write(outcome.report)
      outcome.passes = outcome.report.passes
      if emitsBaseline && failures.isEmpty {
        let writer = BaselineWriter(
          folder: try folder.baselineFolder(), cells: cells, baseline: nil, options: options,
          threads: threads, willWrite: { try folder.willWrite("baseline/" + $0, $1) })
        outcome.notes.append(
          "the new baseline is in \(try writer.write(results, accepting: .all).folder)")
      }
      if let writing {
        try updateBaseline(
          results, cells: cells, base: base, in: writing.folder, outcome: &outcome)
      }
      return outcome
    }
  }

  /// What a check would compare.
  public struct Survey: Sendable {
    /// Cells of this share.
    public var cells: Int
    /// Cells of the baseline.
    public var stored: Int
    /// Pixels of this share's cells.
    public var pixels: Int
    /// Inputs that failed.
    public var failures: [BatchFailure]
  }

  /// Reads corpus and baseline, and neither draws nor writes anything.
  public func survey(interruption: Interruption) throws -> Survey {
    try refuseImpossible()
    try Library.start(threads: 1)
    let base = try storedBaseline()
    let (cells, failures) = try drawn(interruption, nil)
    let plan = try CheckPlan(cells: cells, baseline: base, shard: shard)
    let pixels = try plan.mine.reduce(0) { sum, index in
      let layout = try cells.layout(at: index)
      return sum + layout.width * layout.height
    }
    return Survey(
      cells: plan.mine.count, stored: base?.count ?? 0, pixels: pixels, failures: failures)
  }

  private func refuseImpossible() throws(JobError) {
    guard !inputs.isEmpty else { throw .usage("an input is needed: a scene or a folder") }
    if shard != nil && (update != .none || prunes || emitsBaseline) {
      throw .usage(
        "a baseline is written from a whole run only: draw the shards with \(UserWord.cells), join "
          + "them with \(UserWord.merge), and check the merged folder")
    }
    if Overlap(of: report, with: baseline) == .same {
      throw .usage("\(UserWord.report) and \(UserWord.baseline) are one folder: \(report)")
    }
    try refuseOverlaps()
  }

  /// What is read and what is written lie apart, but for a corpus that holds both, and a report that
  /// holds the baseline beside its own files.
  private func refuseOverlaps() throws(JobError) {
    try FileSystem.refuseOverlap(
      of: report, named: .report, with: baseline, allowing: [.around])
    for name in ["images", "data"] + (emitsBaseline ? ["baseline"] : []) {
      try FileSystem.refuseOverlap(
        of: PathName.joined(report, name), named: .report, with: baseline)
    }
    for input in inputs where FileSystem.kind(input) != nil {
      let isRendered = StoredCells.isRendered(input)
      try FileSystem.refuseOverlap(
        of: report, named: .report, with: input, allowing: isRendered ? [] : [.inside])
      guard update != .none || prunes else { continue }
      try FileSystem.refuseOverlap(
        of: baseline, named: .baseline, with: input, allowing: isRendered ? [] : [.inside])
    }
  }

  /// nil where there is none yet and `--update` is to make it.
  private func storedBaseline() throws(JobError) -> StoredCells? {
    let isThere = FileSystem.kind(StoredCells.manifestPath(baseline)) != nil
    if !isThere && update == .all { return nil }
    do {
      return try StoredCells(folder: baseline, what: "the baseline")
    } catch JobError.noInput(let path, let detail) {
      throw .noInput(path: path, detail: detail + "; \(UserWord.update) makes a new one")
    }
  }

  /// What is compared with the baseline; `observer` hears what of it no font draws.
  private func drawn(
    _ interruption: Interruption, _ observer: (any JobObserver)?
  ) throws -> (cells: any CellSet, failures: [BatchFailure]) {
    if inputs.count == 1, FileSystem.kind(StoredCells.manifestPath(inputs[0])) == .file {
      let stored = try StoredCells(folder: inputs[0], what: "the input")
      for index in 0..<stored.count {
        if let damage = stored.damage(at: index) { throw JobError.badInput(damage) }
      }
      return (stored, [])
    }
    var scan = try CorpusScan(inputs: inputs, excluding: report)
    let kept = [baseline, report].compactMap(PathName.resolved)
    scan.entries.removeAll { entry in
      guard let path = PathName.resolved(entry.path) else { return false }
      return kept.contains { PathName.isInside(path, $0) }
    }
    let corpus = try Corpus(
      scan, options: options, threads: threads, interruption: interruption)
    if corpus.scenes.isEmpty && corpus.failures.isEmpty {
      throw JobError.noInput(path: inputs[0], detail: "no scene (*.json) in the folder")
    }
    if let observer { try corpus.tellMissingGlyphsOfCells(observer) }
    return (
      DrawnCells(pictures: CellPictures(corpus, options: options), options: options),
      corpus.failures
    )
  }

  /// What the check is about, as a digest: every cell with its style, the options, the baseline.
  private func subject(_ cells: any CellSet, _ base: StoredCells?) throws -> String {
    guard shard != nil else { return "" }
    var hash = ContentHash()
    for option in options.listedForCells {
      hash.update(option.name)
      hash.update(option.value)
    }
    for index in 0..<cells.count { hash.update(try cells.record(at: index).json.text(.compact)) }
    for output in base?.manifest.outputs ?? [] { hash.update(output.fileDigest) }
    return hash.hexadecimal
  }

  private func problem(_ failure: BatchFailure) -> RunProblem {
    RunProblem(file: failure.source, message: failure.error.description)
  }

  private func updateBaseline(
    _ results: [CheckedCell], cells: any CellSet, base: StoredCells?, in folder: Folder,
    outcome: inout Outcome
  ) throws {
    if update != .none {
      if !outcome.report.problems.isEmpty {
        outcome.notes.append(
          "the baseline was not updated: \(outcome.report.problems.count) "
            + "\(outcome.report.problems.count == 1 ? "input" : "inputs") failed")
        return
      }
      let writer = BaselineWriter(
        folder: folder, cells: cells, baseline: base, options: options, threads: threads,
        replacesOrphans: prunes)
      if let refusal = try writer.refusal(results, update) {
        outcome.notes.append("the baseline was not updated: \(refusal)")
        outcome.passes = false
        return
      }
      let written = try writer.write(results, accepting: update)
      outcome.notes.append(written.description)
      outcome.passes = written.leftOver == 0
    }
    guard prunes else { return }
    guard outcome.report.problems.isEmpty, outcome.report.count(.failed) == 0 else {
      outcome.notes.append("nothing was pruned: the run is not whole")
      return
    }
    let orphans = try StoredCells(folder: baseline, what: "the baseline").orphans()
    for orphan in orphans { folder.remove(orphan) }
    outcome.notes.append(
      "\(orphans.count) \(orphans.count == 1 ? "orphan was" : "orphans were") pruned")
  }
}
