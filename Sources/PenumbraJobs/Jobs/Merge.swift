package import PenumbraFiles

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

  /// The manifest that a merge would write, from the shards' manifests alone.
  ///
  /// Files are not read: a damaged one is found by the merge itself.
  public func survey() throws -> Manifest {
    let manifest = try MergePlan(try folders.map(MergePart.init)).merged
    _ = try Merge.emptyTarget(out, apartFrom: folders)
    return manifest
  }

  /// Merges, and returns the merged manifest; its failures are those of the shards.
  ///
  /// `out` appears whole or not at all.
  public func run() throws(JobError) -> Manifest {
    try JobError.translating {
      let begin = ContinuousClock.now
      let parts = try folders.map(MergePart.init)
      let manifest = try MergePlan(parts).merged
      let target = try Merge.emptyTarget(out, apartFrom: folders)
      observer.observe(
        .started(
          pictures: manifest.outputs.count, cells: manifest.outputs.reduce(0) { $0 + $1.cells },
          pixels: manifest.outputs.reduce(0) { $0 + $1.width * $1.height }))
      for failure in manifest.failures { observer.observe(.failure(failure)) }

      do {
        try Merge.build(target) { folder in
          for part in parts {
            for output in part.manifest.outputs { try copy(output, of: part, to: folder) }
          }
          try folder.write(manifest.text, to: parts[0].manifestName)
          // One wait for all files instead of one for each of thousands.
          sync()
          try interruption.check()
        }
      } catch {
        if let signal = interruption.received { throw JobError.interrupted(signal: signal) }
        throw error
      }
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
  private func copy(_ output: Manifest.Output, of part: MergePart, to folder: Folder) throws {
    let products = output.products(in: part.folder)
    for product in products {
      guard part.folder.kind(product) != nil else {
        throw JobError.badInput(
          "\(part.path)/\(product): the manifest lists it and it is not there: "
            + "run its job again with \(UserWord.resume)")
      }
      try FileContent.walk(product, in: part.folder) { inner, name, path in
        try interruption.check()
        let levels = path.splitBytes(at: "/").dropLast().joined(separator: "/")
        let target = levels.isEmpty ? folder : try folder.folder(levels, makes: true)
        let copy = try target.create(name)
        try inner.open(name).read {
          try interruption.check()
          try copy.write($0)
        }
        // Some file systems find out only now that the disk is full.
        try copy.checkClosing()
      }
    }
    let content = try FileContent(of: products, in: folder)
    guard content.bytes == output.bytes, content.digest == output.fileDigest else {
      throw JobError.badInput(
        "\(part.path)/\(output.file): its \(content.bytes) bytes are not the \(output.bytes) that "
          + "were written: run its job again with \(UserWord.resume)")
    }
    observer.observe(.pixels(output.width * output.height))
    observer.observe(.output(output))
  }

  /// Where a merged folder goes.
  package struct Target: Sendable {
    let path: String
    let parent: String
    let name: String
  }

  /// Fills a folder that appears at its place whole or not at all.
  package static func build(_ target: Target, _ body: (Folder) throws -> Void) throws {
    let staging = try Staging(folder: target.parent, name: "merge-\(target.name)")
    defer { staging.finish() }
    try body(try staging.part(0))
    try staging.parts.rename("0", to: staging.out, as: target.name)
  }

  /// Where a merged folder goes: links and `..` resolved, as far as it exists.
  ///
  /// - Throws: Where it is not empty, or overlaps a folder that is merged.
  package static func emptyTarget(
    _ out: String, apartFrom folders: [String]
  ) throws(JobError) -> Target {
    var path = PathName.withoutTrailingSlashes(out)
    for folder in folders {
      try FileSystem.refuseOverlap(of: path, named: .out, with: folder)
    }
    switch FileSystem.kind(path) {
    case .folder:
      guard try FileSystem.names(in: path).isEmpty else {
        throw .cannotCreate(
          path: path, detail: "the folder is not empty: remove it or choose another")
      }
      path = PathName.resolved(path) ?? path
    case nil: break
    default: throw .cannotCreate(path: path, detail: "it exists and is no folder")
    }
    let name = PathName.last(path)
    guard !name.isEmpty, name != ".", name != "..", name != "/" else {
      throw .cannotCreate(path: path, detail: "a folder of its own is needed")
    }
    return Target(path: path, parent: PathName.parent(path), name: name)
  }
}

extension Manifest.Output {
  /// The files and folders that the output consists of, relative to the manifest's folder.
  ///
  /// A file that is called `.dzi` has tiles beside it; a folder of this name is tiles of another
  /// layout, of a scene that is called so.
  func products(in folder: Folder) -> [String] {
    let suffix = ".dzi"
    guard file.hasByteSuffix(suffix), folder.kind(file) != .folder else { return [file] }
    return [file, file.droppingBytes(last: suffix.utf8.count) + "_files"]
  }
}
