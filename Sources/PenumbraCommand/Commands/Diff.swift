internal import PenumbraJobs
internal import PenumbraRegression

extension Command {
  static let diff = Command(
    name: "diff", usage: "A B [--report DIR]",
    summary: "compares two pictures or two output folders",
    details: """
      The measures and limits of check, without a corpus. Folders that penumbra cells wrote are
      matched cell by cell, others by the names of their files. Exit code 0 is the same, 1 is
      different, 65 is a file that is no picture.

      """ + CheckOptions.limitWords,
    options: [Option("report", value: "DIR", "where a report goes, if one is wanted")]
      + CheckOptions.limits + CommonOptions.running
  ) { options in
    let interruption = Signals.listen()
    guard options.operands.count == 2 else {
      throw JobError.usage("two pictures or two folders are needed: penumbra diff A B")
    }
    let job = DiffJob(
      before: options.operands[0], after: options.operands[1], report: options["report"],
      limits: try CheckOptions.limits(options), threads: try CommonOptions.threads(options))
    let report = try job.run(
      interruption: interruption, observer: try CommonOptions.observer(options))
    CheckOptions.tell(report, options)
    // What cannot be read was not compared.
    if report.count(.failed) > 0 { return ExitCode.badInput }
    return report.passes ? ExitCode.done : ExitCode.different
  }
}
