internal import Dispatch
internal import Scene
internal import Synchronization
internal import Vips

/// One picture to be made.
struct BatchItem: Sendable {
  /// Its place in the whole job, from 1, whichever shard makes it.
  var number = 0
  /// The output's path under the output folder, without suffix.
  var name: String
  var scene: String
  var source: String
  var cells: Int
  /// Predicted work, for shards and for the order of making.
  var cost: PredictedCost
  var kernel: String
  /// Its size, or the most it can be.
  var layout: PixelLayout
  /// The SHA-256 of all that decides the picture.
  var proof: String
  /// How it is encoded, where that is not the job's format, and why.
  var exception: (format: OutputFormat, remedy: String)?
  /// Makes the pixels' source when the picture's turn comes.
  var makeSource: @Sendable () throws -> any PixelSource
  /// Of a picture of one cell, who it is.
  var makeRecord: @Sendable () throws -> CellRecord? = { nil }
}

/// How a job is run, whatever it makes.
public struct BatchSettings: Sendable {
  /// Where pictures go.
  public var target: OutputTarget
  /// One budget: pictures side by side, and workers on each, together.
  public var threads: Int
  /// This job's share.
  public var shard: Shard?
  /// Whether finished pictures of an interrupted run are kept.
  public var resumes: Bool
  /// Only say what would be written.
  public var isDryRun: Bool
  /// Whether a picture that its format cannot hold is written in another.
  public var splitsAutomatically: Bool
  /// Where the manifest goes; nil writes none.
  public var manifestPath: String?

  /// Settings of one job.
  public init(
    target: OutputTarget, threads: Int, shard: Shard? = nil, resumes: Bool = false,
    isDryRun: Bool = false, splitsAutomatically: Bool = false, manifestPath: String? = nil
  ) {
    self.target = target
    self.threads = threads
    self.shard = shard
    self.resumes = resumes
    self.isDryRun = isDryRun
    self.splitsAutomatically = splitsAutomatically
    self.manifestPath = manifestPath
  }

  /// What the inputs of a job name, its own outputs left out; starts libvips within the budget.
  func scan(_ inputs: [String]) throws -> CorpusScan {
    guard !inputs.isEmpty else { throw JobError.usage("an input is needed: a scene or a folder") }
    try Library.start(threads: threads)
    return try CorpusScan(inputs: inputs, excluding: target.outputFolder)
  }
}

/// Makes pictures, several side by side, each whole or not at all, and says so in a manifest.
struct Batch {
  let header: Manifest.Header
  /// The files that the job reads, by their identities: none of them is ever written over.
  let inputs: [[UInt64]: String]
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
      return BatchResult(outputs: [], failures: failures + misfits, planned: fitting)
    }

    let staging = try Staging(folder: settings.target.folder, name: settings.target.fileName)
    let work = BatchWork(batch: self, staging: staging, items: fitting)
    let made: (outputs: [Manifest.Output], failures: [BatchFailure])
    do {
      made = try work.run()
    } catch {
      staging.abandon()
      throw error
    }
    failures += (misfits + made.failures).sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    let manifest = Manifest(
      header: header, total: items.count, corpus: corpusDigest(items), outputs: made.outputs,
      failures: failures.map(\.entry))
    if let path = settings.manifestPath { try FileSystem.write(manifest.text, to: path) }
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

  /// The item as its format can hold it: in another format, where that is allowed and helps.
  private func fitted(_ item: BatchItem) throws(JobError) -> BatchItem {
    let (width, height) = (item.layout.width, item.layout.height)
    let most = SceneLimits().canvasPixels
    guard Double(width) * Double(height) <= most else {
      throw .badInput(
        "\(item.source): the picture is \(width) x \(height) px, expected at most "
          + "\(Int(most)) pixels: use a smaller --scale, or --page-height on a sheet")
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
      guard let found = FileSystem.identity(path), let input = inputs[found] else { return }
      throw .cannotCreate(
        path: path, detail: "it is an input of this job, \(input): give -o another folder")
    }
    for item in items {
      for format in [settings.target.format, item.exception?.format].compactMap({ $0 }) {
        for product in StagedOutput.products(name: item.name, format: format) {
          try refuse(settings.target.folder + "/" + product)
        }
      }
    }
    if let path = settings.manifestPath { try refuse(path) }
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

/// An input that failed, with its error as a value.
public struct BatchFailure: Sendable {
  /// The picture's place in the whole job; nil for an input that did not become one.
  public var number: Int?
  /// The scene's name where it is known.
  public var scene: String?
  /// The scene's file.
  public var source: String
  /// What was wrong.
  public var error: JobError

  /// An input that did not even become a picture of the job.
  init(scene: String? = nil, source: String, error: JobError) {
    self.scene = scene
    self.source = source
    self.error = error
  }

  /// A picture that could not be made.
  init(item: BatchItem, error: JobError) {
    self.init(scene: item.scene, source: item.source, error: error)
    number = item.number
  }

  /// As the manifest lists it.
  var entry: Manifest.Failure {
    Manifest.Failure(
      number: number, scene: scene, source: source, error: error.description)
  }
}

/// What became of a batch.
struct BatchResult {
  var outputs: [Manifest.Output]
  var failures: [BatchFailure]
  /// In a dry run, what would have been made.
  var planned: [BatchItem]
}
