public import Scene
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
          "\(scan.entries.count) scenes cannot become one file: give -o a folder")
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

extension Manifest.Header {
  /// The proof of a picture: what it shows, how it was asked for, and by which engine.
  func proof(of inputDigest: String) -> String {
    var hash = ContentHash()
    hash.update(engine)
    hash.update(command)
    for option in options {
      hash.update(option.name)
      hash.update(option.value)
    }
    hash.update(inputDigest)
    return hash.hexadecimal
  }
}

/// What a job made.
public struct JobResult: Sendable {
  /// A picture that a dry run would make.
  public struct Planned: Hashable, Sendable {
    /// Where it would lie.
    public var path: String
    /// The same under the output folder, as the manifest would list it.
    public var file: String
    /// The scene, or several joined by commas.
    public var scene: String
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// How many cells it shows.
    public var cells: Int

    /// As `--json` prints it.
    public var json: JSONValue {
      [
        "file": .init(.string(file)), "scene": .init(.string(scene)),
        "cells": .init(integerLiteral: cells), "width": .init(integerLiteral: width),
        "height": .init(integerLiteral: height),
      ]
    }
  }

  /// Written, or found finished.
  public var outputs: [Manifest.Output]
  /// Inputs that did not become pictures.
  public var failures: [BatchFailure]
  /// In a dry run, what would be written.
  public var planned: [Planned]

  init(_ result: BatchResult) {
    outputs = result.outputs
    failures = result.failures
    planned = result.planned
  }
}
