/// Who composes which band, and in which memory: a ring of slots that run ahead of the consumer.
final class BandQueue: @unchecked Sendable {
  let slotBytes: Int
  private let slots: [UnsafeMutableRawPointer]
  private let bands: Int
  private let lock = Lock()
  private var isReady: [Bool]
  private var nextToTake = 0
  private var nextToConsume = 0
  private var isStopped = false
  private var error: RenderError?

  init(bands: Int, slots: Int, slotBytes: Int) {
    self.bands = bands
    self.slotBytes = slotBytes
    self.slots = (0..<slots).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: slotBytes, alignment: 64)
    }
    isReady = [Bool](repeating: false, count: slots)
  }

  deinit {
    for slot in slots { slot.deallocate() }
  }

  /// The memory of a band.
  func slot(_ band: Int) -> UnsafeMutableRawPointer { slots[band % slots.count] }

  /// The next band to compose, waiting for a free slot; nil when there are no more.
  func take() -> Int? {
    lock.withLock {
      while !isStopped, error == nil, nextToTake < bands {
        if let band = takeNow() { return band }
        lock.wait()
      }
      return nil
    }
  }

  /// Returns nil once a band is ready, or before that a band for the caller to compose.
  func waitFor(_ band: Int) throws(RenderError) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    while true {
      if let error { throw error }
      if isReady[band % slots.count] { return nil }
      if let other = takeNow() { return other }
      lock.wait()
    }
  }

  func complete(_ band: Int) {
    lock.withLock {
      isReady[band % slots.count] = true
      lock.wakeAll()
    }
  }

  func fail(_ error: RenderError) {
    lock.withLock {
      if self.error == nil { self.error = error }
      lock.wakeAll()
    }
  }

  /// A band was consumed; its slot is free.
  func finish(_ band: Int) {
    lock.withLock {
      isReady[band % slots.count] = false
      nextToConsume = band + 1
      lock.wakeAll()
    }
  }

  func stop() {
    lock.withLock {
      isStopped = true
      lock.wakeAll()
    }
  }

  private func takeNow() -> Int? {
    guard nextToTake < bands, nextToTake < nextToConsume + slots.count else { return nil }
    nextToTake += 1
    return nextToTake - 1
  }
}
