internal import PenumbraJobs
internal import Vips

/// What a check has to look at: all, or one shard's share.
struct CheckPlan {
  let cells: any CellSet
  let baseline: (any CellSet)?
  /// Indexes of the cells that this job draws.
  let mine: [Int]
  /// Indexes of the baseline's pictures that can only be these cells'.
  let theirs: [Int]

  /// Shards share out cells one by one, weighed by pixels, but for rows whose number of nameless
  /// cells changed: which of them is which can only be found out with all of them.
  init(cells: any CellSet, baseline: (any CellSet)?, shard: Shard?) throws {
    self.cells = cells
    self.baseline = baseline
    let all = 0..<(baseline?.count ?? 0)
    guard let shard else {
      mine = Array(0..<cells.count)
      theirs = Array(all)
      return
    }
    var units: [Unit] = []
    var places: [Group: Int] = [:]
    func unit(_ identity: CellIdentity, isGroup: Bool) -> Int {
      let group = Group(
        scene: identity.scene, section: identity.section, name: identity.name,
        index: isGroup || identity.name != nil ? nil : identity.index)
      if let place = places[group] { return place }
      places[group] = units.count
      units.append(Unit())
      return units.count - 1
    }
    let uneven = try CheckPlan.unevenGroups(cells, baseline)
    for index in 0..<cells.count {
      let identity = try cells.identity(at: index)
      let place = unit(identity, isGroup: uneven.contains(Group(row: identity)))
      let layout = try cells.layout(at: index)
      units[place].cost += layout.width * layout.height
      units[place].mine.append(index)
    }
    for index in all {
      guard let identity = try baseline?.identity(at: index) else { break }
      units[unit(identity, isGroup: uneven.contains(Group(row: identity)))].theirs.append(index)
    }
    let plan = ShardPlan(
      costs: units.map { PredictedCost(units: $0.cost) }, count: shard.count)
    let share = plan.items(of: shard)
    mine = share.flatMap { units[$0].mine }.sorted()
    theirs = share.flatMap { units[$0].theirs }.sorted()
  }

  private struct Unit {
    var cost = 0
    var mine: [Int] = []
    var theirs: [Int] = []
  }

  private struct Group: Hashable {
    var scene: String
    var section: String
    var name: String?
    var index: Int?

    init(scene: String, section: String, name: String?, index: Int?) {
      self.scene = scene
      self.section = section
      self.name = name
      self.index = index
    }

    /// All nameless cells of a section.
    init(row identity: CellIdentity) {
      self.init(
        scene: identity.scene, section: identity.section, name: identity.name, index: nil)
    }
  }

  private static func unevenGroups(
    _ cells: any CellSet, _ baseline: (any CellSet)?
  ) throws -> Set<Group> {
    var counts: [Group: Int] = [:]
    for index in 0..<cells.count {
      counts[Group(row: try cells.identity(at: index)), default: 0] += 1
    }
    if let baseline {
      for index in 0..<baseline.count {
        counts[Group(row: try baseline.identity(at: index)), default: 0] -= 1
      }
    }
    return Set(counts.filter { $0.value != 0 && $0.key.name == nil }.keys)
  }
}
