internal import Dispatch
internal import PNGStream
internal import PenumbraLocking
internal import ShadowEngine
internal import Vips

/// The threads of a job that writes PNG: pictures side by side, and bands of one picture side by side.
///
/// A thread that has a picture makes its bands. One that has none makes bands of the pictures that
/// others have begun, and begins the next picture when no band is to be had: so no thread waits while
/// there is work, and no more pictures are open than are needed for that. Each thread keeps its
/// encoder and its memory from picture to picture.
package final class BandPool: @unchecked Sendable {
  let threads: Int
  let level: EncoderLevel
  /// Guards what follows, and the state of all pictures that the pool writes; wakes those that wait
  /// for bands to be had or to be written.
  let lock = Lock()
  private var open: [BandedPNG] = []
  private var beginning = 0
  private var isExhausted = false
  private var resting: [BandTools] = []

  /// A pool of so many threads at most.
  ///
  /// - Throws: `InstructionSetError` where `PENUMBRA_ISA` asks for what is not there.
  package init(threads: Int) throws {
    self.threads = threads
    level = EncoderLevel(try InstructionSet.chosen())
  }

  /// Runs what `next` gives, each once, until it gives nil: on all threads, the calling one included.
  package func run(_ next: @escaping @Sendable () -> (@Sendable () -> Void)?) {
    if threads == 1 {
      while let work = next() { work() }
      return
    }
    lock.withLock { isExhausted = false }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while beginsNext(next) || helps() || waits() {}
    }
  }

  /// Begins a picture, unless bands of others are to be had; false where it did not.
  private func beginsNext(_ next: () -> (@Sendable () -> Void)?) -> Bool {
    let mayBegin = lock.withLock {
      let may = !isExhausted && !open.contains(where: \.hasBands)
      if may { beginning += 1 }
      return may
    }
    guard mayBegin else { return false }
    let work = next()
    work?()
    lock.withLock {
      beginning -= 1
      if work == nil { isExhausted = true }
      lock.wakeAll()
    }
    return work != nil
  }

  /// Makes bands of a picture that another thread has begun; false where none were to be had.
  private func helps() -> Bool {
    guard let picture = lock.withLock({ open.first(where: \.hasBands) }) else { return false }
    withTools { picture.help($0) }
    return true
  }

  /// Waits until something may be to do; false when nothing will be.
  private func waits() -> Bool {
    lock.withLock {
      if open.contains(where: \.hasBands) || !isExhausted { return true }
      guard beginning > 0 else { return false }
      lock.wait()
      return true
    }
  }

  /// Lets other threads help with a picture while `body` runs.
  func sharing(_ picture: BandedPNG, _ body: () -> Void) {
    lock.withLock {
      open.append(picture)
      lock.wakeAll()
    }
    body()
    lock.withLock { open.removeAll { $0 === picture } }
  }

  /// Gives `body` an encoder and memory that no other thread has.
  func withTools<Result>(_ body: (BandTools) throws -> Result) rethrows -> Result {
    let tools = lock.withLock { resting.popLast() } ?? BandTools(level: level)
    defer { lock.withLock { resting.append(tools) } }
    return try body(tools)
  }
}

/// What a thread makes bands with.
final class BandTools {
  let encoder: BandEncoder
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  init(level: EncoderLevel) { encoder = BandEncoder(level: level) }

  deinit { memory.deallocate() }

  /// Memory for so many bytes of pixels at least.
  func pixels(_ count: Int) -> UnsafeMutableRawPointer {
    if let base = memory.baseAddress, memory.count >= count { return base }
    memory.deallocate()
    let base = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    memory = UnsafeMutableRawBufferPointer(start: base, count: count)
    return base
  }
}

extension EncoderLevel {
  init(_ set: InstructionSet) {
    switch set {
    case .baseline, .neon: self = .baseline
    case .v3: self = .v3
    case .v4: self = .v4
    }
  }
}
