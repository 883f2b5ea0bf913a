internal import Penumbra
internal import PenumbraScene
internal import Vips

/// `penumbra sheet`: every cell of every scene on one contact sheet, or on pages of one.
public struct SheetJob: Sendable {
  /// Files and folders.
  public var inputs: [String]
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions
  /// How the sheet is laid out.
  public var sheet: SheetOptions
  /// How the job runs.
  public var settings: BatchSettings

  /// A job over these inputs.
  public init(
    inputs: [String], options: SceneOptions, sheet: SheetOptions, settings: BatchSettings
  ) {
    self.inputs = inputs
    self.options = options
    self.sheet = sheet
    self.settings = settings
  }

  /// Makes the pages.
  ///
  /// - Throws: `JobError` for what stops the whole job; scenes that fail one by one are in the
  ///   result, and not on the sheet.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws(JobError) -> JobResult {
    try JobError.translating {
      let corpus = try Corpus(
        try settings.scan(inputs), options: options, threads: settings.threads,
        interruption: interruption, checksPixels: true)
      if corpus.scenes.isEmpty, let failure = corpus.failures.first {
        for failure in corpus.failures.dropFirst() { observer.observe(.failure(failure.entry)) }
        throw failure.error
      }
      let layout = try SheetLayout(
        corpus.scenes, options: sheet, format: settings.target.format,
        splitsAutomatically: settings.splitsAutomatically)
      if !settings.isDryRun {
        try corpus.tellMissingGlyphs(.sheet(layout, hasCaptions: sheet.hasCaptions), observer)
      }
      if let remedy = layout.remedy { observer.observe(.note("the sheet was split: \(remedy)")) }
      let header = Manifest.Header(
        command: "sheet", engine: EngineVersion.current,
        options: sheet.listed + options.listed(with: settings)
          + (layout.remedy.map { [(name: "remedy", value: $0)] } ?? []),
        shard: settings.shard)
      let batch = Batch(
        header: header, inputs: corpus.inputs(options: options), settings: settings,
        interruption: interruption, observer: observer)
      let engine = try EngineSettings(threads: settings.threads)
      let proof = inputProof(corpus)
      let items = layout.pages.indices.map { page in
        item(page, of: layout, header: header, inputs: proof, engine: engine)
      }
      return JobResult(try batch.run(items, failures: corpus.failures))
    }
  }

  /// Every scene decides every page: one more row moves all that follow.
  private func inputProof(_ corpus: Corpus) -> String {
    var hash = ContentHash()
    for scene in corpus.scenes {
      hash.update(scene.scene.name)
      hash.update(scene.inputDigest)
    }
    return hash.hexadecimal
  }

  private func item(
    _ page: Int, of layout: SheetLayout, header: Manifest.Header, inputs: String,
    engine: EngineSettings
  ) -> BatchItem {
    let scenes = layout.pages[page].parts.map { layout.blocks[$0.block].cells.scene }
    let size = SheetPicture.layout(of: layout, page: page)
    let kernels = Set(
      scenes.flatMap { $0.layout.kernelList.split(separator: ",").map(String.init) })
    let options = options
    let hasCaptions = sheet.hasCaptions
    return BatchItem(
      name: SheetJob.name(
        settings.target.fileName ?? "sheet", page: page, of: layout.pages.count),
      scene: scenes.map(\.scene.name).joined(separator: ","),
      source: scenes.map(\.entry.name).joined(separator: ","),
      cells: layout.pages[page].cellCount(layout.blocks),
      cost: PredictedCost(units: size.width * size.height),
      kernel: kernels.sorted().joined(separator: ","), layout: size,
      proof: header.proof(of: inputs + "/\(page)"),
      makeSource: {
        SheetPicture(
          layout, page: page, options: options, hasCaptions: hasCaptions, engine: engine)
      })
  }

  /// The base alone, or with the page's number, padded so that names sort.
  private static func name(_ base: String, page: Int, of count: Int) -> String {
    guard count > 1 else { return base }
    let digits = String(count).count
    let number = String(page + 1)
    return base + "-" + String(repeating: "0", count: digits - number.count) + number
  }
}
