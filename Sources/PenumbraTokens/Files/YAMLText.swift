internal import OrderedJSON
internal import PenumbraFiles

/// The small part of YAML 1.2 that token files use: block mappings and sequences of scalars, plain
/// or quoted, and comments.
///
/// What lies beyond it (flow collections, block scalars, anchors, aliases, tags, several documents)
/// is refused with its line, never guessed at. Plain scalars are numbers, truth values and null by
/// the core schema.
struct YAMLText {
  /// What is not read, and where.
  struct Fault: Error {
    var offset: Int
    var found: String
    var expected: String
  }

  private struct Line {
    var indent: Int
    /// Without the indentation, white space at the end and a comment.
    var text: Substring
    /// Of the first byte after the indentation.
    var offset: Int
  }

  private static let depthLimit = 100
  private var lines: [Line] = []
  private var index = 0

  static func parse(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
    var reader = try YAMLText(bytes)
    guard let first = reader.lines.first else {
      throw Fault(offset: 0, found: "an empty file", expected: "a mapping")
    }
    let value = try reader.block(indent: first.indent, depth: 0)
    if reader.index < reader.lines.count {
      throw reader.fault(reader.lines[reader.index], expected: "the indentation of its block")
    }
    return value
  }

  private init(_ bytes: [UInt8]) throws(Fault) {
    var offset = 0
    for raw in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { offset += raw.count + 1 }
      let indent = raw.prefix { $0 == 0x20 }.count
      var content = raw.dropFirst(indent)
      if content.last == 0x0D { content = content.dropLast() }
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      if first == 0x09 {
        throw Fault(offset: offset + indent, found: "a tab", expected: "spaces for indentation")
      }
      let text = String(decoding: content, as: UTF8.self)
      if text == "---" && lines.isEmpty { continue }
      let shown = Self.withoutComment(text[...])
      if shown.isEmpty { continue }
      lines.append(Line(indent: indent, text: shown, offset: offset + indent))
    }
  }

  private func fault(_ line: Line, expected: String) -> Fault {
    Fault(offset: line.offset, found: "\"\(line.text.prefix(60))\"", expected: expected)
  }

  /// The text up to a `#` that stands after white space and outside of quotes.
  private static func withoutComment(_ text: Substring) -> Substring {
    var quote: Character?
    var previous: Character = " "
    var end = text.endIndex
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open && !(open == "\"" && previous == "\\") { quote = nil }
      } else if (character == "\"" || character == "'") && " :-".contains(previous) {
        quote = character
      } else if character == "#" && (previous == " " || previous == "\t") {
        end = index
        break
      }
      previous = character
    }
    var result = text[..<end]
    while result.last == " " || result.last == "\t" { result.removeLast() }
    return result
  }

  // MARK: Blocks

  private mutating func block(indent: Int, depth: Int) throws(Fault) -> JSONValue {
    let line = lines[index]
    guard depth < Self.depthLimit else {
      throw fault(line, expected: "at most \(Self.depthLimit) levels")
    }
    if line.text == "-" || line.text.hasBytePrefix("- ") {
      return try sequence(indent: indent)
    }
    return try mapping(indent: indent, depth: depth)
  }

  private mutating func sequence(indent: Int) throws(Fault) -> JSONValue {
    let start = lines[index]
    var elements: [JSONValue] = []
    while index < lines.count, lines[index].indent == indent, lines[index].text.hasBytePrefix("-") {
      let line = lines[index]
      let text = line.text.dropFirst().drop { $0 == " " }
      let offset = line.offset + (line.text.utf8.count - text.utf8.count)
      guard !text.isEmpty, Self.key(of: text) == nil else {
        throw fault(line, expected: "a sequence of scalars")
      }
      elements.append(try scalar(text, offset: offset, line))
      index += 1
    }
    return JSONValue(.array(elements), offset: start.offset)
  }

  private mutating func mapping(indent: Int, depth: Int) throws(Fault) -> JSONValue {
    let start = lines[index]
    var members: [JSONMember] = []
    var seen: Set<String> = []
    while index < lines.count, lines[index].indent == indent {
      let line = lines[index]
      guard let (name, rest) = Self.key(of: line.text) else {
        throw fault(line, expected: "\"key: value\"")
      }
      let key = try scalarText(name, line)
      guard seen.insert(key).inserted else {
        throw Fault(
          offset: line.offset, found: "the key \"\(key)\" again", expected: "each key once")
      }
      index += 1
      let value: JSONValue
      if rest.isEmpty {
        value = try nested(under: indent, depth: depth, offset: line.offset)
      } else {
        let offset = line.offset + (line.text.utf8.count - rest.utf8.count)
        value = try scalar(rest, offset: offset, line)
      }
      members.append(JSONMember(key: key, value: value, keyOffset: line.offset))
    }
    return JSONValue(.object(members), offset: start.offset)
  }

  /// The block below a key; a sequence may stand at the key's own indentation.
  private mutating func nested(
    under indent: Int, depth: Int, offset: Int
  ) throws(Fault) -> JSONValue {
    guard index < lines.count else { return JSONValue(.null, offset: offset) }
    let next = lines[index]
    if next.indent > indent { return try block(indent: next.indent, depth: depth + 1) }
    if next.indent == indent, next.text.hasBytePrefix("- ") { return try sequence(indent: indent) }
    return JSONValue(.null, offset: offset)
  }

  /// A key and what stands after its colon; nil where there is none.
  private static func key(of text: Substring) -> (Substring, Substring)? {
    var quote: Character?
    var previous: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if previous == nil && (character == "\"" || character == "'") {
        quote = character
      } else if character == ":" {
        let after = text.index(after: index)
        if after == text.endIndex || text[after] == " " {
          return (text[..<index], text[after...].drop { $0 == " " })
        }
      }
      previous = character
    }
    return nil
  }

  // MARK: Scalars

  private func scalar(
    _ text: Substring, offset: Int, _ line: Line
  ) throws(Fault) -> JSONValue {
    if text.first == "\"" || text.first == "'" {
      return JSONValue(.string(try scalarText(text, line)), offset: offset)
    }
    let plain = try scalarText(text, line)
    switch plain {
    case "true", "True", "TRUE": return JSONValue(.bool(true), offset: offset)
    case "false", "False", "FALSE": return JSONValue(.bool(false), offset: offset)
    case "null", "Null", "NULL", "~": return JSONValue(.null, offset: offset)
    default: break
    }
    let isNumeric = plain.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    if isNumeric, let number = Double(plain), number.isFinite {
      return JSONValue(.number(number), offset: offset)
    }
    return JSONValue(.string(plain), offset: offset)
  }

  private func scalarText(_ text: Substring, _ line: Line) throws(Fault) -> String {
    guard let first = text.first else { return "" }
    if first == "'" {
      guard text.count >= 2, text.last == "'" else {
        throw fault(line, expected: "the closing quote on the same line")
      }
      let inner = text.dropFirst().dropLast()
      let unpaired = inner.split(separator: "''", omittingEmptySubsequences: false)
      guard unpaired.allSatisfy({ !$0.contains("'") }) else {
        throw fault(line, expected: "'' for a quote inside of quotes")
      }
      return unpaired.joined(separator: "'")
    }
    if first == "\"" {
      do {
        guard let string = try JSONText.parse(String(text)).string else {
          throw fault(line, expected: "a text in quotes")
        }
        return string
      } catch {
        throw fault(line, expected: "a text in quotes, with the escapes of JSON")
      }
    }
    guard !"{[&*!|>%@`,?".contains(first), !text.hasBytePrefix("<<"), text != "-",
      !text.hasBytePrefix("- "), !text.hasBytePrefix("? ")
    else {
      throw fault(line, expected: "a plain or quoted scalar: this part of YAML is not read")
    }
    return String(text)
  }
}
