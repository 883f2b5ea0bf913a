internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraLocking

/// The record of outputs that are finished, written as they finish.
///
/// It is what a killed run leaves behind; the manifest takes its place when the job is done. One
/// line a record, the job's header first, each added when its output is in place:
///
///     <16 hexadecimal digits> <JSON object>
///
/// The digits are the start of the SHA-256 of the digits before them and the object, so that a line
/// cannot be changed, left out or brought from elsewhere unnoticed. A torn last line is what a kill
/// or a full disk leaves: it is no line, and its output is made again.
package final class Journal: Sendable {
  private struct State {
    var link: String
    /// Bytes up to the end of the last whole line.
    var length: Int
    var synchronized: ContinuousClock.Instant
  }

  private let folder: Folder
  private let file: OpenFile
  private let state: Guarded<State>

  /// The journal's name in its folder.
  static let name = "journal"

  /// How much work a power cut may cost.
  ///
  /// Lines are brought to the disk together when this has passed. A killed process loses none.
  private static let synchronizationInterval = Duration.milliseconds(200)

  /// Begins a journal with the job's header and what is already proven.
  ///
  /// It replaces the journal before it at once, so that a kill in between loses neither.
  init(
    in folder: Folder, header: Manifest.Header, proven: [Manifest.Output]
  ) throws(FileError) {
    self.folder = folder
    var link = ""
    var text = ""
    for record in [JSONValue(.object(header.members))] + proven.map(\.json) {
      text += Journal.line(record, link: &link)
    }
    let output = try OutputFile(Journal.name, in: folder)
    try output.file.write(text)
    try output.commit(synchronizes: true)
    file = output.file
    state = Guarded(State(link: link, length: text.utf8.count, synchronized: .now))
  }

  /// Whether the journal is still where it was begun: if it is not, its folder was removed or
  /// replaced under the job, and the outputs with it.
  var isInPlace: Bool {
    FileStatus(PathName.joined(folder.path, Journal.name))?.identity == file.status.identity
  }

  /// Adds a finished output; if the disk is full the journal stays as it was.
  func append(_ output: Manifest.Output) throws(FileError) {
    try state.withLock { state throws(FileError) in
      var link = state.link
      let line = Journal.line(output.json, link: &link)
      do throws(FileError) {
        try file.write(line)
      } catch {
        // The next record must begin where this one did.
        try file.truncate(to: state.length)
        try file.goToEnd()
        throw error
      }
      state.link = link
      state.length += line.utf8.count
      if state.synchronized.duration(to: .now) >= Journal.synchronizationInterval {
        file.synchronizeData()
        state.synchronized = .now
      }
    }
  }

  /// The header and the outputs of a journal; nil if there is none, or none that was begun whole.
  ///
  /// Throws when a line before the last is not what was written.
  static func read(
    in folder: Folder
  ) throws(JobError) -> (header: Manifest.Header, outputs: [Manifest.Output])? {
    guard folder.kind(name) != nil else { return nil }
    let bytes = try JobError.translating { try folder.open(name).record() }
    return try read(bytes, path: PathName.joined(folder.path, name))
  }

  /// What a journal's bytes say; `path` is for messages.
  package static func read(
    _ bytes: [UInt8], path: String
  ) throws(JobError) -> (header: Manifest.Header, outputs: [Manifest.Output])? {
    var header: Manifest.Header?
    var outputs: [Manifest.Output] = []
    var link = ""
    // What follows the last line end was being written when the run died.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    for (index, line) in lines.enumerated() {
      guard let value = record(line, link: &link) else {
        if index == lines.count - 1 { break }
        throw .badInput(untrusted(path, line: index + 1))
      }
      do {
        if let header {
          outputs.append(try Manifest.Output(ManifestReader(value), format: header.format))
        } else {
          header = try Manifest.Header(ManifestReader(value))
        }
      } catch {
        throw .badInput(untrusted(path, line: index + 1))
      }
    }
    return header.map { ($0, outputs) }
  }

  /// Whether a journal lists any output: more than its first line.
  static func hasOutputs(in folder: Folder) -> Bool {
    var lines = 0
    try? folder.open(name).read { bytes in
      lines += bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
    return lines > 1
  }

  private static func untrusted(_ path: String, line: Int) -> String {
    "\(path): line \(line) is not as it was written, so the journal proves nothing: "
      + "run without \(UserWord.resume) to begin anew"
  }

  private static func line(_ record: JSONValue, link: inout String) -> String {
    let text = record.text(.compact)
    link = next(link, text)
    return "\(link) \(text)\n"
  }

  /// The record of a line, if the line follows the one before it.
  private static func record(_ line: ArraySlice<UInt8>, link: inout String) -> JSONValue? {
    guard line.count > 17, line[line.startIndex + 16] == UInt8(ascii: " ") else { return nil }
    let text = String(decoding: line.dropFirst(17), as: UTF8.self)
    let expected = next(link, text)
    guard expected.utf8.elementsEqual(line.prefix(16)) else { return nil }
    link = expected
    return try? JSONText.parse(Array(line.dropFirst(17)))
  }

  private static func next(_ link: String, _ text: String) -> String {
    var hash = ContentHash()
    hash.update(link)
    hash.update(text)
    return String(hash.hexadecimal.prefix(16))
  }
}
