internal import Pipeline

#if canImport(Glibc)
internal import Glibc
#endif

/// One picture on the standard output (`-o -`).
///
/// The picture is made in a folder of its own first: a reader gets all of it, or nothing and an exit
/// code, as with a file.
enum StandardOutput {
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
    let folder = try temporaryFolder()
    defer { remove(folder) }
    let name = folder + "/picture" + (format.hasPrefix(".") ? "" : ".") + format
    var settings = try CommonOptions.batch(
      options, output: name, isFolder: false, manifestBesideFile: false)
    settings.manifestPath = nil
    let result = try job(settings)
    if let failure = result.failures.first { return ExitCode.of(failure.error) }
    guard let output = result.outputs.first, result.outputs.count == 1 else {
      throw JobError.usage(
        "-o -: \(result.outputs.count) pictures do not fit into one output: give -o a folder")
    }
    try copy(folder + "/" + output.file)
    return ExitCode.done
  }

  private static func temporaryFolder() throws(JobError) -> String {
    let parent = Environment.value(of: "TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array((parent + "/penumbra-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .cannotCreate(path: parent, detail: String(cString: strerror(errno)))
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func remove(_ folder: String) {
    for name in (try? FileSystem.names(in: folder)) ?? [] { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  private static func copy(_ path: String) throws(JobError) {
    func failure(_ place: String) -> JobError {
      .inputOutput(path: place, detail: String(cString: strerror(errno)))
    }
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure(path) }
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return }
      var done = 0
      while done < count {
        let written = buffer.withUnsafeBytes {
          Glibc.write(1, $0.baseAddress?.advanced(by: done), count - done)
        }
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { throw failure("standard output") }
        done += written
      }
    }
  }
}
