/// Which of a job's items (scenes, cells, pages) each shard takes.
///
/// The split depends on the items' predicted costs and on nothing else, so that every machine finds
/// the same one. Items go to the least loaded shard, heaviest first (longest processing time);
/// equal costs keep their order and equal loads prefer the lower shard. Loads so differ by no more
/// than the heaviest item, and no shard is empty unless there are fewer items than shards.
public struct ShardPlan: Hashable, Sendable {
  /// For each item, the shard that takes it, 1...count.
  public let shardOfItem: [Int]
  /// The sum of the predicted costs of each shard's items; the first shard's comes first.
  public let loads: [PredictedCost]

  /// Splits items of the given costs into `count` shards, which must be at least 1.
  public init(costs: [PredictedCost], count: Int) {
    precondition(count >= 1, "a plan needs a shard")
    let order = costs.indices.sorted { left, right in
      costs[left] == costs[right] ? left < right : costs[left] > costs[right]
    }
    var shardOfItem = [Int](repeating: 1, count: costs.count)
    var heap = LeastLoaded(count: count)
    for item in order {
      shardOfItem[item] = heap.give(costs[item]) + 1
    }
    self.shardOfItem = shardOfItem
    self.loads = heap.loads
  }

  /// The items of a shard, ascending.
  public func items(of shard: Shard) -> [Int] {
    precondition(shard.count == loads.count, "the plan was made for another number of shards")
    return shardOfItem.indices.filter { shardOfItem[$0] == shard.index }
  }
}

/// A binary heap of shards by load, then by number.
private struct LeastLoaded {
  private(set) var loads: [PredictedCost]
  private var heap: [Int]

  init(count: Int) {
    loads = Array(repeating: .zero, count: count)
    heap = Array(0..<count)
  }

  /// Adds a cost to the least loaded shard and says which it was.
  mutating func give(_ cost: PredictedCost) -> Int {
    let shard = heap[0]
    loads[shard] += cost
    siftDown()
    return shard
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && comesFirst(heap[child], heap[least]) {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func comesFirst(_ left: Int, _ right: Int) -> Bool {
    loads[left] == loads[right] ? left < right : loads[left] < loads[right]
  }
}
