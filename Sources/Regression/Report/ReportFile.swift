/// A file of a report, by its path in the report's folder.
public struct ReportFile: Hashable, Sendable {
  /// Relative, with `/` between folders; never made from a scene's own strings.
  public var path: String
  /// The whole text.
  public var text: String

  /// A file to be written.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
