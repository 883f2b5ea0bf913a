internal import CSSValues

extension PictureDifference {
  /// How many pixels go beyond the per-pixel limits.
  func changedPixels(beyond limits: Limits) -> Int {
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
  func passes(_ limits: Limits) -> Bool {
    if isResized { return false }
    if let maxShadow = limits.maxShadow, measures.shadowLargest > maxShadow { return false }
    if !limits.limitsPixels { return true }
    let share = limits.maxChanged ?? 0
    return Double(changedPixels(beyond: limits)) <= share * Double(measures.pixels)
  }

  /// The smallest limits that would pass: each raises one kind of limit and leaves the others, but
  /// for `maxShadow`, which is raised too where it alone would still fail the cell.
  ///
  /// Empty when the cell passes, or when it was resized, which no limit forgives. Shares are rounded
  /// up to the sixth decimal and other figures to the third, so that what is printed passes.
  func suggestions(beyond limits: Limits) -> [LimitSuggestion] {
    if isResized || passes(limits) { return [] }
    var base = limits
    if let maxShadow = base.maxShadow {
      base.maxShadow = max(maxShadow, roundedUp(measures.shadowLargest, decimals: 3))
    }
    let allowed = Int(
      saturating: ((limits.maxChanged ?? 0) * Double(measures.pixels)).rounded(.down))

    if passes(base) { return [LimitSuggestion(kind: .maxShadow, limits: base)] }
    var found: [LimitSuggestion] = []
    var byDiff = base
    byDiff.maxDiff = smallestLevel(allowed: allowed)
    if limits.maxDeltaE != nil {
      byDiff.maxDeltaE = smallestDeltaE(allowed: allowed, levelLimit: byDiff.levelLimit)
    }
    found.append(LimitSuggestion(kind: .maxDiff, limits: byDiff))
    var byShare = base
    byShare.maxChanged = roundedUp(
      Double(changedPixels(beyond: limits)) / Double(measures.pixels), decimals: 6)
    found.append(LimitSuggestion(kind: .maxChanged, limits: byShare))
    if deltaE != nil {
      var byColor = base
      byColor.maxDiff = nil
      byColor.maxDeltaE = smallestDeltaE(allowed: allowed, levelLimit: 255)
      found.append(LimitSuggestion(kind: .maxDeltaE, limits: byColor))
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
