/// Spans of one step, gathered for one call of a kernel: triples of `Int32`, see `SourceOver`.
struct SpanList {
  private(set) var base: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private var capacity: Int

  init() {
    capacity = 256
    base = UnsafeMutablePointer<Int32>.allocate(capacity: 3 * capacity)
  }

  func deallocate() { base.deallocate() }

  @inline(__always) mutating func removeAll() { count = 0 }

  @inline(__always) mutating func append(_ pixel: Int, _ mask: Int, _ bytes: Int) {
    if count == capacity { grow() }
    let place = base + 3 * count
    place[0] = Int32(truncatingIfNeeded: pixel)
    place[1] = Int32(truncatingIfNeeded: mask)
    place[2] = Int32(truncatingIfNeeded: bytes)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: 6 * capacity)
    larger.update(from: base, count: 3 * count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}

/// The spans of one step by kind, since each kind is a kernel of its own.
struct SpanLists {
  var masked = SpanList()
  var constant = SpanList()
  var solid = SpanList()

  func deallocate() {
    masked.deallocate()
    constant.deallocate()
    solid.deallocate()
  }

  @inline(__always) mutating func removeAll() {
    masked.removeAll()
    constant.removeAll()
    solid.removeAll()
  }
}
