internal import PenumbraFiles

extension UserWord {
  /// What is typed for a word.
  var typed: String {
    switch self {
    case .allowOutside: "--allow-outside"
    case .baseline: "--baseline"
    case .cells: "penumbra cells"
    case .columns: "--columns"
    case .doctor: "penumbra doctor"
    case .format: "--format"
    case .json: "--json"
    case .maxChanged: "--max-changed"
    case .maxCost: "--max-cost"
    case .maxDeltaE: "--max-delta-e"
    case .maxDiff: "--max-diff"
    case .maxShadow: "--max-shadow"
    case .merge: "penumbra merge"
    case .out: "-o"
    case .pageHeight: "--page-height"
    case .prune: "--prune"
    case .report: "--report"
    case .resume: "--resume"
    case .sarif: "--sarif"
    case .scale: "--scale"
    case .setting(let name): "--\(name)"
    case .shard: "--shard"
    case .slurmArray: "--array=1-n"
    case .split: "--split"
    case .threads: "--threads"
    case .trim: "--trim"
    case .update: "--update"
    }
  }
}
