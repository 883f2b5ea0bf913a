internal import Foundation

extension SplitMix64 {
  /// A generator whose seed is printed with a name, so that a failure can be had again: from
  /// `PENUMBRA_SEED` if set, else a fresh seed.
  public init(named name: String) {
    let given = ProcessInfo.processInfo.environment["PENUMBRA_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("\(name): PENUMBRA_SEED=\(seed)")
    self.init(seed: seed)
  }
}
