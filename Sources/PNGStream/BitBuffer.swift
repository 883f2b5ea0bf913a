/// Bytes that grow, written bit by bit.
struct BitBuffer: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// The bits that fill no byte yet, and how many: 0...7.
  private var pending: (bits: UInt64, used: UInt64) = (0, 0)

  init(capacity: Int) {
    self.capacity = capacity + 16
    memory = .allocate(capacity: self.capacity)
  }

  deinit { memory.deallocate() }

  /// All whole bytes so far.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  mutating func removeAll() {
    count = 0
    pending = (0, 0)
  }

  /// Makes sure that so many more bytes fit, and the 16 beyond that writing may touch.
  mutating func reserve(bytes: Int) {
    let needed = count + bytes + 16
    guard needed > capacity else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(needed, 2 * capacity))
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity = max(needed, 2 * capacity)
  }

  /// At most 32 bits, the first lowest; room must be reserved.
  mutating func put(_ bits: UInt64, _ used: Int) {
    pending.bits |= bits << pending.used
    pending.used += UInt64(used)
    UnsafeMutableRawPointer(memory + count).storeBytes(
      of: pending.bits.littleEndian, as: UInt64.self)
    count += Int(pending.used / 8)
    pending.bits >>= pending.used & 56
    pending.used &= 7
  }

  /// Lets a kernel append at the end; it returns how many whole bytes it wrote.
  mutating func withPending(
    _ body: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt8>) -> Int
  ) {
    var state = [pending.bits, pending.used]
    count += body(&state, memory + count)
    pending = (state[0], state[1])
  }

  /// Bytes as they are: bits must have been aligned.
  mutating func append(_ bytes: UnsafePointer<UInt8>, count more: Int) {
    reserve(bytes: more)
    (memory + count).update(from: bytes, count: more)
    count += more
  }

  /// A stored block (RFC 1951, 3.2.4), not the last, of at most 65535 bytes: of none, it does nothing
  /// but end at a byte.
  mutating func appendStored(_ bytes: UnsafePointer<UInt8>?, count more: Int) {
    reserve(bytes: more + 8)
    put(0, 3)
    if pending.used > 0 { put(0, 8 - Int(pending.used)) }
    put(UInt64(more), 16)
    put(UInt64(~more & 0xFFFF), 16)
    if let bytes { append(bytes, count: more) }
  }
}
