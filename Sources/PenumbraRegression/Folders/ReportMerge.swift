internal import PenumbraFiles
public import PenumbraJobs

/// Joins the reports of a sharded check into the one that an unsharded check would have written.
public struct ReportMerge: Sendable {
  /// The folders of the shards' reports, in any order.
  public var folders: [String]
  /// The folder of the joined report.
  public var out: String

  /// A merge of report folders.
  public init(folders: [String], into out: String) {
    self.folders = folders
    self.out = out
  }

  /// Whether a folder holds a report.
  public static func isReport(_ folder: String) -> Bool {
    FileSystem.kind(folder + "/report.json") == .file
  }

  /// Joins, and gives the joined report.
  ///
  /// - Throws: `JobError` where a report is missing, doubled or of another run: what is not whole
  ///   proves nothing.
  public func run() throws(JobError) -> RunReport {
    try JobError.translating {
      var parts: [(folder: String, report: RunReport)] = []
      for folder in folders {
        guard ReportMerge.isReport(folder) else {
          throw JobError.noInput(path: folder, detail: "no report.json in the folder")
        }
        let path = folder + "/report.json"
        let bytes = try Folder(folder).open("report.json").record()
        parts.append((folder, try JSONReport.report(bytes, path: path)))
      }
      try refuseUnlike(parts)
      let target = try Merge.emptyTarget(out, apartFrom: folders)
      var report = parts[0].report
      report.shard = nil
      report.cells = parts.flatMap(\.report.cells).sorted { $0.order < $1.order }
      // Every shard reads the whole corpus and sees what cannot be read.
      var seen: Set<RunProblem> = []
      report.problems = parts.flatMap(\.report.problems).filter { seen.insert($0).inserted }
      findRenamed(&report.cells)
      try write(report, try parts.map { try Folder($0.folder) }, to: target)
      return report
    }
  }

  private func refuseUnlike(_ parts: [(folder: String, report: RunReport)]) throws(JobError) {
    guard let first = parts.first else { throw .usage("the folders of the reports are needed") }
    guard let count = first.report.shard?.count else {
      throw .badInput("\(first.folder): the report of a whole run needs no merging")
    }
    var seen: [Int: String] = [:]
    for part in parts {
      guard let shard = part.report.shard, shard.count == count else {
        throw .badInput("\(part.folder): not one of \(count) shards as \(first.folder) is")
      }
      if let other = seen.updateValue(part.folder, forKey: shard.index) {
        throw .badInput("\(part.folder) and \(other) are both shard \(shard.index) of \(count)")
      }
      guard part.report.subject == first.report.subject else {
        throw .badInput(
          "\(part.folder) and \(first.folder) checked different corpora, options or baselines")
      }
      guard part.report.engine == first.report.engine, part.report.limits == first.report.limits
      else {
        throw .badInput(
          "\(part.folder) and \(first.folder) were checked by different engines or limits")
      }
    }
    try Shard.requireAll(of: count, found: seen.keys)
  }

  /// What is new in one shard and gone in another, with the same pixels, was renamed.
  private func findRenamed(_ cells: inout [CellResult]) {
    for staysInScene in [true, false] {
      var gone: [[String]: [Int]] = [:]
      for index in cells.indices.reversed() where cells[index].status == .removed {
        guard let digest = cells[index].digest else { continue }
        gone[[staysInScene ? cells[index].scene : "", digest], default: []].append(index)
      }
      var taken: Set<Int> = []
      for index in cells.indices where cells[index].status == .new {
        guard let digest = cells[index].digest,
          let partner = gone[[staysInScene ? cells[index].scene : "", digest]]?.popLast()
        else { continue }
        cells[index].status = .renamed
        cells[index].digest = nil
        cells[index].formerName = "\(cells[partner].scene) / \(cells[partner].cell)"
        taken.insert(partner)
      }
      cells = cells.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
    }
  }

  /// The joined report appears whole or not at all.
  private func write(
    _ report: RunReport, _ folders: [Folder], to target: Merge.Target
  ) throws {
    try Merge.build(target) { folder in
      let joined = try ReportFolder(empty: folder)
      for cell in report.cells {
        for file in cell.pictures.all {
          guard let other = folders.first(where: { $0.kind(file) == .file }) else {
            throw JobError.badInput("\(file) is missing from the reports")
          }
          try joined.copy(file, of: other)
        }
      }
      try joined.write(report)
    }
  }
}
