/// "Did you mean": the known word nearest to one that is not known.
public enum Suggestion {
  /// The nearest candidate at an edit distance of at most a third of the word, at least one.
  ///
  /// Nil if none is that near. Case does not count, and the first of several equally near ones wins.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let lowered = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, lowered.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - lowered.count) <= limit else { continue }
      let distance = editDistance(lowered, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// What was expected in the place of an unknown word: the nearest one as a question, or the whole
  /// list where nothing is near.
  public static func phrase(_ what: String, for word: String, among candidates: [String]) -> String
  {
    if let near = nearest(to: word, among: candidates) {
      return "\(what) (did you mean \"\(near)\"?)"
    }
    if candidates.isEmpty { return "\(what); there are none" }
    let shown = candidates.prefix(24).map { $0.count > 60 ? "\($0.prefix(60))..." : $0 }
    let more = candidates.count > 24 ? ", and \(candidates.count - 24) more" : ""
    return "one of " + shown.joined(separator: ", ") + more
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words
  /// (optimal string alignment).
  private static func editDistance(_ a: [UnicodeScalar], _ b: [UnicodeScalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
