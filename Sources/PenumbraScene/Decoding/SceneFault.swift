internal import OrderedJSON

/// A fault at a byte of the scene; file, path, line and column are found when it leaves the loader.
struct SceneFault: Error {
  var kind: SceneError.Kind
  var offset: Int
  /// A key below the value at `offset`, where the fault is that it is missing.
  var missingKey: String?
  var found: String
  var expected: String
  /// Stands for faults that have been noted already: it ends the reading of a part, no more.
  var isNoted = false

  static let noted: SceneFault = {
    var fault = SceneFault(.wrongType, at: 0, found: "", expected: "")
    fault.isNoted = true
    return fault
  }()

  /// What makes a fault the same as another.
  struct Identity: Hashable {
    var offset: Int
    var missingKey: String?
    var found: String
    var expected: String
  }

  var identity: Identity {
    Identity(offset: offset, missingKey: missingKey, found: found, expected: expected)
  }

  init(
    _ kind: SceneError.Kind, at offset: Int, missingKey: String? = nil, found: String,
    expected: String
  ) {
    self.kind = kind
    self.offset = offset
    self.missingKey = missingKey
    self.found = found
    self.expected = expected
  }
}

/// Typed readings of a value, each with its own words for what it expected.
extension JSONValue {
  func fault(_ kind: SceneError.Kind, expected: String) -> SceneFault {
    SceneFault(kind, at: offset, found: kindDescription, expected: expected)
  }

  func readObject(_ what: String) throws(SceneFault) -> [JSONMember] {
    guard let members else { throw fault(.wrongType, expected: what) }
    return members
  }

  func readArray(_ what: String) throws(SceneFault) -> [JSONValue] {
    guard let array else { throw fault(.wrongType, expected: what) }
    return array
  }

  func readString(_ what: String) throws(SceneFault) -> String {
    guard let string else { throw fault(.wrongType, expected: what) }
    return string
  }

  func readBool() throws(SceneFault) -> Bool {
    guard let bool else { throw fault(.wrongType, expected: "true or false") }
    return bool
  }

  /// A number within bounds.
  func readNumber(_ bounds: ClosedRange<Double>, _ what: String) throws(SceneFault) -> Double {
    guard let number else { throw fault(.wrongType, expected: what) }
    guard bounds.contains(number) else { throw fault(.invalidValue, expected: what) }
    return number
  }

  /// A whole number within bounds.
  func readInteger(_ bounds: ClosedRange<Int>, _ what: String) throws(SceneFault) -> Int {
    guard let number else { throw fault(.wrongType, expected: what) }
    guard let integer = Int(exactly: number), bounds.contains(integer) else {
      throw fault(.invalidValue, expected: what)
    }
    return integer
  }

  /// A word of a closed list.
  func readWord<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type
  ) throws(SceneFault) -> Word where Word.RawValue == String {
    let words = type.allCases.map(\.rawValue)
    let text = try readString("one of " + words.joined(separator: ", "))
    guard let word = Word(rawValue: text) else {
      throw fault(
        .invalidValue, expected: Suggestion.phrase("a known word", for: text, among: words))
    }
    return word
  }
}

extension JSONMember {
  /// The fault of a key that nobody knows.
  ///
  /// What other systems call so is named as the language does; then a near word is asked for; then a
  /// key that stands elsewhere is sent there.
  func unknown(among known: [String]) -> SceneFault {
    if let advice = ForeignNames.advice(for: key, among: known) {
      return unknown(expecting: advice)
    }
    if Suggestion.nearest(to: key, among: known) == nil, let home = SceneDecoder.home(of: key) {
      return unknown(expecting: "the key where it belongs, in \(home)")
    }
    return unknown(expecting: Suggestion.phrase("a known key", for: key, among: known))
  }

  /// The same with words of one's own for what was expected.
  func unknown(expecting expected: String) -> SceneFault {
    SceneFault(
      .unknownKey, at: keyOffset, found: "the unknown key \(JSONValue.excerpt(key))",
      expected: expected)
  }

  /// The fault of a key that another one excludes.
  func conflict(with other: String) -> SceneFault {
    SceneFault(
      .conflictingKeys, at: keyOffset, found: "\"\(key)\" beside \"\(other)\"",
      expected: "one of the two")
  }
}
