import Foundation
import PenumbraTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A Slurm cluster of this one machine: munged, slurmctld and slurmd on loopback, with keys, ports
/// and folders of their own, so that no other cluster notices.
final class SlurmCluster {
  private let folder: TemporaryFolder
  private var daemons: [PenumbraCommand.Run] = []
  private let host: String

  private static let tools = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo"]

  /// Whether the programs are there and may be run: slurmd must be root to start jobs.
  static var isAvailable: Bool { geteuid() == 0 && tools.allSatisfy { path(of: $0) != nil } }

  static func path(of tool: String) -> String? {
    ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"].map { $0 + tool }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  var environment: [String: String] { ["SLURM_CONF": folder.file("slurm.conf")] }

  /// Starts the daemons and waits until the node takes jobs.
  init() throws {
    folder = try TemporaryFolder()
    host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? "node"
    let port = 20_000 + Int(getpid()) % 20_000
    try folder.write(
      """
      ClusterName=penumbra
      SlurmctldHost=\(host)(127.0.0.1)
      SlurmUser=root
      SlurmdUser=root
      AuthType=auth/munge
      AuthInfo=socket=\(folder.file("munge.socket")),cred_expire=5
      SlurmctldPort=\(port)
      SlurmdPort=\(port + 1)
      StateSaveLocation=\(folder.file("state"))
      SlurmdSpoolDir=\(folder.file("spool"))
      SlurmctldPidFile=\(folder.file("slurmctld.pid"))
      SlurmdPidFile=\(folder.file("slurmd.pid"))
      SlurmctldLogFile=\(folder.file("slurmctld.log"))
      SlurmdLogFile=\(folder.file("slurmd.log"))
      ProctrackType=proctrack/pgid
      TaskPlugin=task/none
      SelectType=select/cons_tres
      SelectTypeParameters=CR_Core
      SlurmdParameters=config_overrides
      ReturnToService=2
      MpiDefault=none
      RequeueExit=75,130,137,143
      NodeName=\(host) NodeAddr=127.0.0.1 CPUs=2 RealMemory=100 State=UNKNOWN
      PartitionName=main Nodes=ALL Default=YES State=UP
      """, "slurm.conf")
    for name in ["state", "spool"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try Data((0..<128).map { _ in UInt8.random(in: 0...255) }).write(
      to: URL(fileURLWithPath: folder.file("munge.key")))
    chmod(folder.file("munge.key"), 0o600)
    try start(
      "munged",
      [
        "--foreground", "--force", "--key-file=\(folder.file("munge.key"))",
        "--socket=\(folder.file("munge.socket"))", "--pid-file=\(folder.file("munged.pid"))",
        "--log-file=\(folder.file("munged.log"))", "--seed-file=\(folder.file("munged.seed"))",
      ])
    try waitUntil("munged listens") { folder.exists("munge.socket") }
    try start("slurmctld", ["-D"])
    try start("slurmd", ["-D"])
    try waitUntil("the node is idle") { try run("sinfo", ["-h", "-o", "%T"]).contains("idle") }
  }

  deinit {
    for daemon in daemons.reversed() {
      daemon.send(SIGTERM)
      _ = try? daemon.wait()
    }
  }

  private func start(_ tool: String, _ arguments: [String]) throws {
    let path = try #require(SlurmCluster.path(of: tool))
    daemons.append(
      try PenumbraCommand.start(arguments, executable: path, environment: environment))
  }

  /// Runs a client and returns what it printed.
  func run(_ tool: String, _ arguments: [String]) throws -> String {
    let path = try #require(SlurmCluster.path(of: tool))
    return try PenumbraCommand.start(arguments, executable: path, environment: environment).wait()
      .output
  }

  struct Ended: Error { var description: String }

  /// Waits as long as the daemons run; `pause` is in microseconds.
  func waitUntil(
    _ what: String, pause: UInt32 = 100_000, _ condition: () throws -> Bool
  ) throws {
    while try !condition() {
      guard daemons.allSatisfy(\.isRunning) else {
        let logs = ["slurmctld.log", "slurmd.log", "munged.log"].map { name in
          (try? String(contentsOfFile: folder.file(name), encoding: .utf8).suffix(2000)) ?? ""
        }
        throw Ended(description: "before \(what) a daemon ended\n\(logs.joined(separator: "\n"))")
      }
      usleep(pause)
    }
  }
}

@Suite("Slurm: an array of shards on a real scheduler", .serialized)
struct SlurmTests {
  @Test(
    "six tasks, one killed in mid-run, requeued and resumed, merge to the unsharded run",
    .enabled(if: SlurmCluster.isAvailable, "needs root, slurm-wlm and munge"))
  func arrayOfShards() throws {
    let folder = try TemporaryFolder()
    let corpus = folder.file("corpus")
    try TestCorpus.write(to: corpus, scenes: 48, side: 700)
    let whole = folder.file("whole")
    // Encoded slowly, so that a task lasts long enough to be killed in its midst.
    let format = "png[compression=9]"
    #expect(
      try PenumbraCommand.run(["render", corpus, "-o", whole, "--format", format]).code == 0)

    let cluster = try SlurmCluster()
    try folder.write(
      """
      #!/bin/sh
      \(PenumbraCommand.executable) render \(corpus) --threads 1 --json --quiet --format '\(format)' \\
        -o \(folder.path)/out-$SLURM_ARRAY_TASK_ID --shard auto --resume \\
        > \(folder.path)/events-$SLURM_ARRAY_TASK_ID-${SLURM_RESTART_COUNT:-0}
      """, "job.sh")
    let answer = try cluster.run(
      "sbatch",
      [
        "--parsable", "--requeue", "--array=1-6", "-o", folder.file("log-%a"),
        folder.file("job.sh"),
      ]
    )
    let job = answer.trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(Int(job) != nil, "sbatch said \(answer)")

    // The third task loses its process when its first pictures are there: two, for what is moved into
    // place is recorded a moment later.
    let victim = folder.file("out-3")
    var killed: pid_t?
    try cluster.waitUntil("task 3 is killed", pause: 1000) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: victim)) ?? []
      guard names.filter({ $0.hasSuffix(".png") }).count >= 2 else { return false }
      killed = process(withArgument: victim)
      return killed.map { kill($0, SIGKILL) == 0 } ?? true
    }
    try #require(killed != nil, "task 3 was over before it could be killed: enlarge the corpus")
    #expect(!FileManager.default.fileExists(atPath: victim + "/manifest.json"))

    try cluster.waitUntil("the array is done") {
      try cluster.run("squeue", ["-h", "-j", job, "-t", "all", "-o", "%T"])
        .split(separator: "\n").allSatisfy { $0 == "COMPLETED" || $0 == "FAILED" }
        && folder.exists("events-3-1")
    }
    let log = try? String(contentsOfFile: folder.file("log-3"), encoding: .utf8)
    try #require(FileManager.default.fileExists(atPath: victim + "/manifest.json"), "\(log ?? "")")
    let events = try String(contentsOfFile: folder.file("events-3-1"), encoding: .utf8)
    #expect(events.contains("\"event\": \"kept\""), "the requeued task began anew: \(events)")

    let out = folder.file("out")
    let merged = try PenumbraCommand.run(
      ["merge"] + (1...6).map { folder.file("out-\($0)") } + ["-o", out])
    #expect(merged.code == 0, "\(merged)")
    #expect(difference(try tree(out), try tree(whole)) == nil)
  }

  /// The process that has an argument of this text.
  private func process(withArgument argument: String) -> pid_t? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.first { pid in
      guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") else {
        return false
      }
      return data.split(separator: 0).contains { $0.elementsEqual(argument.utf8) }
    }
  }
}
