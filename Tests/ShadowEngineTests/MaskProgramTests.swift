import PenumbraGraphics
import PenumbraTestSupport
import Testing

@testable import ShadowEngine

/// The fast way to a mask's bytes against the plain one, row by row.
struct MaskProgramTests {
  @Test func programsGiveWhatPlainRowsGive() throws {
    let seed: UInt64 = 31
    var random = SplitMix64(seed: seed)
    for number in 0..<60 {
      let recipe = recipe(&random)
      guard let layout = MaskLayout(recipe) else { continue }
      for set in InstructionSet.available {
        let evaluator = MaskEvaluator(
          recipe, x: layout.x, y: layout.y, columns: 0..<layout.x.sampleCount,
          rows: 0..<layout.y.sampleCount,
          context: MaskContext(
            kernels: KernelTable.table(set), tiles: CornerResidualCache(), arena: Arena()))
        let arena = Arena()
        func lines() -> RoundedLines {
          RoundedLines(
            rows: evaluator.rows, samples: evaluator.columns, isWide: false,
            kernels: KernelTable.table(set), arena: arena)
        }
        let fast = lines()
        let plain = lines()
        let columns = 0..<evaluator.columns
        try #require(
          evaluator.inverseBytes(
            firstRow: 0, count: evaluator.rows, columns: columns, into: fast))
        var row = 0
        while row < evaluator.rows {
          let count = min(MaskEvaluator.blockRows, evaluator.rows - row)
          plain.round(
            evaluator.block(firstRow: row, count: count, columns: columns), evaluator.stride,
            firstRow: row, count: count, columns: columns)
          row += count
        }
        for row in 0..<evaluator.rows {
          for column in columns {
            let place = row * fast.stride + column
            let a = fast.base.load(fromByteOffset: place, as: UInt8.self)
            let b = plain.base.load(fromByteOffset: place, as: UInt8.self)
            if a != b {
              Issue.record("\(set) recipe \(number), row \(row) column \(column): \(a), not \(b)")
              return
            }
          }
        }
        withExtendedLifetime(arena) {}
      }
    }
  }

  private func recipe(_ random: inout SplitMix64) -> MaskRecipe {
    let width = random.logUniform(2, 200)
    let height = random.logUniform(2, 200)
    func shape(_ random: inout SplitMix64) -> FittedShape {
      FittedShape(
        RoundedRect(
          rect: Rect(
            x: random.uniform(-9, 9), y: random.uniform(-9, 9), width: width, height: height),
          radii: Corners(all: random.oneIn(4) ? 0 : random.uniform(0, 40)),
          curve: random.oneIn(3) ? .continuous : .circular), originX: 0, originY: 0)
    }
    let layers = (0..<random.integer(1, 3)).map { _ in
      MaskRecipe.Layer(
        shapes: (0..<random.integer(1, 2)).map { _ in shape(&random) }, content: nil,
        sigma: random.oneIn(4) ? 0 : random.logUniform(0.1, 40),
        kernel: random.oneIn(4) ? .coreGraphics : .gaussian, alpha: random.unit())
    }
    return MaskRecipe(
      rule: .outer, layers: layers, cell: [], clip: nil, channels: 3)
  }
}
