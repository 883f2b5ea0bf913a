internal import Penumbra
internal import PenumbraFiles
internal import PenumbraScene
internal import ShadowEngine
internal import Vips

/// `penumbra render`: every scene becomes a picture.
public struct RenderJob: Sendable {
  /// Files and folders.
  public var inputs: [String]
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions
  /// How the job runs.
  public var settings: BatchSettings

  /// A job over these inputs.
  public init(inputs: [String], options: SceneOptions, settings: BatchSettings) {
    self.inputs = inputs
    self.options = options
    self.settings = settings
  }

  /// Makes the pictures.
  ///
  /// - Throws: `JobError` for what stops the whole job; inputs that fail one by one are in the
  ///   result.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws(JobError) -> JobResult {
    try JobError.translating {
      let scan = try settings.scan(inputs)
      if settings.target.fileName != nil, scan.entries.count > 1 {
        throw JobError.usage(
          "\(scan.entries.count) scenes cannot become one file: give \(UserWord.out) a folder")
      }
      let corpus = try Corpus(
        scan, options: options, threads: settings.threads, interruption: interruption)
      if !settings.isDryRun { try corpus.tellMissingGlyphs(.canvas, observer) }
      corpus.tellOutsideCanvas(observer)
      let listed = options.listed(with: settings)
      let batch = Batch(
        header: Manifest.Header(
          command: "render", engine: EngineVersion.current, options: listed, shard: settings.shard),
        inputs: corpus.inputs(options: options), settings: settings, interruption: interruption,
        observer: observer)
      let engine = try EngineSettings(threads: settings.threads)
      let items = try corpus.scenes.map { scene in
        try item(scene, header: batch.header, engine: engine)
      }
      return JobResult(try batch.run(items, failures: corpus.failures))
    }
  }

  private func item(
    _ scene: CorpusScene, header: Manifest.Header, engine: EngineSettings
  ) throws -> BatchItem {
    let options = options
    return BatchItem(
      name: settings.target.fileName ?? OutputTarget.safeName(scene.scene.name),
      scene: scene.scene.name, source: scene.entry.name, cells: scene.layout.cellCount,
      cost: PredictedCost(scene: scene.layout), kernel: scene.layout.kernelList,
      layout: ScenePicture.layout(of: scene.layout),
      proof: header.proof(of: scene.inputDigest),
      makeSource: {
        try scene.explainingErrors(options) {
          let content = VipsContent(
            root: scene.entry.corpus, allowsOutside: options.allowsOutside)
          return try ScenePicture(
            list: DisplayList(scene: scene.layout, folder: scene.scene.folder), content: content,
            engine: engine)
        }
      })
  }
}
