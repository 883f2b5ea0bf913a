internal import Dispatch
internal import Synchronization

/// Whether a task that waits for some work has been cancelled.
final class Cancellation: Sendable {
  private let isCancelled = Atomic<Bool>(false)

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Throws `CancellationError` once it has been cancelled.
  func check() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }
}

/// Long work beside Swift's own threads, of which there are only as many as cores.
enum BackgroundWork {
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          do {
            try cancellation.check()
            continuation.resume(returning: try work(cancellation))
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
