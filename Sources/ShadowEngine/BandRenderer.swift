internal import Dispatch

/// Renders a display list in bands of rows: top to bottom, each composed when its turn is near and
/// handed over while it is warm.
///
/// There is never a full canvas: memory is bounded by a few bands and by the mask bank. Bytes do not
/// depend on the settings.
public final class BandRenderer: Sendable {
  private let plan: Plan
  private let composer: BandComposer
  private let resources: Resources
  private let settings: RenderSettings
  private let scratches = ScratchPool()

  /// Pixels of a row.
  public var width: Int { plan.width }
  /// Rows.
  public var height: Int { plan.height }
  /// 3 (RGB) where the background makes the canvas opaque, else 4 (RGBA, straight alpha).
  public var channels: Int { plan.channels }

  /// Rows of a band: as asked for, or as many as suit the second-level cache.
  public let bandHeight: Int

  /// Plans the list and asks for every image once, so that what is missing is known before the
  /// first pixel.
  ///
  /// The settings' instruction set must be one that the machine has. Throws what the content source
  /// says, as `RenderError.content`, and `RenderError.canvasSize` for a canvas without pixels or with
  /// more than 2^31 - 1 a side.
  public init(
    _ list: DisplayList, content: any ContentSource, settings: RenderSettings
  ) throws(RenderError) {
    precondition(settings.threads >= 1, "a renderer needs at least one thread")
    precondition(settings.bandHeight ?? 1 >= 1, "a band needs at least one row")
    precondition(settings.maskBankBytes >= 0, "a bank cannot hold less than nothing")
    precondition(
      InstructionSet.available.contains(settings.instructionSet),
      "the machine does not have the instruction set")
    let sides = 1...Int(Int32.max)
    guard sides.contains(list.width), sides.contains(list.height) else {
      throw .canvasSize(width: Double(list.width), height: Double(list.height))
    }
    plan = Plan(list)
    self.settings = settings
    let kernels = KernelTable.table(settings.instructionSet)
    resources = Resources(
      plan, content: content, kernels: kernels, limit: settings.maskBankBytes)
    composer = BandComposer(plan: plan, kernels: kernels, resources: resources)
    bandHeight = min(
      plan.height,
      settings.bandHeight ?? Self.fittingRows(rowBytes: plan.width * plan.channels))
    try resources.check()
  }

  /// As many rows as fit the second-level cache, 256 at most; but each step of painting costs a little
  /// for every band, so at least 24 as long as they take no more than 4 MiB, and 8 in any case.
  private static func fittingRows(rowBytes: Int) -> Int {
    let fitting = (896 << 10) / rowBytes
    let cheap = min(24, (4 << 20) / rowBytes)
    return max(8, min(256, max(fitting, cheap)))
  }

  /// Composes rows into memory, `bytesPerRow` apart; may be called from any thread.
  ///
  /// `rows` must lie on the canvas, `bytesPerRow` be no less than a row's pixels take, and `buffer`
  /// hold all rows, the last without padding; nothing outside of it is touched. Bytes between the end of a row and the beginning of the next are
  /// not changed, but may be read and written back.
  public func compose(
    rows: Range<Int>, into buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) throws(RenderError) {
    let scratch = scratches.take()
    defer { scratches.give(scratch) }
    try compose(rows: rows, into: buffer, bytesPerRow: bytesPerRow, scratch: scratch)
    // Rows are mostly asked for from top to bottom; who asks for earlier ones waits for masks anew.
    resources.retireMasks(above: rows.lowerBound - max(512, 4 * bandHeight))
  }

  private func compose(
    rows: Range<Int>, into buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int,
    scratch: BandScratch
  ) throws(RenderError) {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= height, "rows outside of the canvas")
    guard !rows.isEmpty else { return }
    let rowBytes = width * channels
    precondition(bytesPerRow >= rowBytes, "a row is shorter than its pixels")
    // Divided, since the product may be beyond all numbers.
    guard let base = buffer.baseAddress, buffer.count >= rowBytes,
      rows.count - 1 <= (buffer.count - rowBytes) / bytesPerRow
    else { preconditionFailure("the buffer is smaller than its rows") }
    try composer.compose(
      rows: rows, into: base, byteCount: buffer.count, bytesPerRow: bytesPerRow, scratch: scratch)
  }

  /// Hands every band to `consume`, in order, as its rows and its bytes without padding.
  ///
  /// Bands are composed ahead by at most `settings.threads` busy threads, of which the caller's is
  /// one: it composes too while the next band is not ready. An error of `consume` or of a band ends
  /// the rendering and is thrown once all threads have stopped.
  public func render(_ consume: (Range<Int>, UnsafeRawBufferPointer) throws -> Void) throws {
    let bands = (height + bandHeight - 1) / bandHeight
    let threads = min(settings.threads, bands)
    let queue = BandQueue(
      bands: bands, slots: threads == 1 ? 1 : 3 * threads,
      slotBytes: bandHeight * width * channels + 64)
    let group = DispatchGroup()
    for _ in 1..<max(2, threads) where threads > 1 {
      DispatchQueue.global().async(group: group) {
        let scratch = BandScratch()
        var last = -1
        while let task = queue.take(preferred: last) {
          self.compose(task, queue, scratch)
          last = task.slot
        }
      }
    }
    defer {
      queue.stop()
      group.wait()
    }
    let scratch = BandScratch()
    var last = -1
    for band in 0..<bands {
      var ready: Int?
      while ready == nil {
        switch try queue.step(to: band, preferred: last) {
        case .consume(let slot): ready = slot
        case .compose(let task):
          compose(task, queue, scratch)
          last = task.slot
        }
      }
      let rows = self.rows(of: band)
      if let ready {
        try consume(
          rows,
          UnsafeRawBufferPointer(
            start: queue.memory(ready), count: rows.count * width * channels))
      }
      queue.finish(band)
      resources.retireMasks(above: rows.upperBound)
    }
  }

  /// Forgets the masks that are kept, and what they are made of, so that the next rendering makes
  /// them anew.
  public func discardMasks() { resources.discardMasks() }

  private func rows(of band: Int) -> Range<Int> {
    band * bandHeight..<min(height, (band + 1) * bandHeight)
  }

  private func compose(_ task: BandQueue.Task, _ queue: BandQueue, _ scratch: BandScratch) {
    do {
      try compose(
        rows: rows(of: task.band),
        into: UnsafeMutableRawBufferPointer(
          start: queue.memory(task.slot), count: queue.slotBytes),
        bytesPerRow: width * channels, scratch: scratch)
      queue.complete(task)
    } catch {
      queue.fail(error)
    }
  }
}
