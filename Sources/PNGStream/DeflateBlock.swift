/// How a deflate block says what its tokens mean: the code of deflate itself, or one made for them.
struct DeflateBlock {
  /// Counts as `RowTokens` leaves them: literals, lengths from 3 on, symbols of distances.
  static let countsSize = 512 + 32

  private let isFixed: Bool
  private let literals: PrefixCode
  private let distances: PrefixCode
  private let header: CodeLengths?
  /// Bits of the whole block.
  let bitCount: Int

  /// The shorter of both ways to write tokens of these counts.
  init(counts: UnsafePointer<UInt32>) {
    var symbols = [UInt32](repeating: 0, count: 286)
    var extraBits = 0
    for literal in 0..<256 { symbols[literal] = counts[literal] }
    symbols[256] = 1
    for index in 0..<256 where counts[256 + index] > 0 {
      let symbol = LengthSymbol(index)
      symbols[symbol.symbol] += counts[256 + index]
      extraBits += Int(counts[256 + index]) * symbol.extraBits
    }
    let back = (0..<30).map { counts[512 + $0] }
    for symbol in 4..<30 { extraBits += Int(back[symbol]) * (symbol / 2 - 1) }

    let literals = PrefixCode(counts: symbols, limit: 15)
    let distances = PrefixCode(counts: back, limit: 15)
    let header = CodeLengths(literals: literals, distances: distances)
    let own = 3 + header.bitCount + literals.bits(symbols) + distances.bits(back) + extraBits
    let fixed = 3 + Self.fixedLiterals.bits(symbols) + Self.fixedDistances.bits(back) + extraBits
    isFixed = fixed <= own
    self.literals = isFixed ? Self.fixedLiterals : literals
    self.distances = isFixed ? Self.fixedDistances : distances
    self.header = isFixed ? nil : header
    bitCount = min(fixed, own)
  }

  /// Appends the block, which is not the stream's last.
  func write(
    _ tokens: UnsafeBufferPointer<UInt32>, to out: inout BitBuffer, _ kernels: EncoderKernels
  ) {
    out.reserve(bytes: bitCount / 8 + 16)
    out.put(UInt64(isFixed ? 0b010 : 0b100), 3)
    header?.write(to: &out)
    let literalCodes = (0..<256).map(literals.packed)
    let lengthCodes = (0..<256).map { index in
      let symbol = LengthSymbol(index)
      let code = literals.packed(symbol.symbol)
      let length = code >> 24
      return (code & 0xFF_FFFF) | symbol.extra << length
        | (length + UInt32(symbol.extraBits)) << 24
    }
    let distanceCodes = (0..<30).map(distances.packed)
    if let base = tokens.baseAddress {
      out.withPending { pending, end in
        kernels.bits(base, tokens.count, literalCodes, lengthCodes, distanceCodes, pending, end)
      }
    }
    out.put(UInt64(literals.codes[256]), Int(literals.lengths[256]))
  }

  private static let fixedLiterals = PrefixCode(
    lengths: [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))
  private static let fixedDistances = PrefixCode(lengths: [UInt8](repeating: 5, count: 30))
}

/// The symbol of a match's length (RFC 1951, 3.2.5) and the bits that follow it.
struct LengthSymbol {
  let symbol: Int
  let extraBits: Int
  let extra: UInt32

  /// For a length of `index + 3`.
  init(_ index: Int) {
    if index == 255 {
      (symbol, extraBits, extra) = (285, 0, 0)
    } else if index < 8 {
      (symbol, extraBits, extra) = (257 + index, 0, 0)
    } else {
      extraBits = Int.bitWidth - index.leadingZeroBitCount - 3
      symbol = 257 + 4 * extraBits + index >> extraBits
      extra = UInt32(index & (1 << extraBits - 1))
    }
  }
}

/// The lengths of a block's two codes as its header tells them (RFC 1951, 3.2.7).
struct CodeLengths {
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private let literalCount: Int
  private let distanceCount: Int
  private let orderCount: Int
  /// Symbols of the lengths' own code, each with its extra bits.
  private let symbols: [(symbol: Int, extra: Int, extraBits: Int)]
  private let code: PrefixCode

  init(literals: PrefixCode, distances: PrefixCode) {
    literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    symbols = Self.symbols(
      literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount))
    var counts = [UInt32](repeating: 0, count: 19)
    for entry in symbols { counts[entry.symbol] += 1 }
    let code = PrefixCode(counts: counts, limit: 7)
    self.code = code
    orderCount = max(4, (Self.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
  }

  var bitCount: Int {
    symbols.reduce(14 + 3 * orderCount) {
      $0 + Int(code.lengths[$1.symbol]) + $1.extraBits
    }
  }

  func write(to out: inout BitBuffer) {
    out.put(UInt64(literalCount - 257), 5)
    out.put(UInt64(distanceCount - 1), 5)
    out.put(UInt64(orderCount - 4), 4)
    for symbol in Self.order.prefix(orderCount) { out.put(UInt64(code.lengths[symbol]), 3) }
    for entry in symbols {
      out.put(UInt64(code.codes[entry.symbol]), Int(code.lengths[entry.symbol]))
      out.put(UInt64(entry.extra), entry.extraBits)
    }
  }

  /// Runs become repeats: 16 of the length before, 17 and 18 of zeros.
  private static func symbols(
    _ lengths: ArraySlice<UInt8>
  ) -> [(symbol: Int, extra: Int, extraBits: Int)] {
    let lengths = Array(lengths)
    var result: [(symbol: Int, extra: Int, extraBits: Int)] = []
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == length { run += 1 }
      index += run
      if length == 0 {
        while run >= 11 {
          let step = min(run, 138)
          result.append((18, step - 11, 7))
          run -= step
        }
        if run >= 3 {
          result.append((17, run - 3, 3))
          run = 0
        }
      } else {
        result.append((Int(length), 0, 0))
        run -= 1
        while run >= 3 {
          let step = min(run, 6)
          result.append((16, step - 3, 2))
          run -= step
        }
      }
      for _ in 0..<run { result.append((Int(length), 0, 0)) }
    }
    return result
  }
}
