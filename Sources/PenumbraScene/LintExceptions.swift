/// Rules of `lint` that a scene or a cell switches off, each with the reason.
public struct LintExceptions: Hashable, Sendable {
  /// The reason for each rule that is off.
  public var reasons: [String: String]

  /// Exceptions by the rule's name.
  public init(reasons: [String: String] = [:]) {
    self.reasons = reasons
  }

  /// Whether no rule is off.
  public var isEmpty: Bool { reasons.isEmpty }

  /// These and those of `base`; where both name a rule, this reason stands.
  func over(_ base: LintExceptions?) -> LintExceptions {
    LintExceptions(reasons: reasons.merging(base?.reasons ?? [:]) { own, _ in own })
  }
}
