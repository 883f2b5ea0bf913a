import PenumbraJobs
import Testing

@Suite("Shard: i/n")
struct ShardTests {
  @Test(
    "is read from two numbers around a slash",
    arguments: [("1/1", 1, 1), ("2/4", 2, 4), ("4/4", 4, 4), ("003/010", 3, 10)])
  func reads(text: String, index: Int, count: Int) throws {
    let shard = try Shard(parsing: text)
    #expect(shard.index == index && shard.count == count)
  }

  @Test("out of range is an error that says what is expected", arguments: ["0/4", "5/4", "1/0"])
  func outOfRange(text: String) {
    #expect(throws: ShardError.outOfRange(text: text)) { try Shard(parsing: text) }
    #expect("\(ShardError.outOfRange(text: text))".contains("1 <= i <= n"))
  }

  @Test(
    "anything else is an error",
    arguments: [
      "", "/", "a/b", "1", "1/", "/2", "1/2/3", "-1/4", "+1/4", " 1/4", "1/4 ", "1,4", "1.0/4",
      "٣/٤", "99999999999999999999/4", "auto/", "auto/x", "Auto",
    ])
  func malformed(text: String) {
    #expect(throws: ShardError.malformed(text: text)) {
      try ShardEnvironment.resolve(text, environment: [:])
    }
  }
}

@Suite("Shard: --shard auto")
struct ShardEnvironmentTests {
  struct Case: CustomTestStringConvertible {
    var variables: [String: String]
    var shard: String
    var option = "auto"
    var testDescription: String {
      variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
  }

  static let slurm = [
    "SLURM_JOB_ID": "25", "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1",
    "SLURM_ARRAY_TASK_MAX": "6", "SLURM_ARRAY_TASK_COUNT": "6", "SLURM_ARRAY_TASK_STEP": "1",
  ]

  static let recognised = [
    Case(variables: ["PENUMBRA_SHARD": "2/3"], shard: "2/3"),
    Case(variables: ["PENUMBRA_SHARD": "2/3"].merging(slurm) { $1 }, shard: "2/3"),
    Case(variables: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], shard: "1/4"),
    Case(variables: ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"], shard: "4/4"),
    Case(variables: ["CI_NODE_TOTAL": "1"], shard: "1/1"),
    Case(variables: slurm, shard: "3/6"),
    Case(
      variables: slurm.merging(["SLURM_ARRAY_TASK_STEP": ""]) { $1 }, shard: "3/6"),
    Case(
      variables: [
        "SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "5",
        "SLURM_ARRAY_TASK_COUNT": "6", "SLURM_ARRAY_TASK_STEP": "1",
      ], shard: "1/6"),
    Case(
      variables: [
        "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "11",
        "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_STEP": "4",
      ], shard: "2/3"),
    Case(variables: ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "6"], shard: "1/6"),
    Case(variables: ["JOB_COMPLETION_INDEX": "5", "JOB_COMPLETIONS": "6"], shard: "6/6"),
    Case(variables: ["JOB_COMPLETION_INDEX": "5"], shard: "6/6", option: "auto/6"),
    Case(variables: ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2"], shard: "1/2"),
    Case(
      variables: ["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"],
      shard: "2/2"),
    Case(
      variables: slurm.merging(["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "6"]) { $1 }, shard: "3/6"),
  ]

  @Test("recognises each system", arguments: recognised)
  func recognises(of test: Case) throws {
    let shard = try ShardEnvironment.resolve(test.option, environment: test.variables)
    #expect(shard.description == test.shard)
  }

  static let refused = [
    Case(variables: [:], shard: "no job system recognised"),
    Case(variables: ["GITHUB_ACTIONS": "true"], shard: "strategy.job-total"),
    Case(variables: ["SLURM_JOB_ID": "25"], shard: "submit it with an array 1-n"),
    Case(variables: ["PENUMBRA_SHARD": "0/3"], shard: "PENUMBRA_SHARD"),
    Case(variables: ["PENUMBRA_SHARD": "2/3"], shard: "says 2/3", option: "auto/4"),
    Case(variables: ["CI_NODE_INDEX": "1"], shard: "without CI_NODE_TOTAL"),
    Case(variables: ["CI_NODE_TOTAL": "4"], shard: "without CI_NODE_INDEX"),
    Case(variables: ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], shard: "expected 1...4"),
    Case(variables: ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], shard: "expected 1...4"),
    Case(variables: ["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "4"], shard: "is no number"),
    Case(variables: ["SLURM_ARRAY_TASK_ID": "3"], shard: "SLURM_ARRAY_TASK_MIN is not set"),
    Case(
      variables: slurm.merging(["SLURM_ARRAY_TASK_COUNT": ""]) { $1 },
      shard: "SLURM_ARRAY_TASK_COUNT is not set"),
    // --array=1,2,5
    Case(
      variables: [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "5",
        "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_STEP": "1",
      ], shard: "no regular array"),
    // --array=0,2,3,6
    Case(
      variables: [
        "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "6",
        "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "2",
      ], shard: "no regular array"),
    Case(
      variables: slurm.merging(["SLURM_ARRAY_TASK_ID": "9223372036854775806"]) { $1 },
      shard: "no regular array"),
    Case(
      variables: slurm.merging([
        "SLURM_ARRAY_TASK_STEP": "9223372036854775806", "SLURM_ARRAY_TASK_COUNT": "3",
      ]) { $1 }, shard: "no regular array"),
    Case(variables: ["JOB_COMPLETION_INDEX": "0"], shard: "auto/n"),
    Case(variables: ["JOB_COMPLETIONS": "6"], shard: "without JOB_COMPLETION_INDEX"),
    Case(
      variables: ["JOB_COMPLETION_INDEX": "6", "JOB_COMPLETIONS": "6"], shard: "expected 0...5"),
    Case(
      variables: ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "6"],
      shard: "auto/4 was asked for", option: "auto/4"),
    Case(variables: ["CIRCLE_NODE_INDEX": "0"], shard: "without CIRCLE_NODE_TOTAL"),
    Case(
      variables: ["BUILDKITE_PARALLEL_JOB": "0"], shard: "without BUILDKITE_PARALLEL_JOB_COUNT"),
    Case(
      variables: slurm.merging(["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "6"]) { $1 },
      shard: "GitLab 4/6, Slurm 3/6"),
  ]

  @Test("refuses what is half set, contradictory or unknown", arguments: refused)
  func refuses(of test: Case) {
    let error = #expect(throws: ShardError.self) {
      try ShardEnvironment.resolve(test.option, environment: test.variables)
    }
    #expect(error?.description.contains(test.shard) == true, "\(String(describing: error))")
  }

  @Test("each index of a Kubernetes indexed job is a shard of its own")
  func kubernetesIndices() throws {
    let shards = try (0..<6).map {
      try ShardEnvironment.resolve("auto/6", environment: ["JOB_COMPLETION_INDEX": "\($0)"])
    }
    #expect(shards.map(\.description) == (1...6).map { "\($0)/6" })
  }
}
