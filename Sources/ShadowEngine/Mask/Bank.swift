/// Things that are costly to make and may be made again, kept up to a number of bytes; the least
/// recently used go first.
///
/// Items have numbers from 0. One that two threads need at once is made once: the second waits, or
/// makes another in the meantime.
final class Bank<Item: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private let limit: Int
  private let size: @Sendable (Item) -> Int
  private var items: [Item?]
  private var isInWork: [Bool]
  private var total = 0
  /// A doubly linked list in order of use; slot `items.count` is its head.
  private var next: [Int32]
  private var previous: [Int32]

  /// `limit` in bytes, as `size` tells them. What is in use stays alive beyond the limit.
  init(count: Int, limit: Int, size: @escaping @Sendable (Item) -> Int) {
    self.limit = limit
    self.size = size
    items = [Item?](repeating: nil, count: count)
    isInWork = [Bool](repeating: false, count: count)
    next = [Int32](repeating: -1, count: count + 1)
    previous = [Int32](repeating: -1, count: count + 1)
    next[count] = Int32(count)
    previous[count] = Int32(count)
  }

  /// The items of these numbers, in their order, made where they are missing.
  func items(
    _ numbers: [Int32], make: (Int) throws(RenderError) -> Item
  ) throws(RenderError) -> [Item] {
    var found = [Item?](repeating: nil, count: numbers.count)
    var open = Array(numbers.indices)
    while true {
      var claimed: Int?
      lock.lock()
      while true {
        open.removeAll { place in
          let number = Int(numbers[place])
          guard let item = items[number] else { return false }
          found[place] = item
          touch(number)
          return true
        }
        claimed = open.first { !isInWork[Int(numbers[$0])] }
        if claimed != nil || open.isEmpty { break }
        lock.wait()
      }
      if let claimed { isInWork[Int(numbers[claimed])] = true }
      lock.unlock()
      guard let claimed else { return found.compactMap { $0 } }
      let number = Int(numbers[claimed])
      do {
        let item = try make(number)
        lock.withLock {
          isInWork[number] = false
          items[number] = item
          total += size(item)
          touch(number)
          evict(except: number)
          lock.wakeAll()
        }
      } catch {
        lock.withLock {
          isInWork[number] = false
          lock.wakeAll()
        }
        throw error
      }
    }
  }

  /// Forgets everything.
  func removeAll() {
    lock.withLock {
      for number in items.indices where items[number] != nil { remove(number) }
    }
  }

  private func touch(_ number: Int) {
    if next[number] >= 0 { unlink(number) }
    let head = items.count
    let first = next[head]
    next[number] = first
    previous[number] = Int32(head)
    previous[Int(first)] = Int32(number)
    next[head] = Int32(number)
  }

  private func unlink(_ number: Int) {
    let before = previous[number]
    let after = next[number]
    next[Int(before)] = after
    previous[Int(after)] = before
    next[number] = -1
    previous[number] = -1
  }

  private func remove(_ number: Int) {
    guard let item = items[number] else { return }
    total -= size(item)
    items[number] = nil
    unlink(number)
  }

  private func evict(except number: Int) {
    while total > limit {
      let last = Int(previous[items.count])
      if last == items.count || last == number { return }
      remove(last)
    }
  }
}
