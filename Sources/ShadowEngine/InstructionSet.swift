internal import CPUFeatures

#if canImport(Glibc)
internal import Glibc
#endif

/// The instruction-set levels that the kernels are built for.
///
/// The same sources, compiled three times on x86-64 and once on arm64; every level gives the same bytes.
public enum InstructionSet: String, Sendable, CaseIterable, Comparable {
  /// What every processor of the architecture has: on x86-64 SSE2.
  case baseline
  /// x86-64-v3: AVX2.
  case v3
  /// x86-64-v4: AVX-512 F, BW, CD, DQ, VL.
  case v4
  /// arm64's vectors, which every such processor has: the baseline's sources under their own name.
  case neon

  /// The levels that the kernels of this architecture are built for, lowest first.
  static var built: [InstructionSet] {
    #if arch(arm64)
    [.neon]
    #else
    [.baseline, .v3, .v4]
    #endif
  }

  /// The levels this machine can run, lowest first.
  public static let available: [InstructionSet] = {
    #if arch(arm64)
    return InstructionSet.built
    #else
    let level = penumbra_cpu_level()
    return level >= 4 ? [.baseline, .v3, .v4] : level == 3 ? [.baseline, .v3] : [.baseline]
    #endif
  }()

  /// The level in use: the highest available, or the one that `PENUMBRA_ISA` forces.
  ///
  /// A forced level that does not exist, or that this machine cannot run, throws.
  public static func chosen(
    environment value: String? = environmentValue
  ) throws(InstructionSetError) -> InstructionSet {
    guard let value, !value.isEmpty else { return available.last ?? .baseline }
    guard let level = InstructionSet(rawValue: value) else { throw .unknown(value) }
    guard available.contains(level) else { throw .unavailable(level) }
    return level
  }

  /// `PENUMBRA_ISA` as the process was started with it.
  public static var environmentValue: String? {
    guard let value = getenv("PENUMBRA_ISA") else { return nil }
    return String(cString: value)
  }

  /// Lower levels first.
  public static func < (a: InstructionSet, b: InstructionSet) -> Bool { a.rank < b.rank }

  private var rank: Int { InstructionSet.allCases.firstIndex(of: self) ?? 0 }
}

/// Why a forced instruction set cannot be used.
public enum InstructionSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `PENUMBRA_ISA` names no level.
  case unknown(String)
  /// This processor lacks it.
  case unavailable(InstructionSet)

  /// One sentence for a user.
  public var description: String {
    switch self {
    case .unknown(let value):
      let known = InstructionSet.built.map(\.rawValue).joined(separator: ", ")
      return "PENUMBRA_ISA: expected one of \(known), found \"\(value)\""
    case .unavailable(let level):
      let available = InstructionSet.available.map(\.rawValue).joined(separator: ", ")
      return "PENUMBRA_ISA: this processor cannot run \(level.rawValue), only \(available)"
    }
  }
}
