internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraRegression

extension Command {
  static let check = Command(
    name: "check", usage: "INPUT... --baseline DIR --report DIR [--update[=NAME]]",
    summary: "compares what cells draw today with a baseline",
    details: """
      INPUT is scenes or folders of them, or one folder that penumbra cells (or merge) wrote. Every
      cell is drawn by itself and its pixels are compared; exit code 0 is the same, 1 is different.
      A missing or damaged baseline, reference or shard fails. REPORT gets index.html, which opens
      from disk, report.json and junit.xml. --update makes what was drawn the new baseline;
      --update=SCENE or --update=SCENE/CELL, which can be repeated, only that.

      """ + CheckOptions.limitWords,
    options: [
      Option("baseline", value: "DIR", "what was drawn before: a folder of cells"),
      Option("report", value: "DIR", "where the report goes"),
      Option("update", value: "NAME", "accept what is drawn: all, or a scene, or scene/cell"),
      Option("prune", "delete pictures of the baseline that no cell names"),
      Option("emit-baseline", "write the whole new baseline to REPORT/baseline for review"),
      Option("shard", value: "I/N", "check share I of N; auto or auto/N asks the job's variables"),
      Option("dry-run", "only say what would be compared"),
    ] + CheckOptions.limits + CommonOptions.scene + CommonOptions.running,
    prepare: joinUpdates
  ) { options in
    let interruption = Signals.listen()
    guard let baseline = options["baseline"], !baseline.isEmpty else {
      throw JobError.usage("a baseline is needed: --baseline DIR")
    }
    guard let report = options["report"], !report.isEmpty else {
      throw JobError.usage("a place for the report is needed: --report DIR")
    }
    var update = BaselineUpdate.none
    if let names = options["update"] {
      let list = names.splitBytes(at: "\n", omittingEmpty: false)
      guard !list.dropFirst().contains("") else {
        throw JobError.usage("--update=: expected the name of a scene, or scene/cell")
      }
      update = names.isEmpty ? .all : .named(Array(list.dropFirst()))
    }
    let job = CheckJob(
      inputs: options.operands, baseline: baseline, report: report,
      options: try CommonOptions.scene(options), limits: try CheckOptions.limits(options),
      update: update, prunes: options.has("prune"),
      emitsBaseline: options.has("emit-baseline"), threads: try CommonOptions.threads(options),
      shard: try CommonOptions.shard(options))
    if options.has("dry-run") {
      return survey(try job.survey(interruption: interruption), options)
    }
    let outcome = try job.run(
      interruption: interruption, observer: try CommonOptions.observer(options))
    CheckOptions.tell(outcome.report, options)
    for note in outcome.notes { Console.message(note) }
    if !options.has("quiet") { Console.message("report: \(report)/index.html") }
    if !outcome.failures.isEmpty { return ExitCode.of(outcome.failures) }
    return outcome.passes ? ExitCode.done : ExitCode.different
  }

  private static func survey(_ survey: CheckJob.Survey, _ options: ParsedOptions) -> Int32 {
    for failure in survey.failures { Console.error("\(failure.error)") }
    CommonOptions.started(
      pictures: survey.cells, cells: survey.cells, pixels: survey.pixels, options,
      words: "\(survey.cells) \(survey.cells == 1 ? "cell" : "cells") would be compared with "
        + "\(survey.stored) of the baseline")
    return ExitCode.of(survey.failures)
  }

  /// Makes one `--update=` of all, each name after a line end; without one it means everything.
  ///
  /// No other option has a value that may be left out, or counts more than once.
  @Sendable
  private static func joinUpdates(_ arguments: [String]) -> [String] {
    let names = arguments.filter { $0.hasBytePrefix("--update=") }.map {
      "\n" + $0.droppingBytes(first: 9)
    }
    let rest = arguments.filter { $0 != "--update" && !$0.hasBytePrefix("--update=") }
    if arguments.contains("--update"), !names.contains("\n") { return ["--update="] + rest }
    return names.isEmpty ? rest : ["--update=" + names.joined()] + rest
  }
}
