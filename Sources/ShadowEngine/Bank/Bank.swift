internal import PenumbraLocking

/// Things that are costly to make and may be made again, kept up to a number of bytes; those that were
/// not used for the longest time go first (second chance: a use counts until the next round).
///
/// Items have numbers from 0. One that two threads need at once is made once: the second waits, or
/// makes another in the meantime.
final class Bank<Item: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private let limit: Int
  private let size: @Sendable (Item) -> Int
  private var items: [Item?]
  private let isInWork: UnsafeMutablePointer<Bool>
  private let wasUsed: UnsafeMutablePointer<Bool>
  private var total = 0
  /// The numbers that are held, and some that are no more; from `head` on, oldest first.
  private var queue: [Int32] = []
  private var head = 0

  /// `limit` in bytes, as `size` tells them.
  ///
  /// What is in use stays alive beyond the limit.
  init(count: Int, limit: Int, size: @escaping @Sendable (Item) -> Int) {
    self.limit = limit
    self.size = size
    items = [Item?](repeating: nil, count: count)
    isInWork = UnsafeMutablePointer<Bool>.allocate(capacity: count + 1)
    isInWork.initialize(repeating: false, count: count)
    wasUsed = UnsafeMutablePointer<Bool>.allocate(capacity: count + 1)
    wasUsed.initialize(repeating: false, count: count)
  }

  deinit {
    isInWork.deallocate()
    wasUsed.deallocate()
  }

  /// The items of these numbers, in their order, made where they are missing.
  func items(
    _ numbers: [Int32], make: (Int) throws(RenderError) -> Item
  ) throws(RenderError) -> [Item] {
    var found: [Item?] = []
    found.reserveCapacity(numbers.count)
    var open: [Int] = []
    lock.lock()
    for (place, number) in numbers.enumerated() {
      let item = items[Int(number)]
      found.append(item)
      if item == nil { open.append(place) } else { wasUsed[Int(number)] = true }
    }
    lock.unlock()
    while !open.isEmpty {
      guard let number = claim(numbers, &found, &open) else { continue }
      do {
        keep(try make(number), number)
      } catch {
        lock.withLock {
          isInWork[number] = false
          lock.wakeAll()
        }
        throw error
      }
    }
    return found.compactMap { $0 }
  }

  /// Takes what has come meanwhile, then gives the number of an item to make; nil when none is left.
  private func claim(
    _ numbers: [Int32], _ found: inout [Item?], _ open: inout [Int]
  ) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    while true {
      open.removeAll { place in
        guard let item = items[Int(numbers[place])] else { return false }
        found[place] = item
        wasUsed[Int(numbers[place])] = true
        return true
      }
      if open.isEmpty { return nil }
      if let place = open.first(where: { !isInWork[Int(numbers[$0])] }) {
        let number = Int(numbers[place])
        isInWork[number] = true
        return number
      }
      lock.wait()
    }
  }

  private func keep(_ item: Item, _ number: Int) {
    lock.withLock {
      isInWork[number] = false
      items[number] = item
      wasUsed[number] = true
      total += size(item)
      queue.append(Int32(number))
      evict(except: number)
      lock.wakeAll()
    }
  }

  /// Lets go of items, whether there is room or not.
  func drop(_ numbers: some Sequence<Int32>) {
    lock.withLock {
      for number in numbers { remove(Int(number)) }
    }
  }

  /// Forgets everything.
  func removeAll() {
    lock.withLock {
      for number in items.indices { remove(number) }
    }
  }

  private func remove(_ number: Int) {
    guard let item = items[number] else { return }
    total -= size(item)
    items[number] = nil
    wasUsed[number] = false
  }

  private func evict(except newest: Int) {
    // The first round takes marks of use, the second what has none. A number that was dropped and made
    // again stands in the queue twice, so the rounds are counted.
    var left = 2 * (queue.count - head)
    while total > limit, left > 0, head < queue.count {
      left -= 1
      let number = Int(queue[head])
      head += 1
      if number == newest {
        // It stays, whatever its size.
        queue.append(Int32(number))
      } else if wasUsed[number] {
        wasUsed[number] = false
        queue.append(Int32(number))
      } else {
        remove(number)
      }
    }
    if head > 4096, head * 2 > queue.count {
      queue.removeFirst(head)
      head = 0
    }
  }
}
