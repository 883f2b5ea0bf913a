/// Gauss-Legendre quadrature on 0...1.
struct GaussLegendre: Sendable {
  let positions: [Double]
  let weights: [Double]

  /// The rules in use, by their count of nodes, 1 to 8.
  static let rules: [GaussLegendre] = (1...8).map { GaussLegendre(nodes: $0) }

  static func rule(_ nodes: Int) -> GaussLegendre { rules[nodes - 1] }

  /// Roots of the Legendre polynomial by Newton's method from the usual cosine guess.
  private init(nodes n: Int) {
    var positions = [Double](repeating: 0.5, count: n)
    var weights = [Double](repeating: 1, count: n)
    for i in 0..<(n + 1) / 2 {
      let angle = SeriesFunctions.pi * (Double(i) + 0.75) / (Double(n) + 0.5)
      var x = SeriesFunctions.sineAndCosine(angle).cosine
      var derivative = 1.0
      for _ in 0..<20 {
        var before = 1.0
        var value = x
        for k in 2..<max(2, n + 1) {
          let next = (Double(2 * k - 1) * x * value - Double(k - 1) * before) / Double(k)
          before = value
          value = next
        }
        derivative = n == 1 ? 1 : Double(n) * (x * value - before) / (x * x - 1)
        x -= value / derivative
      }
      let weight = 1 / ((1 - x * x) * derivative * derivative)
      positions[i] = 0.5 - 0.5 * x
      positions[n - 1 - i] = 0.5 + 0.5 * x
      weights[i] = weight
      weights[n - 1 - i] = weight
    }
    self.positions = positions
    self.weights = weights
  }
}
