internal import PenumbraLocking

/// Who composes which band, and in which memory: a few slots that run ahead of the consumer.
final class BandQueue: @unchecked Sendable {
  /// A band and the memory it is composed in.
  struct Task {
    var band: Int
    var slot: Int
  }

  let slotBytes: Int
  private let slots: [UnsafeMutableRawPointer]
  private let bands: Int
  private let lock = Lock()
  /// The slots that no band is in, last freed last.
  private var free: [Int]
  /// The slots of bands that are ready and not yet consumed.
  private var ready: [Int: Int] = [:]
  private var nextToTake = 0
  private var isStopped = false
  private var error: RenderError?

  init(bands: Int, slots: Int, slotBytes: Int) {
    self.bands = bands
    self.slotBytes = slotBytes
    self.slots = (0..<slots).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: slotBytes, alignment: 64)
    }
    free = Array((0..<slots).reversed())
  }

  deinit {
    for slot in slots { slot.deallocate() }
  }

  func memory(_ slot: Int) -> UnsafeMutableRawPointer { slots[slot] }

  /// The next band to compose, waiting for a free slot; nil when there are no more.
  ///
  /// `preferred` is the slot that the calling thread composed in last, whose memory is in its cache.
  func take(preferred: Int) -> Task? {
    lock.withLock {
      while !isStopped, error == nil, nextToTake < bands {
        // The last free slot is the consumer's, lest the band it waits for find none.
        if free.count > 1 || slots.count == 1, let task = takeNow(preferred) { return task }
        lock.wait()
      }
      return nil
    }
  }

  /// What the consumer does next.
  enum Step {
    /// The band is ready, in this slot.
    case consume(slot: Int)
    /// Compose another band meanwhile.
    case compose(Task)
  }

  /// Says what to do until `band` is ready.
  func step(to band: Int, preferred: Int) throws(RenderError) -> Step {
    lock.lock()
    defer { lock.unlock() }
    while true {
      if let error { throw error }
      if let slot = ready[band] { return .consume(slot: slot) }
      if let task = takeNow(preferred) { return .compose(task) }
      lock.wait()
    }
  }

  func complete(_ task: Task) {
    lock.withLock {
      ready[task.band] = task.slot
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
      if let slot = ready.removeValue(forKey: band) { free.append(slot) }
      lock.wakeAll()
    }
  }

  func stop() {
    lock.withLock {
      isStopped = true
      lock.wakeAll()
    }
  }

  private func takeNow(_ preferred: Int) -> Task? {
    guard nextToTake < bands, !free.isEmpty else { return nil }
    let place = free.firstIndex(of: preferred) ?? free.count - 1
    let slot = free.remove(at: place)
    nextToTake += 1
    return Task(band: nextToTake - 1, slot: slot)
  }
}
