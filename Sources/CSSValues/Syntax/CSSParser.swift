/// Walks over the tokens of one value; the grammars are its extensions, a file each.
struct CSSParser {
  /// How deep functions and parentheses may nest: far above real values, far below the stack.
  static let depthLimit = 32

  let bytes: [UInt8]
  let tokens: [CSSToken]
  let context: CSSContext
  var index = 0
  var depth = 0

  init(_ text: String, context: CSSContext) {
    self.init(bytes: Array(text.utf8), context: context)
  }

  init(bytes: [UInt8], context: CSSContext = CSSContext()) {
    self.bytes = bytes
    tokens = CSSTokenizer.tokens(of: bytes)
    self.context = context
  }

  /// The token at hand; past the last one, an `.end` of no length.
  var current: CSSToken {
    index < tokens.count
      ? tokens[index] : CSSToken(kind: .end, start: bytes.count, end: bytes.count)
  }

  mutating func advance() {
    index += 1
  }

  mutating func skipWhitespace() {
    while current.kind == .whitespace { index += 1 }
  }

  /// Takes the token if it is of this kind.
  mutating func take(_ kind: CSSToken.Kind) -> Bool {
    guard current.kind == kind else { return false }
    index += 1
    return true
  }

  mutating func take(delim: Unicode.Scalar) -> Bool {
    guard isDelim(delim) else { return false }
    index += 1
    return true
  }

  func isDelim(_ delim: Unicode.Scalar) -> Bool {
    current.kind == .delim && bytes[current.start] == UInt8(truncatingIfNeeded: delim.value)
  }

  /// Takes a keyword in any case.
  mutating func take(keyword: String) -> Bool {
    guard current.kind == .ident, name(of: current) == keyword else { return false }
    index += 1
    return true
  }

  /// Requires a token of this kind.
  mutating func expect(_ kind: CSSToken.Kind, _ expected: String) throws(CSSError) {
    guard take(kind) else { throw unexpected(expected: expected) }
  }

  /// Requires that nothing but white space follows.
  mutating func expectEnd(_ expected: String = "the end of the value") throws(CSSError) {
    skipWhitespace()
    guard current.kind == .end else { throw unexpected(expected: expected) }
  }

  /// Enters a function or a parenthesis, within the limit of nesting.
  mutating func enter() throws(CSSError) {
    guard depth < Self.depthLimit else {
      throw unexpected(expected: "at most \(Self.depthLimit) nested functions")
    }
    depth += 1
  }

  mutating func leave() {
    depth -= 1
  }

  /// The error of finding the current token.
  func unexpected(expected: String) -> CSSError {
    error(at: current, expected: expected)
  }

  /// The error of finding `token`, which is quoted with what follows it in a function.
  func error(at token: CSSToken, expected: String) -> CSSError {
    let found = token.kind == .end ? "the end of the value" : "\"\(excerpt(from: token))\""
    return CSSError(offset: token.start, found: found, expected: expected)
  }

  private func excerpt(from token: CSSToken) -> String {
    var end = token.end
    if token.kind == .function {
      var open = 0
      for other in tokens where other.start >= token.start {
        if other.closing == .rightParen { open += 1 }
        if other.kind == .rightParen { open -= 1 }
        end = other.end
        if open == 0 || end - token.start > 60 { break }
      }
    }
    let limit = 60
    let text = String(decoding: bytes[token.start..<min(end, token.start + limit)], as: UTF8.self)
    return end - token.start > limit ? text + "..." : text
  }

  /// The name of an ident, function, at-keyword or hash in lower case, escapes undone.
  func name(of token: CSSToken) -> String {
    CSSText.lowercased(rawName(of: token))
  }

  /// The name as written, escapes undone.
  func rawName(of token: CSSToken) -> String {
    var start = token.start
    var end = token.end
    switch token.kind {
    case .function: end -= 1
    case .atKeyword, .hash: start += 1
    default: break
    }
    return CSSText.unescaped(bytes[start..<end])
  }

  /// The unit of a dimension in lower case.
  func unit(of token: CSSToken) -> String {
    CSSText.lowercased(CSSText.unescaped(bytes[token.unitStart..<token.end]))
  }
}

/// Names and strings of CSS text.
enum CSSText {
  /// ASCII letters in lower case; others as they are.
  static func lowercased(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }) else {
      return text
    }
    let bytes = text.utf8.map {
      $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Undoes the escapes of a name (CSS Syntax 3, section 4.3.7).
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result = String.UnicodeScalarView()
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      var value: UInt32 = 0
      var digits = 0
      while digits < 6, let next = scalars.first, next.isASCII,
        let digit = CSSTokenizer.hexValue(UInt8(next.value))
      {
        value = value * 16 + digit
        digits += 1
        scalars.removeFirst()
      }
      if digits == 0 {
        if let next = scalars.popFirst() { result.append(next) }
        continue
      }
      if let next = scalars.first, next.isASCII, CSSTokenizer.isWhitespace(UInt8(next.value)) {
        scalars.removeFirst()
      }
      result.append(value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(result)
  }
}
