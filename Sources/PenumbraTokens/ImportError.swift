/// Why a whole file cannot be imported.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not what its format asks for.
  case malformed(source: String, line: Int, column: Int, found: String, expected: String)
  /// Nothing known is written like this.
  case unknownFormat(source: String, found: String)
  /// A format that is known and not read.
  case unsupported(source: String, found: String, remedy: String)
  /// The file has no such mode.
  case unknownMode(source: String, mode: String, known: [String])
  /// More than is read.
  case tooLarge(source: String, found: String, limit: String)

  /// One sentence for a user.
  public var description: String {
    switch self {
    case .malformed(let source, let line, let column, let found, let expected):
      "\(source):\(line):\(column): expected \(expected), found \(found)"
    case .unknownFormat(let source, let found):
      "\(source): expected design tokens, CSS, or the JSON of Figma or Sketch, found \(found)"
    case .unsupported(let source, let found, let remedy):
      "\(source): \(found) is not read; \(remedy)"
    case .unknownMode(let source, let mode, let known):
      "\(source): no mode \"\(mode)\"; "
        + (known.isEmpty ? "the file has none" : "it has " + known.joined(separator: ", "))
    case .tooLarge(let source, let found, let limit):
      "\(source): \(found), at most \(limit)"
    }
  }
}
