/// A fault at a byte; the line and column are counted only when it leaves the reader.
struct JSONFault: Error {
  var kind: JSONTextError.Kind
  var offset: Int
  var found: String
  var expected: String
}

/// The recursive-descent reader over the bytes of one text.
///
/// Elements gather on two shared stacks and are copied out at the closing bracket, so that every
/// array of the tree has exactly the capacity it needs.
struct JSONScanner {
  let source: UnsafeBufferPointer<UInt8>
  let isJSON5: Bool
  let nestingLimit: Int
  var index = 0
  /// Slips that reading goes on after: what is meant is plain.
  var slips: [JSONFault] = []
  private var values: [JSONValue] = []
  private var members: [JSONMember] = []

  init(_ source: UnsafeBufferPointer<UInt8>, isJSON5: Bool, nestingLimit: Int) {
    self.source = source
    self.isJSON5 = isJSON5
    self.nestingLimit = nestingLimit
  }

  mutating func document() throws(JSONFault) -> JSONValue {
    guard source.count <= Int(UInt32.max) else {
      throw JSONFault(
        kind: .tooLarge, offset: 0, found: "\(source.count) bytes", expected: "at most 4 GB")
    }
    try refuseByteOrderMark()
    try skipSpace()
    if index == source.count {
      throw JSONFault(kind: .empty, offset: 0, found: "an empty file", expected: "a JSON value")
    }
    let value = try self.value(depth: 0)
    try skipSpace()
    if index < source.count {
      throw fault(expected: "the end of the file")
    }
    return value
  }

  private func refuseByteOrderMark() throws(JSONFault) {
    let start = source.prefix(3)
    let name =
      start.elementsEqual([0xEF, 0xBB, 0xBF])
      ? "a byte-order mark (UTF-8)"
      : start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
        ? "a byte-order mark (UTF-16)" : nil
    if let name {
      throw JSONFault(
        kind: .byteOrderMark, offset: 0, found: name,
        expected: "UTF-8 without a byte-order mark")
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    let start = index
    guard index < source.count else { throw fault(expected: "a value") }
    switch source[index] {
    case UInt8(ascii: "{"):
      return JSONValue(.object(try object(depth: depth + 1)), offset: start)
    case UInt8(ascii: "["):
      return JSONValue(.array(try array(depth: depth + 1)), offset: start)
    case UInt8(ascii: "\""):
      return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "'") where isJSON5:
      return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      return JSONValue(.number(try number()), offset: start)
    case UInt8(ascii: "+") where isJSON5, UInt8(ascii: ".") where isJSON5,
      UInt8(ascii: "I") where isJSON5, UInt8(ascii: "N") where isJSON5:
      return JSONValue(.number(try number()), offset: start)
    case UInt8(ascii: "t"):
      try word("true")
      return JSONValue(.bool(true), offset: start)
    case UInt8(ascii: "f"):
      try word("false")
      return JSONValue(.bool(false), offset: start)
    case UInt8(ascii: "n"):
      try word("null")
      return JSONValue(.null, offset: start)
    default:
      throw fault(expected: "a value")
    }
  }

