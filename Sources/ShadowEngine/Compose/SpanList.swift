/// Spans of one step, gathered for one call of a kernel: triples of `Int`, see `SourceOver`.
struct SpanList {
  private(set) var base: UnsafeMutablePointer<Int>
  private(set) var count = 0
  private var capacity: Int

  init() {
    capacity = 256
    base = UnsafeMutablePointer<Int>.allocate(capacity: 3 * capacity)
  }

  func deallocate() { base.deallocate() }

  @inline(__always) mutating func removeAll() { count = 0 }

  /// Makes room for so many more spans.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: 3 * capacity)
    larger.update(from: base, count: 3 * count)
    base.deallocate()
    base = larger
  }

  /// Adds a span; there must be room for it.
  @inline(__always) mutating func put(_ pixel: Int, _ mask: Int, _ bytes: Int) {
    let place = base + 3 &* count
    place[0] = pixel
    place[1] = mask
    place[2] = bytes
    count &+= 1
  }
}

/// The spans of one step by kind, since each kind is a kernel of its own, and the stretches of its
/// rows that are not hidden.
struct SpanLists {
  var masked = SpanList()
  var constant = SpanList()
  var solid = SpanList()
  /// Pairs of a first pixel and one past the last, from left to right.
  private(set) var visible = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * Self.stretches)
  private(set) var visibleCount = 0

  /// One more than a step can have hidden boxes.
  private static let stretches = HiddenBoxes.limit + 1

  func deallocate() {
    masked.deallocate()
    constant.deallocate()
    solid.deallocate()
    visible.deallocate()
  }

  @inline(__always) mutating func removeAll() {
    masked.removeAll()
    constant.removeAll()
    solid.removeAll()
  }

  /// Makes room for the spans of so many rows along the visible stretches.
  mutating func reserve(rows: Int) {
    masked.reserve(2 * rows * visibleCount)
    constant.reserve(rows * visibleCount)
    solid.reserve(rows * visibleCount)
  }

  /// Finds the stretches of a row that no box hides, and returns up to which row they hold.
  mutating func findVisible(
    _ op: PaintOp, _ hidden: UnsafeBufferPointer<PixelBox>, from row: Int, to last: Int
  ) -> Int {
    visible[0] = op.left
    visible[1] = op.right
    visibleCount = 1
    var end = last
    for box in hidden {
      if Int(box.top) > row {
        end = min(end, Int(box.top))
      } else if Int(box.bottom) > row {
        end = min(end, Int(box.bottom))
        hide(box.left, box.right)
      }
    }
    return end
  }

  /// Takes pixels out of the visible stretches.
  private mutating func hide(_ left: Int32, _ right: Int32) {
    var kept = 0
    let count = visibleCount
    // A stretch may become two, so those behind it are moved out of the way first.
    for index in 0..<count where visible[2 * index] < left && visible[2 * index + 1] > right {
      for later in (index + 1..<count + 1).reversed() where later > index {
        visible[2 * later] = visible[2 * later - 2]
        visible[2 * later + 1] = visible[2 * later - 1]
      }
      visible[2 * index + 1] = left
      visible[2 * index + 2] = right
      visibleCount = count + 1
      return
    }
    for index in 0..<count {
      var from = visible[2 * index]
      var to = visible[2 * index + 1]
      if from >= left, from < right { from = right }
      if to > left, to <= right { to = left }
      if from < to {
        visible[2 * kept] = from
        visible[2 * kept + 1] = to
        kept += 1
      }
    }
    visibleCount = kept
  }
}
