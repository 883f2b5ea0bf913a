/// One axis of the general blur as a filter on samples: output(i) is the sum of weight(j) input(i - j).
struct GeneralBlurFilter: Sendable {
  let radius: Int
  /// The weights 0 to radius of a symmetric filter; otherwise radius to -radius, which is the order
  /// of the samples they belong to.
  let weights: [Float]
  let isSymmetric: Bool

  /// `taps` are the weights -radius to radius; they are scaled to sum to one.
  init(taps: [Double]) {
    let mass = taps.reduce(0, +)
    radius = taps.count / 2
    isSymmetric = (0..<radius).allSatisfy { taps[$0] == taps[taps.count - 1 - $0] }
    weights = (isSymmetric ? Array(taps[radius...]) : taps.reversed()).map { Float($0 / mass) }
  }
}

/// The taps of the general blur, from - radius to radius.
///
/// Everything here is computed from + - * / and square roots in `Double`, so that the taps are the
/// same on every machine. `shift`, 0 to 1, moves the result towards higher coordinates.
enum GeneralBlurTaps {
  /// The exact Gaussian for a mask that is constant on each pixel.
  ///
  /// The blurred mask averaged over a pixel is the mask filtered by w(i), the integral of the unit
  /// triangle around i times the Gaussian: the second difference of P, where P'' is the Gaussian.
  /// Its variance is sigma^2 + 1/6; at sigma 0 it is the identity. Cut where the mass beyond, on
  /// both sides, is at most `tail`; scaling to one then moves no result by more than `tail`.
  static func gaussian(sigma: Double, shift: Double, tail: Double) -> [Double] {
    grown(tail: tail, shift: shift) { i in
      secondDifference(at: Double(i) - shift) { secondIntegral($0, sigma: sigma) }
    }
  }

  /// The Gaussian cut at `cut` sigma, for a mask that is constant on each pixel.
  static func cutGaussian(sigma: Double, shift: Double, cut: Double) -> [Double] {
    let end = cut * sigma
    guard end > 0 else { return gaussian(sigma: 0, shift: shift, tail: 0) }
    let density = SeriesFunctions.exponential(minus: 0.5 * cut * cut) * inverseRootOfTwoPi
    let below = 0.5 - halfMass(cut, density: density)
    let atEnd = secondIntegral(-end, sigma: sigma)
    func ramp(_ t: Double) -> Double {
      if t <= -end { return 0 }
      if t >= end { return t }
      return (secondIntegral(t, sigma: sigma) - atEnd - below * (t + end)) / (1 - 2 * below)
    }
    return grown(tail: 1e-10, shift: shift) { i in secondDifference(at: Double(i) - shift, of: ramp)
    }
  }

  /// The Gaussian sampled at whole pixels up to floor(`cut` sigma); a shift moves the mask first,
  /// which averages its neighbours.
  static func sampledGaussian(sigma: Double, shift: Double, cut: Double) -> [Double] {
    let radius = Int(cut * sigma)
    func sample(_ i: Int) -> Double {
      guard abs(i) <= radius, i != 0 else { return i == 0 ? 1 : 0 }
      let z = Double(i) / sigma
      return SeriesFunctions.exponential(minus: 0.5 * z * z)
    }
    let reach = shift == 0 ? radius : radius + 1
    return (-reach...reach).map { (1 - shift) * sample($0) + shift * sample($0 - 1) }
  }

  /// The mass of the exact Gaussian's taps beyond `distance` on one side.
  static func gaussianTail(beyond distance: Int, sigma: Double) -> Double {
    let t = Double(distance)
    return 1 - (secondIntegral(t + 1, sigma: sigma) - secondIntegral(t, sigma: sigma))
  }

