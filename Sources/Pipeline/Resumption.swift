internal import Vips

/// Which pictures an earlier run has finished, and why that can be believed.
struct Resumption {
  let batch: Batch
  let staging: Staging

  /// For each item its output, if it is proven done.
  ///
  /// Proven is what the journal of an unfinished run or the manifest of a finished one lists with
  /// the same proof (scene, images, options, engine) and whose bytes on the disk are those that were
  /// written. A record of another job, or one that was changed, is an error: going on would mix two
  /// jobs in one folder.
  func proven(_ items: [BatchItem]) throws(JobError) -> [Manifest.Output?] {
    guard batch.settings.resumes else {
      return Array(repeating: nil, count: items.count)
    }
    var known: [String: Manifest.Output] = [:]
    if let path = batch.settings.manifestPath, FileSystem.kind(path) == .file {
      let bytes: [UInt8]
      do {
        bytes = try FileSystem.bytes(of: path)
      } catch {
        throw .inputOutput(path: path, detail: "\(error)")
      }
      let manifest = try Manifest(text: bytes, path: path)
      try refuseForeign(manifest.header, path: path)
      for output in manifest.outputs { known[output.file] = output }
    }
    if let journal = Journal.read(staging.journal) {
      try refuseForeign(journal.header, path: staging.journal)
      for output in journal.outputs { known[output.file] = output }
    }
    var result: [Manifest.Output?] = []
    result.reserveCapacity(items.count)
    for item in items {
      try batch.interruption.check()
      let products = StagedOutput.products(name: item.name, format: batch.settings.target.format)
      guard let output = known[products[0]], output.proof == item.proof,
        let content = try? FileContent(of: products, in: staging.folder),
        content.bytes == output.bytes, content.digest == output.fileDigest
      else {
        result.append(nil)
        continue
      }
      result.append(output)
    }
    return result
  }

  private func refuseForeign(_ header: Manifest.Header, path: String) throws(JobError) {
    guard header != batch.header else { return }
    let now = batch.header
    var differences: [String] = []
    func compare(_ name: String, _ old: String, _ new: String) {
      if old != new { differences.append("\(name) was \(old) and is \(new)") }
    }
    compare("the command", header.command, now.command)
    compare("the engine", header.engine, now.engine)
    compare("the shard", header.shard?.description ?? "all", now.shard?.description ?? "all")
    let old = Dictionary(header.options.map { ($0.name, $0.value) }) { first, _ in first }
    let new = Dictionary(now.options.map { ($0.name, $0.value) }) { first, _ in first }
    for name in Set(old.keys).union(new.keys).sorted() {
      compare("--\(name)", old[name] ?? "not given", new[name] ?? "not given")
    }
    throw .badInput(
      "\(path): it records another job (\(differences.joined(separator: ", "))): "
        + "run without --resume to begin anew, or choose another folder")
  }
}
