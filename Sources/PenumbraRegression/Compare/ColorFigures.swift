internal import CSSValues

/// CIEDE2000 of all pixels, as far as limits and suggestions need it.
///
/// Suggested limits have three decimals, so of every pixel it is enough to know in which thousandth
/// its figure lies.
struct ColorFigures: Sendable {
  /// The largest figure.
  private(set) var largest: Float = 0
  /// The sum of all.
  private(set) var sum = 0.0
  /// How many pixels go beyond the limits.
  private(set) var beyond = 0
  /// Of pixels that differ: all, and those that differ by no more than the suggested level.
  private var all = Thousandths()
  private var low = Thousandths()
  private let limits: Limits
  /// The level that is suggested where levels alone are raised.
  let lowLevel: Int

  init(limits: Limits, lowLevel: Int) {
    self.limits = limits
    self.lowLevel = lowLevel
  }

  /// Takes the figures of some rows.
  mutating func add(_ figures: [Float], _ rows: ComparedRows) {
    precondition(
      figures.count == rows.width * rows.count, "a colour metric gives one figure a pixel")
    let (levelLimit, maxDeltaE) = (limits.levelLimit, limits.maxDeltaE ?? .infinity)
    figures.withUnsafeBufferPointer { figures in
      for pixel in 0..<figures.count {
        let figure = figures[pixel]
        let level = Int(rows.levels(at: pixel * 4).largest)
        if level > levelLimit || Double(figure) > maxDeltaE { beyond += 1 }
        guard figure > 0 else { continue }
        largest = max(largest, figure)
        sum += Double(figure)
        let step = Thousandths.step(figure)
        all.add(step)
        if level <= lowLevel { low.add(step) }
      }
    }
  }

  /// The smallest figure of three decimals that at most `allowed` pixels exceed.
  func smallest(allowed: Int) -> Double? { all.smallest(allowed: allowed) }

  /// The same of pixels that differ by no more than the suggested level.
  func smallestOfLow(allowed: Int) -> Double? { low.smallest(allowed: allowed) }

  /// The figures that do not depend on limits.
  func write(to measures: inout Measures) {
    measures.largestDeltaE = Double(largest)
    measures.meanDeltaE = sum / Double(measures.pixels)
  }
}

/// How many figures lie in each thousandth, by its upper end.
private struct Thousandths: Sendable {
  /// No difference of two colours is as large.
  private static let most = 1_000_000
  private var counts: [UInt32] = []

  /// The thousandth that a positive figure lies in.
  static func step(_ figure: Float) -> Int {
    Int(saturating: min(roundedUp(Double(figure), decimals: 3) * 1000, Double(most)).rounded())
  }

  mutating func add(_ step: Int) {
    if step >= counts.count {
      counts += repeatElement(0, count: step + 1 - counts.count)
    }
    counts[step] += 1
  }

  /// Nil where it is larger than any difference of colours.
  func smallest(allowed: Int) -> Double? {
    var beyond = 0
    for step in counts.indices.reversed() {
      beyond += Int(counts[step])
      if beyond > allowed { return step < Self.most ? Double(step) / 1000 : nil }
    }
    return 0
  }
}
