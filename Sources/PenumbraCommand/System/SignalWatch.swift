internal import PenumbraJobs

#if canImport(Glibc)
internal import Glibc
#endif

/// Turns SIGINT, SIGTERM and SIGHUP into a job that stops in good order.
///
/// The signals are blocked in every thread and taken by one of their own, which may do what a signal
/// handler must not. The first signal sets the job's `Interruption`; if the process has not ended
/// within the grace (an encoder cannot be stopped half-way) or a second signal comes, unfinished
/// parts are removed and the process ends at once. Either way what is finished is in place and in
/// the journal.
enum SignalWatch {
  /// How long a job may take to stop by itself.
  private static let grace = Duration.milliseconds(500)

  /// Begins to listen.
  ///
  /// Must be called before any other thread is started, and once.
  /// `lastWords` are printed on stderr when the process is ended from here.
  static func start(_ interruption: Interruption, lastWords: String) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    // nohup's wish is kept; SIGINT is taken even where a shell without job control ignores it for
    // its background jobs, since whoever sends it to this process means it.
    if !isIgnored(SIGHUP) { sigaddset(&signals, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    startThread { listen(watched, interruption: interruption, lastWords: lastWords) }
  }

  private static func listen(
    _ signals: sigset_t, interruption: Interruption, lastWords: String
  ) {
    var signals = signals
    var first: Int32 = 0
    while sigwait(&signals, &first) != 0 {}
    interruption.interrupt(signal: first)
    let parts = grace.components
    var timeout = timespec(
      tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    while sigtimedwait(&signals, nil, &timeout) < 0 && errno == EINTR {}
    UnfinishedWork.remove()
    Terminal.messages.line(lastWords)
    // What a shell reports for a process that the signal ended: 130 for SIGINT, 143 for SIGTERM.
    _exit(128 + first)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Runs a closure on a thread of its own that nobody waits for.
  private static func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    precondition(code == 0, "no thread for signals can be started")
    pthread_detach(thread)
  }
}
