internal import Pipeline

#if canImport(Glibc)
internal import Glibc
#endif

/// SIGINT and SIGTERM as a request to stop, honoured within a second.
final class Signals {
  /// From now on the signals set `interruption`; a closed pipe is an error of writing, no signal.
  ///
  /// Must come before anything that starts threads.
  init(_ interruption: Interruption, advice: String = Signals.advice) {
    signal(SIGPIPE, SIG_IGN)
    SignalWatch.start(interruption, lastWords: advice)
  }

  /// What to do after an interruption.
  static let advice = "interrupted; finished pictures are kept: add --resume to go on"
}
