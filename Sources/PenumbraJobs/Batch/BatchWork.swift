internal import Dispatch
internal import Penumbra
internal import PenumbraFiles
internal import PenumbraLocking
internal import Synchronization
internal import Vips

/// The making of a batch's pictures.
final class BatchWork: Sendable {
  private let batch: Batch
  private let staging: Staging
  private let items: [BatchItem]

  private struct State {
    var outputs: [Manifest.Output?]
    var failures: [Int: BatchFailure] = [:]
    /// What stopped the whole batch.
    var fatal: (any Error)?
  }

  private let state: Guarded<State>

  init(batch: Batch, staging: Staging, items: [BatchItem]) {
    self.batch = batch
    self.staging = staging
    self.items = items
    state = Guarded(State(outputs: Array(repeating: nil, count: items.count)))
  }

  /// Outputs and failures in the order of the items.
  ///
  /// Throws what stops the whole batch; the journal then holds what is finished.
  func run() throws -> (outputs: [Manifest.Output], failures: [BatchFailure]) {
    let findings = try Resumption(batch: batch, staging: staging).findings(items)
    let proven = findings.proven
    state.withLock { $0.outputs = proven }
    for output in proven { if let output { batch.observer.observe(.kept(output)) } }
    if findings.leftOver > 0 {
      batch.observer.observe(
        .note("\(findings.leftOver) outputs of the earlier run are no part of this one; left there")
      )
    }
    let open = items.indices.filter { proven[$0] == nil }
    try refuseFullDisk(open)
    if !open.isEmpty { try probeEncoder() }
    let journal = try Journal(
      in: staging.hidden, header: batch.header, proven: proven.compactMap { $0 })
    // The old manifest speaks of files that are about to change.
    if let name = batch.settings.manifestName { staging.out.remove(name) }

    try runAll(open, journal: journal)
    let result = state.withLock { $0 }
    if let fatal = result.fatal { throw fatal }
    try refuseLosses(result.outputs, journal: journal)
    return (
      result.outputs.compactMap { $0 },
      result.failures.sorted { $0.key < $1.key }.map(\.value)
    )
  }

  /// Makes all pictures, the most costly first.
  private func runAll(_ open: [Int], journal: Journal) throws {
    let ordered = open.sorted {
      items[$0].cost == items[$1].cost ? $0 < $1 : items[$0].cost > items[$1].cost
    }
    guard PictureWriter.isOwn(batch.settings.target.format) else {
      return runByLibvips(ordered, journal: journal)
    }
    let pool = try BandPool(threads: batch.settings.threads)
    let next = Atomic<Int>(0)
    pool.run { [self] in
      let turn = next.add(1, ordering: .relaxed).oldValue
      guard turn < ordered.count else { return nil }
      return { [self] in make(ordered[turn], threads: 1, pool: pool, journal: journal) }
    }
  }

