internal import Foundation

/// How much of a long sweep is run.
///
/// A usual run takes enough of each to show what it shows; `PENUMBRA_SWEEPS=all` takes all, which
/// takes several times as long.
public enum Sweep {
  /// Whether all of every sweep is run.
  public static let isWhole = ProcessInfo.processInfo.environment["PENUMBRA_SWEEPS"] == "all"

  /// How often something is tried: usually, or in a whole sweep.
  public static func count(_ usual: Int, all: Int) -> Int { isWhole ? all : usual }

  /// What is tried: usually, and in a whole sweep besides.
  public static func of<Element>(_ usual: [Element], besides rest: [Element]) -> [Element] {
    isWhole ? usual + rest : usual
  }
}
