internal import Vips

/// How a job is run, whatever it makes.
public struct BatchSettings: Sendable {
  /// Where pictures go.
  public var target: OutputTarget
  /// One budget: pictures side by side, and workers on each, together.
  public var threads: Int
  /// This job's share.
  public var shard: Shard?
  /// Whether finished pictures of an interrupted run are kept.
  public var resumes: Bool
  /// Only say what would be written.
  public var isDryRun: Bool
  /// Whether a picture that its format cannot hold is written in another.
  public var splitsAutomatically: Bool
  /// What the manifest is called in the output folder; nil writes none.
  public var manifestName: String?
  /// Whether the manifest lists the SHA-256 of every picture's pixels too.
  public var addsSHA256: Bool

  /// Settings of one job.
  public init(
    target: OutputTarget, threads: Int, shard: Shard? = nil, resumes: Bool = false,
    isDryRun: Bool = false, splitsAutomatically: Bool = false, manifestName: String? = nil,
    addsSHA256: Bool = false
  ) {
    self.target = target
    self.threads = threads
    self.shard = shard
    self.resumes = resumes
    self.isDryRun = isDryRun
    self.splitsAutomatically = splitsAutomatically
    self.manifestName = manifestName
    self.addsSHA256 = addsSHA256
  }

  /// What the inputs of a job name, its own outputs left out; keeps libvips within the budget.
  func scan(_ inputs: [String]) throws -> CorpusScan {
    Library.limit(threads: threads)
    return try CorpusScan(inputs: inputs, excluding: target.outputFolder)
  }
}

extension SceneOptions {
  /// As manifests list them, with the settings that decide files.
  func listed(with settings: BatchSettings) -> [(name: String, value: String)] {
    listed + (settings.splitsAutomatically ? [("split", "auto")] : [])
      + [("format", settings.target.format.description)]
  }
}
