/// A file of a report, by its path in the report's folder.
package struct ReportFile: Hashable, Sendable {
  /// Relative, with `/` between folders; never made from a scene's own strings.
  package var path: String
  /// The whole text.
  package var text: String
}
