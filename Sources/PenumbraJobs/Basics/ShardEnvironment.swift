internal import PenumbraFiles

/// Finds out from environment variables which shard a job is (`--shard auto`).
///
/// A wrong guess would lose a share of a corpus or draw one twice, so that nothing is guessed:
/// variables that are half set, contradict each other or do not fit a regular split are errors.
/// `PENUMBRA_SHARD` is the user's own word and is taken before all others.
public enum ShardEnvironment {
  /// The variables looked at, for messages and help.
  static let documentedVariables =
    "PENUMBRA_SHARD (i/n), CI_NODE_INDEX and CI_NODE_TOTAL (GitLab), SLURM_ARRAY_TASK_ID (Slurm), "
    + "JOB_COMPLETION_INDEX with JOB_COMPLETIONS (Kubernetes), CIRCLE_NODE_INDEX and "
    + "CIRCLE_NODE_TOTAL (CircleCI), BUILDKITE_PARALLEL_JOB and BUILDKITE_PARALLEL_JOB_COUNT "
    + "(Buildkite)"

  /// Reads the value of `--shard`: `i/n`, `auto`, or `auto/n` where the environment gives only the
  /// index (a Kubernetes indexed job) or is to be checked against n.
  public static func resolve(
    _ option: String, environment: [String: String]
  ) throws(ShardError) -> Shard {
    if option == "auto" { return try shard(in: environment, expectedCount: nil) }
    guard option.hasBytePrefix("auto/") else { return try Shard(parsing: option) }
    guard let count = Shard.digits(option.dropFirst("auto/".count)) else {
      throw .malformed(text: option)
    }
    guard count >= 1, count <= Shard.largestCount else { throw .outOfRange(text: option) }
    return try shard(in: environment, expectedCount: count)
  }

  /// The shard the environment names.
  ///
  /// `expectedCount` is the count the user gave: it stands in where a system does not tell its own,
  /// and must agree where it does.
  static func shard(
    in environment: [String: String], expectedCount: Int?
  ) throws(ShardError) -> Shard {
    let variables = Variables(environment: environment, expectedCount: expectedCount)
    if let text = variables["PENUMBRA_SHARD"] {
      guard let shard = try? Shard(parsing: text) else {
        throw .unusable(
          system: "PENUMBRA_SHARD", problem: "\"\(text)\" is no shard; expected i/n such as 2/4")
      }
      return try variables.checked(shard, system: "PENUMBRA_SHARD")
    }
    var found: [(system: String, shard: Shard)] = []
    for system in systems {
      guard let shard = try system.recognise(variables) else { continue }
      found.append((system.name, try variables.checked(shard, system: system.name)))
    }
    guard let first = found.first else {
      throw .nothingRecognised(hint: hint(variables))
    }
    guard found.allSatisfy({ $0.shard == first.shard }) else {
      throw .ambiguous(systems: found.map { "\($0.system) \($0.shard)" })
    }
    return first.shard
  }

  private struct System: Sendable {
    var name: String
    var recognise: @Sendable (Variables) throws(ShardError) -> Shard?
  }

