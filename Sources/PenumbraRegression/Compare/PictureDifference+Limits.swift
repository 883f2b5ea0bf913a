internal import CSSValues

extension Limits {
  /// How many pixels of a picture may go beyond the per-pixel limits.
  func allowedPixels(of pixels: Int) -> Int {
    Int(saturating: ((maxChanged ?? 0) * Double(pixels)).rounded(.down))
  }
}

extension PictureDifference {
  /// How many pixels go beyond the per-pixel limits.
  var changedPixels: Int {
    if limits.maxDeltaE != nil, let colors { return colors.beyond }
    return levelCounts[(limits.levelLimit + 1)...].reduce(0, +)
  }

  /// Whether the cell passes.
  var passes: Bool {
    if isResized { return false }
    if let maxShadow = limits.maxShadow, measures.shadowLargest > maxShadow { return false }
    return pixelsPass(limits)
  }

  /// Whether single pixels do, given a limit of their number.
  private func pixelsPass(_ limits: Limits) -> Bool {
    if !limits.limitsPixels { return true }
    return Double(changedPixels) <= (limits.maxChanged ?? 0) * Double(measures.pixels)
  }

  /// The smallest limits that would pass: each raises one kind of limit and leaves the others, but
  /// for `maxShadow`, which is raised too where it alone would still fail the cell.
  ///
  /// Empty when the cell passes, or when it was resized, which no limit forgives. Shares are rounded
  /// up to the sixth decimal and other figures to the third, so that what is printed passes.
  var suggestions: [LimitSuggestion] {
    if isResized || passes { return [] }
    var base = limits
    if let maxShadow = base.maxShadow {
      base.maxShadow = max(maxShadow, roundedUp(measures.shadowLargest, decimals: 3))
    }
    if pixelsPass(base) { return [LimitSuggestion(kind: .maxShadow, limits: base)] }
    let allowed = limits.allowedPixels(of: measures.pixels)
    let level = LevelFigures.smallestLevel(levelCounts, allowed: allowed)
    var found: [LimitSuggestion] = []

    var byDiff = base
    byDiff.maxDiff = level
    if limits.maxDeltaE != nil {
      let over = levelCounts[(level + 1)...].reduce(0, +)
      byDiff.maxDeltaE = colors?.smallestOfLow(allowed: allowed - over)
    }
    if limits.maxDeltaE == nil || byDiff.maxDeltaE != nil {
      found.append(LimitSuggestion(kind: .maxDiff, limits: byDiff))
    }

    var byShare = base
    byShare.maxChanged = roundedUp(
      Double(changedPixels) / Double(measures.pixels), decimals: 6)
    if pixelsPass(byShare) { found.append(LimitSuggestion(kind: .maxChanged, limits: byShare)) }

    if let maxDeltaE = colors?.smallest(allowed: allowed) {
      var byColor = base
      byColor.maxDiff = nil
      byColor.maxDeltaE = maxDeltaE
      found.append(LimitSuggestion(kind: .maxDeltaE, limits: byColor))
    }
    return found
  }
}