  /// Large pictures first and alone, with all threads, for libvips has its own; then the others side
  /// by side with one each.
  private func runByLibvips(_ ordered: [Int], journal: Journal) {
    let threads = batch.settings.threads
    let total = ordered.reduce(into: PredictedCost.zero) { $0 += items[$1].cost }.units
    let isLarge = { [items] (index: Int) in
      ordered.count < threads || items[index].cost.units > total / (2 * threads)
    }
    let large = threads > 1 ? ordered.filter(isLarge) : []
    for index in large { make(index, threads: threads, pool: nil, journal: journal) }
    let small = threads > 1 ? ordered.filter { !isLarge($0) } : ordered
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, max(1, small.count))) { _ in
      while true {
        let turn = next.add(1, ordering: .relaxed).oldValue
        guard turn < small.count else { return }
        make(small[turn], threads: 1, pool: nil, journal: journal)
      }
    }
  }

  private func make(_ index: Int, threads: Int, pool: BandPool?, journal: Journal) {
    guard state.withLock({ $0.fatal == nil }) else { return }
    let item = items[index]
    do {
      try batch.interruption.check()
      let output = try encode(item, number: index, threads: threads, pool: pool)
      try journal.append(output)
      state.withLock { $0.outputs[index] = output }
      batch.observer.observe(.output(output))
    } catch {
      var cause = JobError(anyError: error, source: item.source)
      if !journal.isInPlace { cause = lostFolder }
      let ended = batch.interruption.received.map { JobError.interrupted(signal: $0) }
      if let fatal = ended ?? (cause.stopsTheBatch ? cause : nil) {
        state.withLock { if $0.fatal == nil { $0.fatal = fatal } }
        return
      }
      let failure = BatchFailure(item: item, error: cause)
      state.withLock { $0.failures[index] = failure }
      batch.observer.observe(.failure(failure.entry))
    }
  }

  private var lostFolder: JobError {
    .inputOutput(path: staging.out.path, detail: "the output folder was removed or replaced")
  }

  /// The manifest will say that all outputs are there: so let it be true.
  private func refuseLosses(_ outputs: [Manifest.Output?], journal: Journal) throws(JobError) {
    guard journal.isInPlace else { throw lostFolder }
    if staging.stream != nil { return }
    for output in outputs {
      for product in output?.products(in: staging.out) ?? [] {
        guard staging.out.kind(product) != nil else {
          throw .inputOutput(
            path: PathName.joined(staging.out.path, product),
            detail: "it was removed while the job ran: add \(UserWord.resume) to make it again")
        }
      }
    }
  }

  private func encode(
    _ item: BatchItem, number: Int, threads: Int, pool: BandPool?
  ) throws -> Manifest.Output {
    let format = item.exception?.format ?? batch.settings.target.format
    let staged = try staging.output(number, name: item.name, format: format)
    let observer = batch.observer
    let pixels = try item.makeSource()
    // Of a trimmed picture, smaller than was planned.
    let layout = pixels.layout
    let source = try HashingSource(
      pixels, addsSHA256: batch.settings.addsSHA256, interruption: batch.interruption
    ) { rows in
      observer.observe(.pixels(rows * layout.width))
    }
    do {
      if let pool, case .file(let file) = staged.destination {
        try PictureWriter.write(source, to: file, format: format, pool: pool)
      } else {
        try PictureWriter.write(
          source, to: staged.destination, format: format, threads: threads)
      }
      let digests = try source.digests()
      let content = try staged.commit()
      return Manifest.Output(
        number: item.number,
        file: StagedOutput.products(name: item.name, format: format)[0], scene: item.scene,
        source: item.source, cells: item.cells, width: layout.width, height: layout.height,
        channels: layout.channels, pixelDigest: digests.rows,
        sha256: digests.sha256, kernel: item.kernel, bytes: content.bytes,
        fileDigest: content.digest, proof: item.proof,
        remedy: item.exception?.remedy, cell: try item.makeRecord())
    } catch {
      // After an interruption all parts are removed together, see Staging.abandon.
      if batch.interruption.received == nil { staged.discard() }
      throw error
    }
  }

  /// Encodes a few pixels, so that a wrong option, a missing codec or a missing libvips shows before
  /// anything is made.
  private func probeEncoder() throws {
    Library.limit(threads: batch.settings.threads)
    let format = batch.settings.target.format
    guard !PictureWriter.isOwn(format) else { return }
    try Library.start(threads: batch.settings.threads)
    try EncoderProbe.run(format) { format, pixels in
      let staged = try staging.output(items.count, name: "probe", format: format)
      defer { staged.discard() }
      try Writer.write(
        pixels: pixels, layout: EncoderProbe.layout, to: staged.destination, format: format)
    }
  }

  private func refuseFullDisk(_ open: [Int]) throws(JobError) {
    let format = batch.settings.target.format
    let need = open.reduce(0) { $0 + FormatLimits.leastBytes(format, layout: items[$1].layout) }
    guard let free = staging.hidden.freeBytes, free < need else { return }
    throw .inputOutput(
      path: staging.out.path,
      detail: "\(need >> 20) MiB at least are needed and \(free >> 20) MiB are free: "
        + "use another disk, a compressed format or a smaller \(UserWord.scale)")
  }
}
