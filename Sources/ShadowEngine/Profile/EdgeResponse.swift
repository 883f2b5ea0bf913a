internal import PenumbraGraphics
internal import ShadowKernels

/// One blur along one axis: what pixels near an edge see, for any kernel and sigma.
final class EdgeResponse: Sendable {
  /// How the response is computed.
  enum Form: Sendable {
    /// No blur: exact coverage.
    case sharp
    /// A Gaussian or cut Gaussian: the six numbers of `EdgeProfile`.
    case gaussian([Double])
    /// Discrete taps on exact coverage: tap i, and the sum of taps up to i, from -n to n.
    case taps([Double], sums: [Double])
  }

  let kernel: BlurKernel
  let sigma: Double
  let form: Form

  /// Below this sigma (for a Gaussian) a blur cannot be told from none: an edge moves by at most
  /// 0.4 sigma, 0.01/255.
  private static let sharpest = 0.0001

  /// From this sigma on the taps of `coreGraphics`, a step each, are taken as one curve that is cut
  /// where they end: the two differ by 1/(24 sigma^2) of the density, and the taps' cost grows with
  /// their number.
  private static let tapless = 64.0

  /// Where `renderServer` cuts its Gaussian, in sigma.
  static let serverCut = 2.7

  init(kernel: BlurKernel, sigma: Double) {
    self.kernel = kernel
    self.sigma = sigma
    switch kernel {
    case .gaussian, .renderServer:
      if sigma < Self.sharpest {
        form = .sharp
      } else {
        form = .gaussian(Self.parameters(sigma, cut: kernel == .gaussian ? 8 : Self.serverCut))
      }
    case .coreGraphics:
      let count = Int(2 * sigma)
      if count == 0 {
        form = .sharp
      } else if sigma >= Self.tapless {
        form = .gaussian(Self.parameters(sigma, cut: (Double(count) + 0.5) / sigma))
      } else {
        let half = (0...count).map {
          SeriesFunctions.exponential(minus: Double($0 * $0) / (2 * sigma * sigma))
        }
        var total = half[0]
        for tap in half.dropFirst() { total += 2 * tap }
        let taps = (-count...count).map { half[abs($0)] / total }
        var sum = 0.0
        form = .taps(
          taps,
          sums: taps.map {
            sum += $0
            return sum
          })
      }
    }
  }

  private static func parameters(_ sigma: Double, cut: Double) -> [Double] {
    // The whole Gaussian as a profile, to read Phi and R at the cut from the same table.
    let whole = [sigma, 1 / sigma, 8, 0, 0, 1]
    if cut >= 8 { return whole }
    let unit = [1.0, 1, 8, 0, 0, 1]
    let table = NormalTable.shared.cubics
    let below = EdgeProfile.distribution(-cut, unit, table)
    let rampBelow = EdgeProfile.ramp(-cut, unit, table)
    return [sigma, 1 / sigma, cut, below, rampBelow, 1 / (1 - 2 * below)]
  }

  /// Whether the density falls off in steps, as that of a cut Gaussian does at its ends.
  var jumps: Bool { kernel != .gaussian }

  /// How far from an edge anything of it is seen, in pixels: 1e-9 of it is nothing.
  var farthest: Double {
    switch form {
    case .sharp: 1
    case .gaussian(let profile): 1 + min(profile[2], 6) * sigma
    case .taps(let taps, _): 1 + Double(taps.count / 2)
    }
  }

  /// How far from an edge a blur reaches, in pixels, less the half pixel of the pixel itself:
  /// beyond it at most `share` of the edge is left.
  static func reach(kernel: BlurKernel, sigma: Double, tail share: Double) -> Double {
    switch kernel {
    case .gaussian: return sigma * NormalTable.shared.reach(tail: share)
    case .renderServer:
      let z = NormalTable.shared.reach(tail: share)
      return sigma * (z < serverCut ? z : serverCut)
    case .coreGraphics: return (2 * sigma).rounded(.down) + (sigma >= tapless ? 0.5 : 0)
    }
  }

  /// From this sigma on a whole Gaussian is computed in vectors.
  private static let smooth = 1.5

  /// `out[j] = E(start + direction * j)`, or `base[j] - E(...)`; up to 15 floats after `count` are
  /// overwritten.
  func step(
    _ out: UnsafeMutablePointer<Float>, count: Int, start: Double, direction: Double,
    base: UnsafePointer<Float>? = nil, kernels: KernelTable
  ) {
    switch form {
    case .gaussian(let profile):
      if profile[2] == 8, sigma >= Self.smooth {
        kernels.gaussianStep(out, count, start, direction, sigma, base)
      } else {
        EdgeProfile.step(
          out, count, start, direction, profile, NormalTable.shared.cubics, base)
      }
    case .sharp:
      for j in 0..<count {
        let share = start + direction * Double(j) + 0.5
        let value = Float(share > 0 ? share < 1 ? share : 1 : 0)
        out[j] = base.map { $0[j] - value } ?? value
      }
    case .taps:
      for j in 0..<count {
        let value = Float(step(start + direction * Double(j)))
        out[j] = base.map { $0[j] - value } ?? value
      }
    }
  }

  /// `out[j] = weight * DE(start + direction * j)`, not for taps; up to 15 floats after `count` are
  /// overwritten.
  func pulse(
    _ out: UnsafeMutablePointer<Float>, count: Int, start: Double, direction: Double,
    weight: Double, kernels: KernelTable
  ) {
    if case .gaussian(let profile) = form {
      if profile[2] == 8, sigma >= Self.smooth {
        kernels.gaussianPulse(out, count, start, direction, weight, sigma)
      } else {
        EdgeProfile.pulse(
          out, count, start, direction, weight, profile, NormalTable.shared.cubics)
      }
      return
    }
    for j in 0..<count { out[j] = Float(weight * pulse(start + direction * Double(j))) }
  }

  /// E(t): the share of a half-plane that a pixel sees whose centre lies t pixels inside of it.
  func step(_ t: Double) -> Double {
    switch form {
    case .sharp:
      return t <= -0.5 ? 0 : t >= 0.5 ? 1 : t + 0.5
    case .gaussian(let profile):
      let table = NormalTable.shared.cubics
      return EdgeProfile.ramp(t + 0.5, profile, table) - EdgeProfile.ramp(t - 0.5, profile, table)
    case .taps(let taps, let sums):
      let n = Double(taps.count / 2)
      if t + 0.5 < -n { return 0 }
      if t - 0.5 >= n { return 1 }
      let whole = (t + 0.5).rounded(.down)
      let index = Int(whole) + taps.count / 2
      return (index > 0 ? sums[index - 1] : 0) + taps[index] * (t + 0.5 - whole)
    }
  }

  /// The weight of a line at distance t, the derivative of E; taps have none.
  func pulse(_ t: Double) -> Double {
    switch form {
    case .sharp: return t > -0.5 && t < 0.5 ? 1 : 0
    case .gaussian(let profile):
      let table = NormalTable.shared.cubics
      return EdgeProfile.distribution(t + 0.5, profile, table)
        - EdgeProfile.distribution(t - 0.5, profile, table)
    case .taps: preconditionFailure("taps have no density")
    }
  }
}
