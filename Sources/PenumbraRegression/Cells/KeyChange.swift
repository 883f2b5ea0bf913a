/// One key of a cell's style that is not what the baseline recorded.
public struct KeyChange: Hashable, Sendable {
  /// A path in the scene language, as `elevation.value` or `shadow[1].offset[0]`.
  public var key: String
  /// The recorded value as compact JSON; nil where the key was absent.
  public var before: String?
  /// Today's value as compact JSON; nil where the key is absent.
  public var after: String?

  /// A changed key.
  public init(key: String, before: String?, after: String?) {
    self.key = key
    self.before = before
    self.after = after
  }
}
