internal import PenumbraFiles

/// What a scene may be called: a file of that name is written into the output folder, and nowhere
/// else.
enum SceneName {
  /// What was expected of a name that cannot be a file's; nil for a good one.
  static func fault(of name: String, maximumBytes: Int) -> String? {
    if name.isEmpty { return "a name of at least one character" }
    if name.utf8.count > maximumBytes { return "a name of at most \(maximumBytes) bytes" }
    for scalar in name.unicodeScalars {
      if scalar == "/" || scalar == "\\" { return "a name without slashes: it becomes a file's" }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        return "a name without control characters: it becomes a file's"
      default: break
      }
    }
    // "." and ".." are folders, and a leading point hides a file.
    return name.hasBytePrefix(".") ? "a name that does not start with a point" : nil
  }
}
