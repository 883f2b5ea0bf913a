/// The response of pixels to an edge blurred by a (cut) Gaussian, along one axis.
///
/// With F the blur's distribution function and G its integral, a pixel whose centre lies t pixels
/// inside a half-plane sees the share `E(t) = G(t + 1/2) - G(t - 1/2)` of it, and a line at distance
/// t with the weight `F(t + 1/2) - F(t - 1/2)`. Along a row t steps by 1, so each of the two costs
/// one evaluation a pixel.
///
/// A *profile* is six numbers: sigma, 1 / sigma, the cut c in sigma, Phi(-c), R(-c), and
/// 1 / (1 - 2 Phi(-c)), R being the integral of the normal distribution Phi. For the whole Gaussian c
/// is 8, where Phi(-8) = 6e-16 counts as 0.
///
/// The *table* holds, for each of 256 intervals of z from -8 to 8, the four coefficients of R and the
/// four of Phi as cubics in the position within the interval, 0...1. Errors: R 2e-8, Phi 6e-8.
public enum EdgeProfile {
  /// `out[j] = E(start + direction * j)`, or `base[j] - E(...)` when there is a base, which may be
  /// `out` itself.
  ///
  /// `direction` is 1 or -1.
  public static func step(
    _ out: UnsafeMutablePointer<Float>, _ count: Int, _ start: Double, _ direction: Double,
    _ profile: UnsafePointer<Double>, _ table: UnsafePointer<Double>, _ base: UnsafePointer<Float>?
  ) {
    // E at neighbours shares one end: the far one of each is the near one of the next.
    let half = 0.5 * direction
    var before = ramp(start - half, profile, table)
    for j in 0..<count {
      let after = ramp(start + direction * Double(j) + half, profile, table)
      let value = Float((after - before) * direction)
      if let base {
        out[j] = base[j] - value
      } else {
        out[j] = value
      }
      before = after
    }
  }

  /// `out[j] = weight * (F(t + 1/2) - F(t - 1/2))` at `t = start + direction * j`.
  public static func pulse(
    _ out: UnsafeMutablePointer<Float>, _ count: Int, _ start: Double, _ direction: Double,
    _ weight: Double, _ profile: UnsafePointer<Double>, _ table: UnsafePointer<Double>
  ) {
    let half = 0.5 * direction
    let factor = weight * direction
    var before = distribution(start - half, profile, table)
    for j in 0..<count {
      let after = distribution(start + direction * Double(j) + half, profile, table)
      out[j] = Float(factor * (after - before))
      before = after
    }
  }

  /// G(u).
  @inline(__always) public static func ramp(
    _ u: Double, _ profile: UnsafePointer<Double>, _ table: UnsafePointer<Double>
  ) -> Double {
    let z = u * profile[1]
    let cut = profile[2]
    if z <= -cut { return 0 }
    if z >= cut { return u }
    let place = (z + 8) * 16
    let index = Int(place)
    let s = place - Double(index)
    let c = table + (8 &* index)
    let r = c[0] + s * (c[1] + s * (c[2] + s * c[3]))
    return profile[0] * (r - profile[4] - profile[3] * (z + cut)) * profile[5]
  }

  /// F(u).
  @inline(__always) public static func distribution(
    _ u: Double, _ profile: UnsafePointer<Double>, _ table: UnsafePointer<Double>
  ) -> Double {
    let z = u * profile[1]
    let cut = profile[2]
    if z <= -cut { return 0 }
    if z >= cut { return 1 }
    let place = (z + 8) * 16
    let index = Int(place)
    let s = place - Double(index)
    let c = table + (8 &* index &+ 4)
    let f = c[0] + s * (c[1] + s * (c[2] + s * c[3]))
    return (f - profile[3]) * profile[5]
  }

  /// The derivative of F at u: that of the table's cubics, whose error is 3e-6 of 1 / sigma.
  @inline(__always) public static func density(
    _ u: Double, _ profile: UnsafePointer<Double>, _ table: UnsafePointer<Double>
  ) -> Double {
    let z = u * profile[1]
    let cut = profile[2]
    if z <= -cut || z >= cut { return 0 }
    let place = (z + 8) * 16
    let index = Int(place)
    let s = place - Double(index)
    let c = table + (8 &* index &+ 4)
    let slope = c[1] + s * (2 * c[2] + s * (3 * c[3]))
    return slope * 16 * profile[1] * profile[5]
  }
}
