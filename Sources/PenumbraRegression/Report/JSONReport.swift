package import OrderedJSON
internal import PenumbraJobs

/// The report for machines.
///
/// `report.json` is one object: `penumbraReport` (the format's version, 1), `title`, `version`,
/// `engine`, `subject` (a digest on which shards of one run agree), `passes`, `limits` (`maxDiff`, `maxChanged`, `maxDeltaE`, `maxShadow`; null is not
/// given), `shard` (`index` from 1, `count`; null for a whole run), `totals` (`cells`, and one number
/// for each status), `problems` (`file`, `message`), `orphans` (file names), and `cells` in the order
/// of the corpus, each: `id`, `scene`, `file`, `cell`, `status`, `order` (its place in the whole run), `summary`, `formerName`, `digest` (of
/// the pixels of what is new or gone), `message`,
/// `tokens`, `keys` (`key`, `before`, `after` as JSON text), `measures` (see ``Measures``; levels of
/// 255), `suggestions` (`raises`, `options`, `limits`), and `pictures` (paths from the report's folder, with
/// `width` and `height`). A member that is empty or unknown is left out of a cell.
public enum JSONReport {
  /// The whole file.
  public static func text(of report: RunReport) -> String {
    object(of: report, cells: JSONValue(report.cells.map(cell))).text(.compact) + "\n"
  }

  /// All but the cells, for a page that loads those in parts.
  package static func header(of report: RunReport) -> JSONValue { object(of: report, cells: nil) }

  private static func object(of report: RunReport, cells: JSONValue?) -> JSONValue {
    var totals: [(String, JSONValue)] = [("cells", JSONValue(report.cells.count))]
    for status in CellStatus.allCases {
      totals.append((status.rawValue, JSONValue(report.count(status))))
    }
    var members: [(String, JSONValue)] = [
      ("penumbraReport", 1), ("title", JSONValue(report.title)),
      ("version", JSONValue(report.version)), ("engine", JSONValue(report.engine)),
      ("subject", JSONValue(report.subject)), ("passes", JSONValue(report.passes)),
      ("limits", limits(report.limits)),
      (
        "shard",
        report.shard.map { ["index": JSONValue($0.index), "count": JSONValue($0.count)] } ?? nil
      ),
      ("totals", JSONValue(totals)),
      (
        "problems",
        JSONValue(
          report.problems.map { ["file": JSONValue($0.file), "message": JSONValue($0.message)] })
      ),
      ("orphans", JSONValue(report.orphans)),
    ]
    if let cells { members.append(("cells", cells)) }
    return JSONValue(members)
  }

  private static func limits(_ limits: Limits) -> JSONValue {
    [
      "maxDiff": JSONValue(limits.maxDiff), "maxChanged": JSONValue(limits.maxChanged),
      "maxDeltaE": JSONValue(limits.maxDeltaE), "maxShadow": JSONValue(limits.maxShadow),
    ]
  }

  /// One cell.
  package static func cell(_ cell: CellResult) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", JSONValue(cell.id)), ("scene", JSONValue(cell.scene)), ("cell", JSONValue(cell.cell)),
      ("status", JSONValue(cell.status.rawValue)), ("order", JSONValue(cell.order)),
    ]
    if let file = cell.file { members.append(("file", JSONValue(file))) }
    if cell.status != .same { members.append(("summary", JSONValue(cell.summary))) }
    if let name = cell.formerName { members.append(("formerName", JSONValue(name))) }
    if let digest = cell.digest { members.append(("digest", JSONValue(digest))) }
    if let message = cell.message { members.append(("message", JSONValue(message))) }
    if !cell.tokens.isEmpty { members.append(("tokens", JSONValue(cell.tokens))) }
    if !cell.keys.isEmpty {
      let keys = cell.keys.map { change -> JSONValue in
        [
          "key": JSONValue(change.key), "before": JSONValue(change.before),
          "after": JSONValue(change.after),
        ]
      }
      members.append(("keys", JSONValue(keys)))
    }
    if let measures = cell.measures { members.append(("measures", self.measures(measures))) }
    if !cell.suggestions.isEmpty {
      let suggestions = cell.suggestions.map { suggestion -> JSONValue in
        [
          "raises": JSONValue(suggestion.kind.rawValue), "options": JSONValue(suggestion.options),
          "limits": limits(suggestion.limits),
        ]
      }
      members.append(("suggestions", JSONValue(suggestions)))
    }
    if let pictures = pictures(cell.pictures) { members.append(("pictures", pictures)) }
    return JSONValue(members)
  }

  private static func measures(_ measures: Measures) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("pixels", JSONValue(measures.pixels)),
      ("largestDifference", JSONValue(measures.largestDifference)),
      ("largestByChannel", JSONValue(measures.largestByChannel.map { JSONValue($0) })),
      ("changedPixels", JSONValue(measures.changedPixels)),
      ("changedShare", JSONValue(measures.changedShare)),
      ("shadowLargest", JSONValue(measures.shadowLargest)),
      ("shadowMean", JSONValue(measures.shadowMean)),
      ("lightness", JSONValue(measures.lightness)),
    ]
    if let box = measures.changedBox {
      members.append(
        (
          "changedBox",
          [JSONValue(box.x), JSONValue(box.y), JSONValue(box.width), JSONValue(box.height)]
        ))
    }
    if let largest = measures.largestDeltaE {
      members.append(("largestDeltaE", JSONValue(largest)))
    }
    if let mean = measures.meanDeltaE { members.append(("meanDeltaE", JSONValue(mean))) }
    return JSONValue(members)
  }

  private static func pictures(_ files: PictureFiles) -> JSONValue? {
    let named = [
      ("expected", files.expected), ("actual", files.actual), ("difference", files.difference),
      ("heat", files.heat),
    ]
    var members = named.compactMap { name, path in path.map { (name, JSONValue($0)) } }
    if members.isEmpty { return nil }
    members += [("width", JSONValue(files.width)), ("height", JSONValue(files.height))]
    return JSONValue(members)
  }
}
