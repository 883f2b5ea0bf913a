internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Whether a task that waits for some work has been cancelled.
final class Cancellation: Sendable {
  private let isCancelled = Atomic<Bool>(false)

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Throws `CancellationError` once it has been cancelled.
  func check() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }
}

/// Long work on a thread of its own.
///
/// Not on a queue of Dispatch's: on Linux its threads are those of Swift's tasks, of which there are
/// only as many as cores, and new ones come a second apart where those are held.
enum BackgroundWork {
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let code = start {
          do {
            try cancellation.check()
            continuation.resume(returning: try work(cancellation))
          } catch {
            continuation.resume(throwing: error)
          }
        }
        if code != 0 {
          continuation.resume(
            throwing: PenumbraError.failed("the system starts no more threads (error \(code))"))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// The body of a thread, which C takes as a pointer.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that nobody waits for; gives 0 or the system's error, and then runs nothing.
  private static func start(_ run: @escaping @Sendable () -> Void) -> Int32 {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Other systems give a thread less than its work may need.
    pthread_attr_setstacksize(attributes, 8 << 20)
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread: pthread_t = 0
    #endif
    let code = pthread_create(
      &thread, attributes,
      { argument in
        let pointer: UnsafeMutableRawPointer? = argument
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if code != 0 { body.release() }
    return code
  }
}
