import Foundation

/// A separable blur along one axis, averaged over a pixel, in closed form.
///
/// With k the blur's density along an axis (a unit impulse for no blur), C its integral and box the
/// unit square pulse of a pixel:
///
/// - `window(t)` is box * k at t: the weight that a line t pixels from the pixel's centre has.
/// - `step(t)` is the integral of `window` up to t: the response of a pixel whose centre lies t
///   pixels inside a half-plane.
struct BlurProfile {
  /// The densities that have a closed form.
  enum Density {
    /// No blur.
    case impulse
    /// A Gaussian.
    case gaussian
    /// A Gaussian cut at 2.7 sigma and renormalised.
    case cutGaussian
  }

  let density: Density
  let sigma: Double

  /// Where the cut Gaussian ends, in sigma.
  static let cut = 2.7

  /// How far from its centre a pixel can still see an edge, in pixels.
  ///
  /// The tail of the whole Gaussian beyond 7 sigma holds 1.3e-12.
  var support: Double {
    switch density {
    case .impulse: 0.5
    case .gaussian: 0.5 + 7 * sigma
    case .cutGaussian: 0.5 + Self.cut * sigma
    }
  }

  func window(_ t: Double) -> Double {
    if density == .impulse { return abs(t) < 0.5 ? 1 : 0 }
    return distribution(t + 0.5) - distribution(t - 0.5)
  }

  func step(_ t: Double) -> Double {
    if t >= support { return 1 }
    if t <= -support { return 0 }
    if density == .impulse { return t + 0.5 }
    return min(1, max(0, ramp(t + 0.5) - ramp(t - 0.5)))
  }

  /// k(u): the density, which an impulse has not.
  func value(_ u: Double) -> Double {
    precondition(density != .impulse, "an impulse has no density")
    if density == .cutGaussian, abs(u) > Self.cut * sigma { return 0 }
    let z = u / sigma
    let bell = exp(-0.5 * z * z) / (sigma * (2 * Double.pi).squareRoot())
    return density == .cutGaussian ? bell / (1 - 2 * normal(-Self.cut)) : bell
  }

  /// C(u): the share of the density below u.
  func distribution(_ u: Double) -> Double {
    switch density {
    case .impulse: return u < 0 ? 0 : 1
    case .gaussian: return normal(u / sigma)
    case .cutGaussian:
      if u <= -Self.cut * sigma { return 0 }
      if u >= Self.cut * sigma { return 1 }
      let below = normal(-Self.cut)
      return (normal(u / sigma) - below) / (1 - 2 * below)
    }
  }

  /// The integral of C up to u.
  private func ramp(_ u: Double) -> Double {
    switch density {
    case .impulse: return max(0, u)
    case .gaussian: return normalRamp(u)
    case .cutGaussian:
      let end = Self.cut * sigma
      if u <= -end { return 0 }
      if u >= end { return u }
      let below = normal(-Self.cut)
      return (normalRamp(u) - normalRamp(-end) - below * (u + end)) / (1 - 2 * below)
    }
  }

  private func normal(_ z: Double) -> Double {
    0.5 * erfc(-z / 2.0.squareRoot())
  }

  private func normalRamp(_ u: Double) -> Double {
    let z = u / sigma
    return u * normal(z) + sigma * exp(-0.5 * z * z) / (2 * Double.pi).squareRoot()
  }
}
