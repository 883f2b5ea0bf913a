package import OrderedJSON
internal import PenumbraJobs

extension LintFinding {
  /// One JSON object: `rule`, `scene`, `file`, `cell`, `count` (cells it is true of), `cells` (the
  /// keys of all of them), `value`, `unit`, `message`, `remedy`.
  package var json: JSONValue {
    JSONValue([
      ("rule", JSONValue(rule.rawValue)), ("scene", JSONValue(scene)), ("file", JSONValue(file)),
      ("cell", JSONValue(cell)), ("count", JSONValue(count)), ("cells", JSONValue(cells)),
      ("value", JSONValue(value)),
      ("unit", JSONValue(unit)), ("message", JSONValue(message)), ("remedy", JSONValue(remedy)),
    ])
  }
}
