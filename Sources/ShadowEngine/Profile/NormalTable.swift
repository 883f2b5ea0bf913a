/// The normal distribution and its integral, tabulated as the `EdgeProfile` kernels read them.
final class NormalTable: Sendable {
  static let shared = NormalTable()

  /// 256 intervals of 1/16 from -8 to 8: four coefficients of R, then four of Phi.
  let cubics: [Double]
  /// Phi at -8 + i / 16.
  private let distribution: [Double]

  private init() {
    let rule = GaussLegendre.rule(8)
    let step = 1.0 / 16
    let densityAtZero = 1 / (2 * SeriesFunctions.pi).squareRoot()
    func density(_ z: Double) -> Double {
      densityAtZero * SeriesFunctions.exponential(minus: 0.5 * z * z)
    }
    var phi = [Double](repeating: 0.5, count: 257)
    var ramp = [Double](repeating: 0, count: 257)
    for i in 0...128 {
      let z = Double(i) * step
      if i > 0 {
        var area = 0.0
        for (position, weight) in zip(rule.positions, rule.weights) {
          area += weight * density(z - step + step * position)
        }
        phi[128 + i] = phi[127 + i] + step * area
      }
      phi[128 - i] = 1 - phi[128 + i]
      ramp[128 + i] = z * phi[128 + i] + density(z)
      ramp[128 - i] = ramp[128 + i] - z
    }
    var cubics: [Double] = []
    cubics.reserveCapacity(256 * 8)
    for i in 0..<256 {
      let z = Double(i - 128) * step
      cubics += Self.hermite(
        ramp[i], ramp[i + 1], step * phi[i], step * phi[i + 1])
      cubics += Self.hermite(
        phi[i], phi[i + 1], step * density(abs(z)), step * density(abs(z + step)))
    }
    self.cubics = cubics
    self.distribution = phi
  }

  /// The cubic on 0...1 with these values and slopes at its ends.
  private static func hermite(
    _ start: Double, _ end: Double, _ startSlope: Double, _ endSlope: Double
  ) -> [Double] {
    let rise = end - start
    return [
      start, startSlope, 3 * rise - 2 * startSlope - endSlope, startSlope + endSlope - 2 * rise,
    ]
  }

  /// The z at and beyond which the tail of the normal distribution holds at most `share`, 0...1/2,
  /// rounded up to a sixteenth.
  func reach(tail share: Double) -> Double {
    var low = 128
    var high = 256
    while low < high {
      let middle = (low + high) / 2
      if 1 - distribution[middle] <= share { high = middle } else { low = middle + 1 }
    }
    return Double(low - 128) / 16
  }

  /// Phi at a multiple of 1/16.
  func phi(_ z: Double) -> Double { distribution[Int(z * 16) + 128] }
}
