/// A value that one thread at a time may touch; `Mutex` of the standard library on a `Lock`.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  /// Guards a value that nobody else can reach.
  package init(_ value: consuming sending Value) {
    self.value = value
  }

  /// Runs `body` on the value with the lock held.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
