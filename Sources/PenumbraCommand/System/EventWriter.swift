internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraLocking

/// Writes events as JSON, one object a line (`--json`).
///
/// Every object has `"event"`: `started`, `progress` (twice a second at most), `output`, `kept`,
/// `failure`, `note`, `finished`. Outputs and failures carry the keys of the manifest.
final class EventWriter: JobObserver {
  private struct State {
    var pixels = 0
    var totalPixels = 0
    var last: ContinuousClock.Instant?
  }

  private let terminal: Terminal
  private let state = Guarded(State())

  /// Writes to an open file, such as 1 for the standard output.
  init(descriptor: Int32) { terminal = Terminal(descriptor: descriptor) }

  /// Writes the event's line.
  func observe(_ event: JobEvent) {
    switch event {
    case .started(let pictures, let cells, let pixels):
      state.withLock { $0.totalPixels = pixels }
      write(
        "started",
        [
          ("pictures", JSONValue(pictures)), ("cells", JSONValue(cells)),
          ("pixels", JSONValue(pixels)),
        ])
    case .pixels(let pixels):
      let due: (Int, Int)? = state.withLock { state in
        state.pixels += pixels
        let now = ContinuousClock.now
        if let last = state.last, now - last < .milliseconds(500) { return nil }
        state.last = now
        return (state.pixels, state.totalPixels)
      }
      if let due { write("progress", [("pixels", JSONValue(due.0)), ("of", JSONValue(due.1))]) }
    case .output(let output): write("output", output.json.members ?? [])
    case .kept(let output): write("kept", output.json.members ?? [])
    case .failure(let failure): write("failure", failure.json.members ?? [])
    case .note(let text): write("note", [("text", JSONValue(text))])
    case .finished(let summary):
      write(
        "finished",
        [
          ("pictures", JSONValue(summary.pictures)), ("cells", JSONValue(summary.cells)),
          ("pixels", JSONValue(summary.pixels)), ("failures", JSONValue(summary.failures)),
          ("seconds", JSONValue(summary.seconds)),
        ])
    }
  }

  private func write(_ name: String, _ members: [(String, JSONValue)]) {
    write(name, members.map { JSONMember(key: $0.0, value: $0.1) })
  }

  private func write(_ name: String, _ members: [JSONMember]) {
    let head = [JSONMember(key: "event", value: JSONValue(name))]
    let line = JSONValue(.object(head + members)).text(.compact) + "\n"
    state.withLock { _ in terminal.json(line) }
  }
}
