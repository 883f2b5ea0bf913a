internal import Dispatch
internal import Penumbra
package import PenumbraFiles
internal import PenumbraLocking
public import PenumbraScene
internal import Synchronization

/// One scene of a corpus, read, checked and laid out.
public struct CorpusScene: Sendable {
  /// The scene's file and corpus folder.
  public var entry: CorpusScan.Entry
  /// As read.
  public var scene: Scene
  /// As solved, with the options of the command line.
  public var layout: LaidOutScene
  /// The SHA-256 of the scene's text and of every image it shows.
  public var inputDigest: String
  /// What the scene lacks, where it was imported from tokens of which some are wrong.
  public var importErrors: [String] = []
}

/// All scenes that the inputs of a command name.
public struct Corpus: Sendable {
  /// In the order of the inputs.
  public var scenes: [CorpusScene]
  /// Inputs that could not be read, in the same order.
  public var failures: [BatchFailure]

  /// Reads the scenes of `scan`, several at a time, and goes on past those that are wrong.
  ///
  /// Every check that needs no pixel is made here, images' headers included, so that a job that
  /// begins is a job whose inputs are good. `checksPixels` also decodes every image: for a picture of
  /// many scenes, which one that is bad must not spoil.
  public init(
    _ scan: CorpusScan, options: SceneOptions, threads: Int, interruption: Interruption,
    checksPixels: Bool = false
  ) throws(JobError) {
    let entries = scan.entries
    let results = Guarded([Result<CorpusScene, JobError>?](repeating: nil, count: entries.count))
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, entries.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < entries.count, interruption.received == nil else { return }
        let result = Corpus.load(entries[index], options: options, checksPixels: checksPixels)
        results.withLock { $0[index] = result }
      }
    }
    try interruption.check()
    scenes = []
    failures = scan.failures
    for (index, result) in results.withLock({ $0 }).enumerated() {
      switch result {
      case .success(let scene):
        scenes.append(scene)
        failures += scene.importErrors.map {
          BatchFailure(source: entries[index].name, error: .badInput($0))
        }
      // That no more files can be opened is no scene's fault.
      case .failure(let error) where error.isOfTheProcess: throw error
      case .failure(let error):
        failures.append(BatchFailure(source: entries[index].name, error: error))
      case nil: continue
      }
    }
    try refuseDuplicates()
  }

  /// Scenes called like one before them fail; the first stays.
  private mutating func refuseDuplicates() throws(JobError) {
    var names: Set<String> = []
    var duplicates: Set<Int> = []
    for (index, scene) in scenes.enumerated() where !names.insert(scene.scene.name).inserted {
      duplicates.insert(index)
    }
    guard !duplicates.isEmpty else { return }
    let errors = SceneLoader.duplicateNames(in: scenes.map(\.scene))
    for (index, error) in zip(duplicates.sorted(), errors) {
      failures.append(
        BatchFailure(
          scene: scenes[index].scene.name, source: scenes[index].entry.name,
          error: .badScene(error)))
    }
    scenes = scenes.enumerated().filter { !duplicates.contains($0.offset) }.map(\.element)
  }

  /// Every scene file and image that is read, by its identity.
  func inputs(options: SceneOptions) -> [FileIdentity: String] {
    var inputs: [FileIdentity: String] = [:]
    for scene in scenes {
      let images = scene.scene.images.compactMap {
        try? scene.scene.resolve(
          $0, root: scene.entry.corpus, allowOutside: options.allowsOutside)
      }
      for path in [scene.entry.path] + images {
        if let found = FileStatus(path)?.identity { inputs[found] = path }
      }
    }
    return inputs
  }

  /// Refuses an output that is a scene or an image of the corpus.
  package func refuse(
    outputs: [String], named what: UserWord, options: SceneOptions
  ) throws(JobError) {
    let inputs = inputs(options: options)
    for output in outputs {
      guard let found = FileStatus(output)?.identity, let input = inputs[found] else { continue }
      throw .cannotCreate(
        path: output, detail: "it is an input of this job, \(input): give \(what) another place")
    }
  }

  private static func load(
    _ entry: CorpusScan.Entry, options: SceneOptions, checksPixels: Bool
  ) -> Result<CorpusScene, JobError> {
    do {
      let limit = SceneLimits().fileBytes
      let bytes =
        entry.isStandardInput
        ? try StandardInput.read(limit: limit) : try SourceFile.read(entry.path, limit: limit)
      let (scene, importErrors) = try TokenInput.load(
        bytes, path: entry.path, folder: PathName.parent(entry.path))
      var digest = ContentHash()
      digest.update(ContentHash.of(bytes))
      let content = VipsContent(root: entry.corpus, allowsOutside: options.allowsOutside)
      for image in scene.images {
        digest.update(image.path)
        let file = try content.verify(image, of: scene)
        digest.update(try OpenFile(reading: file).content().digest)
      }
      for family in scene.families { try family.requireInstalled(for: scene) }
      let layout = try scene.layOut(options.layout)
      let read = CorpusScene(
        entry: entry, scene: scene, layout: layout, inputDigest: digest.hexadecimal,
        importErrors: importErrors)
      try read.checkCost(options)
      if checksPixels { try read.checkImages(options) }
      return .success(read)
    } catch {
      return .failure(JobError(anyError: error, source: entry.name))
    }
  }
}
