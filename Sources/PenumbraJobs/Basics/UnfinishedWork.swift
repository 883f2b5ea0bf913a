internal import PenumbraLocking
internal import Synchronization

/// What a job must remove where its process is ended before it ends by itself.
public enum UnfinishedWork {
  private static let acts = Guarded<[Int: @Sendable () -> Void]>([:])
  private static let lastNumber = Atomic<Int>(0)

  /// Registers what removes an unfinished part; undone by `cancel`.
  static func register(_ act: @escaping @Sendable () -> Void) -> Int {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    acts.withLock { $0[number] = act }
    return number
  }

  /// Forgets a registered act.
  static func cancel(_ number: Int) { acts.withLock { $0[number] = nil } }

  /// Removes what is unfinished; whoever ends the process calls it just before.
  public static func remove() {
    for act in acts.withLock({ Array($0.values) }) { act() }
  }
}
