/// Which cell of a run is which cell of the baseline.
///
/// A cell with a name is the one of that name in that section. Cells without names are known by their
/// place: while their number stays the same, each is the one at its index, so that a changed key is a
/// change and nothing else. When it does not, the two rows are laid beside each other so that as many
/// as possible draw the same, and a cell that was put in front of others does not make them all
/// differ. What is left on both sides and has the same pixels was renamed; the same scene comes
/// first.
struct CellMatching {
  /// Index in the run and in the baseline.
  private(set) var pairs: [(run: Int, baseline: Int)] = []
  /// Of the pairs' cells, those that have another name in the baseline, by index in the run.
  private(set) var renamed: Set<Int> = []
  /// Indexes in the run.
  private(set) var new: [Int] = []
  /// Indexes in the baseline.
  private(set) var removed: [Int] = []

  /// Matches by identity and by the digest of the decoded pixels.
  init(
    run: [(identity: CellIdentity, digest: String)],
    baseline: [(identity: CellIdentity, digest: String)]
  ) {
    var runGroups = Groups(run.map(\.identity))
    let baselineGroups = Groups(baseline.map(\.identity))
    for key in baselineGroups.order where runGroups.members[key] == nil {
      runGroups.members[key] = []
      runGroups.order.append(key)
    }
    for key in runGroups.order {
      let mine = runGroups.members[key] ?? []
      let theirs = baselineGroups.members[key] ?? []
      if mine.count == theirs.count || key.name != nil {
        for (a, b) in zip(mine, theirs) { pairs.append((a, b)) }
        new += mine.dropFirst(theirs.count)
        removed += theirs.dropFirst(mine.count)
      } else {
        align(mine, theirs, digests: (run.map(\.digest), baseline.map(\.digest)))
      }
    }
    findRenamed(run: run, baseline: baseline)
    pairs.sort { $0.run < $1.run }
    new.sort()
    removed.sort()
  }

  /// Cells that can only be told apart by their place, in order.
  private struct Groups {
    struct Key: Hashable {
      var scene: String
      var section: String
      var name: String?
    }

    var members: [Key: [Int]] = [:]
    var order: [Key] = []

    init(_ identities: [CellIdentity]) {
      for (index, identity) in identities.enumerated() {
        let key = Key(scene: identity.scene, section: identity.section, name: identity.name)
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(index)
      }
    }
  }

  /// Largest table of the alignment; longer rows are paired from the front.
  private static let tableLimit = 4_000_000

  private mutating func align(
    _ mine: [Int], _ theirs: [Int], digests: (run: [String], baseline: [String])
  ) {
    func isSame(_ a: Int, _ b: Int) -> Bool {
      digests.run[mine[a]] == digests.baseline[theirs[b]]
    }
    var front = 0
    while front < min(mine.count, theirs.count) && isSame(front, front) {
      pairs.append((mine[front], theirs[front]))
      front += 1
    }
    var back = 0
    while back < min(mine.count, theirs.count) - front
      && isSame(mine.count - 1 - back, theirs.count - 1 - back)
    {
      pairs.append((mine[mine.count - 1 - back], theirs[theirs.count - 1 - back]))
      back += 1
    }
    let (a, b) = (front..<(mine.count - back), front..<(theirs.count - back))
    var gapA = a.lowerBound
    var gapB = b.lowerBound
    for (i, j) in Self.longestCommon(a, b, isSame: isSame) {
      fill(mine[gapA..<i], theirs[gapB..<j])
      pairs.append((mine[i], theirs[j]))
      gapA = i + 1
      gapB = j + 1
    }
    fill(mine[gapA..<a.upperBound], theirs[gapB..<b.upperBound])
  }

  /// What lies between two cells that are known: paired in order, the rest is new or removed.
  private mutating func fill(_ mine: ArraySlice<Int>, _ theirs: ArraySlice<Int>) {
    for (a, b) in zip(mine, theirs) { pairs.append((a, b)) }
    new += mine.dropFirst(theirs.count)
    removed += theirs.dropFirst(mine.count)
  }

  /// The longest common subsequence of two ranges; empty where its table would be too large.
  private static func longestCommon(
    _ a: Range<Int>, _ b: Range<Int>, isSame: (Int, Int) -> Bool
  ) -> [(Int, Int)] {
    guard !a.isEmpty, !b.isEmpty, a.count <= tableLimit / b.count else { return [] }
    let width = b.count + 1
    var lengths = [Int32](repeating: 0, count: (a.count + 1) * width)
    for i in (0..<a.count).reversed() {
      for j in (0..<b.count).reversed() {
        lengths[i * width + j] =
          isSame(a.lowerBound + i, b.lowerBound + j)
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var common: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < a.count && j < b.count {
      if isSame(a.lowerBound + i, b.lowerBound + j) {
        common.append((a.lowerBound + i, b.lowerBound + j))
        i += 1
        j += 1
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return common
  }

  private mutating func findRenamed(
    run: [(identity: CellIdentity, digest: String)],
    baseline: [(identity: CellIdentity, digest: String)]
  ) {
    for staysInScene in [true, false] {
      var open: [[String]: [Int]] = [:]
      for index in removed.reversed() {
        let cell = baseline[index]
        open[[staysInScene ? cell.identity.scene : "", cell.digest], default: []].append(index)
      }
      var taken: Set<Int> = []
      new.removeAll { index in
        let cell = run[index]
        let key = [staysInScene ? cell.identity.scene : "", cell.digest]
        guard let partner = open[key]?.popLast() else { return false }
        taken.insert(partner)
        renamed.insert(index)
        pairs.append((index, partner))
        return true
      }
      removed.removeAll { taken.contains($0) }
    }
  }
}
