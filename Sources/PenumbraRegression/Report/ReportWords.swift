/// The words that every report uses for a cell's result.
extension CellResult {
  /// What happened, in one line, for people.
  var summary: String {
    switch status {
    case .failed: return message ?? "could not be checked"
    case .new: return "new: the baseline does not hold it"
    case .removed: return "removed: the corpus no longer holds it"
    case .renamed: return "renamed: the baseline knows it as \(formerName ?? "another cell")"
    case .same: return "same"
    case .restyled: return "draws the same; recorded style differs: \(keyList)"
    case .tolerated, .changed:
      var parts: [String] = []
      if let measures {
        parts.append(
          "largest difference \(measures.largestDifference), "
            + "\(percent(measures.changedShare)) of pixels changed\(place(measures)), "
            + "shadow figure \(figure(measures.shadowLargest))")
        if let largest = measures.largestDeltaE { parts.append("CIEDE2000 \(figure(largest))") }
      }
      if let message { parts.append(message) }
      if !keys.isEmpty { parts.append("changed keys: \(keyList)") }
      if status == .tolerated { parts.append("within the limits") }
      return parts.joined(separator: "; ")
    }
  }

  /// Where the pixels lie that differ, in pixels of the larger picture.
  private func place(_ measures: Measures) -> String {
    measures.changedBox.map {
      " (x \($0.x), y \($0.y), width \($0.width), height \($0.height))"
    } ?? ""
  }

  /// The changed keys with both values, separated by commas.
  private var keyList: String {
    keys.map { "\($0.key) \($0.before ?? "absent") -> \($0.after ?? "absent")" }
      .joined(separator: ", ")
  }

  /// The summary with the limits that would pass.
  public var advice: String {
    suggestions.isEmpty
      ? summary
      : summary + "; would pass with " + suggestions.map(\.options).joined(separator: " or ")
  }
}
