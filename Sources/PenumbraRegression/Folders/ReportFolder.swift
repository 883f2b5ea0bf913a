internal import Penumbra
internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraLocking
internal import Vips

/// The folder of a report, open while the report is written.
///
/// A hidden record in it lists every file of the report with its size and digest, each before it has
/// its name. The next report takes away what the record proves to be the earlier one's, and nothing
/// else: what somebody put beside it stays, and what stands in the way of a file is refused.
final class ReportFolder: Sendable {
  private let folder: Folder
  private let lock: FolderLock?
  private let record: OpenFile
  private let turn = Guarded(())

  private static let recordName = ".penumbra-report"
  private static let recordHead = "penumbra report 1"
  /// Folders that a report makes.
  private static let inner = ["images", "data", "baseline"]
  private static let top = [
    "report.json", "junit.xml", "index.html", "report.css", "report.js", "viewer.js",
  ]

  /// Makes the folder, locks it, and takes away what an earlier report left in it.
  ///
  /// `baseline` is the baseline that is checked: it is an input wherever it lies.
  convenience init(_ path: String, baseline: String? = nil) throws {
    let folder = try Folder.made(path)
    let lock = try folder.lock(".penumbra-report.lock")
    try ReportFolder.clear(folder, baseline: baseline)
    try self.init(folder, lock: lock)
  }

  /// Of an empty folder that is nobody else's.
  convenience init(empty folder: Folder) throws { try self.init(folder, lock: nil) }

  private init(_ folder: Folder, lock: FolderLock?) throws {
    self.folder = folder
    self.lock = lock
    let output = try OutputFile(ReportFolder.recordName, in: folder)
    try output.file.write(ReportFolder.recordHead + "\n")
    try output.commit(synchronizes: false)
    record = output.file
  }

  // MARK: Writing

  /// Writes all files but the pictures; `report.json`, by which a report is known, last.
  func write(_ report: RunReport) throws {
    for file in HTMLReport.files(of: report) { try write(file.text, to: file.path) }
    try write(JUnitReport.text(of: report), to: "junit.xml")
    try write(JSONReport.text(of: report), to: "report.json")
  }

  /// A picture of the report whose rows are brought from the top: whole or not at all.
  final class PictureFile {
    private let folder: ReportFolder
    private let name: String
    private let output: OutputFile
    private let writer: PNGRowWriter

    fileprivate init(_ folder: ReportFolder, _ name: String, width: Int, height: Int) throws {
      self.folder = folder
      self.name = name
      output = try folder.output(name)
      writer = try PNGRowWriter(
        layout: PixelLayout(width: width, height: height, channels: 4), to: output.file)
    }

    /// Takes the next rows, straight-alpha RGBA8 without padding.
    func append(rows: Int, _ base: UnsafeRawPointer) throws {
      try writer.append(rows: rows, base)
    }

    /// Gives it its name when all rows were taken.
    func commit() throws { try folder.commit(output, name) }
  }

  /// Begins a picture.
  func picture(_ name: String, width: Int, height: Int) throws -> PictureFile {
    try PictureFile(self, name, width: width, height: height)
  }

  /// Copies a file of another report, unless it is here.
  func copy(_ name: String, of other: Folder) throws {
    guard folder.kind(name) == nil else { return }
    let source = try other.open(name)
    let output = try self.output(name)
    try source.read { try output.file.write($0) }
    try commit(output, name)
  }

  /// A folder for a baseline that is to be looked at: its files are listed by `willWrite`.
  func baselineFolder() throws -> Folder {
    if folder.kind("baseline") != nil {
      throw FileError(
        path: PathName.joined(folder.path, "baseline"), act: .create,
        detail: "it is there, and no earlier report made it")
    }
    return try folder.folder("baseline", makes: true)
  }

  /// Lists a file that is about to have its name.
  func willWrite(_ name: String, _ content: FileContent) throws {
    try turn.withLock { _ in
      try record.write("\(content.bytes) \(content.digest) \(name)\n")
    }
  }

  private func write(_ text: String, to name: String) throws {
    let output = try self.output(name)
    try output.file.write(text)
    try commit(output, name)
  }

  private func output(_ name: String) throws -> OutputFile {
    let levels = name.splitBytes(at: "/").dropLast().joined(separator: "/")
    if !levels.isEmpty { _ = try folder.folder(levels, makes: true) }
    if let kind = folder.kind(name) {
      throw FileError(
        path: PathName.joined(folder.path, name), act: .create,
        detail: "\(kind.words) is there that no earlier report made")
    }
    return try OutputFile(name, in: folder)
  }

  private func commit(_ output: OutputFile, _ name: String) throws {
    try output.file.rewind()
    try willWrite(name, try output.file.content())
    try output.commit(synchronizes: false)
  }

  // MARK: What an earlier report left

  private static func clear(_ folder: Folder, baseline: String?) throws {
    for name in inner {
      // The baseline may be a link, which is its owner's to set; the others are ours alone.
      guard let kind = folder.kind(name), name != "baseline" else { continue }
      guard kind == .folder else {
        throw FileError(
          path: PathName.joined(folder.path, name), act: .create, detail: "\(kind.words) is there")
      }
    }
    let isInput =
      baseline.flatMap { Overlap(of: PathName.joined(folder.path, "baseline"), with: $0) } != nil
    let listed = try files(of: folder).filter { !isInput || !$0.name.hasBytePrefix("baseline/") }
    let proven = listed.filter { isAsWritten($0, in: folder) }
    for name in top where !proven.contains(where: { $0.name == name }) {
      guard let kind = folder.kind(name) else { continue }
      throw FileError(
        path: PathName.joined(folder.path, name), act: .create,
        detail: "\(kind.words) is there that no earlier report made: give the report another folder"
      )
    }
    for file in proven { folder.remove(file.name) }
    // What a killed report was writing.
    for place in [folder] + inner.compactMap({ try? folder.folder($0) }) {
      for name in try place.names() where Folder.isRandomName(name) { place.remove(name) }
    }
    for name in inner { folder.removeIfEmpty(name) }
  }

  private struct Listed {
    var name: String
    var content: FileContent
  }

  /// What the record of an earlier report lists, names that a report has no use for left out: it may
  /// come from a stranger.
  private static func files(of folder: Folder) throws -> [Listed] {
    guard let kind = folder.kind(recordName) else { return [] }
    guard kind == .file else {
      throw FileError(
        path: PathName.joined(folder.path, recordName), act: .create,
        detail: "\(kind.words) is there")
    }
    let text = String(decoding: try folder.open(recordName).record(), as: UTF8.self)
    let lines = text.splitBytes(at: "\n")
    guard lines.first == recordHead else { return [] }
    return lines.dropFirst().compactMap { line in
      let parts = line.splitBytes(at: " ", maxSplits: 2)
      guard parts.count == 3, let bytes = Int(parts[0]), bytes >= 0,
        PathName.fault(ofOutput: parts[2]) == nil
      else { return nil }
      let isOurs =
        top.contains(parts[2]) || inner.contains { parts[2].hasBytePrefix($0 + "/") }
      return isOurs
        ? Listed(name: parts[2], content: FileContent(bytes: bytes, digest: parts[1])) : nil
    }
  }

  private static func isAsWritten(_ listed: Listed, in folder: Folder) -> Bool {
    guard let file = try? folder.open(listed.name), file.status.size == listed.content.bytes
    else { return false }
    return (try? file.content()) == listed.content
  }
}
