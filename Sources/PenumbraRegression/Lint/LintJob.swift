internal import PenumbraFiles
public import PenumbraJobs
internal import PenumbraScene
internal import ShadowEngine
internal import Vips

/// `penumbra lint`: what of a corpus will not look as meant.
public struct LintJob: Sendable {
  /// Files and folders of scenes.
  public var inputs: [String]
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions
  /// One budget for all work.
  public var threads: Int
  /// What is written afterwards, which may be nothing that is read.
  public var output: String?

  /// A lint of these inputs.
  public init(
    inputs: [String], options: SceneOptions = SceneOptions(), threads: Int = 1,
    output: String? = nil
  ) {
    self.inputs = inputs
    self.options = options
    self.threads = threads
    self.output = output
  }

  /// What a lint came to.
  public struct Outcome: Sendable {
    /// In the order of the corpus.
    public var findings: [LintFinding]
    /// Cells that could not be drawn, and rules switched off that do not exist.
    public var problems: [RunProblem]
    /// Inputs that could not be read.
    public var failures: [BatchFailure]
  }

  /// Draws and measures.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws(JobError) -> Outcome {
    try JobError.translating {
      Library.limit(threads: 1)
      let scan = try CorpusScan(inputs: inputs)
      for entry in output == nil ? [] : scan.entries {
        try FileSystem.refuseOverlap(
          of: output ?? "", named: .sarif, with: entry.path, allowing: [.inside])
      }
      let corpus = try Corpus(
        scan, options: options, threads: threads, interruption: interruption)
      try corpus.refuse(
        outputs: output.map { [$0] } ?? [], named: .sarif, options: options)
      if corpus.scenes.contains(where: \.scene.hasLabels) { try Fonts.requireAny() }
      let cells = corpus.scenes.reduce(0) { $0 + $1.layout.cellCount }
      observer.observe(.started(pictures: corpus.scenes.count, cells: cells, pixels: 0))
      let settings = RenderSettings(instructionSet: try InstructionSet.chosen())
      var outcome = Outcome(findings: [], problems: [], failures: corpus.failures)
      for scene in corpus.scenes {
        let renderer = EngineRenderer(content: scene.makeContent(options), settings: settings)
        let linter = Linter(threads: threads) { list in
          try interruption.check()
          return try renderer.picture(of: list)
        }
        let found = linter.lint(
          scene.layout, file: scene.entry.path, folder: scene.scene.folder)
        try interruption.check()
        outcome.findings += found.findings
        outcome.problems += found.problems
      }
      return outcome
    }
  }
}
