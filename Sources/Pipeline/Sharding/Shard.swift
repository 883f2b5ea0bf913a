/// One share of a job that several machines divide.
public struct Shard: Hashable, Sendable {
  /// From 1.
  public let index: Int
  /// How many shares there are.
  public let count: Int

  /// nil unless 1 <= index <= count <= 1,000,000.
  public init?(index: Int, count: Int) {
    guard count >= 1, count <= 1_000_000, index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// `i/n`, from 1.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// `i/n`.
  public var description: String { "\(index)/\(count)" }

  /// Which of the items, by their predicted costs, are this shard's, in ascending order.
  ///
  /// The costliest item goes first, always to the share with the least so far (the first of equals):
  /// within 4/3 of the best split, no share empty while there are items for all, and the same on
  /// every machine, since costs are whole numbers.
  public func share(of costs: [Int]) -> [Int] {
    let order = costs.indices.sorted {
      costs[$0] == costs[$1] ? $0 < $1 : costs[$0] > costs[$1]
    }
    var loads = ShareHeap(count: count)
    var mine: [Int] = []
    for item in order {
      if loads.assign(cost: max(1, costs[item])) == index - 1 { mine.append(item) }
    }
    return mine.sorted()
  }
}

/// A heap of the shares' loads, least first, ties by index.
private struct ShareHeap {
  private var shares: [(load: Int, index: Int)]

  init(count: Int) { shares = (0..<count).map { (0, $0) } }

  /// Adds the cost to the least loaded share and returns its index.
  mutating func assign(cost: Int) -> Int {
    let chosen = shares[0].index
    shares[0].load += cost
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < shares.count {
        if shares[child] < shares[least] { least = child }
      }
      if least == parent { return chosen }
      shares.swapAt(parent, least)
      parent = least
    }
  }
}
