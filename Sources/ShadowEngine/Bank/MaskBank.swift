internal import PenumbraLocking

/// The masks of a plan by number: made when first asked for, kept in a bounded bank, let go of when no
/// row below needs them.
final class MaskBank: Sendable {
  private let bank: Bank<AlphaMask>
  /// The plan's masks by the last row that needs them.
  private let byLastRow: [(row: Int, mask: Int32)]
  /// How many of them, from the first on, were let go.
  private let retired = Guarded(0)

  /// `limit` in bytes.
  init(_ plan: Plan, limit: Int) {
    bank = Bank(count: plan.masks.count, limit: limit) { $0.byteCount }
    byLastRow = plan.masksByLastRow
  }

  /// The masks of steps, in their order; nil for a step without one.
  func masks(
    of ops: [PaintOp], make: (Int) throws(RenderError) -> AlphaMask
  ) throws(RenderError) -> [AlphaMask?] {
    let numbers = ops.compactMap { $0.mask >= 0 ? $0.mask : nil }
    var found = try bank.items(numbers, make: make).makeIterator()
    return ops.map { $0.mask >= 0 ? found.next() : nil }
  }

  /// Lets go of the masks that no row from this one on needs; rows above may still be asked for.
  func retire(above row: Int) {
    let last = retired.withLock { count in
      let first = count
      while count < byLastRow.count, byLastRow[count].row <= row { count += 1 }
      return first..<count
    }
    if !last.isEmpty { bank.drop(byLastRow[last].lazy.map(\.mask)) }
  }

  /// Forgets all masks, so that they are made anew.
  func removeAll() {
    bank.removeAll()
    retired.withLock { $0 = 0 }
  }
}
