internal import PenumbraFiles

/// Limits under which a failing cell would pass.
public struct LimitSuggestion: Hashable, Sendable {
  /// Which limit was raised.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case maxDiff
    case maxChanged
    case maxDeltaE
    case maxShadow
  }

  /// The limit that was raised.
  public var kind: Kind
  /// All limits, those that stayed included.
  public var limits: Limits

  /// A raised limit.
  public init(kind: Kind, limits: Limits) {
    self.kind = kind
    self.limits = limits
  }

  /// The limits as options of the command line.
  public var options: String {
    var parts: [String] = []
    if let maxDiff = limits.maxDiff { parts.append("\(UserWord.maxDiff) \(maxDiff)") }
    if let maxChanged = limits.maxChanged {
      parts.append("\(UserWord.maxChanged) \(decimal(maxChanged))")
    }
    if let maxDeltaE = limits.maxDeltaE {
      parts.append("\(UserWord.maxDeltaE) \(decimal(maxDeltaE))")
    }
    if let maxShadow = limits.maxShadow {
      parts.append("\(UserWord.maxShadow) \(decimal(maxShadow))")
    }
    return parts.joined(separator: " ")
  }
}
