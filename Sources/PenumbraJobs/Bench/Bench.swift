internal import OrderedJSON
internal import Penumbra
internal import PenumbraFiles
public import PenumbraGraphics
internal import PenumbraScene
internal import ShadowEngine
internal import Vips

#if canImport(Glibc)
internal import Glibc
#endif

/// Measures stages inside this process (`penumbra bench`).
public struct Bench: Sendable {
  /// The budget.
  public var threads: Int
  /// How often each stage is measured, after one warm-up.
  public var repeats: Int
  /// What the command line sets instead of the scenes.
  public var options: SceneOptions

  /// A bench of this budget.
  public init(threads: Int, repeats: Int, options: SceneOptions = SceneOptions()) {
    precondition(threads >= 1 && repeats >= 1, "a bench measures something with something")
    self.threads = threads
    self.repeats = repeats
    self.options = options
  }

  /// Measures one stage on every scene of the inputs.
  ///
  /// `target` is where `encode` and `render` write; they write nothing that stays without one.
  public func run(
    _ stage: BenchRecord.Stage, inputs: [String], target: OutputTarget?,
    interruption: Interruption, onRecord: (BenchRecord) -> Void
  ) throws(JobError) {
    try JobError.translating {
      Library.limit(threads: threads)
      let scan = try CorpusScan(inputs: inputs, excluding: target?.outputFolder)
      let corpus = try Corpus(
        scan, options: options, threads: threads, interruption: interruption)
      if let failure = corpus.failures.first { throw failure.error }
      if target?.fileName != nil, corpus.scenes.count > 1 {
        throw JobError.usage("\(corpus.scenes.count) scenes cannot become one file")
      }
      if let target {
        let outputs = corpus.scenes.flatMap { target.products(scene: $0.scene.name) }
        try corpus.refuse(outputs: outputs, named: .out, options: options)
      }
      for scene in corpus.scenes {
        let records = try measure(
          stage, scene.layout, folder: scene.scene.folder,
          content: VipsContent(root: scene.entry.corpus, allowsOutside: options.allowsOutside),
          target: target, interruption: interruption)
        for record in records { onRecord(record) }
      }
    }
  }

  /// Measures one stage on a scene that comes from no file.
  ///
  /// Of encoders both that write PNG, unless `target` says which.
  func measure(
    _ stage: BenchRecord.Stage, _ scene: LaidOutScene, folder: String,
    content: any ContentSource, target: OutputTarget?, interruption: Interruption
  ) throws -> [BenchRecord] {
    let list = try DisplayList(scene: scene, folder: folder)
    let runs: [(seconds: [Double], encoded: BenchRecord.Encoded?)]
    switch stage {
    case .raster: runs = [(try raster(list, content: content, interruption: interruption), nil)]
    case .encode:
      let own = try target?.format ?? OutputFormat("png")
      let formats = target == nil ? [own, PictureWriter.byLibvips(own)] : [own]
      runs = try encode(
        list, name: scene.name, content: content, target: target, formats: formats,
        interruption: interruption)
    case .render:
      let seconds = try render(
        scene, folder: folder, content: content, target: target, interruption: interruption)
      runs = [(seconds, nil)]
    case .blur: throw JobError.usage("a blur has no scene")
    }
    let level = try InstructionSet.chosen().rawValue
    return runs.map {
      BenchRecord(
        stage: stage, scene: scene.name, cells: scene.cellCount,
        pixels: list.width * list.height, threads: threads, instructionSet: level,
        encoded: $0.encoded, seconds: $0.seconds)
    }
  }

  private func raster(
    _ list: DisplayList, content: any ContentSource, interruption: Interruption
  ) throws -> [Double] {
    let settings = RenderSettings(
      instructionSet: try InstructionSet.chosen(), threads: threads)
    let renderer = try BandRenderer(list, content: content, settings: settings)
    return try repeated(interruption) {
      renderer.discardMasks()
      try renderer.render { _, _ in try interruption.check() }
    }
  }

