internal import OrderedJSON

/// An object of a report that is read, with its place in the file.
struct ReportObject {
  /// What is wrong, and where.
  struct Fault: Error {
    /// A JSON path, as `$.cells[3].measures.pixels`.
    var place: String
    var expected: String
    var found: String
  }

  /// More than two pictures side by side, each of the most pixels that are compared.
  static let mostPixels = 1 << 40
  /// Beyond every figure that a comparison gives.
  static let largestFigure = 1_000_000.0

  private let value: JSONValue
  private let place: String

  /// An object at a place.
  init(_ value: JSONValue, at place: String) throws(Fault) {
    guard value.members != nil else {
      throw Fault(place: place, expected: "an object", found: ReportObject.words(value))
    }
    self.value = value
    self.place = place
  }

  /// What is wrong with a member, or with the object itself.
  func fault(_ expected: String, found: String, at key: String? = nil) -> Fault {
    Fault(place: key.map { "\(place).\($0)" } ?? place, expected: expected, found: found)
  }

  /// Whether the member is there and not null.
  func has(_ key: String) -> Bool { value[key].map { !$0.isNull } ?? false }

  // MARK: Members

  func object(_ key: String) throws(Fault) -> ReportObject {
    try ReportObject(try member(key, "an object"), at: "\(place).\(key)")
  }

  func optionalObject(_ key: String) throws(Fault) -> ReportObject? {
    has(key) ? try object(key) : nil
  }

  func objects(_ key: String) throws(Fault) -> [ReportObject] {
    var objects: [ReportObject] = []
    for (index, element) in try array(key).enumerated() {
      objects.append(try ReportObject(element, at: "\(place).\(key)[\(index)]"))
    }
    return objects
  }

  func optionalObjects(_ key: String) throws(Fault) -> [ReportObject] {
    has(key) ? try objects(key) : []
  }

  func string(_ key: String) throws(Fault) -> String {
    let member = try member(key, "a string")
    guard let text = member.string else {
      throw fault("a string", found: ReportObject.words(member), at: key)
    }
    return text
  }

  func optionalString(_ key: String) throws(Fault) -> String? { has(key) ? try string(key) : nil }

  func strings(_ key: String) throws(Fault) -> [String] {
    var strings: [String] = []
    for (index, element) in try array(key).enumerated() {
      guard let text = element.string else {
        throw fault("a string", found: ReportObject.words(element), at: "\(key)[\(index)]")
      }
      strings.append(text)
    }
    return strings
  }

  func optionalStrings(_ key: String) throws(Fault) -> [String] { has(key) ? try strings(key) : [] }

  func number(_ key: String, in range: ClosedRange<Double>) throws(Fault) -> Double {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    let member = try member(key, expected)
    guard let number = member.number, range.contains(number) else {
      throw fault(expected, found: ReportObject.words(member), at: key)
    }
    return number
  }

  func optionalNumber(
    _ key: String, in range: ClosedRange<Double>
  ) throws(Fault) -> Double? {
    has(key) ? try number(key, in: range) : nil
  }

  func whole(_ key: String, in range: ClosedRange<Int>) throws(Fault) -> Int {
    try whole(try member(key, words(range)), in: range, at: key)
  }

  func optionalWhole(_ key: String, in range: ClosedRange<Int>) throws(Fault) -> Int? {
    has(key) ? try whole(key, in: range) : nil
  }

  func wholes(_ key: String, count: Int, in range: ClosedRange<Int>) throws(Fault) -> [Int] {
    let elements = try array(key)
    guard elements.count == count else {
      throw fault("\(count) numbers", found: "\(elements.count)", at: key)
    }
    var wholes: [Int] = []
    for (index, element) in elements.enumerated() {
      wholes.append(try whole(element, in: range, at: "\(key)[\(index)]"))
    }
    return wholes
  }

  // MARK: Parts

  private func member(_ key: String, _ expected: String) throws(Fault) -> JSONValue {
    guard let member = value[key] else { throw fault(expected, found: "nothing", at: key) }
    return member
  }

  private func array(_ key: String) throws(Fault) -> [JSONValue] {
    let member = try member(key, "an array")
    guard let elements = member.array else {
      throw fault("an array", found: ReportObject.words(member), at: key)
    }
    return elements
  }

  private func whole(
    _ member: JSONValue, in range: ClosedRange<Int>, at key: String
  ) throws(Fault) -> Int {
    guard let number = member.number, let whole = Int(exactly: number), range.contains(whole) else {
      throw fault(words(range), found: ReportObject.words(member), at: key)
    }
    return whole
  }

  private func words(_ range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  /// A value in words; a long one by its kind only.
  private static func words(_ value: JSONValue) -> String {
    if value.members != nil { return "an object" }
    if value.array != nil { return "an array" }
    let text = value.text(.compact)
    return text.utf8.count > 60 ? "a long string" : text
  }
}
