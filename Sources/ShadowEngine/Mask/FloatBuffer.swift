/// A block of floats, zero to begin with, freed with its owner.
final class FloatBuffer {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  init(_ count: Int) {
    self.count = count
    base = UnsafeMutablePointer<Float>.allocate(capacity: count > 0 ? count : 1)
    base.initialize(repeating: 0, count: count)
  }

  deinit { base.deallocate() }
}

/// `count` rounded up to whole vectors of the kernels.
func paddedCount(_ count: Int) -> Int { (count + 31) & ~31 }
