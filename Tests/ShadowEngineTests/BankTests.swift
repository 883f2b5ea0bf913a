import Testing

@testable import ShadowEngine

/// What is kept, and for how long.
@Suite struct BankTests {
  /// The number that an item was made for, and how often it was made.
  private final class Counts: @unchecked Sendable {
    var made = [Int](repeating: 0, count: 4)
  }

  private func bank(limit: Int) -> Bank<Int> { Bank(count: 4, limit: limit, size: { _ in 10 }) }

  private func use(_ bank: Bank<Int>, _ numbers: [Int32], _ counts: Counts) throws -> [Int] {
    try bank.items(numbers) { number throws(RenderError) in
      counts.made[number] += 1
      return 100 + number
    }
  }

  @Test func whatFitsIsMadeOnce() throws {
    let (bank, counts) = (bank(limit: 40), Counts())
    for _ in 0..<3 { #expect(try use(bank, [0, 1, 2, 3], counts) == [100, 101, 102, 103]) }
    #expect(counts.made == [1, 1, 1, 1])
  }

  @Test func theLongestUnusedGoes() throws {
    let (bank, counts) = (bank(limit: 20), Counts())
    for number in [0, 1, 0, 2, 0] as [Int32] { _ = try use(bank, [number], counts) }
    #expect(counts.made[2] == 1)
    #expect(counts.made[0] + counts.made[1] <= 3)
  }

  /// Dropped and made again, a number stands in the queue twice.
  @Test func anItemBeyondTheLimitIsMadeAgain() throws {
    let (bank, counts) = (bank(limit: 5), Counts())
    for _ in 0..<3 {
      #expect(try use(bank, [1], counts) == [101])
      bank.drop([1])
    }
    #expect(try use(bank, [1, 2, 1], counts) == [101, 102, 101])
    #expect(counts.made[1] >= 4)
  }
}
