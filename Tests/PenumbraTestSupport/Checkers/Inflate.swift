/// A plain, strict decoder of deflate (RFC 1951): the slow reader that encoders are held against.
public struct Inflate {
  /// What is wrong with a stream.
  public struct Failure: Error, CustomStringConvertible {
    /// In words.
    public let description: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var bit = 0
  private var output: [UInt8] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes of a whole zlib stream (RFC 1950), its checksum checked.
  public static func zlib(_ stream: [UInt8]) throws -> [UInt8] {
    guard stream.count >= 6 else { throw Failure(description: "a stream of \(stream.count) bytes") }
    guard stream[0] & 15 == 8, stream[0] >> 4 <= 7, stream[1] & 0x20 == 0,
      (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
    else { throw Failure(description: "a head that is none") }
    var inflate = Inflate(stream)
    inflate.position = 2
    try inflate.blocks()
    if inflate.bit > 0 { inflate.position += 1 }
    let end = stream[inflate.position...]
    guard end.count == 4 else { throw Failure(description: "\(end.count) bytes behind the end") }
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in inflate.output {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    guard end.reduce(0, { $0 << 8 | UInt32($1) }) == b << 16 | a else {
      throw Failure(description: "the checksum is wrong")
    }
    return inflate.output
  }

  private mutating func take(_ count: Int) throws -> Int {
    var value = 0
    for index in 0..<count {
      guard position < bytes.count else { throw Failure(description: "the stream ends early") }
      value |= Int(bytes[position] >> bit & 1) << index
      bit += 1
      if bit == 8 { (bit, position) = (0, position + 1) }
    }
    return value
  }

  private mutating func blocks() throws {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: try stored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try coded(Code(lengths), Code([Int](repeating: 5, count: 30)))
      case 2:
        let (literals, distances) = try codes()
        try coded(literals, distances)
      default: throw Failure(description: "a block of an unknown kind")
      }
      if isLast { return }
    }
  }

  private mutating func stored() throws {
    if bit > 0 { (bit, position) = (0, position + 1) }
    let count = try take(16)
    guard try take(16) == ~count & 0xFFFF else { throw Failure(description: "a wrong length") }
    guard position + count <= bytes.count else { throw Failure(description: "it ends early") }
    output += bytes[position..<position + count]
    position += count
  }

  private mutating func codes() throws -> (Code, Code) {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    guard literals <= 286, distances <= 30 else { throw Failure(description: "too many codes") }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var own = [Int](repeating: 0, count: 19)
    for symbol in order.prefix(try take(4) + 4) { own[symbol] = try take(3) }
    let code = try Code(own, mayBeIncomplete: false)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      let symbol = try self.symbol(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Failure(description: "nothing to repeat") }
        lengths += [Int](repeating: last, count: try take(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try take(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try take(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literals + distances, lengths[256] > 0 else {
      throw Failure(description: "lengths that do not fit")
    }
    return (try Code(Array(lengths[..<literals])), try Code(Array(lengths[literals...])))
  }

  private mutating func coded(_ literals: Code, _ distances: Code) throws {
    while true {
      let symbol = try self.symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol < 286 else { throw Failure(description: "a length that is none") }
      let index = symbol - 257
      let lengthBits = index < 8 || index == 28 ? 0 : index / 4 - 1
      let base = index == 28 ? 258 : index < 8 ? index + 3 : (4 + index % 4) << lengthBits + 3
      let length = base + (try take(lengthBits))
      let far = try self.symbol(distances)
      guard far < 30 else { throw Failure(description: "a distance that is none") }
      let farBits = far < 4 ? 0 : far / 2 - 1
      let distance = (far < 4 ? far : (2 + far % 2) << farBits) + 1 + (try take(farBits))
      guard distance <= output.count else { throw Failure(description: "it reaches too far back") }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var value = 0
    for length in 1...15 {
      value = value << 1 | (try take(1))
      if let symbol = code.symbols[length << 16 | value] { return symbol }
    }
    throw Failure(description: "bits that are no code")
  }

  /// A prefix code; as zlib does, it must be complete unless it holds one symbol at most.
  private struct Code {
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int], mayBeIncomplete: Bool = true) throws {
      var code = 0
      var room = 1 << 15
      for length in 1...15 {
        code <<= 1
        for (symbol, own) in lengths.enumerated() where own == length {
          symbols[length << 16 | code] = symbol
          code += 1
          room -= 1 << (15 - length)
        }
      }
      guard room >= 0 else { throw Failure(description: "a code with too many symbols") }
      let isSingle = symbols.count <= 1 || lengths.count == 30
      guard room == 0 || (mayBeIncomplete && isSingle) else {
        throw Failure(description: "a code that is not complete")
      }
    }
  }
}
