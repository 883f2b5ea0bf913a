/// The report for machines.
///
/// `report.json` is one object: `penumbraReport` (the format's version, 1), `title`, `version`,
/// `engine`, `passes`, `limits` (`maxDiff`, `maxChanged`, `maxDeltaE`, `maxShadow`; null is not
/// given), `shard` (`index` from 1, `count`; null for a whole run), `totals` (`cells`, and one number
/// for each status), `problems` (`file`, `message`), `orphans` (file names), and `cells` in the order
/// of the corpus, each: `id`, `scene`, `file`, `cell`, `status`, `summary`, `formerName`, `message`,
/// `tokens`, `keys` (`key`, `before`, `after` as JSON text), `measures` (see ``Measures``; levels of
/// 255), `suggestions` (`raises`, `options`), and `pictures` (paths from the report's folder, with
/// `width` and `height`). A member that is empty or unknown is left out of a cell.
public enum JSONReport {
  /// The whole file.
  public static func text(of report: RunReport) -> String {
    object(of: report, cells: .array(report.cells.map(cell))).text + "\n"
  }

  /// All but the cells, for a page that loads those in parts.
  static func header(of report: RunReport) -> JSON { object(of: report, cells: nil) }

  private static func object(of report: RunReport, cells: JSON?) -> JSON {
    var totals: [(String, JSON)] = [("cells", .int(report.cells.count))]
    for status in CellStatus.allCases {
      totals.append((status.rawValue, .int(report.count(status))))
    }
    var members: [(String, JSON)] = [
      ("penumbraReport", 1), ("title", .string(report.title)),
      ("version", .string(report.version)), ("engine", .string(report.engine)),
      ("passes", .bool(report.passes)), ("limits", limits(report.limits)),
      (
        "shard",
        report.shard.map { ["index": .int($0.index), "count": .int($0.count)] } ?? .null
      ),
      ("totals", .object(totals)),
      (
        "problems",
        .array(
          report.problems.map { ["file": JSON($0.file), "message": .string($0.message)] })
      ),
      ("orphans", JSON(report.orphans)),
    ]
    if let cells { members.append(("cells", cells)) }
    return .object(members)
  }

  private static func limits(_ limits: Limits) -> JSON {
    [
      "maxDiff": JSON(limits.maxDiff), "maxChanged": .double(limits.maxChanged),
      "maxDeltaE": JSON(limits.maxDeltaE), "maxShadow": JSON(limits.maxShadow),
    ]
  }

  /// One cell.
  static func cell(_ cell: CellResult) -> JSON {
    var members: [(String, JSON)] = [
      ("id", .string(cell.id)), ("scene", .string(cell.scene)), ("cell", .string(cell.cell)),
      ("status", .string(cell.status.rawValue)),
    ]
    if let file = cell.file { members.append(("file", .string(file))) }
    if cell.status != .same { members.append(("summary", .string(cell.summary))) }
    if let name = cell.formerName { members.append(("formerName", .string(name))) }
    if let message = cell.message { members.append(("message", .string(message))) }
    if !cell.tokens.isEmpty { members.append(("tokens", JSON(cell.tokens))) }
    if !cell.keys.isEmpty {
      let keys = cell.keys.map { change -> JSON in
        [
          "key": .string(change.key), "before": JSON(change.before), "after": JSON(change.after),
        ]
      }
      members.append(("keys", .array(keys)))
    }
    if let measures = cell.measures { members.append(("measures", self.measures(measures))) }
    if !cell.suggestions.isEmpty {
      let suggestions = cell.suggestions.map { suggestion -> JSON in
        ["raises": .string(suggestion.kind.rawValue), "options": .string(suggestion.options)]
      }
      members.append(("suggestions", .array(suggestions)))
    }
    if let pictures = pictures(cell.pictures) { members.append(("pictures", pictures)) }
    return .object(members)
  }

  private static func measures(_ measures: Measures) -> JSON {
    var members: [(String, JSON)] = [
      ("pixels", .int(measures.pixels)),
      ("largestDifference", .int(measures.largestDifference)),
      ("largestByChannel", .array(measures.largestByChannel.map { .int($0) })),
      ("changedPixels", .int(measures.changedPixels)),
      ("changedShare", .double(measures.changedShare)),
      ("shadowLargest", .double(measures.shadowLargest)),
      ("shadowMean", .double(measures.shadowMean)),
      ("lightness", .double(measures.lightness)),
    ]
    if let box = measures.changedBox {
      members.append(
        ("changedBox", [.int(box.x), .int(box.y), .int(box.width), .int(box.height)]))
    }
    if let largest = measures.largestDeltaE { members.append(("largestDeltaE", .double(largest))) }
    if let mean = measures.meanDeltaE { members.append(("meanDeltaE", .double(mean))) }
    return .object(members)
  }

  private static func pictures(_ files: PictureFiles) -> JSON? {
    let named = [
      ("expected", files.expected), ("actual", files.actual), ("difference", files.difference),
      ("heat", files.heat),
    ]
    var members = named.compactMap { name, path in path.map { (name, JSON.string($0)) } }
    if members.isEmpty { return nil }
    members += [("width", .int(files.width)), ("height", .int(files.height))]
    return .object(members)
  }
}
