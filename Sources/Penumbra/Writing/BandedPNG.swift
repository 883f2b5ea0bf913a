internal import PNGStream
internal import PenumbraFiles
internal import PenumbraLocking
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
  private let rows: Rows
  private let file: OpenFile
  private let pool: BandPool
  private let bandCount: Int

  // All below is touched with the pool's lock held.
  private var stitcher: PNGStitcher
  private var taken = 0
  private var written = 0
  /// Threads that make or write a band.
  private var busy = 0
  private var isWriting = false
  private var ready: [Int: EncodedBand] = [:]
  private var failure: (any Error)?

  private init(_ rows: Rows, _ layout: PNGLayout, to file: OpenFile, pool: BandPool) {
    self.rows = rows
    self.file = file
    self.pool = pool
    self.layout = layout
    stitcher = PNGStitcher(layout)
    bandCount = (layout.height - 1) / layout.bandHeight + 1
  }

  /// Writes the whole file from where it stands; threads of the pool that have nothing else to do
  /// help.
  ///
  /// - Throws: What the rows' maker threw, or `FileError`.
  static func write(
    _ rows: Rows, layout: PixelLayout, to file: OpenFile, pool: BandPool
  ) throws {
    let layout = PNGLayout(width: layout.width, height: layout.height, channels: layout.channels)
    let png = BandedPNG(rows, layout, to: file, pool: pool)
    if png.bandCount == 1 { return try png.writeOneBand() }
    try png.put(png.stitcher.header)
    pool.sharing(png) {
      pool.withTools { tools in while png.makeBand(tools, waits: true) {} }
      pool.lock.withLock {
        while png.busy > 0 { pool.lock.wait() }
      }
    }
    if let failure = png.failure { throw failure }
    try png.put(png.stitcher.trailer)
  }

  /// A small file is written at once.
  private func writeOneBand() throws {
    var bytes = stitcher.header
    bytes += try pool.withTools { stitcher.append(try encoded(0, $0)) }
    try put(bytes + stitcher.trailer)
  }

  private func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try file.write($0) }
  }

  // MARK: Bands

  /// Whether a band can be taken now; the pool's lock must be held.
  ///
  /// Few are made ahead of the one that is to be written next.
  var hasBands: Bool {
    failure == nil && taken < bandCount && taken - written < 3 * pool.threads
  }

  /// Makes bands as long as one can be taken at once.
  func help(_ tools: BandTools) {
    while makeBand(tools, waits: false) {}
  }

  /// Makes and gives one band; false where none is left, or none can be taken now.
  private func makeBand(_ tools: BandTools, waits: Bool) -> Bool {
    let band: Int? = pool.lock.withLock {
      while waits, failure == nil, taken < bandCount, !hasBands { pool.lock.wait() }
      guard hasBands else { return nil }
      taken += 1
      busy += 1
      return taken - 1
    }
    guard let band else { return false }
    var thrown: (any Error)?
    do {
      try give(encoded(band, tools), band)
    } catch {
      thrown = error
    }
    pool.lock.withLock {
      if failure == nil { failure = thrown }
      busy -= 1
      pool.lock.wakeAll()
    }
    return true
  }

  private func encoded(_ band: Int, _ tools: BandTools) throws -> EncodedBand {
    let top = band * layout.bandHeight
    let range = top..<min(layout.height, top + layout.bandHeight)
    let base: UnsafeRawPointer
    switch rows {
    case .lying(let pixels): base = pixels + top * layout.bytesPerRow
    case .made(let maker):
      let memory = tools.pixels(layout.bandHeight * layout.bytesPerRow)
      try maker.fill(rows: range, into: memory, bytesPerRow: layout.bytesPerRow)
      base = UnsafeRawPointer(memory)
    }
    return tools.encoder.encode(
      layout, rowCount: range.count, base, bytesPerRow: layout.bytesPerRow)
  }

  private func give(_ encoded: EncodedBand, _ band: Int) throws {
    let isMine = pool.lock.withLock {
      ready[band] = encoded
      defer { isWriting = true }
      return !isWriting
    }
    guard isMine else { return }
    while true {
      let bytes: [UInt8]? = pool.lock.withLock {
        guard failure == nil, let next = ready.removeValue(forKey: written) else {
          isWriting = false
          return nil
        }
        return stitcher.append(next)
      }
      guard let bytes else { return }
      try put(bytes)
      pool.lock.withLock {
        written += 1
        pool.lock.wakeAll()
      }
    }
  }
}
