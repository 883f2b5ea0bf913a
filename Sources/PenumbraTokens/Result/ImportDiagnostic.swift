/// What is wrong, doubtful or worth knowing about one token.
public struct ImportDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The token is not imported.
    case error
    /// It is imported, but may not look as it did where it comes from.
    case warning
    /// It is imported as meant; something was changed or left out on the way.
    case note
  }

  /// How much it matters.
  public var severity: Severity
  /// The name of the source.
  public var source: String
  /// From 1; nil where the source has no lines of its own.
  public var line: Int?
  /// From 1.
  public var column: Int?
  /// The token's path, and the place in it.
  public var path: String
  /// What stands there, in words.
  public var found: String
  /// What should stand there, or what was done, in words.
  public var expected: String

  /// One line: `file:line:column: severity: path: expected ..., found ...`.
  public var description: String { text(severity: severity.rawValue + ": ") }

  /// The same without the severity, for where that is said already.
  public var message: String { text(severity: "") }

  private func text(severity word: String) -> String {
    let place = line.map { "\(source):\($0):\(column ?? 1)" } ?? source
    let text = severity == .error ? "expected \(expected), found \(found)" : "\(found): \(expected)"
    return "\(place): \(word)\(path.isEmpty ? "" : path + ": ")\(text)"
  }
}
