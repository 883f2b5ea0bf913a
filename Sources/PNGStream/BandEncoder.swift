internal import PNGKernels

/// Filters and deflates bands of rows, each on its own: a thread keeps one of these and gives it the
/// bands that it has painted, while their pixels are in its cache.
///
/// The bytes depend on the rows of the band alone: not on what was encoded before, of this picture or
/// of another, not on the level, and not on which rows the caller knew to be equal.
public final class BandEncoder {
  private static let window = 32768
  /// Bytes that are looked through at once: as many as a stored block holds.
  private static let pieceBytes = 65535
  private static let bufferBytes = window + 4 * 65536
  /// Vectors read so far beyond the end.
  private static let padding = 64
  /// A block ends when it has so many tokens.
  private static let blockTokens = 32768
  /// Of fewer bytes a dense piece is no block of its own, unless nothing waits to be written with it.
  private static let leastDenseBytes = 4096
  private static let firstPlace = 1 << 16

  private var layout = PNGLayout(width: 1, height: 1, channels: 1)
  private let kernels: EncoderKernels
  /// Filtered bytes: at least as many as the window before the piece, where there are so many.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let tokens: UnsafeMutablePointer<UInt32>
  private let tables: UnsafeMutablePointer<UInt64>
  private let blockCounts: UnsafeMutablePointer<UInt32>
  private let pieceCounts: UnsafeMutablePointer<UInt32>
  private let adler: UnsafeMutablePointer<UInt32>
  private let recent: UnsafeMutablePointer<Int>
  private var out = BitBuffer(capacity: 1 << 16)

  /// Where the window begins, the piece begins and the bytes end, in `buffer`.
  private var windowStart = 0
  private var pieceStart = 0
  private var end = 0
  /// The place of the buffer's first byte in the tables.
  private var bias = firstPlace
  private var tokenCount = 0

  /// An encoder for bands of any pictures.
  ///
  /// The processor must have the level.
  public init(level: EncoderLevel) {
    kernels = .kernels(level)
    let tableWords = 2 * RowTokens.buckets
    buffer = .allocate(capacity: Self.bufferBytes + Self.padding)
    tokens = .allocate(capacity: Self.blockTokens + 65536 + 8)
    tables = .allocate(capacity: tableWords)
    blockCounts = .allocate(capacity: DeflateBlock.countsSize)
    pieceCounts = .allocate(capacity: DeflateBlock.countsSize)
    adler = .allocate(capacity: 2)
    recent = .allocate(capacity: 1)
    tables.initialize(repeating: 0, count: tableWords)
    buffer.initialize(repeating: 0, count: Self.bufferBytes + Self.padding)
  }

  deinit {
    buffer.deallocate()
    tokens.deallocate()
    tables.deallocate()
    blockCounts.deallocate()
    pieceCounts.deallocate()
    adler.deallocate()
    recent.deallocate()
  }

  /// Encodes `rowCount` rows of such a picture, `bytesPerRow` apart.
  ///
  /// `isEqualToAbove`, where given, says of each row whether it is known to equal the one above; what
  /// it says of the first row means nothing. Such a row is not read.
  public func encode(
    _ layout: PNGLayout, rowCount: Int, _ base: UnsafeRawPointer, bytesPerRow: Int,
    isEqualToAbove: UnsafePointer<Bool>? = nil
  ) -> EncodedBand {
    precondition(rowCount > 0, "a band has rows")
    self.layout = layout
    let rowBytes = layout.bytesPerRow
    start(byteCount: rowCount * (rowBytes + 1))
    let first = base.assumingMemoryBound(to: UInt8.self)
    func row(_ index: Int) -> UnsafePointer<UInt8> { first + index * bytesPerRow }
    func isEqual(_ index: Int) -> Bool {
      if let isEqualToAbove, isEqualToAbove[index] { return true }
      return kernels.equalPrefix(row(index), row(index - 1), rowBytes) == rowBytes
    }

    appendFirst(row(0))
    var index = 1
    var equal = 0
    while index < rowCount {
      equal = 0
      while index + equal < rowCount, isEqual(index + equal) { equal += 1 }
      appendEqual(equal)
      index += equal
      guard index < rowCount else { break }
      append(filter: 2, row(index), minus: row(index - 1), from: 0)
      index += 1
    }
    finishPiece()
    finishBlock()
    out.appendStored(nil, count: 0)
    return EncodedBand(
      data: out.bytes, filteredBytes: rowCount * (rowBytes + 1),
      adler: Adler32(first: adler[0], second: adler[1]))
  }

  private func start(byteCount: Int) {
    bias += end
    // Places are kept in 32 bits; what is older than the window means nothing.
    if bias + byteCount > Int(UInt32.max) {
      tables.update(repeating: 0, count: 2 * RowTokens.buckets)
      bias = Self.firstPlace
    }
    windowStart = 0
    pieceStart = 0
    end = 0
    tokenCount = 0
    recent.pointee = 1
    adler[0] = 1
    adler[1] = 0
    blockCounts.update(repeating: 0, count: DeflateBlock.countsSize)
    pieceCounts.update(repeating: 0, count: DeflateBlock.countsSize)
    out.removeAll()
  }

  // MARK: Rows