  private func encode(
    _ list: DisplayList, name: String, content: any ContentSource, target: OutputTarget?,
    formats: [OutputFormat], interruption: Interruption
  ) throws -> [(seconds: [Double], encoded: BenchRecord.Encoded?)] {
    let picture = try ScenePicture(
      list: list, content: content, engine: EngineSettings(threads: threads))
    let layout = picture.layout
    let pixels = UnsafeMutableRawBufferPointer.allocate(
      byteCount: layout.byteCount, alignment: 64)
    defer { pixels.deallocate() }
    guard let base = pixels.baseAddress else { return [] }
    try picture.fill(rows: 0..<layout.height, into: base, bytesPerRow: layout.bytesPerRow)
    return try formats.map { format in
      let place = try BenchPlace(target, name: name, format: format)
      defer { place.remove() }
      var bytes: Int?
      func once(countsBytes: Bool) throws {
        let staged = try place.begin()
        try PictureWriter.write(
          borrowing: UnsafeRawBufferPointer(pixels), layout: layout, to: staged.destination,
          format: format, threads: threads)
        if countsBytes, case .file(let file) = staged.destination {
          try file.rewind()
          bytes = try file.content().bytes
        }
        try place.commit(staged)
      }
      let seconds = try repeated(interruption) { try once(countsBytes: false) }
      try once(countsBytes: true)
      let writer = PictureWriter.isOwn(format) ? "penumbra" : "libvips"
      return (seconds, BenchRecord.Encoded(writer: writer, bytes: bytes))
    }
  }

  private func render(
    _ scene: LaidOutScene, folder: String, content: any ContentSource, target: OutputTarget?,
    interruption: Interruption
  ) throws -> [Double] {
    let place = try BenchPlace(target, name: scene.name)
    defer { place.remove() }
    let engine = try EngineSettings(threads: threads)
    return try repeated(interruption) {
      let staged = try place.begin()
      let list = try DisplayList(scene: scene, folder: folder)
      let picture = try ScenePicture(list: list, content: content, engine: engine)
      let source = try HashingSource(picture, interruption: interruption) { _ in }
      try PictureWriter.write(
        source, to: staged.destination, format: place.format, threads: threads)
      _ = try source.digests()
      try place.commit(staged)
    }
  }

  /// Blurs one square 8-bit mask, a rounded rectangle of half its side.
  public func blur(
    size: Int, sigma: Double, kernel: BlurKernel, interruption: Interruption
  ) throws(JobError) -> BenchRecord {
    try JobError.translating {
      let level = try InstructionSet.chosen()
      var mask = [UInt8](repeating: 0, count: size * size)
      for y in size / 4..<size - size / 4 {
        for x in size / 4..<size - size / 4 { mask[y * size + x] = 255 }
      }
      var blurred = [UInt8](repeating: 0, count: size * size)
      let seconds = try repeated(interruption) {
        let blur = GeneralBlur(sigma: sigma, kernel: kernel, instructionSet: level)
        mask.withUnsafeBufferPointer { source in
          blurred.withUnsafeMutableBufferPointer { target in
            guard let base = source.baseAddress, let out = target.baseAddress else { return }
            blur.blur(
              MaskView(base: base, width: size, height: size, stride: size), columns: 0..<size,
              rows: 0..<size, to: out, stride: size)
          }
        }
      }
      return BenchRecord(
        stage: .blur, scene: "\(size) x \(size) sigma \(JSONValue.text(of: sigma))", cells: 0,
        pixels: size * size, threads: 1, instructionSet: level.rawValue, encoded: nil,
        seconds: seconds)
    }
  }

  private func repeated(
    _ interruption: Interruption, _ body: () throws -> Void
  ) throws -> [Double] {
    try body()
    return try (0..<repeats).map { _ in
      try interruption.check()
      let begin = ContinuousClock.now
      try body()
      return (ContinuousClock.now - begin) / .seconds(1)
    }
  }
}

extension OutputTarget {
  /// What is written of a scene.
  fileprivate func products(scene: String) -> [String] {
    if let stream { return [stream] }
    let name = fileName ?? OutputTarget.safeName(scene)
    return StagedOutput.products(name: name, format: format).map { PathName.joined(folder, $0) }
  }
}

/// Where a bench writes: the user's place, or a hidden folder that goes away.
private struct BenchPlace {
  let format: OutputFormat
  private let name: String
  private let isKept: Bool
  private let staging: Staging

  init(_ target: OutputTarget?, name: String, format: OutputFormat? = nil) throws {
    self.format = try format ?? target?.format ?? OutputFormat("png")
    isKept = target != nil
    self.name = target?.fileName ?? OutputTarget.safeName(name)
    if let target, target.stream == nil {
      staging = try Staging(folder: target.folder, name: "bench")
    } else {
      staging = try Staging(stream: target?.stream)
    }
  }

  /// Makes room for the next repeat.
  func begin() throws -> StagedOutput {
    try staging.output(0, name: name, format: format)
  }

  /// Puts a finished file in its place, or drops it.
  func commit(_ staged: StagedOutput) throws {
    if isKept { _ = try staged.commit() } else { staged.discard() }
  }

  func remove() { staging.finish() }
}
