/// What may differ before a cell fails.
///
/// A pixel counts as changed when it goes beyond any per-pixel limit that is given (`maxDiff`,
/// `maxDeltaE`); given neither, any difference counts. A cell fails when the share of changed pixels
/// exceeds `maxChanged`, when its low-passed difference exceeds `maxShadow`, or when its box changed
/// its size, which no limit forgives.
public struct Limits: Hashable, Sendable {
  /// Levels that any channel may differ by.
  public var maxDiff: Int?
  /// The share of pixels that may be changed, 0...1.
  public var maxChanged: Double
  /// CIEDE2000 that a pixel may differ by.
  public var maxDeltaE: Double?
  /// Levels that the low-passed difference may reach.
  public var maxShadow: Double?

  /// The default forgives nothing: the renderer is deterministic.
  public init(
    maxDiff: Int? = nil, maxChanged: Double = 0, maxDeltaE: Double? = nil, maxShadow: Double? = nil
  ) {
    self.maxDiff = maxDiff
    self.maxChanged = maxChanged
    self.maxDeltaE = maxDeltaE
    self.maxShadow = maxShadow
  }

  /// Nothing may differ.
  public static let exact = Limits()

  /// The level above which a pixel counts as changed; 255 where only CIEDE2000 decides.
  var levelLimit: Int { maxDiff ?? (maxDeltaE == nil ? 0 : 255) }
}

extension PictureDifference {
  /// How many pixels go beyond the per-pixel limits.
  public func changedPixels(beyond limits: Limits) -> Int {
    let levelLimit = limits.levelLimit
    if let maxDeltaE = limits.maxDeltaE, let deltaE {
      return zip(levels, deltaE).reduce(0) {
        $0 + (Int($1.0) > levelLimit || Double($1.1) > maxDeltaE ? 1 : 0)
      }
    }
    precondition(limits.maxDeltaE == nil, "a limit of CIEDE2000 needs a colour metric")
    return levels.reduce(0) { $0 + (Int($1) > levelLimit ? 1 : 0) }
  }

  /// Whether the cell passes.
  public func passes(_ limits: Limits) -> Bool {
    if isResized { return false }
    if let maxShadow = limits.maxShadow, measures.shadowLargest > maxShadow { return false }
    return Double(changedPixels(beyond: limits)) <= limits.maxChanged * Double(measures.pixels)
  }

  /// The smallest limits that would pass: each raises one kind of limit and leaves the others, but
  /// for `maxShadow`, which is raised too where it alone would still fail the cell.
  ///
  /// Empty when the cell passes, or when it was resized, which no limit forgives. Shares are rounded
  /// up to the sixth decimal and other figures to the third, so that what is printed passes.
  public func suggestions(beyond limits: Limits) -> [Suggestion] {
    if isResized || passes(limits) { return [] }
    var base = limits
    if let maxShadow = base.maxShadow {
      base.maxShadow = max(maxShadow, roundedUp(measures.shadowLargest, decimals: 3))
    }
    let allowed = Int((limits.maxChanged * Double(measures.pixels)).rounded(.down))

    if passes(base) { return [Suggestion(kind: .maxShadow, limits: base)] }
    var found: [Suggestion] = []
    var byDiff = base
    byDiff.maxDiff = smallestLevel(allowed: allowed)
    if limits.maxDeltaE != nil {
      byDiff.maxDeltaE = smallestDeltaE(allowed: allowed, levelLimit: byDiff.levelLimit)
    }
    found.append(Suggestion(kind: .maxDiff, limits: byDiff))
    var byShare = base
    byShare.maxChanged = roundedUp(
      Double(changedPixels(beyond: limits)) / Double(measures.pixels), decimals: 6)
    found.append(Suggestion(kind: .maxChanged, limits: byShare))
    if deltaE != nil {
      var byColor = base
      byColor.maxDiff = nil
      byColor.maxDeltaE = smallestDeltaE(allowed: allowed, levelLimit: 255)
      found.append(Suggestion(kind: .maxDeltaE, limits: byColor))
    }
    return found.filter { passes($0.limits) }
  }

  /// The smallest level that at most `allowed` pixels exceed.
  private func smallestLevel(allowed: Int) -> Int {
    var histogram = [Int](repeating: 0, count: 256)
    for level in levels { histogram[Int(level)] += 1 }
    var beyond = 0
    for level in stride(from: 255, to: 0, by: -1) {
      beyond += histogram[level]
      if beyond > allowed { return level }
    }
    return 0
  }

  /// The smallest CIEDE2000 that at most `allowed` pixels exceed, those over the level included.
  private func smallestDeltaE(allowed: Int, levelLimit: Int) -> Double {
    guard let deltaE else { return 0 }
    let over = levels.reduce(0) { $0 + (Int($1) > levelLimit ? 1 : 0) }
    let figures = zip(levels, deltaE).filter { Int($0.0) <= levelLimit && $0.1 > 0 }
      .map(\.1).sorted(by: >)
    let index = allowed - over
    return index < figures.count && index >= 0
      ? roundedUp(Double(figures[index]), decimals: 3) : 0
  }
}

/// Limits under which a failing cell would pass.
public struct Suggestion: Hashable, Sendable {
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
    if let maxDiff = limits.maxDiff { parts.append("--max-diff \(maxDiff)") }
    if limits.maxChanged > 0 { parts.append("--max-changed \(decimal(limits.maxChanged))") }
    if let maxDeltaE = limits.maxDeltaE { parts.append("--max-delta-e \(decimal(maxDeltaE))") }
    if let maxShadow = limits.maxShadow { parts.append("--max-shadow \(decimal(maxShadow))") }
    return parts.joined(separator: " ")
  }
}

/// The smallest decimal of so many places that is not below `value`.
func roundedUp(_ value: Double, decimals: Int) -> Double {
  var power = 1.0
  for _ in 0..<decimals { power *= 10 }
  var steps = (value * power).rounded(.up)
  // Division may round below the value again.
  while steps / power < value { steps += 1 }
  return steps / power
}

/// A figure of at most six decimals, without exponent and without trailing zeros.
func decimal(_ value: Double) -> String {
  precondition(value.isFinite && abs(value) < 1e12, "a figure that can be printed")
  let millionths = Int64((abs(value) * 1_000_000).rounded())
  let (whole, part) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
  var text = String(whole)
  if part > 0 {
    let digits = String(part)
    var fraction = String(repeating: "0", count: 6 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    text += "." + fraction
  }
  return value < 0 && millionths > 0 ? "-" + text : text
}
