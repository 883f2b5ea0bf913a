internal import CSSValues
internal import OrderedJSON
internal import PenumbraGraphics
internal import PenumbraJobs

extension Command {
  static let bench = Command(
    name: "bench", usage: "[raster|encode|render|blur] [INPUT...]",
    summary: "measures stages inside this process",
    details: """
      raster   composes every band and throws the pixels away, masks made anew each time
      encode   encodes finished pixels from memory (-o x.png): without -o to PNG, by this program
               and by libvips
      render   both, as penumbra render does (-o x.png)
      blur     the general blur of one 8-bit mask (--size, --sigma)

      Alone it measures a short suite on built-in scenes and prints a table.
      """,
    options: [
      Option("output", letter: "o", value: "OUT", "where encode and render write"),
      Option("format", value: "F", "for a folder: png, 'webp[lossless]', tif, ..."),
      CommonOptions.writer,
      Option("repeat", value: "K", "repeats after one warm-up (5)"),
      Option("size", value: "N", "side of the mask to blur, in pixels (1024)"),
      Option("sigma", value: "S", "sigma of the blur, in pixels (10)"),
    ] + CommonOptions.scene + CommonOptions.running
  ) { options in
    let interruption = Signals.listen(advice: "interrupted")
    let bench = Bench(
      threads: try CommonOptions.threads(options), repeats: try options.count("repeat") ?? 5,
      options: try CommonOptions.scene(options))
    let table = BenchTable(isJSON: options.has("json"))
    guard let name = options.operands.first else {
      try bench.suite(interruption: interruption, onRecord: table.add)
      return ExitCode.done
    }
    guard let stage = BenchRecord.Stage(rawValue: name) else {
      let names = BenchRecord.Stage.allCases.map(\.rawValue)
      let near = Suggestion.nearest(to: name, among: names).map { ": did you mean \($0)?" } ?? ""
      throw JobError.usage(
        "\"\(name)\" is no stage: expected one of \(names.joined(separator: ", "))\(near)")
    }
    if stage == .blur {
      guard options.operands.count == 1 else {
        throw JobError.usage("bench blur takes no scene: --size and --sigma say what is blurred")
      }
      let size = try options.count("size") ?? 1024
      let sigma = try options.positive("sigma") ?? 10
      guard size <= 16_384, sigma <= 2_000 else {
        throw JobError.usage("expected --size up to 16384 and --sigma up to 2000")
      }
      table.add(
        try bench.blur(
          size: size, sigma: sigma, kernel: bench.options.kernel ?? .gaussian,
          interruption: interruption))
      return ExitCode.done
    }
    let target = try options["output"].map { out throws(JobError) in
      try CommonOptions.written(
        OutputTarget(out: out, format: options["format"], isFolder: false), options)
    }
    try bench.run(
      stage, inputs: Array(options.operands.dropFirst()), target: target,
      interruption: interruption, onRecord: table.add)
    return ExitCode.done
  }
}

/// Prints records as they come: as JSON lines, or as rows of a table.
private final class BenchTable {
  private let isJSON: Bool
  private var hasBegun = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// The head of the table, once there is something to put under it.
  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    Console.result(
      row(
        "stage", "scene", "cells", "Mpx", "threads", "isa", "writer", "median ms", "spread",
        "Mpx/s", "bytes"))
  }

  func add(_ record: BenchRecord) {
    guard !isJSON else {
      Console.json(record.json)
      return
    }
    begin()
    let low = record.seconds.min() ?? 0
    let high = record.seconds.max() ?? 0
    let median = max(record.median, 1e-9)
    let megapixels = Double(record.pixels) / 1e6
    Console.result(
      row(
        record.stage.rawValue, record.scene, "\(record.cells)", rounded(megapixels),
        "\(record.threads)", record.instructionSet,
        record.encoded?.writer ?? "", rounded(median * 1000),
        "\(Int(saturating: ((high - low) / median * 100).rounded())) %",
        rounded(megapixels / median), record.encoded?.bytes.map { "\($0)" } ?? ""))
  }

  private func row(_ cells: String...) -> String {
    let widths = [7, 22, 7, 8, 8, 9, 9, 10, 8, 9, 10]
    return zip(cells, widths).enumerated().map { index, pair in
      let padding = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
      return index < 2 ? pair.0 + padding : padding + pair.0
    }.joined(separator: " ")
  }

  private func rounded(_ value: Double) -> String {
    let tenths = Int(saturating: (value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
