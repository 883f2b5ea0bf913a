internal import PenumbraFiles
internal import PenumbraJobs

#if canImport(Glibc)
internal import Glibc
#endif

/// One picture on the standard output (`-o -`).
///
/// The picture is made in a folder of its own first: a reader gets all of it, or nothing and an exit
/// code, as with a file.
enum PicturePipe {
  /// Whether the options ask for it.
  static func isAsked(by options: ParsedOptions) -> Bool { options["output"] == "-" }

  /// Runs a job that writes to one file, and prints the file.
  static func print(
    _ options: ParsedOptions, job: (BatchSettings) throws -> JobResult
  ) throws -> Int32 {
    for name in ["json", "dry-run", "resume", "shard", "split"] where options.has(name) {
      throw JobError.usage("-o -: does not go with --\(name)")
    }
    guard isatty(1) == 0 else {
      throw JobError.usage("-o -: a terminal shows no picture: send it to a file or a pipe")
    }
    let format = options["format"] ?? "png"
    let suffix = format.prefix { $0 != "[" }.lowercased()
    guard !["dz", "dzi", ".dz", ".dzi"].contains(suffix) else {
      throw JobError.usage("-o -: --format \(format) makes a folder: zip is one file of the same")
    }
    let (parent, hidden) = try Folder.temporary()
    defer { parent.remove(hidden) }
    let folder = try parent.folder(hidden)
    let name = PathName.joined(
      folder.path, "picture" + (format.hasBytePrefix(".") ? "" : ".") + format)
    var settings = try CommonOptions.batch(
      options, output: name, isFolder: false, manifestBesideFile: false)
    settings.manifestName = nil
    let result = try job(settings)
    if let failure = result.failures.first { return ExitCode.of(failure.error) }
    guard let output = result.outputs.first, result.outputs.count == 1 else {
      throw JobError.usage(
        "-o -: \(result.outputs.count) pictures do not fit into one output: give -o a folder")
    }
    try folder.open(output.file).read { try StandardOutput.write($0) }
    return ExitCode.done
  }
}
