internal import Pipeline

extension Command {
  static let merge = Command(
    name: "merge", usage: "DIR... -o OUT", summary: "shards back into one folder",
    details: """
      DIR is the output folder of one shard; all shards of one job must be given. OUT is a new or
      empty folder and becomes what the unsharded run would have written, to the byte. Refused are
      a missing, doubled, unfinished or damaged shard and shards of different options, engine
      versions or corpora. Failures of the shards are kept, and the exit code is then 65.
      """,
    options: [Option("output", letter: "o", value: "OUT", "the merged folder")]
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
    let merge = Merge(
      folders: options.operands, into: out, interruption: interruption,
      observer: try CommonOptions.observer(options))
    do {
      return try merge.run().failures.isEmpty ? ExitCode.done : ExitCode.badInput
    } catch JobError.interrupted(let signal) {
      Console.message(advice)
      return ExitCode.of(JobError.interrupted(signal: signal))
    }
  }
}
