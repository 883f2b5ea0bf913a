internal import Dispatch
internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraLocking
internal import Synchronization

/// Writes what was accepted into a baseline.
///
/// New pictures are written beside their places first and moved when all of them are whole, the
/// manifest last: a run that is killed in between leaves a baseline whose digests do not fit, which
/// the next check says, and never one that passes what nobody accepted.
struct BaselineWriter {
  let folder: Folder
  let cells: any CellSet
  let baseline: StoredCells?
  let options: SceneOptions
  let threads: Int
  /// Whether pictures that the manifest does not list may be written over.
  var replacesOrphans = false
  /// Hears of every file before it has its name.
  var willWrite: @Sendable (String, FileContent) throws -> Void = { _, _ in }

  /// What was written.
  struct Written {
    /// Pictures that are new or other than before.
    var changed: Int
    /// Pictures in the baseline now.
    var total: Int
    /// Differences that were not accepted.
    var leftOver: Int
    var folder: String

    var description: String {
      "\(changed) \(changed == 1 ? "picture" : "pictures") of \(total) written to \(folder)"
        + (leftOver == 0 ? "" : ", \(leftOver) not accepted")
    }
  }

  /// Why an update cannot be made, or nil.
  ///
  /// A cell that failed forbids it, unless the cell is named: a damaged reference is replaced only
  /// when somebody asks for that one, since all of them may be damaged at once, as when a repository
  /// was checked out without its large files.
  func refusal(_ results: [CheckedCell], _ update: BaselineUpdate) throws -> String? {
    let failed = results.filter { checked in
      guard checked.result.status == .failed else { return false }
      guard case .named = update, checked.run != nil else { return true }
      return !accepts(checked.result, update)
    }
    if let first = failed.first {
      let count = failed.count
      return "\(count) \(count == 1 ? "cell" : "cells") could not be checked, the first being "
        + "\(first.result.scene) / \(first.result.cell): \(first.result.message ?? "")"
    }
    guard case .named(let names) = update else { return nil }
    let unknown = names.filter { name in
      !results.contains { accepts($0.result, .named([name])) }
    }
    if unknown.isEmpty { return nil }
    throw JobError.usage(
      "\(UserWord.update)=\(unknown[0]): no scene and no scene/cell of this name was checked")
  }

  private func accepts(_ result: CellResult, _ update: BaselineUpdate) -> Bool {
    switch update {
    case .none: false
    case .all: true
    case .named(let names):
      names.contains(result.scene) || names.contains("\(result.scene)/\(result.cell)")
    }
  }

  /// One picture of the new baseline.
  private struct Entry: Sendable {
    var scene: String
    var cell: String
    /// Drawn now; nil keeps the baseline's.
    var run: Int?
    var stored: Int?
  }

  /// Writes the pictures that are accepted, keeps the others.
  func write(_ results: [CheckedCell], accepting update: BaselineUpdate) throws -> Written {
    var entries: [Entry] = []
    var leftOver = 0
    for checked in results {
      let result = checked.result
      let isAccepted = accepts(result, update)
      if !isAccepted && !result.status.passes { leftOver += 1 }
      if isAccepted, let run = checked.run {
        entries.append(
          Entry(scene: result.scene, cell: result.cell, run: run, stored: checked.baseline))
      } else if !isAccepted, let stored = checked.baseline, let baseline {
        let identity = baseline.identity(at: stored)
        entries.append(Entry(scene: identity.scene, cell: identity.cell, run: nil, stored: stored))
      }
    }
    let files = names(of: entries)
    let stagingName = ".penumbra-update"
    folder.remove(stagingName)
    let staging = try folder.createFolder(stagingName)
    defer { folder.remove(stagingName) }
    let outputs = try stage(entries, files: files, in: staging)
    for (index, output) in outputs.enumerated() where output.isStaged {
      try refuseForeign(files[index], replacedBy: output.output)
    }
    var changed = 0
    for (index, output) in outputs.enumerated() where output.isStaged {
      let levels = files[index].splitBytes(at: "/").dropLast().joined(separator: "/")
      if !levels.isEmpty { _ = try folder.folder(levels, makes: true) }
      try willWrite(
        files[index],
        FileContent(bytes: output.output.bytes, digest: output.output.fileDigest))
      try staging.rename("\(index).png", to: folder, as: files[index])
      if output.isChanged { changed += 1 }
    }
    let manifest = Manifest(
      cells: outputs.map(\.output), listed: options.listedForCells + [("format", "png")])
    let text = manifest.text
    try willWrite(
      StoredCells.manifestName,
      FileContent(bytes: text.utf8.count, digest: ContentHash.of(text.utf8)))
    try staging.write(text, to: StoredCells.manifestName)
    if let kind = folder.kind(StoredCells.manifestName), kind != .file {
      throw JobError.cannotCreate(
        path: StoredCells.manifestPath(folder.path), detail: "\(kind.words) is there")
    }
    try staging.rename(StoredCells.manifestName, to: folder, as: StoredCells.manifestName)
    return Written(
      changed: changed, total: entries.count, leftOver: leftOver, folder: folder.path)
  }

