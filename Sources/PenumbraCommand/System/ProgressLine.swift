internal import CSSValues
internal import PenumbraJobs
internal import PenumbraLocking

/// One line on a terminal that is redrawn ten times a second at most, and messages above it.
final class ProgressLine: JobObserver {
  private struct State {
    var pictures = 0
    var cells = 0
    var doneCells = 0
    var pixels = 0
    var donePixels = 0
    var keptPixels = 0
    var isShown = false
    var last: ContinuousClock.Instant?
  }

  private let terminal: Terminal
  private let showsLine: Bool
  private let showsMessages: Bool
  private let begin = ContinuousClock.now
  private let state = Guarded(State())

  /// Writes to an open file, such as 2 for the standard error.
  ///
  /// `showsLine` draws the progress line; `showsMessages` prints notes and the closing line.
  /// Failures are always printed.
  init(descriptor: Int32, showsLine: Bool, showsMessages: Bool) {
    terminal = Terminal(descriptor: descriptor)
    self.showsLine = showsLine
    self.showsMessages = showsMessages
  }

  /// Redraws the line or prints the message.
  func observe(_ event: JobEvent) {
    switch event {
    case .started(let pictures, let cells, let pixels):
      state.withLock {
        $0.pictures = pictures
        $0.cells = cells
        $0.pixels = pixels
      }
    case .pixels(let pixels):
      state.withLock { state in
        state.donePixels += pixels
        draw(&state)
      }
    case .output(let output):
      state.withLock { $0.doneCells += output.cells }
    case .kept(let output):
      state.withLock {
        $0.doneCells += output.cells
        $0.donePixels += output.width * output.height
        $0.keptPixels += output.width * output.height
      }
    case .failure(let failure): message("error: " + failure.error)
    case .note(let text): if showsMessages { message("note: " + text) }
    case .finished(let summary): finish(summary)
    }
  }

  /// Removes the line, for whoever wants to print.
  func clear() {
    state.withLock { state in
      if state.isShown { terminal.clear() }
      state.isShown = false
    }
  }

  private func message(_ text: String) {
    state.withLock { state in
      if state.isShown { terminal.clear() }
      terminal.line(text)
      state.isShown = false
    }
  }

  private func draw(_ state: inout State) {
    guard showsLine, state.pixels > 0 else { return }
    let now = ContinuousClock.now
    if let last = state.last, now - last < .milliseconds(100) { return }
    state.last = now
    state.isShown = true
    let share = min(1, Double(state.donePixels) / Double(state.pixels))
    let seconds = max(0.001, (now - begin) / .seconds(1))
    let fresh = Double(state.donePixels - state.keptPixels)
    let cells = Double(state.cells) * fresh / Double(state.pixels)
    // The first rows say little of the rest.
    let left =
      fresh < 0.02 * Double(state.pixels)
      ? "" : "  \(clock(max(0, seconds * Double(state.pixels - state.donePixels) / fresh))) left"
    terminal.redraw(
      "\(Int(saturating: share * 100)) %  \(Int(saturating: cells / seconds)) cells/s  "
        + "\(oneDigit(fresh / seconds / 1e6)) Mpx/s\(left)")
  }

  private func finish(_ summary: JobSummary) {
    clear()
    guard showsMessages else { return }
    let megapixels = Double(summary.pixels) / 1e6
    let rate = megapixels / max(0.001, summary.seconds)
    let failures = summary.failures == 0 ? "" : ", \(summary.failures) failed"
    guard summary.pictures > 0 else { return message("0 pictures\(failures)") }
    message(
      "\(summary.pictures) \(summary.pictures == 1 ? "picture" : "pictures"), "
        + "\(summary.cells) \(summary.cells == 1 ? "cell" : "cells"), \(oneDigit(megapixels)) Mpx in "
        + "\(oneDigit(summary.seconds)) s (\(oneDigit(rate)) Mpx/s)\(failures)")
  }

  private func oneDigit(_ value: Double) -> String {
    let tenths = Int(saturating: (value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func clock(_ seconds: Double) -> String {
    let whole = Int(saturating: seconds.rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
