package import Pipeline
internal import Scene

extension JSONReport {
  /// Reads what `text` wrote.
  ///
  /// - Throws: `JobError.badInput` where the text is no report of this format.
  package static func report(_ bytes: [UInt8], path: String) throws(JobError) -> RunReport {
    let value: JSONValue
    do {
      value = try JSONText.parse(bytes)
    } catch {
      throw .badInput("\(path): not a report: \(error)")
    }
    guard value["penumbraReport"]?.number == 1, let title = value["title"]?.string,
      let version = value["version"]?.string, let engine = value["engine"]?.string,
      let subject = value["subject"]?.string, let cells = value["cells"]?.array,
      let limits = limits(value["limits"])
    else { throw .badInput("\(path): not a report of this version of Penumbra") }
    var report = RunReport(
      title: title, version: version, engine: engine, limits: limits, subject: subject)
    if let shard = value["shard"], !shard.isNull {
      guard let index = integer(shard["index"]), let count = integer(shard["count"]),
        let share = try? Shard(index: index, count: count)
      else { throw .badInput("\(path): the report's shard is no share") }
      report.shard = share
    }
    for entry in cells {
      guard let cell = result(entry) else {
        throw .badInput("\(path): cell \(report.cells.count) of the report is no cell")
      }
      report.cells.append(cell)
    }
    report.problems = (value["problems"]?.array ?? []).map {
      RunProblem(file: $0["file"]?.string, message: $0["message"]?.string ?? "")
    }
    report.orphans = (value["orphans"]?.array ?? []).compactMap(\.string)
    return report
  }

  private static func integer(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }
  }

  private static func limits(_ value: JSONValue?) -> Limits? {
    guard let value, value.members != nil else { return nil }
    return Limits(
      maxDiff: integer(value["maxDiff"]), maxChanged: value["maxChanged"]?.number ?? 0,
      maxDeltaE: value["maxDeltaE"]?.number, maxShadow: value["maxShadow"]?.number)
  }

  private static func result(_ value: JSONValue) -> CellResult? {
    guard let id = value["id"]?.string, isID(id), let scene = value["scene"]?.string,
      let cell = value["cell"]?.string, let order = integer(value["order"]),
      let status = value["status"]?.string.flatMap(CellStatus.init(rawValue:))
    else { return nil }
    var result = CellResult(
      id: id, scene: scene, file: value["file"]?.string, cell: cell, status: status)
    result.order = order
    result.digest = value["digest"]?.string
    result.formerName = value["formerName"]?.string
    result.message = value["message"]?.string
    result.tokens = (value["tokens"]?.array ?? []).compactMap(\.string)
    result.keys = (value["keys"]?.array ?? []).map {
      KeyChange(
        key: $0["key"]?.string ?? "", before: $0["before"]?.string, after: $0["after"]?.string)
    }
    result.measures = measures(value["measures"])
    result.suggestions = (value["suggestions"]?.array ?? []).compactMap { entry in
      guard let kind = entry["raises"]?.string.flatMap(LimitSuggestion.Kind.init(rawValue:)),
        let limits = limits(entry["limits"])
      else { return nil }
      return LimitSuggestion(kind: kind, limits: limits)
    }
    if let pictures = value["pictures"] { result.pictures = files(pictures, id: id) }
    return result
  }

  /// Only digits: an ID names files.
  private static func isID(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }

  private static func measures(_ value: JSONValue?) -> Measures? {
    guard let value, let pixels = integer(value["pixels"]) else { return nil }
    var measures = Measures(pixels: pixels)
    measures.largestDifference = integer(value["largestDifference"]) ?? 0
    measures.largestByChannel = (value["largestByChannel"]?.array ?? []).compactMap(integer)
    measures.changedPixels = integer(value["changedPixels"]) ?? 0
    measures.shadowLargest = value["shadowLargest"]?.number ?? 0
    measures.shadowMean = value["shadowMean"]?.number ?? 0
    measures.lightness = value["lightness"]?.number ?? 0
    measures.largestDeltaE = value["largestDeltaE"]?.number
    measures.meanDeltaE = value["meanDeltaE"]?.number
    let box = (value["changedBox"]?.array ?? []).compactMap(integer)
    if box.count == 4 {
      measures.changedBox = PixelRect(x: box[0], y: box[1], width: box[2], height: box[3])
    }
    return measures
  }

  /// The pictures that the report names, taken only where they are those of the cell: a report may
  /// come from a stranger, and what it names is copied.
  private static func files(_ value: JSONValue, id: String) -> PictureFiles {
    func file(_ kind: String) -> String? {
      let name = "images/\(id)-\(kind).png"
      return value[kind]?.string == name ? name : nil
    }
    var files = PictureFiles()
    files.expected = file("expected")
    files.actual = file("actual")
    files.difference = file("difference")
    files.heat = file("heat")
    files.width = integer(value["width"]) ?? 0
    files.height = integer(value["height"]) ?? 0
    return files
  }
}

extension PictureFiles {
  /// All pictures that are there.
  var all: [String] { [expected, actual, difference, heat].compactMap { $0 } }
}
