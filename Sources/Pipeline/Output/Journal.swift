internal import Scene
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#endif

/// The record of outputs that are finished, one JSON line each, written as they finish.
///
/// It is what a killed run leaves behind; the manifest takes its place when the job is done. A line
/// cut short by a crash is no line.
final class Journal: Sendable {
  private let path: String
  private let descriptor: Int32
  private let lock = Mutex<Void>(())

  /// Begins a journal with the job's header and what is already proven.
  init(path: String, header: Manifest.Header, proven: [Manifest.Output]) throws(JobError) {
    self.path = path
    var text = Journal.line(of: header)
    for output in proven { text += output.json.text(.compact) + "\n" }
    try FileSystem.write(text, to: path)
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: path, detail: FileSystem.lastError())
    }
  }

  deinit { close(descriptor) }

  /// Adds a finished output.
  func append(_ output: Manifest.Output) throws(JobError) {
    let line = output.json.text(.compact) + "\n"
    let result: Result<Void, JobError> = lock.withLock { _ in
      do throws(JobError) {
        return .success(try FileSystem.writeAll(line, to: descriptor, path: path))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// The header and the outputs of a journal; nil if there is none that can be read.
  static func read(_ path: String) -> (header: Manifest.Header, outputs: [Manifest.Output])? {
    guard FileSystem.kind(path) == .file, let bytes = try? FileSystem.bytes(of: path) else {
      return nil
    }
    var header: Manifest.Header?
    var outputs: [Manifest.Output] = []
    // What follows the last line end was being written when the run died.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      guard let value = try? JSONText.parse(Array(line)) else { continue }
      let reader = ManifestReader(value)
      if header == nil {
        guard let first = try? Manifest.Header(reader) else { return nil }
        header = first
      } else if let output = try? Manifest.Output(reader) {
        outputs.append(output)
      }
    }
    return header.map { ($0, outputs) }
  }

  private static func line(of header: Manifest.Header) -> String {
    JSONValue(.object(header.members)).text(.compact) + "\n"
  }
}
