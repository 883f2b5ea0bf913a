internal import OrderedJSON

/// Reads keys of one JSON object, with the key at fault in the error.
///
/// Manifests and journals may come from strangers: a digest without a key proves that a text is
/// whole, not who wrote it. So every number is within its limit before anything is reckoned with it.
struct ManifestReader {
  /// Which key is wrong, and how.
  struct Fault: Error {
    /// The object and the key, as a JSONPath.
    var place: String
    var found: String
  }

  /// The largest side of a picture, in pixels; what formats hold is less.
  static let mostSide = 1 << 30
  /// The most pictures of a job.
  static let mostPictures = 100_000_000
  /// The most cells of a picture.
  static let mostCells = 1_000_000_000
  /// The largest file.
  static let mostBytes = 1 << 50

  let value: JSONValue
  private let place: String

  init(_ value: JSONValue, place: String = "$") {
    self.value = value
    self.place = place
  }

  func string(_ key: String) throws(Fault) -> String {
    guard let text = value[key]?.string else { throw fault(key, expected: "a text") }
    return text
  }

  func count(_ key: String, in range: ClosedRange<Int>) throws(Fault) -> Int {
    guard let number = value[key]?.number, let whole = Int(exactly: number), range.contains(whole)
    else {
      throw fault(key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  func array(_ key: String) throws(Fault) -> [JSONValue] {
    guard let elements = value[key]?.array else { throw fault(key, expected: "a list") }
    return elements
  }

  /// What is wrong with a key.
  func fault(_ key: String, found: String) -> Fault {
    Fault(place: "\(place).\(key)", found: found)
  }

  private func fault(_ key: String, expected: String) -> Fault {
    let text = value[key]?.text(.compact) ?? "nothing"
    let excerpt = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
    return fault(key, found: "\(excerpt), expected \(expected)")
  }
}
