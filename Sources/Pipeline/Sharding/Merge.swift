#if canImport(Glibc)
internal import Glibc
#endif

/// Joins the output folders of shards into the one that the unsharded run would have written.
///
/// Nothing is taken on trust: every manifest must be unchanged since it was written, all must be of
/// one job, every shard must be there once, every picture must be there once, and every file must
/// hold the bytes that its manifest states. Folders may have been moved or renamed; nothing but
/// their content counts.
public struct Merge: Sendable {
  private let folders: [String]
  private let out: String
  private let interruption: Interruption
  private let observer: any JobObserver

  /// A merge of `folders` into `out`, which must not exist or be empty.
  public init(
    folders: [String], into out: String, interruption: Interruption, observer: any JobObserver
  ) {
    self.folders = folders
    self.out = out
    self.interruption = interruption
    self.observer = observer
  }

  /// Merges, and returns the merged manifest; its failures are those of the shards.
  ///
  /// `out` appears whole or not at all.
  public func run() throws(JobError) -> Manifest {
    try JobError.translating {
      let begin = ContinuousClock.now
      let parts = try folders.map(MergePart.init)
      let manifest = try MergePlan(parts).merged
      let target = try emptyTarget()
      observer.observe(
        .started(
          pictures: manifest.outputs.count, cells: manifest.outputs.reduce(0) { $0 + $1.cells },
          pixels: manifest.outputs.reduce(0) { $0 + $1.width * $1.height }))
      for failure in manifest.failures { observer.observe(.failure(failure)) }

      let staging = try Staging(folder: target.parent, name: "merge-\(target.name)")
      do {
        let folder = try staging.part(0)
        for part in parts {
          for output in part.manifest.outputs { try copy(output, of: part, to: folder) }
        }
        try FileSystem.write(manifest.text, to: folder + "/" + parts[0].manifestName)
        // One wait for all files instead of one for each of thousands.
        sync()
        try interruption.check()
        try FileSystem.moveFolder(folder, to: target.path)
      } catch {
        staging.finish()
        if let signal = interruption.received { throw JobError.interrupted(signal: signal) }
        throw error
      }
      staging.finish()
      observer.observe(
        .finished(
          JobSummary(
            pictures: manifest.outputs.count, cells: manifest.outputs.reduce(0) { $0 + $1.cells },
            pixels: manifest.outputs.reduce(0) { $0 + $1.width * $1.height },
            failures: manifest.failures.count, seconds: (ContinuousClock.now - begin) / .seconds(1))
        ))
      return manifest
    }
  }

  /// Copies an output and reads the copy back, so that neither a damaged source nor a bad copy
  /// passes.
  private func copy(_ output: Manifest.Output, of part: MergePart, to folder: String) throws {
    let products = output.products
    for product in products {
      guard FileSystem.kind(part.folder + "/" + product) != nil else {
        throw JobError.badInput(
          "\(part.folder)/\(product): the manifest lists it and it is not there: "
            + "run its job again with --resume")
      }
      try FileContent.walk(product, in: part.folder) { path in
        try interruption.check()
        try FileSystem.makeFolder(FileSystem.parent(of: folder + "/" + path))
        try FileSystem.copy(part.folder + "/" + path, to: folder + "/" + path) {
          try interruption.check()
        }
      }
    }
    let content = try FileContent(of: products, in: folder)
    guard content.bytes == output.bytes, content.digest == output.fileDigest else {
      throw JobError.badInput(
        "\(part.folder)/\(output.file): its \(content.bytes) bytes are not the \(output.bytes) that "
          + "were written: run its job again with --resume")
    }
    observer.observe(.pixels(output.width * output.height))
    observer.observe(.output(output))
  }

  /// Where the merged folder goes: links and `..` resolved, as far as it exists.
  private func emptyTarget() throws(JobError) -> (path: String, parent: String, name: String) {
    var path = out
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    switch FileSystem.kind(path) {
    case .folder:
      guard try FileSystem.names(in: path).isEmpty else {
        throw .cannotCreate(
          path: path, detail: "the folder is not empty: remove it or choose another")
      }
      path = FileSystem.resolved(path) ?? path
    case nil: break
    default: throw .cannotCreate(path: path, detail: "it exists and is no folder")
    }
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else {
      throw .cannotCreate(path: path, detail: "a folder of its own is needed")
    }
    return (path, FileSystem.parent(of: path), name)
  }
}

extension Manifest.Output {
  /// The files and folders that the output consists of, relative to the manifest's folder.
  var products: [String] {
    let suffix = ".dzi"
    return file.hasSuffix(suffix) ? [file, file.dropLast(suffix.count) + "_files"] : [file]
  }
}
