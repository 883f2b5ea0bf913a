import Foundation

/// Reads mutated files with every reader, and names the seed and the input of each that traps.
///
///     ReaderFuzzer [--seed S] [--count N] [--from I] [--jobs J] [--folder F] [--reader NAME]
///
/// Input I of a seed is always the same. Inputs are read in processes of their own, with bounded
/// memory and processor time for each; one that ends in any other way than with a result or an
/// error is written to the folder, and the run goes on after it and fails at its end.
@main
struct ReaderFuzzer {
  /// Inputs that one process reads.
  static let share = 2000

  static func main() throws {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let seeds = try Seeds(reader: options.reader)
    if let progress = options.progress {
      Child(seeds: seeds, options: options).run(progress: progress)
      return
    }
    let failures = try Parent(seeds: seeds, options: options).run()
    print("seed \(options.seed): \(options.count) inputs, \(failures) failed")
    exit(failures == 0 ? 0 : 1)
  }
}

/// What the command line says.
struct Options {
  var seed: UInt64 = 1
  var count = 20_000
  var from = 0
  var jobs = 2
  var folder = FileManager.default.temporaryDirectory.path + "/penumbra-fuzz"
  var reader: String?
  /// Where a child writes which input it reads; nil in the parent.
  var progress: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw UsageError(text: "\(name) lacks a value") }
      switch name {
      case "--seed": seed = try Self.number(value)
      case "--count": count = try Self.number(value)
      case "--from": from = try Self.number(value)
      case "--jobs": jobs = max(1, try Self.number(value))
      case "--folder": folder = value
      case "--reader": reader = value
      case "--progress": progress = value
      default: throw UsageError(text: "\(name) is no option")
      }
    }
  }

  private static func number<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    guard let number = Number(text) else { throw UsageError(text: "\(text) is no whole number") }
    return number
  }
}

struct UsageError: Error {
  var text: String
}

/// Hands shares of the inputs to children and judges how they end.
struct Parent {
  let seeds: Seeds
  let options: Options

  /// How many inputs failed.
  func run() throws -> Int {
    try FileManager.default.createDirectory(
      atPath: options.folder, withIntermediateDirectories: true)
    var failures = 0
    var next = options.from
    let end = options.from + options.count
    var running: [Share] = []
    while next < end || !running.isEmpty {
      while running.count < options.jobs, next < end {
        let count = min(ReaderFuzzer.share, end - next)
        running.append(try start(from: next, end: next + count))
        next += count
      }
      let share = running.removeFirst()
      share.process.waitUntilExit()
      guard let failed = share.failedInput() else { continue }
      failures += 1
      try report(failed, share.process)
      if failed + 1 < share.end {
        running.append(try start(from: failed + 1, end: share.end))
      }
    }
    return failures
  }

  private func start(from: Int, end: Int) throws -> Share {
    let progress = "\(options.folder)/progress-\(from)"
    _ = FileManager.default.createFile(atPath: progress, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--seed", "\(options.seed)", "--from", "\(from)", "--count", "\(end - from)", "--folder",
      options.folder, "--progress", progress,
    ]
    if let reader = options.reader { process.arguments? += ["--reader", reader] }
    try process.run()
    return Share(process: process, progress: progress, from: from, end: end)
  }

  private func report(_ index: Int, _ process: Process) throws {
    let input = seeds.input(index, seed: options.seed)
    let file = "\(options.folder)/seed-\(options.seed)-input-\(index)-\(input.reader.name)"
    try Data(input.bytes).write(to: URL(fileURLWithPath: file))
    let end =
      process.terminationReason == .uncaughtSignal
      ? "signal \(process.terminationStatus)" : "code \(process.terminationStatus)"
    print("seed \(options.seed) input \(index), \(input.reader.name): \(end): \(file)")
  }
}

/// A child at work.
struct Share {
  let process: Process
  let progress: String
  let from: Int
  let end: Int

  /// The input that a child which has ended did not survive.
  func failedInput() -> Int? {
    defer { try? FileManager.default.removeItem(atPath: progress) }
    if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
    guard let bytes = FileManager.default.contents(atPath: progress), bytes.count == 8 else {
      return from
    }
    return Int(bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}

/// Reads its inputs one after the other.
struct Child {
  let seeds: Seeds
  let options: Options

  /// What an input may take; a machine that is slow in real time is not in processor time.
  private static let processorSeconds = 20
  private static let memory: rlim_t = 3 << 30

  func run(progress: String) {
    var limit = rlimit(rlim_cur: Self.memory, rlim_max: Self.memory)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    let descriptor = open(progress, O_WRONLY)
    let scratch = "\(options.folder)/scratch-\(getpid())"
    defer { unlink(scratch) }
    for index in options.from..<options.from + options.count {
      var current = UInt64(index).littleEndian
      pwrite(descriptor, &current, 8, 0)
      // Ends the process with SIGVTALRM.
      var timer = itimerval(
        it_interval: timeval(), it_value: timeval(tv_sec: Self.processorSeconds, tv_usec: 0))
      setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &timer, nil)
      let input = seeds.input(index, seed: options.seed)
      input.reader.read(input.bytes, scratch)
    }
  }
}
