internal import Dispatch
internal import PNGStream
internal import PenumbraFiles
internal import PenumbraLocking
internal import ShadowEngine
internal import Vips

/// Writes a picture as PNG by bands.
///
/// The thread that has made a band's pixels filters and deflates them while they are in its cache.
/// Whoever brings the band whose turn it is writes it, and those that wait behind it. Memory is
/// bounded by the threads' own bands and by a few that are encoded; the file's bytes depend on the
/// pixels alone.
final class BandedPNG: @unchecked Sendable {
  /// Where a band's rows come from: from its maker, into the memory of the calling thread, or from
  /// where they lie.
  enum Rows {
    case made(by: any PixelSource)
    case lying(at: UnsafeRawPointer)
  }

  private let layout: PNGLayout
  private let level: EncoderLevel
  private let rows: Rows
  private let file: OpenFile
  private let threads: Int
  private let bandCount: Int

  private let lock = Lock()
  // All below is touched with the lock held.
  private var stitcher: PNGStitcher
  private var taken = 0
  private var written = 0
  private var isWriting = false
  private var ready: [Int: EncodedBand] = [:]
  private var failure: (any Error)?

  private init(_ rows: Rows, _ layout: PixelLayout, to file: OpenFile, threads: Int) throws {
    self.rows = rows
    self.file = file
    self.layout = PNGLayout(
      width: layout.width, height: layout.height, channels: layout.channels)
    level = EncoderLevel(try InstructionSet.chosen())
    stitcher = PNGStitcher(self.layout)
    bandCount = (layout.height - 1) / self.layout.bandHeight + 1
    self.threads = min(threads, bandCount)
  }

  /// Writes the whole file from where it stands.
  ///
  /// - Throws: What the rows' maker threw, or `FileError`.
  static func write(
    _ rows: Rows, layout: PixelLayout, to file: OpenFile, threads: Int
  ) throws {
    let png = try BandedPNG(rows, layout, to: file, threads: threads)
    try png.put(png.stitcher.header)
    if png.threads == 1 {
      png.work()
    } else {
      DispatchQueue.concurrentPerform(iterations: png.threads) { _ in png.work() }
    }
    if let failure = png.failure { throw failure }
    try png.put(png.stitcher.trailer)
  }

  private func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try file.write($0) }
  }

  private func work() {
    let encoder = BandEncoder(layout, level: level)
    let memory = PixelMemory(rows, byteCount: layout.bandHeight * layout.bytesPerRow)
    while let band = take() {
      do {
        let top = band * layout.bandHeight
        let range = top..<min(layout.height, top + layout.bandHeight)
        let base: UnsafeRawPointer
        switch rows {
        case .lying(let pixels): base = pixels + top * layout.bytesPerRow
        case .made(let maker):
          try maker.fill(rows: range, into: memory.base, bytesPerRow: layout.bytesPerRow)
          base = UnsafeRawPointer(memory.base)
        }
        try give(
          encoder.encode(rowCount: range.count, base, bytesPerRow: layout.bytesPerRow), band)
      } catch {
        lock.withLock {
          if failure == nil { failure = error }
          lock.wakeAll()
        }
      }
    }
  }

  /// The next band to make, once few enough wait to be written; nil when there is none.
  private func take() -> Int? {
    lock.withLock {
      while failure == nil, taken < bandCount, taken - written >= 3 * threads { lock.wait() }
      guard failure == nil, taken < bandCount else { return nil }
      taken += 1
      return taken - 1
    }
  }

  private func give(_ encoded: EncodedBand, _ band: Int) throws {
    let isMine = lock.withLock {
      ready[band] = encoded
      defer { isWriting = true }
      return !isWriting
    }
    guard isMine else { return }
    while true {
      let bytes: [UInt8]? = lock.withLock {
        guard failure == nil, let next = ready.removeValue(forKey: written) else {
          isWriting = false
          return nil
        }
        return stitcher.append(next)
      }
      guard let bytes else { return }
      try put(bytes)
      lock.withLock {
        written += 1
        lock.wakeAll()
      }
    }
  }
}

/// Memory for the pixels of one band, where they are not lying somewhere.
private final class PixelMemory {
  let base: UnsafeMutableRawPointer

  init(_ rows: BandedPNG.Rows, byteCount: Int) {
    var size = byteCount
    if case .lying = rows { size = 1 }
    base = .allocate(byteCount: size, alignment: 64)
  }

  deinit { base.deallocate() }
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
