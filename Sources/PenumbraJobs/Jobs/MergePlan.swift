/// What several shards come to, if they are the shards of one job.
struct MergePlan {
  /// The manifest of the unsharded run.
  let merged: Manifest

  /// Throws unless the parts are all shards of one job and lack and double nothing.
  init(_ parts: [MergePart]) throws(JobError) {
    guard let first = parts.first else { throw .usage("merge: expected the folders of the shards") }
    try MergePlan.refuseOtherJobs(parts, like: first)
    try MergePlan.refuseWrongShards(parts, count: first.manifest.header.shard?.count ?? 1)
    try MergePlan.refuseOverlap(parts)
    try MergePlan.refuseGaps(parts, total: first.manifest.total)

    var merged = first.manifest
    merged.header.shard = nil
    merged.outputs = parts.flatMap(\.manifest.outputs).sorted { $0.number < $1.number }
    merged.failures = parts.flatMap(\.manifest.failures).inMergedOrder
    self.merged = merged
  }

  private static func refuseOtherJobs(
    _ parts: [MergePart], like first: MergePart
  ) throws(JobError) {
    for part in parts.dropFirst() {
      let differences = first.manifest.header.differences(
        to: part.manifest.header, ignoringShard: true)
      if let difference = differences.first {
        throw .badInput(
          "\(first.path) and \(part.path) are of different jobs: \(difference.name) is "
            + "\(difference.mine) in the first and \(difference.other) in the second")
      }
      guard part.manifest.corpus == first.manifest.corpus,
        part.manifest.total == first.manifest.total, part.manifestName == first.manifestName
      else {
        throw .badInput(
          "\(first.path) and \(part.path) are of different corpora: they had "
            + "\(first.manifest.total) and \(part.manifest.total) pictures in all, or other scenes")
      }
    }
  }

  private static func refuseWrongShards(
    _ parts: [MergePart], count: Int
  ) throws(JobError) {
    var folderOfShard: [Int: String] = [:]
    for part in parts {
      let shard = part.manifest.header.shard ?? .whole
      guard shard.count == count else {
        throw .badInput(
          "\(part.path) is shard \(shard), and \(parts[0].path) is one of \(count)")
      }
      if let other = folderOfShard.updateValue(part.path, forKey: shard.index) {
        throw .badInput("\(other) and \(part.path) overlap: both are shard \(shard)")
      }
    }
    try Shard.requireAll(of: count, found: folderOfShard.keys)
  }

  /// Two shards that made one picture, or two pictures of one name.
  private static func refuseOverlap(_ parts: [MergePart]) throws(JobError) {
    var folderOfNumber: [Int: String] = [:]
    var folderOfProduct = [parts[0].manifestName: parts[0].path]
    for part in parts {
      let numbers =
        part.manifest.outputs.map(\.number) + part.manifest.failures.compactMap(\.number)
      for number in numbers {
        if let other = folderOfNumber.updateValue(part.path, forKey: number) {
          throw .badInput("\(other) and \(part.path) overlap: both have picture \(number)")
        }
      }
      for product in part.manifest.outputs.flatMap({ $0.products(in: part.folder) }) {
        if let other = folderOfProduct.updateValue(part.path, forKey: product) {
          throw .badInput("\(other) and \(part.path) overlap: both have \(product)")
        }
      }
    }
  }

  private static func refuseGaps(_ parts: [MergePart], total: Int) throws(JobError) {
    let numbers = parts.reduce(into: Set<Int>()) { numbers, part in
      numbers.formUnion(part.manifest.outputs.map(\.number))
      numbers.formUnion(part.manifest.failures.compactMap(\.number))
    }
    guard numbers.count == total, numbers.allSatisfy({ (1...max(1, total)).contains($0) }) else {
      throw .incomplete("the shards have \(numbers.count) of the corpus's \(total) pictures")
    }
  }
}

extension [Manifest.Failure] {
  /// Inputs that became no picture first, as they came; then pictures that failed, by number.
  var inMergedOrder: [Manifest.Failure] {
    filter { $0.number == nil }
      + filter { $0.number != nil }.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
  }
}