  /// The first row of a band is filtered by itself (`sub`).
  private func appendFirst(_ row: UnsafePointer<UInt8>) {
    let pixel = layout.channels
    appendByte(1)
    for channel in 0..<pixel { appendByte(row[channel]) }
    append(filter: nil, row, minus: row - pixel, from: pixel)
  }

  private func append(
    filter: UInt8?, _ row: UnsafePointer<UInt8>, minus other: UnsafePointer<UInt8>, from: Int
  ) {
    if let filter { appendByte(filter) }
    var x = from
    while x < layout.bytesPerRow {
      let count = min(layout.bytesPerRow - x, makeRoom())
      kernels.difference(buffer + end, row + x, other + x, count)
      end += count
      x += count
    }
  }

  private func appendByte(_ byte: UInt8) {
    _ = makeRoom()
    buffer[end] = byte
    end += 1
  }

  /// Rows that equal the one above are filtered to zeros.
  ///
  /// Where they are no longer than the window they are bytes like others. Where they are longer,
  /// nothing before them can be reached from behind them, so they become tokens at once.
  private func appendEqual(_ count: Int) {
    let filtered = layout.bytesPerRow + 1
    guard count > 0 else { return }
    if count * filtered >= Self.window {
      finishPiece()
      appendEqualTokens(count)
      windowStart = end
      return
    }
    for _ in 0..<count {
      appendByte(2)
      var left = layout.bytesPerRow
      while left > 0 {
        let step = min(left, makeRoom())
        (buffer + end).update(repeating: 0, count: step)
        end += step
        left -= step
      }
    }
  }

  private func appendEqualTokens(_ count: Int) {
    let filtered = layout.bytesPerRow + 1
    var first = UInt64(adler[0])
    var second = UInt64(adler[1])
    for _ in 0..<count {
      if tokenCount >= Self.blockTokens { finishBlock() }
      appendLiteral(2)
      appendLiteral(0)
      appendZeros(filtered - 2)
      first = (first + 2) % 65521
      second = (second + first * UInt64(filtered % 65521)) % 65521
    }
    adler[0] = UInt32(first)
    adler[1] = UInt32(second)
  }

  private func appendLiteral(_ byte: UInt8) {
    tokens[tokenCount] = UInt32(byte)
    blockCounts[Int(byte)] += 1
    tokenCount += 1
  }

  /// Zeros after a zero: a match with the byte before, which has no extra bits.
  private func appendZeros(_ count: Int) {
    var left = count
    while left >= 3 {
      let length = min(left, 258)
      let times = length < 258 ? 1 : min(256, left / 258)
      tokens[tokenCount] = 1 << 31 | UInt32(times - 1) << 23 | UInt32(length - 3) << 15
      blockCounts[256 + length - 3] += UInt32(times)
      blockCounts[512] += UInt32(times)
      tokenCount += 1
      left -= length * times
      if tokenCount >= Self.blockTokens { finishBlock() }
    }
    for _ in 0..<left { appendLiteral(0) }
  }

  // MARK: Pieces and blocks

  /// How many more bytes the piece takes, at least one.
  private func makeRoom() -> Int {
    if end - pieceStart == Self.pieceBytes { finishPiece() }
    if pieceStart + Self.pieceBytes > Self.bufferBytes, end == pieceStart { slide() }
    return pieceStart + Self.pieceBytes - end
  }

  /// Moves the window to the front of the buffer.
  private func slide() {
    let kept = min(Self.window, end - windowStart)
    let moved = end - kept
    (buffer).update(from: buffer + moved, count: kept)
    bias += moved
    windowStart = 0
    pieceStart -= moved
    end -= moved
  }

  private func finishPiece() {
    let count = end - pieceStart
    guard count > 0 else { return }
    (buffer + end).update(repeating: 0, count: Self.padding)
    kernels.adler(buffer + pieceStart, count, adler)
    let added = kernels.tokens(
      buffer, pieceStart, end, windowStart, UInt32(truncatingIfNeeded: bias),
      layout.channels, tables, recent, pieceCounts, tokens + tokenCount)
    // Where tokens save little, bytes as they are may be shorter: such a piece is a block of its own.
    if 2 * added >= count, count >= Self.leastDenseBytes || tokenCount == 0 {
      let piece = UnsafeBufferPointer(start: tokens + tokenCount, count: added)
      finishBlock()
      let block = DeflateBlock(counts: pieceCounts)
      if block.bitCount > 8 * (count + 4) {
        out.appendStored(buffer + pieceStart, count: count)
      } else {
        block.write(piece, to: &out, kernels)
      }
    } else {
      for index in 0..<DeflateBlock.countsSize { blockCounts[index] &+= pieceCounts[index] }
      tokenCount += added
      if tokenCount >= Self.blockTokens { finishBlock() }
    }
    pieceCounts.update(repeating: 0, count: DeflateBlock.countsSize)
    pieceStart = end
  }

  private func finishBlock() {
    guard tokenCount > 0 else { return }
    DeflateBlock(counts: blockCounts).write(
      UnsafeBufferPointer(start: tokens, count: tokenCount), to: &out, kernels)
    blockCounts.update(repeating: 0, count: DeflateBlock.countsSize)
    tokenCount = 0
  }
}
