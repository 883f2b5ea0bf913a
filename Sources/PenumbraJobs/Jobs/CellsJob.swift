internal import OrderedJSON
internal import PenumbraScene
internal import Vips

/// `penumbra cells`: every cell of every scene as a picture of its own, with its shadow's margins.
public struct CellsJob: Sendable {
  /// Files and folders.
  public var inputs: [String]
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions
  /// Whether margins in which nothing is to be seen are cut off.
  public var trims: Bool
  /// How the job runs.
  public var settings: BatchSettings

  /// A job over these inputs.
  public init(
    inputs: [String], options: SceneOptions, trims: Bool, settings: BatchSettings
  ) {
    self.inputs = inputs
    self.options = options
    self.trims = trims
    self.settings = settings
  }

  /// Makes the pictures.
  ///
  /// They are named `<scene>-<index>`, the index from 0 in the order of the scene; headers, footers
  /// and backgrounds `<scene>-<section>-header` and so on.
  ///
  /// - Throws: `JobError` for what stops the whole job; inputs that fail one by one are in the
  ///   result.
  public func run(
    interruption: Interruption, observer: any JobObserver
  ) throws(JobError) -> JobResult {
    try JobError.translating {
      let corpus = try Corpus(
        try settings.scan(inputs), options: options, threads: settings.threads,
        interruption: interruption)
      if !settings.isDryRun { try corpus.tellMissingGlyphs(.labels, observer) }
      let header = Manifest.Header(
        command: Manifest.cellsCommand, engine: EngineVersion.current,
        options: (trims ? [(name: "trim", value: "yes")] : []) + options.listed(with: settings),
        shard: settings.shard)
      let batch = Batch(
        header: header, inputs: corpus.inputs(options: options), settings: settings,
        interruption: interruption, observer: observer)
      return JobResult(
        try batch.run(try items(corpus, header: header), failures: corpus.failures))
    }
  }

  private func items(_ corpus: Corpus, header: Manifest.Header) throws -> [BatchItem] {
    let pictures = CellPictures(corpus, options: options)
    let counts = Dictionary(
      uniqueKeysWithValues: corpus.scenes.map { ($0.scene.name, $0.layout.cellCount) })
    var items: [BatchItem] = []
    items.reserveCapacity(pictures.count)
    var scene = ""
    var next = 0
    for place in 0..<pictures.count {
      let picture = try pictures.picture(at: place)
      let name = picture.scene.scene.name
      if name != scene {
        scene = name
        next = 0
      }
      var suffix = "\(picture.record.section)-\(picture.record.name ?? "")"
      if picture.role == .cell {
        suffix = CellsJob.padded(next, below: counts[name] ?? 0)
        next += 1
      }
      items.append(
        item(place, of: pictures, picture, name: "\(name)-\(suffix)", header: header))
    }
    return items
  }

  private static func padded(_ index: Int, below count: Int) -> String {
    let digits = String(max(0, count - 1)).count
    let number = String(index)
    return String(repeating: "0", count: max(0, digits - number.count)) + number
  }

  private func item(
    _ place: Int, of pictures: CellPictures, _ picture: CellPicture, name: String,
    header: Manifest.Header
  ) -> BatchItem {
    let trims = trims
    let options = options
    var input = ContentHash()
    input.update(picture.scene.inputDigest)
    input.update(picture.record.json.text(.compact))
    return BatchItem(
      name: OutputTarget.safeName(name), scene: picture.scene.scene.name,
      source: picture.scene.entry.name, cells: 1, cost: picture.cost, kernel: picture.kernels,
      layout: picture.layout, proof: header.proof(of: input.hexadecimal),
      makeSource: {
        let picture = try pictures.picture(at: place)
        return try picture.scene.explainingErrors(options) {
          trims ? try TrimmedPicture(picture) : try picture.makeSource()
        }
      },
      // Made again rather than held: a hundred thousand records are larger than their pictures.
      makeRecord: { trims ? nil : try pictures.picture(at: place).record })
  }
}