  /// Taps between samples `step` pixels apart, so that four-box decimation, these taps and four-box
  /// interpolation together are the exact Gaussian, moved by `shift` pixels.
  ///
  /// With G the spectrum of the exact taps and B that of the four boxes, the taps have the spectrum
  /// G / B^2 below half the sampling frequency; G is nil above it when sigma is at least 2 `step`.
  /// What remains is aliasing, at most 0.055/255 an axis for sigma >= 2.25 `step`.
  static func decimatedGaussian(
    sigma: Double, step: Int, shift: Double, tail: Double
  ) -> [Double] {
    let count = 128
    let h = Double(step)
    let spectrum = (0...count / 2).map { j -> Double in
      guard j > 0 else { return 1 }
      let angle = SeriesFunctions.pi * Double(j) / (Double(count) * h)
      let pixel = sine(angle)
      let box = h * pixel / sine(angle * h)
      let sinc = pixel / angle
      let box2 = box * box
      let box4 = box2 * box2
      return SeriesFunctions.exponential(minus: 2 * sigma * sigma * angle * angle) * sinc * sinc
        * box4 * box4
    }
    return grown(tail: tail, shift: shift) { k in
      let position = (Double(k) - shift / h) / Double(count)
      var sum = spectrum[0]
      for j in 1..<count / 2 { sum += 2 * spectrum[j] * cosineOfTurns(Double(j) * position) }
      sum += spectrum[count / 2] * cosineOfTurns(Double(count / 2) * position)
      return sum / Double(count)
    }
  }

  /// For each of `step` rows between two coarse rows, the weights of the four coarse rows around.
  ///
  /// Row y lies y mod step below coarse row floor(y / step), the second of the four; the weights
  /// are the four-box filter at the distances to them.
  static func interpolationWeights(step: Int) -> [Float] {
    var filter = [1.0]
    for _ in 0..<4 {
      var wider = [Double](repeating: 0, count: filter.count + step - 1)
      for (i, value) in filter.enumerated() {
        for j in 0..<step { wider[i + j] += value }
      }
      filter = wider
    }
    let middle = 2 * step - 2
    let scale = Double(step) * Double(step) * Double(step)
    return (0..<step).flatMap { phase in
      (-1...2).map { row -> Float in
        let index = phase - row * step + middle
        return filter.indices.contains(index) ? Float(filter[index] / scale) : 0
      }
    }
  }

  /// The taps around the middle, as many as leave out at most `tail` of a mass of one; mirrored to
  /// the last bit where nothing is shifted.
  private static func grown(tail: Double, shift: Double, _ tap: (Int) -> Double) -> [Double] {
    var above = [tap(0)]
    var below: [Double] = []
    var mass = above[0]
    while 1 - mass > tail, above.count < 1 << 20 {
      let high = tap(above.count)
      let low = shift == 0 ? high : tap(-above.count)
      above.append(high)
      below.append(low)
      mass += high + low
    }
    return below.reversed() + above
  }

  private static func secondDifference(at t: Double, of f: (Double) -> Double) -> Double {
    f(t + 1) - 2 * f(t) + f(t - 1)
  }

  private static let inverseRootOfTwoPi = 0.398942280401432677939946

  /// P(t): the Gaussian integrated twice, t Phi(t / sigma) + sigma phi(t / sigma).
  private static func secondIntegral(_ t: Double, sigma: Double) -> Double {
    guard sigma > 0 else { return max(t, 0) }
    let z = t / sigma
    let density = SeriesFunctions.exponential(minus: 0.5 * z * z) * inverseRootOfTwoPi
    return t * (0.5 + halfMass(z, density: density)) + sigma * density
  }

  /// The standard normal's mass between 0 and z: phi(z) (z + z^3/3 + z^5/15 + ...).
  ///
  /// All terms have one sign. Beyond 9 it is a half to the last bit.
  private static func halfMass(_ z: Double, density: Double) -> Double {
    guard z.magnitude < 9 else { return z < 0 ? -0.5 : 0.5 }
    var term = z
    var sum = z
    var n = 3.0
    while term.magnitude > sum.magnitude * 1e-17 {
      term = term * z * z / n
      sum += term
      n += 2
    }
    return sum * density
  }

  private static func sine(_ angle: Double) -> Double { SeriesFunctions.sineAndCosine(angle).sine }

  /// cos(2 pi t) for any t.
  private static func cosineOfTurns(_ t: Double) -> Double {
    let fraction = t - t.rounded(.down)
    let half = sine(SeriesFunctions.pi * min(fraction, 1 - fraction))
    return 1 - 2 * half * half
  }
}
