internal import Foundation

#if canImport(Glibc)
internal import Glibc
#endif

/// The built command.
public struct PenumbraCommand {
  /// How a run ended.
  public struct Ending: Equatable, Sendable {
    /// The exit code, or minus the signal that killed it.
    public var code: Int32
    /// What it wrote to the standard output.
    public var output: String
    /// What it wrote to the standard error.
    public var errors: String
  }

  /// A run in progress; one that nobody waits for is killed with its last reference.
  public final class Run {
    private let pid: pid_t
    private let logs: TemporaryFolder
    private var code: Int32?
    private var usage = rusage()

    /// Starts a program with its output in files, so that no pipe ever blocks it.
    ///
    /// Not with Foundation's `Process`: it waits for all children on one thread, and blocks for
    /// ever on a daemon that closes the descriptors it inherits. It also passes on the signal mask
    /// of whichever thread starts the child.
    fileprivate init(_ arguments: [String], environment: [String: String]) throws {
      logs = try TemporaryFolder()
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      for (descriptor, name) in [(1 as Int32, "output"), (2, "errors")] {
        posix_spawn_file_actions_addopen(
          &actions, descriptor, logs.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
      var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
      var variables: [UnsafeMutablePointer<CChar>?] =
        environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in words + variables { free(text) } }
      var pid = pid_t()
      let failure = posix_spawn(&pid, arguments[0], &actions, &attributes, &words, &variables)
      guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
      self.pid = pid
    }

    deinit {
      guard isRunning else { return }
      kill(pid, SIGKILL)
      _ = reap(options: 0)
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { reap(options: WNOHANG) == nil }

    /// How many threads it has now; 0 once it has ended.
    public var threadCount: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?.count ?? 0
    }

    /// Seconds that processors have worked for it, until now or until its end.
    public var processorSeconds: Double {
      if isRunning, let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) {
        // The words after the name, which ends with the last bracket.
        let words = line.split(separator: ")").last?.split(separator: " ") ?? []
        guard words.count > 12, let user = Double(words[11]), let system = Double(words[12]) else {
          return 0
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
      }
      return [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
      }
    }

    /// Sends a signal, if it has not ended yet.
    public func send(_ signal: Int32) {
      if isRunning { kill(pid, signal) }
    }

    /// Makes it stand still until it is sent SIGCONT; false where it has ended before.
    public func suspend() -> Bool {
      guard isRunning else { return false }
      kill(pid, SIGSTOP)
      var status: Int32 = 0
      guard wait4(pid, &status, WUNTRACED, &usage) == pid else { return false }
      if status & 0xFF == 0x7F { return true }
      end(status)
      return false
    }

    /// Waits for its end.
    public func wait() throws -> Ending {
      var code = reap(options: 0)
      while code == nil { code = reap(options: 0) }
      return Ending(
        code: code ?? 0, output: try String(contentsOfFile: logs.file("output"), encoding: .utf8),
        errors: try String(contentsOfFile: logs.file("errors"), encoding: .utf8))
    }

    private func reap(options: Int32) -> Int32? {
      if code == nil {
        var status: Int32 = 0
        guard wait4(pid, &status, options, &usage) == pid else { return nil }
        end(status)
      }
      return code
    }

    private func end(_ status: Int32) {
      code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
  }

  /// Beside the test bundle, where the package manager builds it.
  public static var executable: String {
    let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: test).deletingLastPathComponent().path + "/penumbra"
  }

  /// The path of a program, by the first of its names that the search path holds; nil for none.
  public static func program(_ names: String...) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts the command, or another program.
  ///
  /// Variables by which jobs know their share, or know of GitHub, are taken out of the environment:
  /// this test may itself be one of several jobs.
  public static func start(
    _ arguments: [String], executable: String = executable, in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:]
  ) throws -> Run {
    let names = [
      "PENUMBRA_", "CI_NODE_", "SLURM_", "JOB_COMPLETION", "CIRCLE_", "BUILDKITE_",
      "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY",
    ]
    let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
      !names.contains { name.hasPrefix($0) }
    }
    // posix_spawn cannot change the folder everywhere; env(1) can, and stays the same process.
    let entry = folder.map { ["/usr/bin/env", "--chdir=\($0.path)"] } ?? []
    return try Run(
      entry + [executable] + arguments, environment: inherited.merging(environment) { $1 })
  }

  /// Runs the command, or another program, to its end.
  public static func run(
    _ arguments: [String], executable: String = executable, in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:]
  ) throws -> Ending {
    try start(arguments, executable: executable, in: folder, environment: environment).wait()
  }
}
