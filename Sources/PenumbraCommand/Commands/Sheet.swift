internal import PenumbraJobs

extension Command {
  static let sheet = Command(
    name: "sheet", usage: "INPUT... -o OUT", summary: "one contact sheet of every cell",
    details: """
      Every cell of every scene in a grid, with the margins that its shadows need, a caption and a
      header per scene. OUT is a file name with a libvips suffix, a folder for sheet.png, or - for
      the standard output.
      """,
    options: CommonOptions.output + [
      Option("columns", value: "N", "cells in a row (chosen by the sheet's shape)"),
      Option("cell-padding", value: "P", "points around each cell and its shadow (16)"),
      Option("page-height", value: "H", "split into pages of at most H pixels"),
      Option("no-captions", "no captions and no headers"),
    ] + CommonOptions.scene + CommonOptions.running
  ) { options in
    let interruption = Signals.listen()
    let padding = options["cell-padding"].flatMap(Double.init) ?? 16
    guard padding.isFinite, padding >= 0, padding <= 10_000,
      options["cell-padding"] == nil || options["cell-padding"].flatMap(Double.init) != nil
    else {
      throw JobError.usage(
        "--cell-padding \(options["cell-padding"] ?? ""): expected points from 0 to 10000")
    }
    let sheet = SheetOptions(
      columns: try options.count("columns"), cellPadding: padding,
      pageHeight: try options.count("page-height"), hasCaptions: !options.has("no-captions"))
    func result(_ settings: BatchSettings) throws -> JobResult {
      let job = SheetJob(
        inputs: options.operands, options: try CommonOptions.scene(options), sheet: sheet,
        settings: settings)
      return try job.run(
        interruption: interruption, observer: try CommonOptions.observer(options))
    }
    if PicturePipe.isAsked(by: options) {
      return try PicturePipe.print(options, job: result)
    }
    let result = try result(
      try CommonOptions.batch(options, isFolder: false, manifestBesideFile: true))
    return CommonOptions.report(result, options)
  }

  static let cells = Command(
    name: "cells", usage: "INPUT... -o DIR", summary: "one picture per cell",
    details: """
      Pictures are named <scene>-<index>, the index from 0 in the scene's order, and have the margins
      that the cell's shadows need.
      """,
    options: CommonOptions.output + [
      Option("trim", "cut off margins in which nothing is to be seen")
    ] + CommonOptions.scene + CommonOptions.running
  ) { options in
    let interruption = Signals.listen()
    let job = CellsJob(
      inputs: options.operands, options: try CommonOptions.scene(options),
      trims: options.has("trim"),
      settings: try CommonOptions.batch(options, isFolder: true, manifestBesideFile: false))
    let result = try job.run(
      interruption: interruption, observer: try CommonOptions.observer(options))
    return CommonOptions.report(result, options)
  }
}
