internal import PenumbraLocking

/// A setting or an act that a message advises.
///
/// A library says what is wrong and what would mend it. How a user says that is known to the program
/// that talks to him, which gives the spelling; until then the words are plain English.
public enum UserWord: Hashable, Sendable {
  case allowOutside, baseline, cells, columns, doctor, format, json, maxChanged, maxCost
  case maxDeltaE, maxDiff, maxShadow, merge, out, pageHeight, prune, report, resume, sarif
  case scale, shard, slurmArray, split, threads, trim, update
  /// A setting that a record names.
  case setting(String)

  /// The word in plain English.
  public var plain: String {
    switch self {
    case .allowOutside: "permission for images outside"
    case .baseline: "baseline"
    case .cells: "the cells job"
    case .columns: "columns"
    case .doctor: "what this machine has"
    case .format: "format"
    case .json: "the JSON output"
    case .maxChanged: "largest share of changed pixels"
    case .maxCost: "largest cost"
    case .maxDeltaE: "largest colour difference"
    case .maxDiff: "largest difference"
    case .maxShadow: "largest shadow difference"
    case .merge: "the merge job"
    case .out: "output"
    case .pageHeight: "page height"
    case .prune: "pruning"
    case .report: "report"
    case .resume: "resumption"
    case .sarif: "the SARIF file"
    case .scale: "scale"
    case .shard: "shard"
    case .slurmArray: "an array 1-n"
    case .split: "split"
    case .threads: "threads"
    case .trim: "trimming"
    case .update: "update"
    case .setting(let name): name
    }
  }
}

extension UserWord: CustomStringConvertible {
  /// In a type of its own: a function that a generic lock holds is wrapped anew whenever it is read.
  private struct Spelling {
    var spell: @Sendable (UserWord) -> String
  }

  private static let spelling = Guarded(Spelling { $0.plain })

  /// From now on messages of this process spell their words so.
  public static func spell(_ words: @escaping @Sendable (UserWord) -> String) {
    spelling.withLock { $0.spell = words }
  }

  /// The word as the user says it.
  public var description: String {
    let spell = UserWord.spelling.withLock { $0.spell }
    return spell(self)
  }
}
