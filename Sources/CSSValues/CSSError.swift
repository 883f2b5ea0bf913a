/// Text that is not the CSS value it should be: where, what stood there, what was expected.
public struct CSSError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the text, in bytes of UTF-8 from its start.
  public var offset: Int
  /// What stands there: a piece of the text, or "the end of the value".
  public var found: String
  /// What would have been right there, as a noun phrase.
  public var expected: String

  /// An error at a byte offset of the text.
  public init(offset: Int, found: String, expected: String) {
    self.offset = offset
    self.found = found
    self.expected = expected
  }

  /// One sentence for a user.
  public var description: String {
    "expected \(expected), found \(found) at character \(offset + 1)"
  }
}
