internal import Dispatch
internal import Pipeline

#if canImport(Glibc)
  internal import Glibc
#endif

/// SIGINT and SIGTERM as a request to stop, honoured within a second.
final class Signals {
  private var sources: [any DispatchSourceSignal] = []

  /// From now on the signals set `interruption`.
  ///
  /// Work stops at the next band. An encoder that holds a whole picture cannot be asked to stop:
  /// what is not over after 0.8 s is ended; finished pictures are in their places and unfinished
  /// ones in a hidden folder, so nothing is lost. A closed pipe is an error of writing, no signal.
  init(_ interruption: Interruption) {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        interruption.interrupt(signal: number)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(800)) {
          Console.message(Signals.advice)
          _exit(128 + number)
        }
      }
      source.resume()
      sources.append(source)
    }
  }

  /// What to do after an interruption.
  static let advice = "interrupted; finished pictures are kept: add --resume to go on"
}
