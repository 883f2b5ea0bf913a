import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The built command.
struct PenumbraCommand {
  /// How a run ended.
  struct Ending: Equatable {
    /// The exit code, or minus the signal that killed it.
    var code: Int32
    var output: String
    var errors: String
  }

  /// A run in progress; one that nobody waits for is killed with its last reference.
  final class Run {
    private let pid: pid_t
    private let logs: TemporaryFolder
    private var code: Int32?

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

    var isRunning: Bool { reap(options: WNOHANG) == nil }

    func send(_ signal: Int32) {
      if isRunning { kill(pid, signal) }
    }

    func wait() throws -> Ending {
      var code = reap(options: 0)
      while code == nil { code = reap(options: 0) }
      return Ending(
        code: code ?? 0, output: try String(contentsOfFile: logs.file("output"), encoding: .utf8),
        errors: try String(contentsOfFile: logs.file("errors"), encoding: .utf8))
    }

    private func reap(options: Int32) -> Int32? {
      if code == nil {
        var status: Int32 = 0
        guard waitpid(pid, &status, options) == pid else { return nil }
        code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
      }
      return code
    }
  }

  /// Beside the test bundle, where the package manager builds it.
  static var executable: String {
    let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: test).deletingLastPathComponent().path + "/penumbra"
  }

  /// Starts the command, or another program.
  ///
  /// Variables by which jobs know their share are taken out of the environment: this test may
  /// itself be one of several jobs.
  static func start(
    _ arguments: [String], executable: String = executable, environment: [String: String] = [:]
  ) throws -> Run {
    let names = ["PENUMBRA_", "CI_NODE_", "SLURM_", "JOB_COMPLETION", "CIRCLE_", "BUILDKITE_"]
    let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
      !names.contains { name.hasPrefix($0) }
    }
    return try Run(
      [executable] + arguments, environment: inherited.merging(environment) { $1 })
  }

  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Ending {
    try start(arguments, environment: environment).wait()
  }
}

/// Every file below a folder by its path, hidden ones too; of a folder in which a job still writes,
/// those that stay long enough to be read.
func tree(_ folder: String) throws -> [String: Data] {
  var files: [String: Data] = [:]
  let root = URL(fileURLWithPath: folder)
  guard let walk = FileManager.default.enumerator(atPath: folder) else { return [:] }
  for case let path as String in walk {
    let url = root.appendingPathComponent(path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { continue }
    guard !isFolder.boolValue else { continue }
    do {
      files[path] = try Data(contentsOf: url)
    } catch {
      guard !FileManager.default.fileExists(atPath: url.path) else { throw error }
    }
  }
  return files
}

/// Says in a few words how two folders differ; nil if they do not.
func difference(_ actual: [String: Data], _ expected: [String: Data]) -> String? {
  let missing = expected.keys.filter { actual[$0] == nil }.sorted()
  let extra = actual.keys.filter { expected[$0] == nil }.sorted()
  let changed = actual.keys.filter { expected[$0] != nil && expected[$0] != actual[$0] }.sorted()
  if missing.isEmpty && extra.isEmpty && changed.isEmpty { return nil }
  return "missing \(missing.prefix(5)), extra \(extra.prefix(5)), changed \(changed.prefix(5))"
}

/// A corpus that takes a moment to render: scenes of different cost, a matrix, a bad file if asked.
enum TestCorpus {
  static func write(
    to folder: String, scenes: Int = 12, cells: Int = 6, side: Int = 500, hasFailure: Bool = false
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/deep", withIntermediateDirectories: true)
    for index in 0..<scenes {
      let width = side + 37 * (index % 5)
      let boxes = (0..<cells).map { cell in
        """
        {"frame": [\(20 + 60 * cell), \(30 + 41 * cell), 90.5, 70], "fill": "#f\(cell % 10)a0c\(index % 10)",
         "cornerRadius": \(cell * 3), "shadow": {"color": "#000", "opacity": 0.4, "offset": [1, 3.5],
         "sigma": \(2 + index % 7 + cell)}, "name": "cell \(cell)"}
        """
      }
      let text = """
        {"penumbra": 1, "name": "scene-\(index)",
         "canvas": {"width": \(width), "height": \(side), "scale": 2, "background": "#e8e8e8"},
         "cells": [\(boxes.joined(separator: ",\n"))]}
        """
      let path = folder + (index % 4 == 3 ? "/deep" : "") + "/scene-\(index).json"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    if hasFailure {
      try "{\"penumbra\": 1,".write(
        toFile: folder + "/broken.json", atomically: true, encoding: .utf8)
    }
  }
}

/// A generator whose seed is printed, so that a failure can be had again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// From `PENUMBRA_SEED` if set, else a fresh seed.
  init(named name: String) {
    let given = ProcessInfo.processInfo.environment["PENUMBRA_SEED"].flatMap(UInt64.init)
    state = given ?? UInt64.random(in: 0 ... .max)
    print("\(name): PENUMBRA_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
