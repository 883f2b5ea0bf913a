internal import PenumbraFiles
public import PenumbraJobs
internal import Vips

/// `penumbra diff`: two pictures or two folders of pictures, held against each other as `check` does
/// with cells and their baseline, without a corpus.
public struct DiffJob: Sendable {
  /// What was before: a picture or a folder.
  public var before: String
  /// What is now: the same kind of thing.
  public var after: String
  /// Where a report goes; nil writes none.
  public var report: String?
  /// What is forgiven.
  public var limits: Limits
  /// One budget for all work.
  public var threads: Int

  /// A comparison of two paths.
  public init(
    before: String, after: String, report: String? = nil, limits: Limits = .exact,
    threads: Int = 1
  ) {
    self.before = before
    self.after = after
    self.report = report
    self.limits = limits
    self.threads = threads
  }

  /// Compares, and writes the report where one was asked for.
  ///
  /// Folders that `penumbra cells` wrote are matched cell by cell, others by the names of their
  /// files.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws(JobError) -> RunReport {
    try JobError.translating {
      try Library.start(threads: 1)
      for input in [before, after] {
        guard let report else { continue }
        try FileSystem.refuseOverlap(of: report, named: .report, with: input)
      }
      let (base, cells) = try sets()
      let folder = try report.map { try ReportFolder($0) }
      let run = CheckRun(
        plan: try CheckPlan(cells: cells, baseline: base, shard: nil), limits: limits,
        report: folder, threads: threads, interruption: interruption, observer: observer)
      let result = RunReport(
        title: "diff \(before) \(after)", version: EngineVersion.current,
        engine: EngineVersion.current, limits: limits,
        cells: try run.results(unreadable: []).map(\.result))
      try folder?.write(result)
      return result
    }
  }

  private func sets() throws -> (base: any CellSet, cells: any CellSet) {
    let kinds = [before, after].map(FileSystem.kind)
    for (path, kind) in zip([before, after], kinds) where kind == nil {
      throw JobError.noInput(path: path, detail: "no such file or folder")
    }
    switch (kinds[0], kinds[1]) {
    case (.folder, .folder):
      if StoredCells.isRendered(before) && StoredCells.isRendered(after) {
        return (
          try StoredCells(folder: before, what: "the first folder"),
          try StoredCells(folder: after, what: "the second folder")
        )
      }
      let sets = (try FileCells(folder: before), try FileCells(folder: after))
      for (path, set) in [(before, sets.0), (after, sets.1)] where set.count == 0 {
        throw JobError.noInput(path: path, detail: "no picture in the folder")
      }
      return sets
    case (.file, .file):
      let name = PathName.last(after)
      return (FileCells(file: before, name: name), FileCells(file: after, name: name))
    case (.other, _), (_, .other):
      let path = FileSystem.kind(before) == .other ? before : after
      throw JobError.noInput(path: path, detail: "neither a regular file nor a folder")
    default:
      throw JobError.usage("diff takes two pictures or two folders, not one of each")
    }
  }
}
