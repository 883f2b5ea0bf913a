internal import CSSValues
internal import Dispatch
internal import PenumbraFiles
internal import PenumbraScene
internal import Synchronization
internal import Vips

/// Makes pictures, several side by side, each whole or not at all, and says so in a manifest.
struct Batch {
  let header: Manifest.Header
  /// The files that the job reads, by their identities: none of them is ever written over.
  let inputs: [FileIdentity: String]
  let settings: BatchSettings
  let interruption: Interruption
  let observer: any JobObserver

  /// Makes this shard's share of `items`; `failures` are inputs that did not even become items.
  ///
  /// Goes on past a picture that fails; stops at what would fail for all (a full disk, a lost
  /// folder, a signal), leaving the journal for `--resume`.
  func run(_ items: [BatchItem], failures: [BatchFailure]) throws -> BatchResult {
    let begin = ContinuousClock.now
    let share = share(of: items)
    // Every shard reads every scene, but only the first speaks of those it could not read.
    var failures = settings.shard.map { $0.index == 1 } ?? true ? failures : []
    try refuseCollisions(items)
    try refuseOverwriting(items)
    var misfits: [BatchFailure] = []
    let fitting = share.compactMap { item -> BatchItem? in
      do throws(JobError) {
        return try fitted(item)
      } catch {
        misfits.append(BatchFailure(item: item, error: error))
        return nil
      }
    }
    observer.observe(
      .started(
        pictures: fitting.count, cells: fitting.reduce(0) { $0 + $1.cells },
        pixels: fitting.reduce(0) { $0 + $1.layout.width * $1.layout.height }))
    if share.isEmpty, let shard = settings.shard {
      observer.observe(.note("shard \(shard.description) has nothing to do"))
    }
    for failure in failures + misfits { observer.observe(.failure(failure.entry)) }
    if settings.isDryRun {
      return BatchResult(outputs: [], failures: failures + misfits, planned: fitting.map(planned))
    }

    let target = settings.target
    if let stream = target.stream, items.count > 1 {
      throw JobError.usage(
        "\(UserWord.out) \(stream): \(items.count) pictures cannot go into one stream")
    }
    if target.stream == nil, let out = try? Folder(target.folder) {
      try refuseForeignManifest(in: out)
    }
    let staging =
      target.stream == nil
      ? try Staging(folder: target.folder, name: target.fileName)
      : try Staging(stream: target.stream)
    let work = BatchWork(batch: self, staging: staging, items: fitting)
    let made: (outputs: [Manifest.Output], failures: [BatchFailure])
    do {
      made = try work.run()
    } catch {
      staging.abandon(isInterrupted: interruption.received != nil)
      throw error
    }
    failures += (misfits + made.failures).sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    let manifest = Manifest(
      header: header, total: items.count, corpus: corpusDigest(items), outputs: made.outputs,
      failures: failures.map(\.entry))
    if let name = settings.manifestName { try staging.write(manifest.text, to: name) }
    staging.finish()
    observer.observe(
      .finished(
        JobSummary(
          pictures: made.outputs.count, cells: made.outputs.reduce(0) { $0 + $1.cells },
          pixels: made.outputs.reduce(0) { $0 + $1.width * $1.height }, failures: failures.count,
          seconds: (ContinuousClock.now - begin) / .seconds(1))))
    return BatchResult(outputs: made.outputs, failures: failures, planned: [])
  }

  /// This shard's items, all of them numbered as in the whole job.
  private func share(of items: [BatchItem]) -> [BatchItem] {
    var numbered = items
    for index in items.indices { numbered[index].number = index + 1 }
    guard let shard = settings.shard else { return numbered }
    let plan = ShardPlan(costs: items.map(\.cost), count: shard.count)
    return plan.items(of: shard).map { numbered[$0] }
  }

  /// What has the manifest's name and is none is somebody else's.
  private func refuseForeignManifest(in out: Folder) throws(JobError) {
    guard let name = settings.manifestName, let kind = out.kind(name) else { return }
    let path = PathName.joined(out.path, name)
    guard kind == .file else {
      throw .cannotCreate(path: path, detail: "\(kind.words) is there")
    }
    let file = try JobError.translating { try out.open(name) }
    guard Manifest.isManifest(file) else {
      throw .cannotCreate(path: path, detail: "a file is there that is no manifest of Penumbra's")
    }
  }

