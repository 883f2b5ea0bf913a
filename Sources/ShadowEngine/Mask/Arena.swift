/// Memory for one mask's working numbers, handed out in a row and taken back all at once.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var current: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0

  init() {
    capacity = 1 << 18
    current = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
  }

  deinit {
    for block in blocks { block.deallocate() }
    current.deallocate()
  }

  /// `count` floats with any content, room for a whole vector more.
  func floats(_ count: Int) -> UnsafeMutablePointer<Float> {
    bytes(4 * (count + 32)).bindMemory(to: Float.self, capacity: count + 32)
  }

  /// `count` zeros, room for a whole vector more.
  func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
    let floats = floats(count)
    floats.initialize(repeating: 0, count: count + 32)
    return floats
  }

  /// `count` integers, zero.
  func integers(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let integers = bytes(4 * count).bindMemory(to: Int32.self, capacity: count)
    integers.initialize(repeating: 0, count: count)
    return integers
  }

  /// `count` bytes with any content, aligned to a cache line.
  func bytes(_ count: Int) -> UnsafeMutableRawPointer {
    let size = (count + 63) & ~63
    if used + size > capacity {
      blocks.append(current)
      capacity = max(2 * capacity, size)
      current = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
      used = 0
    }
    defer { used += size }
    return current + used
  }

  /// Takes everything back; one block, the largest, is kept unless it is very large.
  func reset() {
    for block in blocks { block.deallocate() }
    blocks.removeAll(keepingCapacity: true)
    used = 0
    if capacity > 1 << 24 {
      current.deallocate()
      capacity = 1 << 18
      current = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
    }
  }
}

/// `count` rounded up to whole vectors of the kernels.
func paddedCount(_ count: Int) -> Int { (count + 31) & ~31 }

/// What the making of a mask needs beside its recipe.
struct MaskContext {
  let kernels: KernelTable
  let tiles: CornerResidualCache
  let arena: Arena
}
