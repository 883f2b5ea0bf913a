internal import PenumbraFiles
internal import PenumbraScene

/// The scene files that the inputs of a command name.
public struct CorpusScan: Sendable {
  /// One scene file.
  public struct Entry: Hashable, Sendable {
    /// As it can be opened; the name of the standard input for `-`.
    public var path: String
    /// Relative to the input, for manifests: it stays the same when the corpus moves.
    public var name: String
    /// The corpus folder: the input, or for a file the folder it lies in.
    public var corpus: String
    /// Whether it is the standard input; its images are looked for in the working folder.
    public var isStandardInput = false
  }

  /// In the order of the inputs, and of the paths within each.
  public var entries: [Entry]
  /// Inputs that are not there.
  public var failures: [BatchFailure]

  /// Finds every `*.json` in folders, in path order, and takes files as they are.
  ///
  /// A file that an earlier input named already is left out: `corpus corpus/a.json` is `corpus`.
  /// Hidden files and folders are skipped, and so are the output folder, which may lie in the corpus,
  /// and manifests.
  /// Links to folders are followed once. No input and a folder without scenes are errors: a corpus that
  /// is not there must not look like a success.
  public init(inputs: [String], excluding output: String? = nil) throws(JobError) {
    guard !inputs.isEmpty else { throw .usage("an input is needed: a scene or a folder") }
    entries = []
    failures = []
    let excluded = output.flatMap { FileStatus($0)?.identity }
    var known: Set<[UInt8]> = []
    for input in inputs {
      if input == StandardInput.operand {
        guard !entries.contains(where: \.isStandardInput) else { continue }
        entries.append(
          Entry(
            path: StandardInput.name, name: StandardInput.name, corpus: ".", isStandardInput: true))
        continue
      }
      let first = entries.count
      switch FileSystem.kind(input) {
      case .folder:
        var seen: Set<FileIdentity> = []
        var found: [Entry] = []
        try CorpusScan.walk(
          input, name: "", corpus: input, excluded: excluded, seen: &seen, into: &found)
        if found.isEmpty {
          failures.append(
            BatchFailure(
              source: input, error: .noInput(path: input, detail: "no scene (*.json) in the folder")
            ))
        }
        entries += found
      case .file, .other:
        // What is no regular file is refused by the loader, with its word for it.
        entries.append(
          Entry(path: input, name: PathName.last(input), corpus: PathName.parent(input)))
      case nil:
        failures.append(
          BatchFailure(
            source: input, error: .noInput(path: input, detail: "no such file or folder")))
      }
      let paths = entries[first...].map { Array((PathName.resolved($0.path) ?? $0.path).utf8) }
      let fresh = zip(entries[first...], paths).filter { !known.contains($0.1) }
      entries[first...] = ArraySlice(fresh.map(\.0))
      known.formUnion(paths)
    }
  }

  /// Whether a file is the manifest of pictures that lie among the scenes.
  ///
  /// By its name and by its first keys: a scene called like a manifest is still a scene.
  private static func isManifest(_ path: String, name: String) -> Bool {
    guard name == "manifest.json" || name.hasByteSuffix(".manifest.json"),
      let file = try? OpenFile(reading: path)
    else { return false }
    return Manifest.isManifest(file)
  }

  private static func walk(
    _ folder: String, name: String, corpus: String, excluded: FileIdentity?,
    seen: inout Set<FileIdentity>, into found: inout [Entry]
  ) throws(JobError) {
    guard let identity = FileStatus(folder)?.identity, seen.insert(identity).inserted else {
      return
    }
    // Pictures may be asked for beside their scenes: the corpus folder itself is never left out.
    if identity == excluded && !name.isEmpty { return }
    for child in try FileSystem.names(in: folder) where !child.hasBytePrefix(".") {
      let path = PathName.joined(folder, child)
      let relative = name.isEmpty ? child : name + "/" + child
      switch FileSystem.kind(path) {
      case .folder where !child.hasByteSuffix(".json"):
        try walk(
          path, name: relative, corpus: corpus, excluded: excluded, seen: &seen, into: &found)
      // A folder, a pipe or a dangling link called like a scene is an error of its own, not nothing.
      case _ where child.hasByteSuffix(".json") && !CorpusScan.isManifest(path, name: child):
        found.append(Entry(path: path, name: relative, corpus: corpus))
      default: continue
      }
    }
  }
}