  private mutating func word(_ word: StaticString) throws(JSONFault) {
    let count = word.utf8CodeUnitCount
    let matches =
      index + count <= source.count
      && source[index..<(index + count)].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: count))
    let isWhole = matches && (index + count == source.count || !isNamePart(source[index + count]))
    guard isWhole else { throw fault(expected: "a value") }
    index += count
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default:
      false
    }
  }

  private func checkDepth(_ depth: Int) throws(JSONFault) {
    if depth > nestingLimit {
      throw JSONFault(
        kind: .tooDeep, offset: index, found: "nesting deeper than \(nestingLimit)",
        expected: "at most \(nestingLimit) levels")
    }
  }

  private mutating func array(depth: Int) throws(JSONFault) -> [JSONValue] {
    try checkDepth(depth)
    index += 1
    let base = values.count
    try skipSpace()
    if take(UInt8(ascii: "]")) { return [] }
    while true {
      let element = try value(depth: depth)
      values.append(element)
      try skipSpace()
      let comma = index
      if take(UInt8(ascii: ",")) {
        try skipSpace()
        if take(UInt8(ascii: "]")) {
          if !isJSON5 { slips.append(trailingComma(at: comma, before: "]")) }
          break
        }
      } else if take(UInt8(ascii: "]")) {
        break
      } else {
        throw fault(expected: "\",\" or \"]\"")
      }
    }
    let elements = Array(values[base...])
    values.removeSubrange(base...)
    return elements
  }

  private mutating func object(depth: Int) throws(JSONFault) -> [JSONMember] {
    try checkDepth(depth)
    index += 1
    let base = members.count
    try skipSpace()
    if take(UInt8(ascii: "}")) { return [] }
    while true {
      let keyOffset = index
      let key = try self.key()
      try skipSpace()
      guard take(UInt8(ascii: ":")) else { throw fault(expected: "\":\" after the key") }
      try skipSpace()
      let value = try self.value(depth: depth)
      members.append(JSONMember(key: key, value: value, keyOffset: keyOffset))
      try skipSpace()
      let comma = index
      if take(UInt8(ascii: ",")) {
        try skipSpace()
        if take(UInt8(ascii: "}")) {
          if !isJSON5 { slips.append(trailingComma(at: comma, before: "}")) }
          break
        }
      } else if take(UInt8(ascii: "}")) {
        break
      } else {
        throw fault(expected: "\",\" or \"}\"")
      }
    }
    let found = Array(members[base...])
    members.removeSubrange(base...)
    noteDuplicates(in: found)
    return found
  }

  private mutating func key() throws(JSONFault) -> String {
    guard index < source.count else { throw fault(expected: "a key in quotes") }
    if source[index] == UInt8(ascii: "\"") { return try string() }
    guard isJSON5 else { throw fault(expected: "a key in quotes") }
    if source[index] == UInt8(ascii: "'") { return try string() }
    return try identifier()
  }

  private func trailingComma(at offset: Int, before bracket: String) -> JSONFault {
    JSONFault(
      kind: .syntax, offset: offset, found: "a comma before \"\(bracket)\"",
      expected: "no comma after the last one: JSON allows none")
  }

  private mutating func noteDuplicates(in members: [JSONMember]) {
    if members.count <= 16 {
      for i in members.indices where members[..<i].contains(where: { $0.key == members[i].key }) {
        noteDuplicate(members[i])
      }
    } else {
      var seen: Set<String> = []
      seen.reserveCapacity(members.count)
      for member in members where !seen.insert(member.key).inserted { noteDuplicate(member) }
    }
  }

  private mutating func noteDuplicate(_ member: JSONMember) {
    slips.append(
      JSONFault(
        kind: .duplicateKey, offset: member.keyOffset,
        found: "the key \(JSONValue.excerpt(member.key)) a second time", expected: "each key once"))
  }

  // MARK: Shared by the parts

  /// Steps over `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard index < source.count, source[index] == byte else { return false }
    index += 1
    return true
  }

  /// A syntax fault at the next byte.
  func fault(expected: String) -> JSONFault {
    JSONFault(kind: .syntax, offset: index, found: describe(at: index), expected: expected)
  }

  /// What stands at a byte, in words.
  func describe(at index: Int) -> String {
    guard index < source.count else { return "the end of the file" }
    let byte = source[index]
    if byte >= 0x20 && byte < 0x7F {
      return byte == UInt8(ascii: "\"") ? "a quote" : "\"\(Character(UnicodeScalar(byte)))\""
    }
    if byte >= 0x80, let (scalar, _) = scalar(at: index) {
      return "\"\(Character(scalar))\" (U+\(hex(scalar.value)))"
    }
    return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The Unicode scalar whose UTF-8 starts at `index`, and its length; nil if it is not UTF-8.
  func scalar(at index: Int) -> (UnicodeScalar, length: Int)? {
    let lead = source[index]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead < 0x80 || lead >= 0xC2, lead <= 0xF4, index + length <= source.count else {
      return nil
    }
    if length == 1 { return (UnicodeScalar(lead), 1) }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for k in 1..<length {
      let byte = source[index + k]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let smallest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= smallest, let scalar = UnicodeScalar(value) else { return nil }
    return (scalar, length)
  }

  /// The fault of a byte that is not UTF-8.
  func invalidUTF8(at index: Int) -> JSONFault {
    let byte = source[index]
    return JSONFault(
      kind: .invalidUTF8, offset: index,
      found: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true),
      expected: "UTF-8")
  }
}
