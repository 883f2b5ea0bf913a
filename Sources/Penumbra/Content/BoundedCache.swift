/// Values by key, the least recently used dropped beyond a number of bytes.
struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var bytes: Int
    var lastUse: Int
  }

  private let capacity: Int
  private var entries: [Key: Entry] = [:]
  private var bytes = 0
  private var clock = 0

  init(capacity: Int) { self.capacity = capacity }

  subscript(key: Key) -> Value? {
    mutating get {
      clock += 1
      entries[key]?.lastUse = clock
      return entries[key]?.value
    }
  }

  /// Adds a value; one larger than the whole cache is not kept.
  mutating func insert(_ value: Value, bytes size: Int, for key: Key) {
    guard size <= capacity, entries[key] == nil else { return }
    clock += 1
    entries[key] = Entry(value: value, bytes: size, lastUse: clock)
    bytes += size
    guard bytes > capacity else { return }
    // Half goes at once, so that sorting is rare.
    for (old, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard bytes > capacity / 2, old != key else { break }
      entries[old] = nil
      bytes -= entry.bytes
    }
  }
}
