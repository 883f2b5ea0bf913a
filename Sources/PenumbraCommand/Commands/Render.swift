internal import PenumbraJobs

extension Command {
  static let render = Command(
    name: "render", usage: "INPUT... -o OUT", summary: "scenes to pictures",
    details: """
      INPUT is a scene or a folder, of which every *.json is taken in path order. OUT is a folder,
      or for one scene a file name whose suffix libvips knows: out.png, 'out.png[compression=6]',
      out.tif, out.webp, out.jpg, out.avif, out.dz, out.zip. A folder gets a manifest.json.
      INPUT - is the standard input, whose images lie below the working folder; -o - writes one
      picture to the standard output, as --format says.
      """,
    options: CommonOptions.output + CommonOptions.scene + CommonOptions.running
  ) { options in
    let interruption = Signals.listen()
    func result(_ settings: BatchSettings) throws -> JobResult {
      let job = RenderJob(
        inputs: options.operands, options: try CommonOptions.scene(options), settings: settings)
      return try job.run(
        interruption: interruption, observer: try CommonOptions.observer(options))
    }
    if PicturePipe.isAsked(by: options) {
      return try PicturePipe.print(options, job: result)
    }
    let result = try result(
      try CommonOptions.batch(options, isFolder: false, manifestBesideFile: false))
    return CommonOptions.report(result, options)
  }
}

extension CommonOptions {
  /// Prints what a dry run would begin with: words for people, or the event that a run begins with.
  static func started(
    pictures: Int, cells: Int, pixels: Int, _ options: ParsedOptions, words: String
  ) {
    guard options.has("json") else { return Console.result(words) }
    EventWriter(descriptor: 1).observe(.started(pictures: pictures, cells: cells, pixels: pixels))
  }

  /// Prints what a dry run found and gives the exit code.
  static func report(_ result: JobResult, _ options: ParsedOptions) -> Int32 {
    for planned in result.planned {
      if options.has("json") {
        CheckOptions.event("planned", planned.json)
      } else {
        let cells = "\(planned.cells) \(planned.cells == 1 ? "cell" : "cells")"
        Console.row(planned.path, "\(planned.width) x \(planned.height) px", cells)
      }
    }
    return ExitCode.of(result.failures)
  }
}