  /// The item as its format can hold it: in another format, where that is allowed and helps.
  private func fitted(_ item: BatchItem) throws(JobError) -> BatchItem {
    let (width, height) = (item.layout.width, item.layout.height)
    for product in StagedOutput.products(name: item.name, format: settings.target.format)
    where settings.manifestName.map({ $0.hasSameBytes(as: product) }) ?? false {
      throw .badInput(
        "\(item.source): its tiles would be called \(product), as the manifest of the job is: "
          + "give the scene another name, or choose another format")
    }
    let most = SceneLimits().canvasPixels
    guard Double(width) * Double(height) <= most else {
      throw .badInput(
        "\(item.source): the picture is \(width) x \(height) px, expected at most "
          + "\(Int(saturating: most)) pixels: use a smaller \(UserWord.scale), or \(UserWord.pageHeight) on a sheet"
      )
    }
    do throws(VipsError) {
      try FormatLimits.check(settings.target.format, width: width, height: height)
      return item
    } catch {
      let refusal = JobError.badInput("\(item.source): \(error.description)")
      guard settings.splitsAutomatically, settings.target.format.kind == .file,
        let png = try? OutputFormat("png"),
        (try? FormatLimits.check(png, width: width, height: height)) != nil
      else { throw refusal }
      var item = item
      let limit = FormatLimits.largestSide(suffix: settings.target.format.suffix)
      item.exception = (
        png, "written as .png: \(settings.target.format.suffix) holds at most \(limit) px a side"
      )
      return item
    }
  }

  private func planned(_ item: BatchItem) -> JobResult.Planned {
    let format = item.exception?.format ?? settings.target.format
    let file = StagedOutput.products(name: item.name, format: format)[0]
    let folder = settings.target.folder
    return JobResult.Planned(
      path: settings.target.stream ?? (folder == "." ? file : PathName.joined(folder, file)),
      file: file,
      scene: item.scene, width: item.layout.width, height: item.layout.height, cells: item.cells)
  }

  /// Two outputs of one name would silently become one.
  private func refuseCollisions(_ items: [BatchItem]) throws(JobError) {
    var seen: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      if let first = seen.updateValue(index, forKey: item.name) {
        throw .badInput(
          "\(item.source): its picture would be named \(item.name), as that of "
            + "\(items[first].source)")
      }
    }
  }

  /// An output in the place of a scene or an image would destroy what it is made of.
  private func refuseOverwriting(_ items: [BatchItem]) throws(JobError) {
    func refuse(_ path: String) throws(JobError) {
      guard let found = FileStatus(path)?.identity, let input = inputs[found] else { return }
      throw .cannotCreate(
        path: path,
        detail: "it is an input of this job, \(input): give \(UserWord.out) another folder")
    }
    let target = settings.target
    let hidden = target.folder + "/.penumbra" + (target.fileName.map { "-" + $0 } ?? "")
    let hasLeft = target.stream == nil && FileStatus(hidden) != nil
    for (_, input) in inputs where hasLeft {
      try FileSystem.refuseOverlap(of: hidden, named: .out, with: input)
    }
    for item in items {
      if let stream = target.stream {
        try refuse(stream)
        continue
      }
      for format in [settings.target.format, item.exception?.format].compactMap({ $0 }) {
        for product in StagedOutput.products(name: item.name, format: format) {
          try refuse(target.folder + "/" + product)
        }
      }
    }
    if let name = settings.manifestName { try refuse(target.folder + "/" + name) }
  }

  private func corpusDigest(_ items: [BatchItem]) -> String {
    var hash = ContentHash()
    for item in items {
      hash.update(item.name)
      hash.update(item.proof)
    }
    return hash.hexadecimal
  }
}

/// What became of a batch.
struct BatchResult {
  var outputs: [Manifest.Output]
  var failures: [BatchFailure]
  /// In a dry run, what would have been made.
  var planned: [JobResult.Planned]
}
