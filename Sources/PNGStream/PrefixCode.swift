/// A prefix code of deflate: how many bits each symbol has, and which.
struct PrefixCode {
  /// Bits of each symbol's code; 0 where the symbol does not occur.
  private(set) var lengths: [UInt8]
  /// The codes with their first bit lowest, as deflate writes them.
  private(set) var codes: [UInt32]

  /// The code of given lengths, numbered as RFC 1951, 3.2.2 says.
  init(lengths: [UInt8]) {
    self.lengths = lengths
    codes = [UInt32](repeating: 0, count: lengths.count)
    var next = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1..<17 { next[length] = (next[length] + next[length - 1]) << 1 }
    for (symbol, length) in lengths.enumerated() where length > 0 {
      codes[symbol] = Self.reversed(next[Int(length)], Int(length))
      next[Int(length)] += 1
    }
  }

  /// The shortest code for these counts, but none longer than `limit` bits.
  ///
  /// Huffman's code by two queues; codes that are too long are cut, and the rarest others lengthened
  /// until all fit. That costs a few bits where it happens, which is rare.
  init(counts: [UInt32], limit: Int) {
    let used = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    var lengths = [UInt8](repeating: 0, count: counts.count)
    if used.count < 2 {
      if let only = used.first { lengths[only] = 1 }
      self.init(lengths: lengths)
      return
    }
    let depths = Self.depths(used.map { UInt64(counts[$0]) })
    var room = 1 << limit
    for (place, symbol) in used.enumerated() {
      lengths[symbol] = UInt8(min(depths[place], limit))
      room -= 1 << (limit - Int(lengths[symbol]))
    }
    while room < 0 {
      for symbol in used where room < 0 && lengths[symbol] < limit {
        lengths[symbol] += 1
        room += 1 << (limit - Int(lengths[symbol]))
      }
    }
    for symbol in used.reversed() {
      while lengths[symbol] > 1, room >= 1 << (limit - Int(lengths[symbol])) {
        room -= 1 << (limit - Int(lengths[symbol]))
        lengths[symbol] -= 1
      }
    }
    self.init(lengths: lengths)
  }

  /// How deep each leaf lies in Huffman's tree of weights that go up.
  private static func depths(_ weights: [UInt64]) -> [Int] {
    let leaves = weights.count
    var nodes = weights
    nodes.reserveCapacity(2 * leaves)
    var parents = [Int](repeating: 0, count: 2 * leaves)
    var leaf = 0
    var inner = leaves
    func lightest() -> Int {
      let takesLeaf = leaf < leaves && (inner == nodes.count || nodes[leaf] <= nodes[inner])
      defer { if takesLeaf { leaf += 1 } else { inner += 1 } }
      return takesLeaf ? leaf : inner
    }
    while nodes.count < 2 * leaves - 1 {
      let (a, b) = (lightest(), lightest())
      parents[a] = nodes.count
      parents[b] = nodes.count
      nodes.append(nodes[a] + nodes[b])
    }
    var depths = [Int](repeating: 0, count: nodes.count)
    for node in (0..<nodes.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    return Array(depths.prefix(leaves))
  }

  private static func reversed(_ code: UInt32, _ length: Int) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0..<length where code >> UInt32(bit) & 1 == 1 {
      result |= 1 << UInt32(length - 1 - bit)
    }
    return result
  }

  /// Bits that so many of each symbol take.
  func bits(_ counts: [UInt32]) -> Int {
    zip(counts, lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
  }

  /// A symbol's code and its length, as `TokenBits` takes them.
  func packed(_ symbol: Int) -> UInt32 { codes[symbol] | UInt32(lengths[symbol]) << 24 }
}
