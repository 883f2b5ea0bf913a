internal import CPUFeatures
internal import CSSValues
internal import OrderedJSON
internal import PenumbraGraphics
internal import PenumbraJobs
internal import PenumbraScene

/// The options that several commands share, and what they mean.
enum CommonOptions {
  /// How scenes are read.
  static let scene = [
    Option("scale", value: "S", "pixels per point, instead of the scene's own"),
    Option("kernel", value: "K", "blur: gaussian, coreGraphics or renderServer, for every shadow"),
    Option("allow-outside", "let scenes show images outside the corpus folder"),
    Option(
      "max-cost", value: "SECONDS",
      "refuse a scene predicted to take more work of one core (20)"),
  ]

  /// How pictures are made.
  static let output = [
    Option(
      "output", letter: "o", value: "OUT",
      "folder, file name with a libvips suffix, or - (one picture)"),
    Option("format", value: "F", "png, 'webp[lossless]', tif, jpg, avif, dz, zip, ... (png)"),
    writer,
    Option("sha256", "list the SHA-256 of the pixels too, which one thread at a time computes"),
    Option("split", value: "auto", "what its format cannot hold: sheets in pages, others as PNG"),
    Option("shard", value: "I/N", "do share I of N; auto or auto/N asks the job's variables"),
    Option("resume", "keep what an interrupted run has finished"),
    Option("dry-run", "only say what would be written"),
  ]

  /// How a command runs and what it tells.
  static let running =
    [Option("threads", value: "N", "threads for everything together (all usable cores)")] + telling

  /// What a command tells.
  static let telling = [
    Option("progress", value: "WHEN", "auto, always or never"),
    Option("quiet", letter: "q", "no notes, only errors"),
    Option("json", "one JSON object per event on the standard output"),
  ]

  /// Every command's last option.
  static let help = Option("help", letter: "h", "this text")

  /// The thread budget.
  static func threads(_ options: ParsedOptions) throws(JobError) -> Int {
    try options.count("threads") ?? Int(penumbra_usable_cores())
  }

  /// The scale and kernel to use instead of the scenes' own.
  static func scene(_ options: ParsedOptions) throws(JobError) -> SceneOptions {
    var kernel: BlurKernel?
    if let name = options["kernel"] {
      guard let known = BlurKernel(rawValue: name) else {
        let names = BlurKernel.allCases.map(\.rawValue)
        let near = Suggestion.nearest(to: name, among: names).map { ": did you mean \($0)?" } ?? ""
        throw .usage("--kernel \(name): expected \(names.joined(separator: ", "))\(near)")
      }
      kernel = known
    }
    let scale = try options.positive("scale")
    let scales = SceneLimits().scales
    if let scale, !scales.contains(scale) {
      throw .usage(
        "--scale \(options["scale"] ?? ""): expected a scale from \(scales.lowerBound) to "
          + "\(Int(saturating: scales.upperBound))")
    }
    return SceneOptions(
      scale: scale, kernel: kernel,
      allowsOutside: options.has("allow-outside"),
      mostSeconds: try options.positive("max-cost") ?? SceneOptions.defaultMostSeconds)
  }

  /// This job's share.
  static func shard(_ options: ParsedOptions) throws(JobError) -> Shard? {
    guard let text = options["shard"] else { return nil }
    do {
      return try ShardEnvironment.resolve(text, environment: Environment.variables)
    } catch {
      throw .usage("\(error)")
    }
  }

  /// Who hears what happens.
  static func observer(_ options: ParsedOptions) throws(JobError) -> any JobObserver {
    let mode = options["progress"] ?? "auto"
    guard ["auto", "always", "never"].contains(mode) else {
      throw .usage("--progress \(mode): expected auto, always or never")
    }
    let isQuiet = options.has("quiet")
    let showsLine = mode == "always" || (mode == "auto" && Console.isTerminal && !isQuiet)
    let line = ProgressLine(descriptor: 2, showsLine: showsLine, showsMessages: !isQuiet)
    return options.has("json") ? BothObservers(EventWriter(descriptor: 1), line) : line
  }

  /// Who writes PNG.
  static let writer = Option(
    "writer", value: "W", "of PNG without options: penumbra or vips (penumbra)")

  /// An output that is written by whom `--writer` names.
  static func written(
    _ target: OutputTarget, _ options: ParsedOptions
  ) throws(JobError) -> OutputTarget {
    switch options["writer"] {
    case nil, "penumbra": target
    case "vips": target.writtenByLibvips()
    case let other?: throw .usage("--writer \(other): expected penumbra or vips")
    }
  }

  /// Settings of a job that writes to `-o`, or to an `output` whose name says all.
  static func batch(
    _ options: ParsedOptions, output: String? = nil, isFolder: Bool, manifestBesideFile: Bool
  ) throws(JobError) -> BatchSettings {
    guard let out = output ?? options["output"], !out.isEmpty else {
      throw .usage("an output is needed: -o OUT")
    }
    if let split = options["split"], split != "auto" {
      throw .usage("--split \(split): expected auto")
    }
    let target = try written(
      OutputTarget(
        out: out, format: output == nil ? options["format"] : nil, isFolder: isFolder), options)
    let manifest =
      target.fileName.map {
        manifestBesideFile && target.stream == nil ? $0 + ".manifest.json" : nil
      } ?? "manifest.json"
    let shard = try shard(options)
    guard shard == nil || manifest != nil else {
      throw .usage("--shard: one file is no job to share: give -o a folder")
    }
    return BatchSettings(
      target: target, threads: try threads(options), shard: shard,
      resumes: options.has("resume"), isDryRun: options.has("dry-run"),
      splitsAutomatically: options.has("split"),
      manifestName: manifest, addsSHA256: options.has("sha256"))
  }
}

/// Tells two observers.
private struct BothObservers: JobObserver {
  let first: any JobObserver
  let second: any JobObserver

  init(_ first: any JobObserver, _ second: any JobObserver) {
    self.first = first
    self.second = second
  }

  func observe(_ event: JobEvent) {
    first.observe(event)
    second.observe(event)
  }
}
