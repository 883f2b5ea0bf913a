import PenumbraTestSupport
import Pipeline
import Testing

@Suite struct ShardTests {
  @Test(arguments: ["0/3", "4/3", "1/0", "a/b", "1", "1/2/3", "-1/2", "1/1000001", " 1/2"])
  func malformedIsNil(text: String) {
    #expect(Shard(text) == nil)
  }

  @Test func sharesAreAPartition() throws {
    var seed: UInt64 = 20_240_611
    for count in 1...9 {
      let costs = (0..<37).map { _ -> Int in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 40) % 1_000_000
      }
      var all: [Int] = []
      for index in 1...count {
        let share = try #require(Shard(index: index, count: count)).share(of: costs)
        #expect(!share.isEmpty)
        #expect(share == share.sorted())
        all += share
      }
      #expect(all.sorted() == Array(costs.indices), "seed 20240611, \(count) shards")
    }
  }

  @Test func oneHugeItemStandsAlone() throws {
    let costs = [10, 10, 1000, 10, 10, 10]
    let first = try #require(Shard("1/2")).share(of: costs)
    #expect(first == [2])
  }

  @Test func fewerItemsThanShardsLeaveSomeEmpty() throws {
    let shares = try (1...5).map { try #require(Shard(index: $0, count: 5)).share(of: [3, 3]) }
    #expect(shares.filter(\.isEmpty).count == 3)
  }

  @Test func equalCostsAreEven() throws {
    let sizes = try (1...3).map {
      try #require(Shard(index: $0, count: 3)).share(of: Array(repeating: 7, count: 8)).count
    }
    #expect(sizes.sorted() == [2, 3, 3])
  }
}

@Suite struct ShardEnvironmentTests {
  private func shard(_ environment: [String: String]) throws -> String {
    try ShardEnvironment.shard(in: environment).description
  }

  @Test func slurm() throws {
    let base = ["SLURM_ARRAY_TASK_COUNT": "6", "SLURM_ARRAY_TASK_MIN": "1"]
    for id in 1...6 {
      #expect(try shard(base.merging(["SLURM_ARRAY_TASK_ID": "\(id)"]) { $1 }) == "\(id)/6")
    }
    #expect(
      try shard([
        "SLURM_ARRAY_TASK_ID": "30", "SLURM_ARRAY_TASK_COUNT": "6", "SLURM_ARRAY_TASK_MIN": "10",
        "SLURM_ARRAY_TASK_MAX": "60", "SLURM_ARRAY_TASK_STEP": "10",
      ]) == "3/6")
  }

  @Test func othersByTheirOwnBase() throws {
    #expect(try shard(["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"]) == "2/4")
    #expect(try shard(["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "4"]) == "1/4")
    #expect(try shard(["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "4"]) == "4/4")
    #expect(
      try shard(["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"]) == "2/2")
    #expect(try shard(["PENUMBRA_SHARD": "2/3", "CI_NODE_INDEX": "1"]) == "2/3")
  }

  @Test(arguments: [
    [:], ["JOB_COMPLETION_INDEX": "0"], ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"],
    ["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "4"], ["PENUMBRA_SHARD": "3"],
    ["GITHUB_ACTIONS": "true"], ["SLURM_ARRAY_TASK_ID": "1"],
    // Tasks 1, 3 and 4: no range, so no share can be told.
    [
      "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
      "SLURM_ARRAY_TASK_MAX": "4",
    ],
  ])
  func halfAPairIsAnError(environment: [String: String]) {
    #expect(throws: JobError.self) { try ShardEnvironment.shard(in: environment) }
  }
}
