internal import Synchronization

/// Whether the job should stop: set once by a signal, read by every thread before each band.
public final class Interruption: Sendable {
  private let signal = Atomic<Int32>(0)

  /// Not interrupted.
  public init() {}

  /// Asks everything to stop; the first signal is the one reported.
  public func interrupt(signal number: Int32) {
    _ = signal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
  }

  /// The signal that stopped the job, or nil.
  public var received: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Throws when the job should stop.
  public func check() throws(JobError) {
    if let received { throw .interrupted(signal: received) }
  }
}
