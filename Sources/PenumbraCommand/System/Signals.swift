internal import PenumbraJobs

#if canImport(Glibc)
internal import Glibc
#endif

/// SIGINT and SIGTERM as a request to stop, honoured within a second.
enum Signals {
  /// From now on the signals set what is returned; a closed pipe is an error of writing, no signal.
  ///
  /// Must come before anything that starts threads.
  static func listen(advice: String = Signals.advice) -> Interruption {
    let interruption = Interruption()
    signal(SIGPIPE, SIG_IGN)
    SignalWatch.start(interruption, lastWords: advice)
    return interruption
  }

  /// From now on a file over the limit of this process (`ulimit -f`) is an error of writing, not its
  /// end.
  static func makeFileLimitAnError() { signal(SIGXFSZ, SIG_IGN) }

  /// What to do after an interruption.
  static let advice = "interrupted; finished pictures are kept: add --resume to go on"
}
