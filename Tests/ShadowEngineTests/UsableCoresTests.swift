import CPUFeatures
import PenumbraTestSupport
import Testing

/// Control groups limit how many cores may be used.
struct UsableCoresTests {
  @Test func thereIsAtLeastOneCore() {
    #expect(penumbra_usable_cores() >= 1)
    #expect((1...4).contains(penumbra_cpu_level()))
  }

  @Test(
    arguments: [
      ("150000 100000", 2), ("100000 100000", 1), ("max 100000", 0), ("50000 100000", 1),
      ("400000 100000", 4),
    ])
  func versionTwo(_ maximum: String, _ cores: Int32) throws {
    try withGroups("0::/jobs/one\n", ["jobs/one/cpu.max": maximum]) {
      #expect($0 == cores)
    }
  }

  @Test func aGroupAboveMayBeTighter() throws {
    try withGroups(
      "0::/jobs/one\n", ["jobs/one/cpu.max": "800000 100000", "jobs/cpu.max": "300000 100000"]
    ) { #expect($0 == 3) }
  }

  /// Inside a container the group's path often does not exist below the mount point.
  @Test func mountPointIsTheContainersOwn() throws {
    try withGroups("0::/system.slice/docker-1.scope\n", ["cpu.max": "200000 100000"]) {
      #expect($0 == 2)
    }
    try withGroups("0::/\n", ["cpu.max": "200000 100000"]) { #expect($0 == 2) }
  }

  @Test func versionOne() throws {
    try withGroups(
      "5:memory:/a\n4:cpu,cpuacct:/a\n",
      ["cpu,cpuacct/a/cpu.cfs_quota_us": "250000", "cpu,cpuacct/a/cpu.cfs_period_us": "100000"]
    ) { #expect($0 == 3) }
    try withGroups(
      "4:cpu,cpuacct:/a\n",
      ["cpu,cpuacct/a/cpu.cfs_quota_us": "-1", "cpu,cpuacct/a/cpu.cfs_period_us": "100000"]
    ) { #expect($0 == 0) }
  }

  @Test func nothingIsNoLimit() throws {
    try withGroups("", [:]) { #expect($0 == 0) }
    #expect(penumbra_quota_cores("/nowhere/cgroup", "/nowhere") == 0)
  }

  /// Writes a group file and a tree of groups, and hands over the quota they mean.
  private func withGroups(
    _ groups: String, _ files: [String: String], _ body: (Int32) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let list = try folder.write(groups, "cgroup")
    for (path, content) in files { try folder.write(content + "\n", "mount/\(path)") }
    try body(penumbra_quota_cores(list, folder.file("mount")))
  }
}