  private static let systems: [System] = [
    System(name: "GitLab") { variables throws(ShardError) in try gitLab(variables) },
    System(name: "Slurm") { variables throws(ShardError) in try slurm(variables) },
    System(name: "Kubernetes") { variables throws(ShardError) in
      try pair(
        variables, system: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS",
        countIsOptional: true)
    },
    System(name: "CircleCI") { variables throws(ShardError) in
      try pair(
        variables, system: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL")
    },
    System(name: "Buildkite") { variables throws(ShardError) in
      try pair(
        variables, system: "Buildkite", index: "BUILDKITE_PARALLEL_JOB",
        count: "BUILDKITE_PARALLEL_JOB_COUNT")
    },
  ]

  /// GitLab counts from 1, and sets `CI_NODE_TOTAL` to 1 alone in a job without `parallel`.
  private static func gitLab(_ variables: Variables) throws(ShardError) -> Shard? {
    let total = try variables.number("CI_NODE_TOTAL", system: "GitLab")
    let index = try variables.number("CI_NODE_INDEX", system: "GitLab")
    switch (index, total) {
    case (nil, nil): return nil
    case (nil, 1): return .whole
    case (nil, .some):
      throw .unusable(system: "GitLab", problem: "CI_NODE_TOTAL is set without CI_NODE_INDEX")
    case (.some, nil):
      throw .unusable(system: "GitLab", problem: "CI_NODE_INDEX is set without CI_NODE_TOTAL")
    case (let index?, let total?):
      guard let shard = try? Shard(index: index, count: total) else {
        throw .unusable(
          system: "GitLab",
          problem: "CI_NODE_INDEX=\(index) of CI_NODE_TOTAL=\(total); expected 1...\(total)")
      }
      return shard
    }
  }

  /// An array of COUNT tasks with a regular step, whose ids run from MIN by STEP to MAX.
  ///
  /// A list such as `--array=1,2,5` has no such order that one task could know of alone.
  private static func slurm(_ variables: Variables) throws(ShardError) -> Shard? {
    guard let id = try variables.number("SLURM_ARRAY_TASK_ID", system: "Slurm") else { return nil }
    let minimum = try variables.needed("SLURM_ARRAY_TASK_MIN", system: "Slurm")
    let maximum = try variables.needed("SLURM_ARRAY_TASK_MAX", system: "Slurm")
    let count = try variables.needed("SLURM_ARRAY_TASK_COUNT", system: "Slurm")
    let step = try variables.number("SLURM_ARRAY_TASK_STEP", system: "Slurm") ?? 1
    // Slurm's ids stay below 4,000,001; the bound keeps the arithmetic from overflowing.
    let limit = 1 << 32
    guard
      step >= 1, count >= 1, minimum <= id, id <= maximum, maximum < limit, step < limit,
      count <= Shard.largestCount, maximum - minimum == (count - 1) * step,
      (id - minimum) % step == 0,
      let shard = try? Shard(index: (id - minimum) / step + 1, count: count)
    else {
      throw .unusable(
        system: "Slurm",
        problem: "task \(id) of \(count) tasks from \(minimum) to \(maximum) by \(step) is no "
          + "regular array; submit with \(UserWord.slurmArray) or pass \(UserWord.shard) i/n")
    }
    return shard
  }

  /// An index that counts from 0, and a count.
  private static func pair(
    _ variables: Variables, system: String, index indexName: String, count countName: String,
    countIsOptional: Bool = false
  ) throws(ShardError) -> Shard? {
    let index = try variables.number(indexName, system: system)
    var count = try variables.number(countName, system: system)
    guard let index else {
      guard count == nil else {
        throw .unusable(system: system, problem: "\(countName) is set without \(indexName)")
      }
      return nil
    }
    if count == nil, countIsOptional { count = variables.expectedCount }
    guard let count else {
      throw .unusable(
        system: system,
        problem: "\(indexName) is set without \(countName)"
          + (countIsOptional
            ? "; set it to the job's completions, or pass \(UserWord.shard) auto/n" : ""))
    }
    guard let shard = try? Shard(index: index + 1, count: count) else {
      throw .unusable(
        system: system,
        problem: "\(indexName)=\(index) of \(countName)=\(count); expected 0...\(count - 1)")
    }
    return shard
  }

  /// What to do on a system that is known but tells its jobs nothing.
  private static func hint(_ variables: Variables) -> String? {
    if variables["GITHUB_ACTIONS"] == "true" {
      return "a GitHub matrix sets no variable: "
        + "env: PENUMBRA_SHARD: ${{ matrix.shard }}/${{ strategy.job-total }}"
    }
    if variables["SLURM_JOB_ID"] != nil {
      return "this Slurm job is no array: submit it with \(UserWord.slurmArray)"
    }
    return nil
  }
}

/// The environment, with empty variables taken as unset, as shells and CI systems leave them.
private struct Variables: Sendable {
  var environment: [String: String]
  var expectedCount: Int?

  subscript(name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  func number(_ name: String, system: String) throws(ShardError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Shard.digits(text), number < Int.max else {
      throw .unusable(system: system, problem: "\(name)=\"\(text)\" is no number")
    }
    return number
  }

  func needed(_ name: String, system: String) throws(ShardError) -> Int {
    guard let number = try number(name, system: system) else {
      throw .unusable(system: system, problem: "\(name) is not set")
    }
    return number
  }

  func checked(_ shard: Shard, system: String) throws(ShardError) -> Shard {
    if let expectedCount, expectedCount != shard.count {
      throw .unusable(
        system: system,
        problem: "says \(shard), but \(UserWord.shard) auto/\(expectedCount) was asked for")
    }
    return shard
  }
}
