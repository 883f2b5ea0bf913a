internal import OrderedJSON

/// A place in one of the sources, and the path that leads to it.
struct Place: Hashable {
  var source: Int
  /// In bytes; negative where only the path is known.
  var offset: Int
  var path: String

  /// The place of a value further in.
  func at(_ value: JSONValue, _ key: String) -> Place {
    Place(source: source, offset: value.offset, path: path + "." + key)
  }

  /// The place of an element.
  func at(_ value: JSONValue, index: Int) -> Place {
    Place(source: source, offset: value.offset, path: path + "[\(index)]")
  }
}

/// Why a token is refused.
struct ImportFault: Error {
  var place: Place
  var found: String
  var expected: String
}

/// Gathers diagnostics and counts layers while a file is read.
struct ImportLog {
  /// Where a layer stands; a layer reached over several aliases is one.
  private struct Layer: Hashable {
    var source: Int
    var offset: Int
    var index: Int
  }

  let sources: [ImportSource]
  private(set) var diagnostics: [ImportDiagnostic] = []
  private var known: Set<ImportDiagnostic> = []
  private var layers: Set<Layer> = []
  private var parsedBytes = 0
  private var lineStarts: [Int: [Int]] = [:]

  init(sources: [ImportSource]) {
    self.sources = sources
  }

  var layerCount: Int { layers.count }
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Counts a layer of the file that is imported; those of files given along with it are not its.
  mutating func countLayer(_ place: Place, index: Int = 0) {
    guard place.source == 0 else { return }
    layers.insert(Layer(source: place.source, offset: place.offset, index: index))
  }

  /// Whether more was asked for than is read; what follows is not looked at.
  var isSpent: Bool { parsedBytes > ImportLimits.parsedBytes }

  /// Counts text that is about to be parsed: aliases can make a small file stand for much.
  mutating func spend(_ bytes: Int, _ place: Place) throws(ImportFault) {
    parsedBytes += bytes
    guard parsedBytes <= ImportLimits.parsedBytes else {
      throw ImportFault(
        place: place, found: "more text once aliases are replaced, in all modes",
        expected: "at most \(ImportLimits.parsedBytes) bytes; the rest is not read")
    }
  }

  /// Makes notes of the errors since a count of diagnostics: another way was found.
  mutating func demoteErrors(from count: Int) {
    for index in count..<diagnostics.count where diagnostics[index].severity == .error {
      diagnostics[index].severity = .note
      diagnostics[index].expected = "a fallback is used; expected " + diagnostics[index].expected
    }
  }

  mutating func error(_ fault: ImportFault) {
    add(.error, fault.place, found: fault.found, expected: fault.expected)
  }

  /// Adds a diagnostic, once.
  mutating func add(
    _ severity: ImportDiagnostic.Severity, _ place: Place, found: String, expected: String
  ) {
    guard diagnostics.count < ImportLimits.diagnostics else { return }
    if diagnostics.count == ImportLimits.diagnostics - 1 {
      diagnostics.append(
        ImportDiagnostic(
          severity: .error, source: sources[0].name, line: nil, column: nil, path: "",
          found: "more diagnostics", expected: "at most \(ImportLimits.diagnostics)"))
      return
    }
    let location = place.offset < 0 ? nil : location(of: place)
    let diagnostic = ImportDiagnostic(
      severity: severity, source: sources[place.source].name, line: location?.line,
      column: location?.column, path: place.path, found: found, expected: expected)
    if known.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// Line and column by a table of line starts: one pass over the text however many diagnostics.
  private mutating func location(of place: Place) -> (line: Int, column: Int) {
    let bytes = sources[place.source].bytes
    if lineStarts[place.source] == nil {
      var starts = [0]
      for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
        starts.append(index + 1)
      }
      lineStarts[place.source] = starts
    }
    let starts = lineStarts[place.source] ?? [0]
    let offset = min(place.offset, bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // In a minified file a line is the whole text: there the column is counted in bytes, so that
    // many diagnostics stay cheap.
    let start = starts[low]
    guard offset - start <= 4_096 else { return (low + 1, offset - start + 1) }
    return (low + 1, bytes[start..<offset].reduce(1) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) })
  }
}
