internal import OrderedJSON
package import PenumbraJobs

extension JSONReport {
  /// Reads what `text` wrote.
  ///
  /// A report may come from a stranger: every member has its type and every number its range, before
  /// anything is computed from it.
  ///
  /// - Throws: `JobError.badInput`, which names the place, where the text is no report of this format.
  package static func report(_ bytes: [UInt8], path: String) throws(JobError) -> RunReport {
    let value: JSONValue
    do {
      value = try JSONText.parse(bytes)
    } catch {
      throw .badInput("\(path): not a report: \(error)")
    }
    guard value["penumbraReport"]?.number == 1 else {
      throw .badInput("\(path): not a report of this version of Penumbra")
    }
    do {
      return try report(ReportObject(value, at: "$"))
    } catch {
      throw .badInput("\(path): \(error.place): expected \(error.expected), found \(error.found)")
    }
  }

  private static func report(
    _ root: ReportObject
  ) throws(ReportObject.Fault) -> RunReport {
    var report = RunReport(
      title: try root.string("title"), version: try root.string("version"),
      engine: try root.string("engine"), limits: try limits(try root.object("limits")),
      subject: try root.string("subject"))
    if let entry = try root.optionalObject("shard") {
      let index = try entry.whole("index", in: 1...Shard.largestCount)
      let count = try entry.whole("count", in: 1...Shard.largestCount)
      guard let shard = try? Shard(index: index, count: count) else {
        throw entry.fault("a share of a job", found: "\(index) of \(count)")
      }
      report.shard = shard
    }
    for entry in try root.objects("cells") { report.cells.append(try result(entry)) }
    for entry in try root.objects("problems") {
      report.problems.append(
        RunProblem(
          file: try entry.optionalString("file"), message: try entry.string("message")))
    }
    report.orphans = try root.strings("orphans")
    return report
  }

  private static func limits(_ entry: ReportObject) throws(ReportObject.Fault) -> Limits {
    Limits(
      maxDiff: try entry.optionalWhole("maxDiff", in: 0...255),
      maxChanged: try entry.optionalNumber("maxChanged", in: 0...1),
      maxDeltaE: try entry.optionalNumber("maxDeltaE", in: 0...ReportObject.largestFigure),
      maxShadow: try entry.optionalNumber("maxShadow", in: 0...ReportObject.largestFigure))
  }

  private static func result(_ entry: ReportObject) throws(ReportObject.Fault) -> CellResult {
    let id = try entry.string("id")
    guard isID(id) else {
      throw entry.fault("hexadecimal digits", found: JSONValue.quoted(id), at: "id")
    }
    let word = try entry.string("status")
    guard let status = CellStatus(rawValue: word) else {
      throw entry.fault("a status", found: JSONValue.quoted(word), at: "status")
    }
    var result = CellResult(
      id: id, scene: try entry.string("scene"), file: try entry.optionalString("file"),
      cell: try entry.string("cell"), status: status)
    result.order = try entry.whole("order", in: 0...(1 << 53))
    result.digest = try entry.optionalString("digest")
    result.formerName = try entry.optionalString("formerName")
    result.message = try entry.optionalString("message")
    result.tokens = try entry.optionalStrings("tokens")
    for key in try entry.optionalObjects("keys") {
      result.keys.append(
        KeyChange(
          key: try key.string("key"), before: try key.optionalString("before"),
          after: try key.optionalString("after")))
    }
    if let figures = try entry.optionalObject("measures") {
      result.measures = try measures(figures)
    }
    for suggestion in try entry.optionalObjects("suggestions") {
      let raised = try suggestion.string("raises")
      guard let kind = LimitSuggestion.Kind(rawValue: raised) else {
        throw suggestion.fault("a limit", found: JSONValue.quoted(raised), at: "raises")
      }
      result.suggestions.append(
        LimitSuggestion(kind: kind, limits: try limits(try suggestion.object("limits"))))
    }
    if let pictures = try entry.optionalObject("pictures") {
      result.pictures = try files(pictures, id: id)
    }
    return result
  }

  /// Only digits: an ID names files.
  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }

  private static func measures(_ entry: ReportObject) throws(ReportObject.Fault) -> Measures {
    var measures = Measures(pixels: try entry.whole("pixels", in: 1...ReportObject.mostPixels))
    let figures = 0...ReportObject.largestFigure
    measures.largestDifference = try entry.whole("largestDifference", in: 0...255)
    measures.largestByChannel = try entry.wholes("largestByChannel", count: 4, in: 0...255)
    measures.changedPixels = try entry.whole("changedPixels", in: 0...measures.pixels)
    measures.shadowLargest = try entry.number("shadowLargest", in: figures)
    measures.shadowMean = try entry.number("shadowMean", in: figures)
    measures.lightness = try entry.number("lightness", in: -figures.upperBound...figures.upperBound)
    measures.largestDeltaE = try entry.optionalNumber("largestDeltaE", in: figures)
    measures.meanDeltaE = try entry.optionalNumber("meanDeltaE", in: figures)
    if entry.has("changedBox") {
      let box = try entry.wholes("changedBox", count: 4, in: 0...ReportObject.mostPixels)
      measures.changedBox = PixelRect(x: box[0], y: box[1], width: box[2], height: box[3])
    }
    return measures
  }

  /// The pictures that the report names, taken only where they are those of the cell: a report may
  /// come from a stranger, and what it names is copied.
  private static func files(
    _ entry: ReportObject, id: String
  ) throws(ReportObject.Fault) -> PictureFiles {
    func file(_ kind: String) throws(ReportObject.Fault) -> String? {
      let name = "images/\(id)-\(kind).png"
      return try entry.optionalString(kind).flatMap {
        Array($0.utf8) == Array(name.utf8) ? name : nil
      }
    }
    var files = PictureFiles()
    files.expected = try file("expected")
    files.actual = try file("actual")
    files.difference = try file("difference")
    files.heat = try file("heat")
    files.width = try entry.whole("width", in: 0...ReportObject.mostPixels)
    files.height = try entry.whole("height", in: 0...ReportObject.mostPixels)
    return files
  }
}

extension PictureFiles {
  /// All pictures that are there.
  var all: [String] { [expected, actual, difference, heat].compactMap { $0 } }
}
