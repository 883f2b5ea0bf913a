import PenumbraGraphics
import PenumbraJobs
import PenumbraScene
import Testing

@Suite("Shard: the split")
struct ShardPlanTests {
  /// Costs that span five orders of magnitude, ties included.
  static func costs(count: Int, seed: UInt64) -> [PredictedCost] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let magnitude = Int((state >> 33) % 5)
      let digits = Int((state >> 40) % 9) + 1
      return PredictedCost(units: (0..<magnitude).reduce(digits) { product, _ in product * 10 })
    }
  }

  @Test(
    "covers every item once, balances within the heaviest item and leaves no shard empty",
    arguments: [0, 1, 2, 3, 7, 64, 1000], [1, 2, 3, 4, 6, 17, 100])
  func properties(items: Int, count: Int) throws {
    for seed in UInt64(1)...20 {
      let costs = ShardPlanTests.costs(count: items, seed: seed)
      let plan = ShardPlan(costs: costs, count: count)
      var seen: [Int] = []
      for index in 1...count {
        let share = plan.items(of: try Shard(index: index, count: count))
        #expect(share == share.sorted(), "seed \(seed)")
        #expect(!share.isEmpty || items < count, "seed \(seed), shard \(index)")
        var load = PredictedCost.zero
        for item in share { load += costs[item] }
        #expect(load == plan.loads[index - 1], "seed \(seed)")
        seen += share
      }
      #expect(seen.sorted() == Array(0..<items), "seed \(seed)")
      let heaviest = costs.max()?.units ?? 0
      let loads = plan.loads.map(\.units)
      #expect((loads.max() ?? 0) - (loads.min() ?? 0) <= heaviest, "seed \(seed)")
    }
  }

  @Test("fewer items than shards: one each, the rest empty")
  func fewerItems() throws {
    let plan = ShardPlan(costs: ShardPlanTests.costs(count: 3, seed: 5), count: 8)
    let sizes = try (1...8).map { plan.items(of: try Shard(index: $0, count: 8)).count }
    #expect(sizes == [1, 1, 1, 0, 0, 0, 0, 0])
  }

  @Test("equal costs go round in order")
  func equalCosts() throws {
    let plan = ShardPlan(costs: Array(repeating: PredictedCost(units: 9), count: 7), count: 3)
    #expect(plan.shardOfItem == [1, 2, 3, 1, 2, 3, 1])
  }

  @Test("eight items of one heavy and seven light ones do not land three to a shard")
  func heavyFirst() {
    let costs = [1, 1, 1, 1, 1, 1, 1, 7].map(PredictedCost.init(units:))
    #expect(ShardPlan(costs: costs, count: 2).loads.map(\.units) == [7, 7])
  }

  @Test("costs far beyond any picture do not overflow")
  func saturates() {
    let costs = Array(repeating: PredictedCost(units: .max), count: 100)
    let plan = ShardPlan(costs: costs, count: 2)
    #expect(plan.loads[0] == plan.loads[1])
  }
}

@Suite("Shard: predicted cost")
struct PredictedCostTests {
  static func cell(
    width: Double = 120, height: Double = 160, radius: Double = 8, shadows: [Shadow] = []
  ) -> PlacedCell {
    let box = Rect(x: 0, y: 0, width: width, height: height)
    return PlacedCell(
      index: 0, frame: Rect(x: 40, y: 40, width: width, height: height),
      shadowPath: RoundedRect(rect: box, radii: Corners(all: radius)),
      style: ResolvedStyle(
        fill: .color(.white), radii: Corners(all: radius), shadows: shadows))
  }

  static func scene(cells: [PlacedCell], scale: Double = 1) -> LaidOutScene {
    LaidOutScene(
      name: "s", canvas: Canvas(width: 400, height: 300, scale: scale),
      sections: [PlacedSection(name: "s", cells: PlacedCells(cells))])
  }

  @Test("an empty canvas costs its pixels, painted and encoded")
  func emptyCanvas() {
    #expect(PredictedCost(scene: Self.scene(cells: [])).units == 400 * 300 * 10)
    #expect(PredictedCost(scene: Self.scene(cells: [], scale: 3)).units == 1200 * 900 * 10)
  }

  @Test("grows with cells, shadows, sigma and scale")
  func grows() {
    let plain = PredictedCost(scene: Self.scene(cells: [Self.cell()]))
    #expect(plain > PredictedCost(scene: Self.scene(cells: [])))
    var last = plain
    for sigma in [0.0, 2, 10, 30] {
      let cost = PredictedCost(
        scene: Self.scene(cells: [Self.cell(shadows: [Shadow(sigma: sigma)])]))
      #expect(cost > last, "sigma \(sigma)")
      last = cost
    }
    let content = Shadow(sigma: 30, caster: .content)
    #expect(PredictedCost(scene: Self.scene(cells: [Self.cell(shadows: [content])])) > last)
    let cell = Self.cell(shadows: [Shadow(sigma: 10)])
    #expect(PredictedCost(cell: cell, scale: 2) > PredictedCost(cell: cell, scale: 1))
  }

  @Test("cells that share a mask cost less than cells of different sigma or place between pixels")
  func sharedMasks() {
    func cost(_ change: (inout PlacedCell, Double) -> Void) -> PredictedCost {
      PredictedCost(
        scene: Self.scene(
          cells: (0..<8).map { index in
            var cell = Self.cell(width: 20, height: 20, shadows: [Shadow(sigma: 4)])
            cell.frame.x = 40 + 30 * Double(index)
            change(&cell, Double(index))
            return cell
          }))
    }
    let same = cost { _, _ in }
    #expect(cost { $0.style.shadows[0].sigma += $1 / 1000 } > same)
    #expect(cost { $0.frame.y += $1 / 16 } > same)
  }

  @Test("a transparent canvas costs more than an opaque one")
  func transparent() {
    var scene = Self.scene(cells: [])
    scene.canvas.background = .color(Color(red: 0, green: 0, blue: 0, alpha: 0))
    #expect(PredictedCost(scene: scene) > PredictedCost(scene: Self.scene(cells: [])))
  }

  @Test("what lies outside the canvas costs nothing to paint")
  func clipped() {
    var cell = Self.cell()
    cell.frame.x = 5000
    cell.style.radii = .zero
    let empty = PredictedCost(scene: Self.scene(cells: []))
    // It is planned all the same.
    #expect(
      PredictedCost(scene: Self.scene(cells: [cell])).units
        == empty.units + PredictedCost.plannedCell)
  }

  @Test("absurd sizes saturate instead of trapping")
  func absurd() {
    let cell = Self.cell(
      width: 1e300, height: 1e300, shadows: [Shadow(sigma: 1e200, spread: -1e250)])
    #expect(PredictedCost(cell: cell, scale: 1e6) > PredictedCost(cell: Self.cell(), scale: 1))
  }
}
