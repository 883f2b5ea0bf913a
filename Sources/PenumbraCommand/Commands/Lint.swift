internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraRegression

extension Command {
  static let lint = Command(
    name: "lint", usage: "INPUT... [--sarif FILE]",
    summary: "says what will not look as meant",
    details: """
      Seams that dip, shadows cut by a mask or the canvas, shadows that fall on a neighbour or
      another section, shadows too faint to be seen, styles that draw the same, elevations whose
      order turns round, text that an overlay makes hard to read; each with its cell, a figure
      measured on what the engine draws, and a remedy. A scene or a cell switches a rule off with
      "lint": {"off": {"RULE": "the reason"}}. Of a rule that many cells of a scene break the worst
      are told; --json and SARIF keep every finding, with all cells it is true of. Exit code 0 is
      nothing found, 1 is something.
      """,
    options: [Option("sarif", value: "FILE", "write SARIF 2.1.0 for code scanning")]
      + CommonOptions.scene + CommonOptions.running
  ) { options in
    let interruption = Signals.listen()
    guard options["sarif"]?.isEmpty != true else {
      throw JobError.usage("--sarif: expected a file")
    }
    let job = LintJob(
      inputs: options.operands, options: try CommonOptions.scene(options),
      threads: try CommonOptions.threads(options), output: options["sarif"])
    let outcome = try job.run(
      interruption: interruption, observer: try CommonOptions.observer(options))
    if let path = options["sarif"] {
      let text = SARIFReport.text(of: outcome.findings, version: EngineVersion.current)
      try OutputFile.write(text, to: path)
    }
    if options.has("json") {
      for finding in outcome.findings { CheckOptions.event("finding", finding.json) }
    } else {
      for line in LintLines.lines(of: outcome.findings) { Console.result(line) }
      if Environment.value(of: "GITHUB_ACTIONS") == "true" {
        Console.commands(GitHubReport.annotations(of: outcome.findings))
      }
    }
    for problem in outcome.problems { Console.error(problem.message) }
    for failure in outcome.failures { Console.error(failure.error.description) }
    if !outcome.failures.isEmpty { return ExitCode.of(outcome.failures) }
    if !outcome.problems.isEmpty { return ExitCode.badInput }
    return outcome.findings.isEmpty ? ExitCode.done : ExitCode.different
  }
}
