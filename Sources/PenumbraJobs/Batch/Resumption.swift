internal import PenumbraFiles
internal import Vips

/// Which pictures an earlier run has finished, and why that can be believed.
struct Resumption {
  /// What an earlier run left.
  struct Findings {
    /// For each item its output, if it is proven done.
    var proven: [Manifest.Output?]
    /// How many outputs of the earlier run this one does not make; they are left where they are.
    var leftOver: Int
  }

  let batch: Batch
  let staging: Staging

  /// Looks at the journal of an unfinished run and the manifest of a finished one.
  ///
  /// Proven is what they list with the same proof (scene, images, options, engine) and whose bytes on
  /// the disk are those that were written, with the digests that are asked for. A record of another
  /// job, or one that was changed, is an error: going on would mix two jobs in one folder.
  func findings(_ items: [BatchItem]) throws(JobError) -> Findings {
    guard batch.settings.resumes else {
      try refuseOtherShard()
      return Findings(proven: Array(repeating: nil, count: items.count), leftOver: 0)
    }
    var known: [String: Manifest.Output] = [:]
    for record in try records() {
      let differences = record.header.differences(to: batch.header)
      guard differences.isEmpty else {
        let list = differences.map { "\($0.name) was \($0.mine) and is \($0.other)" }
        throw .badInput(
          "\(record.path): it records another job (\(list.joined(separator: ", "))): "
            + "run without \(UserWord.resume) to begin anew, or choose another folder")
      }
      for output in record.outputs { known[output.file] = output }
    }
    var findings = Findings(proven: [], leftOver: 0)
    findings.proven.reserveCapacity(items.count)
    for item in items {
      try batch.interruption.check()
      let products = StagedOutput.products(
        name: item.name, format: item.exception?.format ?? batch.settings.target.format)
      let output = known.removeValue(forKey: products[0])
      let addsSHA256 = batch.settings.addsSHA256
      if var output, output.proof == item.proof, !addsSHA256 || output.sha256 != nil,
        isAsWritten(output)
      {
        output.number = item.number
        if !addsSHA256 { output.sha256 = nil }
        findings.proven.append(output)
      } else {
        findings.proven.append(nil)
      }
    }
    findings.leftOver = known.count
    return findings
  }

  /// Whether the output's bytes on the disk are those that were written.
  private func isAsWritten(_ output: Manifest.Output) -> Bool {
    guard
      let content = try? FileContent(
        of: output.products(in: staging.out), in: staging.out)
    else {
      return false
    }
    return content.bytes == output.bytes && content.digest == output.fileDigest
  }

  private typealias Record = (path: String, header: Manifest.Header, outputs: [Manifest.Output])

  private func records() throws(JobError) -> [Record] {
    var records: [Record] = []
    if let name = batch.settings.manifestName, staging.out.kind(name) != nil {
      let path = PathName.joined(staging.out.path, name)
      let manifest = try Manifest(name, in: staging.out)
      records.append((path, manifest.header, manifest.outputs))
    }
    if let journal = try Journal.read(in: staging.hidden) {
      let path = PathName.joined(staging.hidden.path, Journal.name)
      records.append((path, journal.header, journal.outputs))
    }
    return records
  }

  /// Two shards in one folder would lose the first one's manifest.
  private func refuseOtherShard() throws(JobError) {
    guard let mine = batch.settings.shard, let records = try? records() else { return }
    for record in records {
      guard let other = record.header.shard, other != mine else { continue }
      throw .cannotCreate(
        path: staging.out.path,
        detail: "it holds shard \(other): give each shard a folder of its own")
    }
  }
}

extension Manifest.Header {
  /// What tells two jobs apart, in words; empty for two runs of one job or of one shard of it.
  func differences(
    to other: Manifest.Header, ignoringShard: Bool = false
  ) -> [(name: String, mine: String, other: String)] {
    var differences: [(name: String, mine: String, other: String)] = []
    func compare(_ name: String, _ mine: String, _ theirs: String) {
      if mine != theirs { differences.append((name, mine, theirs)) }
    }
    compare("the format of its records", "\(format)", "\(other.format)")
    compare("the command", command, other.command)
    compare("the engine", engine, other.engine)
    if !ignoringShard {
      compare("the shard", shard?.description ?? "all", other.shard?.description ?? "all")
    }
    let mine = Dictionary(options.map { ($0.name, $0.value) }) { first, _ in first }
    let theirs = Dictionary(other.options.map { ($0.name, $0.value) }) { first, _ in first }
    for name in Set(mine.keys).union(theirs.keys).sorted() {
      compare("\(UserWord.setting(name))", mine[name] ?? "not given", theirs[name] ?? "not given")
    }
    return differences
  }
}
