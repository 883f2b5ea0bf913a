/// The eight nodes and weights of Gauss-Legendre quadrature on 0...1 (Abramowitz and Stegun, 25.4).
enum GaussLegendre {
  static let nodes: [(position: Double, weight: Double)] = {
    let half: [(Double, Double)] = [
      (0.183434642495649805, 0.362683783378361983),
      (0.525532409916328986, 0.313706645877887287),
      (0.796666477413626740, 0.222381034453374471),
      (0.960289856497536232, 0.101228536290376259),
    ]
    return half.flatMap { node, weight in
      [(0.5 - 0.5 * node, 0.5 * weight), (0.5 + 0.5 * node, 0.5 * weight)]
    }
  }()
}
