/// Finds this job's share in the variables that schedulers set (`--shard auto`).
public enum ShardEnvironment {
  /// A scheduler's names for index and count.
  private struct Scheme {
    var name: String
    var index: String
    var count: String
    /// The index of the first share.
    var first: Int
  }

  private static let schemes = [
    Scheme(
      name: "Kubernetes indexed job", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS",
      first: 0),
    Scheme(name: "GitLab CI", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    Scheme(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    Scheme(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0),
  ]

  /// The share that the variables name.
  ///
  /// In this order: `PENUMBRA_SHARD` (`i/n`, for schedulers that set nothing themselves, such as a
  /// GitHub Actions matrix), Slurm arrays, Kubernetes indexed jobs (whose count,
  /// `JOB_COMPLETIONS`, the job's own manifest must set), GitLab CI, CircleCI, Buildkite.
  /// Half a pair of variables is an error, never a guess.
  public static func shard(in environment: [String: String]) throws(JobError) -> Shard {
    if let text = environment["PENUMBRA_SHARD"] {
      guard let shard = Shard(text) else {
        throw .usage("PENUMBRA_SHARD is \"\(text)\": expected i/n with 1 <= i <= n")
      }
      return shard
    }
    if environment["SLURM_ARRAY_TASK_ID"] != nil { return try slurm(environment) }
    for scheme in schemes where environment[scheme.index] != nil {
      return try shard(scheme, environment)
    }
    if environment["GITHUB_ACTIONS"] != nil {
      throw .usage(
        "--shard auto: GitHub Actions sets no index; add to the job: "
          + "env: {PENUMBRA_SHARD: \"${{ matrix.shard }}/${{ strategy.job-total }}\"}")
    }
    throw .usage(
      "--shard auto: none of PENUMBRA_SHARD, SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, "
        + "CI_NODE_INDEX, CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB is set")
  }

  private static func number(
    _ name: String, _ environment: [String: String], for user: String
  ) throws(JobError) -> Int {
    guard let text = environment[name] else {
      throw .usage("--shard auto: \(user) needs the variable \(name), which is not set")
    }
    guard let number = Int(text) else {
      throw .usage("--shard auto: \(name) is \"\(text)\": expected a whole number")
    }
    return number
  }

  private static func shard(
    _ scheme: Scheme, _ environment: [String: String]
  ) throws(JobError) -> Shard {
    let index = try number(scheme.index, environment, for: scheme.name)
    let count = try number(scheme.count, environment, for: scheme.name)
    guard let shard = Shard(index: index - scheme.first + 1, count: count) else {
      throw .usage("--shard auto: \(scheme.index)=\(index) is no share of \(scheme.count)=\(count)")
    }
    return shard
  }

  /// An array may start anywhere and leave gaps: `--array=10-60:10` is six tasks.
  private static func slurm(_ environment: [String: String]) throws(JobError) -> Shard {
    let user = "a Slurm array"
    let id = try number("SLURM_ARRAY_TASK_ID", environment, for: user)
    let count = try number("SLURM_ARRAY_TASK_COUNT", environment, for: user)
    let first = try number("SLURM_ARRAY_TASK_MIN", environment, for: user)
    let step =
      environment["SLURM_ARRAY_TASK_STEP"] == nil
      ? 1 : try number("SLURM_ARRAY_TASK_STEP", environment, for: user)
    let last =
      environment["SLURM_ARRAY_TASK_MAX"] == nil
      ? first + (count - 1) * step : try number("SLURM_ARRAY_TASK_MAX", environment, for: user)
    guard step >= 1, (id - first) % step == 0, first + (count - 1) * step == last,
      let shard = Shard(index: (id - first) / step + 1, count: count)
    else {
      throw .usage(
        "--shard auto: a Slurm array must be one range of tasks; "
          + "task \(id) of \(count) from \(first) to \(last) in steps of \(step) is not")
    }
    return shard
  }
}
