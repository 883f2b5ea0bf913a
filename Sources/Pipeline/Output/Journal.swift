internal import Locking
internal import Scene

#if canImport(Glibc)
internal import Glibc
#endif

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
final class Journal: Sendable {
  private struct State {
    var link: String
    /// Bytes up to the end of the last whole line.
    var length: Int
    var synchronized: ContinuousClock.Instant
  }

  private let path: String
  private let descriptor: Int32
  private let state: Guarded<State>

  /// How much work a power cut may cost.
  ///
  /// Lines are brought to the disk together when this has passed. A killed process loses none.
  private static let synchronizationInterval = Duration.milliseconds(200)

  /// Begins a journal with the job's header and what is already proven.
  ///
  /// It replaces the journal before it at once, so that a kill in between loses neither.
  init(path: String, header: Manifest.Header, proven: [Manifest.Output]) throws(JobError) {
    self.path = path
    var link = ""
    var text = ""
    for record in [JSONValue(.object(header.members))] + proven.map(\.json) {
      text += Journal.line(record, link: &link)
    }
    try FileSystem.write(text, to: path)
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: path, detail: FileSystem.lastError())
    }
    state = Guarded(State(link: link, length: text.utf8.count, synchronized: .now))
  }

  deinit { close(descriptor) }

  /// Whether the journal is still where it was begun: if it is not, its folder was removed or
  /// replaced under the job, and the outputs with it.
  var isInPlace: Bool {
    var mine = stat()
    var there = stat()
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0
      && mine.st_dev == there.st_dev && mine.st_ino == there.st_ino
  }

  /// Adds a finished output; if the disk is full the journal stays as it was.
  func append(_ output: Manifest.Output) throws(JobError) {
    try state.withLock { state throws(JobError) in
      var link = state.link
      let line = Journal.line(output.json, link: &link)
      do throws(JobError) {
        try FileSystem.writeAll(line, to: descriptor, path: path)
      } catch {
        ftruncate(descriptor, off_t(state.length))
        throw error
      }
      state.link = link
      state.length += line.utf8.count
      if state.synchronized.duration(to: .now) >= Journal.synchronizationInterval {
        fdatasync(descriptor)
        state.synchronized = .now
      }
    }
  }

  /// The header and the outputs of a journal; nil if there is none, or none that was begun whole.
  ///
  /// Throws when a line before the last is not what was written.
  static func read(
    _ path: String
  ) throws(JobError) -> (header: Manifest.Header, outputs: [Manifest.Output])? {
    guard FileSystem.kind(path) == .file else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
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
        if header == nil {
          header = try Manifest.Header(ManifestReader(value))
        } else {
          outputs.append(try Manifest.Output(ManifestReader(value)))
        }
      } catch {
        throw .badInput(untrusted(path, line: index + 1))
      }
    }
    return header.map { ($0, outputs) }
  }

  /// Whether a journal lists any output: more than its first line.
  static func hasOutputs(_ path: String) -> Bool {
    var lines = 0
    try? FileSystem.read(path) { bytes in
      lines += bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
    return lines > 1
  }

  private static func untrusted(_ path: String, line: Int) -> String {
    "\(path): line \(line) is not as it was written, so the journal proves nothing: "
      + "run without --resume to begin anew"
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
