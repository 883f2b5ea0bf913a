/// A file of a report, by its path in the report's folder.
struct ReportFile: Hashable, Sendable {
  /// Relative, with `/` between folders; never made from a scene's own strings.
  var path: String
  /// The whole text.
  var text: String
}
