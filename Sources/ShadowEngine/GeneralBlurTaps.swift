internal import Scene

/// The one-dimensional filters of the general blur, as half filters: the middle tap first.
///
/// Everything here is computed from + - * / and square roots in `Double`, so that the taps are the
/// same on every machine.
enum GeneralBlurTaps {
  /// The exact Gaussian for a mask that is constant on each pixel.
  ///
  /// The blurred mask averaged over a pixel is the mask filtered by w(i), the integral of the unit
  /// triangle around i times the Gaussian: the second difference of P, where P'' is the Gaussian.
  /// Its variance is sigma^2 + 1/6; at sigma 0 it is the identity. Cut where the mass beyond, on
  /// both sides, is at most `tail`, then renormalised: that moves no result by more than `tail`.
  static func gaussian(sigma: Double, tail: Double) -> [Double] {
    var taps = [exactTap(0, sigma: sigma)]
    var mass = taps[0]
    while 1 - mass > tail {
      let tap = exactTap(Double(taps.count), sigma: sigma)
      taps.append(tap)
      mass += 2 * tap
    }
    return taps.map { $0 / mass }
  }

  /// The Gaussian sampled at whole pixels up to floor(`cut` sigma), renormalised.
  static func sampledGaussian(sigma: Double, cut: Double) -> [Double] {
    let radius = Int(cut * sigma)
    var taps = [1.0]
    var mass = 1.0
    for i in stride(from: 1, through: radius, by: 1) {
      let z = Double(i) / sigma
      let tap = exponential(-0.5 * z * z)
      taps.append(tap)
      mass += 2 * tap
    }
    return taps.map { $0 / mass }
  }

  /// The mass of the exact Gaussian's taps beyond `distance` on one side.
  static func gaussianTail(beyond distance: Int, sigma: Double) -> Double {
    let t = Double(distance)
    return 1 - (secondIntegral(t + 1, sigma: sigma) - secondIntegral(t, sigma: sigma))
  }

  /// Taps between samples `step` pixels apart, so that four-box decimation, these taps and four-box
  /// interpolation together are the exact Gaussian.
  ///
  /// With G the spectrum of the exact taps and B that of the four boxes, the taps have the spectrum
  /// G / B^2 below half the sampling frequency; G is nil above it when sigma is at least 2 `step`.
  /// What remains is aliasing, at most 0.055/255 an axis for sigma >= 2.25 `step`.
  static func decimatedGaussian(sigma: Double, step: Int, tail: Double) -> [Double] {
    let count = 128
    let pi = Double.pi
    let h = Double(step)
    let spectrum = (0...count / 2).map { j -> Double in
      guard j > 0 else { return 1 }
      let frequency = Double(j) / (Double(count) * h)
      let pixel = sine(pi * frequency)
      let box = h * pixel / sine(pi * frequency * h)
      let sinc = pixel / (pi * frequency)
      let gaussian = exponential(-2 * pi * pi * sigma * sigma * frequency * frequency)
      let box2 = box * box
      let box4 = box2 * box2
      return gaussian * sinc * sinc * box4 * box4
    }
    let cosines = (0..<count).map { m -> Double in
      let half = sine(pi * Double(min(m, count - m)) / Double(count))
      return 1 - 2 * half * half
    }
    func tap(_ k: Int) -> Double {
      var sum = spectrum[0]
      for j in 1..<count / 2 { sum += 2 * spectrum[j] * cosines[j * k % count] }
      sum += spectrum[count / 2] * cosines[count / 2 * k % count]
      return sum / Double(count)
    }
    var taps = [tap(0)]
    var mass = taps[0]
    while 1 - mass > tail, taps.count < count / 2 {
      let next = tap(taps.count)
      taps.append(next)
      mass += 2 * next
    }
    return taps.map { $0 / mass }
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

  private static func exactTap(_ i: Double, sigma: Double) -> Double {
    secondIntegral(i + 1, sigma: sigma) - 2 * secondIntegral(i, sigma: sigma)
      + secondIntegral(i - 1, sigma: sigma)
  }

  /// P(t): the Gaussian integrated twice, t Phi(t / sigma) + sigma phi(t / sigma).
  private static func secondIntegral(_ t: Double, sigma: Double) -> Double {
    guard sigma > 0 else { return max(t, 0) }
    let z = t / sigma
    let density = exponential(-0.5 * z * z) * 0.398942280401432677939946
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

  /// e^x for x <= 0: 2^n times the series of the remainder, which lies within half of ln 2.
  private static func exponential(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    let n = (x * 1.44269504088896340736).rounded(.toNearestOrEven)
    let r = (x - n * 0.693147180369123816490) - n * 1.90821492927058770002e-10
    var sum = 1.0
    for i in stride(from: 15.0, through: 1, by: -1) { sum = 1 + sum * r / i }
    return sum * Double(bitPattern: UInt64(1023 + Int(n)) << 52)
  }

  /// sin x for 0 <= x <= pi / 2.
  private static func sine(_ x: Double) -> Double {
    var sum = 1.0
    for i in stride(from: 24.0, through: 2, by: -2) { sum = 1 - sum * x * x / (i * (i + 1)) }
    return x * sum
  }
}