  /// Throws where a picture would take the place of what the baseline does not list.
  private func refuseForeign(_ file: String, replacedBy output: Manifest.Output) throws {
    guard let kind = folder.kind(file) else { return }
    let path = PathName.joined(folder.path, file)
    guard kind == .file else {
      throw JobError.cannotCreate(path: path, detail: "\(kind.words) is there")
    }
    let isListed =
      isInPlace && baseline?.manifest.outputs.contains { $0.file.hasSameBytes(as: file) } == true
    if isListed || replacesOrphans { return }
    let content = try folder.open(file).content()
    if content == FileContent(bytes: output.bytes, digest: output.fileDigest) { return }
    throw JobError.cannotCreate(
      path: path,
      detail: "a picture is there that the manifest does not list: add \(UserWord.prune)")
  }

  /// Whether the baseline that was read is the one that is written.
  private var isInPlace: Bool {
    baseline?.folder.identity.map { folder.identity == $0 } ?? false
  }

  private struct Staged: Sendable {
    var output: Manifest.Output
    /// Whether a file waits to be moved into place.
    var isStaged: Bool
    /// Whether its pixels are other than the baseline's.
    var isChanged: Bool
  }

  private func stage(
    _ entries: [Entry], files: [String], in staging: Folder
  ) throws -> [Staged] {
    let results = Guarded([Staged?](repeating: nil, count: entries.count))
    let failure = Guarded<(any Error)?>(nil)
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, entries.count))) { _ in
      while failure.withLock({ $0 == nil }) {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < entries.count else { return }
        do {
          let staged = try stage(
            entries[index], number: index, file: files[index], in: staging)
          results.withLock { $0[index] = staged }
        } catch {
          failure.withLock { if $0 == nil { $0 = error } }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return results.withLock { $0 }.compactMap { $0 }
  }

  private func stage(
    _ entry: Entry, number: Int, file: String, in staging: Folder
  ) throws -> Staged {
    func created() throws -> OpenFile {
      try staging.create("\(number).png", shownAs: PathName.joined(folder.path, file))
    }
    if let stored = entry.stored, let baseline, baseline.damage(at: stored) == nil {
      var output = baseline.manifest.outputs[stored]
      let digest = try baseline.digest(at: stored)
      let isSame = try entry.run.map { try cells.digest(at: $0) == digest } ?? true
      if isSame {
        (output.pixelDigest, output.sha256) = (digest, nil)
        // The file stays as it is; what is said of it may be new.
        if let run = entry.run {
          output.cell = try cells.record(at: run)
          output.scene = entry.scene
          output.source = try cells.source(at: run)
        }
        let isInPlace = self.isInPlace && output.file.hasSameBytes(as: file)
        if !isInPlace { try baseline.copy(at: stored, to: try created()) }
        output.number = number
        output.file = file
        return Staged(output: output, isStaged: !isInPlace, isChanged: false)
      }
    }
    guard let run = entry.run else {
      throw JobError.badInput(baseline?.damage(at: entry.stored ?? 0) ?? "a picture is missing")
    }
    let output = try cells.store(at: run, number: number, file: file, to: try created())
    return Staged(output: output, isStaged: true, isChanged: true)
  }

  /// A file for each entry: the one it has, or one named by its scene and cell, numbered where two
  /// would have one name.
  private func names(of entries: [Entry]) -> [String] {
    // File systems that do not tell cases apart must not lose a picture.
    var taken: Set<String> = []
    var names: [String?] = entries.map { entry in
      guard let stored = entry.stored, let baseline, isInPlace else { return nil }
      let file = baseline.manifest.outputs[stored].file
      guard file.hasByteSuffix(".png") else { return nil }
      return taken.insert(file.lowercased()).inserted ? file : nil
    }
    // Where each stem's numbers go on: equal names take as many steps as they are.
    var nextNumbers: [String: Int] = [:]
    for (index, entry) in entries.enumerated() where names[index] == nil {
      let key = entry.cell.splitBytes(at: "/", omittingEmpty: false)
      let stem = OutputTarget.safeName("\(entry.scene)-\(key.joined(separator: "-"))")
      var name = stem + ".png"
      var number = nextNumbers[stem] ?? 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(stem) (\(number)).png"
        number += 1
      }
      nextNumbers[stem] = number
      names[index] = name
    }
    return names.compactMap { $0 }
  }
}
