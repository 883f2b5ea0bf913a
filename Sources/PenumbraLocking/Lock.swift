#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A mutex with a condition to wait on.
///
/// POSIX threads rather than Swift's `Mutex`: that one is a futex inside a library that
/// ThreadSanitizer does not watch, so every value it guards would be reported as a race.
package final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// An open lock.
  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Waits for it and takes it; not recursive.
  package func lock() { pthread_mutex_lock(mutex) }

  /// Gives it back; must be held by this thread.
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Waits to be woken: must be called with the lock held; it is held again on return.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes all that wait.
  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// Runs `body` with the lock held.
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
