internal import PenumbraJobs
internal import PenumbraRegression

extension Command {
  static let merge = Command(
    name: "merge", usage: "DIR... -o OUT", summary: "shards back into one folder",
    details: """
      DIR is the output folder of one shard; all shards of one job must be given. OUT is a new or
      empty folder and becomes what the unsharded run would have written, to the byte. Refused are
      a missing, doubled, unfinished or damaged shard and shards of different options, engine
      versions or corpora. Failures of the shards are kept, and the exit code is then 65.
      Reports of penumbra check --shard are joined too; the exit code is then that of the check.
      """,
    options: [
      Option("output", letter: "o", value: "OUT", "the merged folder"),
      Option("dry-run", "only say whether the shards' manifests fit together"),
    ]
      + CommonOptions.telling
  ) { options in
    let advice = "interrupted; nothing was merged"
    let interruption = Signals.listen(advice: advice)
    guard let out = options["output"], !out.isEmpty else {
      throw JobError.usage("an output is needed: -o OUT")
    }
    guard !options.operands.isEmpty else {
      throw JobError.usage("the folders of the shards are needed: penumbra merge DIR... -o OUT")
    }
    if options.operands.contains(where: ReportMerge.isReport) {
      guard !options.has("dry-run") else {
        throw JobError.usage("--dry-run: reports of check are merged or not; there is no trial")
      }
      let report = try ReportMerge(folders: options.operands, into: out).run()
      CheckOptions.tell(report, options)
      return report.passes ? ExitCode.done : ExitCode.different
    }
    let merge = Merge(
      folders: options.operands, into: out, interruption: interruption,
      observer: try CommonOptions.observer(options))
    if options.has("dry-run") {
      let manifest = try merge.survey()
      let cells = manifest.outputs.reduce(0) { $0 + $1.cells }
      CommonOptions.started(
        pictures: manifest.outputs.count, cells: cells,
        pixels: manifest.outputs.reduce(0) { $0 + $1.width * $1.height }, options,
        words: "\(manifest.outputs.count) pictures, \(cells) cells would be merged into \(out)")
      return manifest.failures.isEmpty ? ExitCode.done : ExitCode.badInput
    }
    do {
      return try merge.run().failures.isEmpty ? ExitCode.done : ExitCode.badInput
    } catch JobError.interrupted(let signal) {
      Console.message(advice)
      return ExitCode.of(JobError.interrupted(signal: signal))
    }
  }
}
