internal import PenumbraFiles

/// One of several jobs that share a corpus, written `i/n` and counted from 1.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which of the jobs, 1...count.
  public let index: Int
  /// How many jobs share the corpus.
  public let count: Int

  /// The most jobs a corpus can be split into; a larger figure is taken for a slip.
  public static let largestCount = 1_000_000

  /// The whole corpus as one job.
  public static let whole = Shard(uncheckedIndex: 1, count: 1)

  /// Throws `ShardError.outOfRange` unless 1 <= index <= count <= `largestCount`.
  public init(index: Int, count: Int) throws(ShardError) {
    guard count >= 1, count <= Shard.largestCount, index >= 1, index <= count else {
      throw .outOfRange(text: "\(index)/\(count)")
    }
    self.init(uncheckedIndex: index, count: count)
  }

  /// Reads `i/n`: two runs of ASCII digits around one slash.
  public init(parsing text: String) throws(ShardError) {
    let parts = text.splitBytes(at: "/", omittingEmpty: false)
    guard parts.count == 2, let index = Shard.digits(parts[0]), let count = Shard.digits(parts[1])
    else { throw .malformed(text: text) }
    guard count >= 1, count <= Shard.largestCount, index >= 1, index <= count else {
      throw .outOfRange(text: text)
    }
    self.init(uncheckedIndex: index, count: count)
  }

  private init(uncheckedIndex index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// The shard as `i/n`.
  public var description: String { "\(index)/\(count)" }

  /// Checks that every shard of so many is there.
  ///
  /// - Throws: `JobError.incomplete` with the first few that are missing.
  package static func requireAll(
    of count: Int, found: some Sequence<Int>
  ) throws(JobError) {
    let found = Set(found)
    let missing = (1...count).filter { !found.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.prefix(10).map { "\($0)/\(count)" }.joined(separator: ", ")
    throw .incomplete(
      "\(missing.count == 1 ? "shard" : "\(missing.count) shards") missing: \(names)"
        + (missing.count > 10 ? ", ..." : ""))
  }

  /// A number of ASCII digits alone; nil for signs, spaces, nothing, and what does not fit.
  static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text)
  }
}

/// Why it cannot be said which share of a corpus is meant; each is an error of usage.
public enum ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not two numbers around a slash.
  case malformed(text: String)
  /// Two numbers that are no share.
  case outOfRange(text: String)
  /// `auto` where no job system is recognised.
  case nothingRecognised(hint: String?)
  /// A job system is recognised, but one of its variables is missing or makes no sense.
  case unusable(system: String, problem: String)
  /// Several job systems are recognised and they disagree.
  case ambiguous(systems: [String])

  /// What is wrong and what is expected.
  public var description: String {
    switch self {
    case .malformed(let text):
      "\(UserWord.shard) \"\(text)\": expected i/n such as 2/4, auto or auto/n"
    case .outOfRange(let text):
      "\(UserWord.shard) \"\(text)\": expected i/n with 1 <= i <= n <= \(Shard.largestCount); "
        + "shards count from 1"
    case .nothingRecognised(let hint):
      "\(UserWord.shard) auto: no job system recognised from the environment"
        + (hint.map { "; \($0)" } ?? "")
        + "; expected one of \(ShardEnvironment.documentedVariables)"
    case .unusable(let system, let problem):
      "\(UserWord.shard) auto: \(system): \(problem)"
    case .ambiguous(let systems):
      "\(UserWord.shard) auto: the environment names several shards that disagree: "
        + systems.joined(separator: ", ") + "; set PENUMBRA_SHARD=i/n or pass \(UserWord.shard) i/n"
    }
  }
}
