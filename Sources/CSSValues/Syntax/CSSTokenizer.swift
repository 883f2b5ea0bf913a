/// Cuts text into the tokens of CSS Syntax Level 3, section 4.3.
///
/// Comments vanish, everything else
/// is kept, so that the tokens' ranges give the text back. Never fails: what is wrong becomes a bad
/// token, and the grammar above refuses it. Linear in the length of the text.
struct CSSTokenizer {
  let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func tokens(of bytes: [UInt8]) -> [CSSToken] {
    var tokenizer = CSSTokenizer(bytes)
    var tokens: [CSSToken] = []
    tokens.reserveCapacity(bytes.count / 3 + 1)
    while let token = tokenizer.next() {
      tokens.append(token)
    }
    return tokens
  }

  /// The byte `ahead` of the current one; 0 past the end, which no rule below looks for.
  private func peek(_ ahead: Int = 0) -> UInt8 {
    let index = position + ahead
    return index < bytes.count ? bytes[index] : 0
  }

  private mutating func next() -> CSSToken? {
    while peek() == UInt8(ascii: "/") && peek(1) == UInt8(ascii: "*") {
      skipComment()
    }
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[position]
    switch byte {
    case let space where Self.isWhitespace(space):
      while Self.isWhitespace(peek()) { position += 1 }
      return CSSToken(kind: .whitespace, start: start, end: position)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return string(quote: byte)
    case UInt8(ascii: "#"):
      if Self.isName(peek(1)) || isEscape(at: 1) {
        position += 1
        skipName()
        return CSSToken(kind: .hash, start: start, end: position)
      }
      return single(.delim)
    case UInt8(ascii: "("): return single(.leftParen)
    case UInt8(ascii: ")"): return single(.rightParen)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: ":"): return single(.colon)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "["): return single(.leftBracket)
    case UInt8(ascii: "]"): return single(.rightBracket)
    case UInt8(ascii: "{"): return single(.leftBrace)
    case UInt8(ascii: "}"): return single(.rightBrace)
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return startsNumber() ? numeric() : single(.delim)
    case UInt8(ascii: "-"):
      if startsNumber() { return numeric() }
      if peek(1) == UInt8(ascii: "-") && peek(2) == UInt8(ascii: ">") {
        position += 3
        return CSSToken(kind: .cdc, start: start, end: position)
      }
      return startsIdent(at: 0) ? identLike() : single(.delim)
    case UInt8(ascii: "<"):
      if peek(1) == UInt8(ascii: "!") && peek(2) == UInt8(ascii: "-")
        && peek(3) == UInt8(ascii: "-")
      {
        position += 4
        return CSSToken(kind: .cdo, start: start, end: position)
      }
      return single(.delim)
    case UInt8(ascii: "@"):
      if startsIdent(at: 1) {
        position += 1
        skipName()
        return CSSToken(kind: .atKeyword, start: start, end: position)
      }
      return single(.delim)
    default:
      return startsIdent(at: 0) ? identLike() : single(.delim)
    }
  }

  private mutating func single(_ kind: CSSToken.Kind) -> CSSToken {
    position += 1
    return CSSToken(kind: kind, start: position - 1, end: position)
  }

  private mutating func skipComment() {
    position += 2
    while position < bytes.count {
      if peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
  }

  private mutating func string(quote: UInt8) -> CSSToken {
    let start = position
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return CSSToken(kind: .string, start: start, end: position)
      }
      if Self.isNewline(byte) {
        return CSSToken(kind: .badString, start: start, end: position)
      }
      // An escaped byte is text; so is an escaped newline, which continues the string.
      position += byte == UInt8(ascii: "\\") ? min(2, bytes.count - position) : 1
    }
    return CSSToken(kind: .string, start: start, end: position)
  }

  private mutating func numeric() -> CSSToken {
    let start = position
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
    while Self.isDigit(peek()) { position += 1 }
    if peek() == UInt8(ascii: ".") && Self.isDigit(peek(1)) {
      position += 1
      while Self.isDigit(peek()) { position += 1 }
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
      if Self.isDigit(peek(1 + sign)) {
        position += 2 + sign
        while Self.isDigit(peek()) { position += 1 }
      }
    }
    let value = bytes[start..<position].withUnsafeBufferPointer { DecimalNumber.value(of: $0) }
    let unitStart = position
    if startsIdent(at: 0) {
      skipName()
      return CSSToken(
        kind: .dimension, start: start, end: position, value: value, unitStart: unitStart)
    }
    if peek() == UInt8(ascii: "%") {
      position += 1
      return CSSToken(kind: .percentage, start: start, end: position, value: value)
    }
    return CSSToken(kind: .number, start: start, end: position, value: value)
  }

  private mutating func identLike() -> CSSToken {
    let start = position
    skipName()
    guard peek() == UInt8(ascii: "(") else {
      return CSSToken(kind: .ident, start: start, end: position)
    }
    let isURL =
      position - start == 3 && bytes[start] | 0x20 == UInt8(ascii: "u")
      && bytes[start + 1] | 0x20 == UInt8(ascii: "r")
      && bytes[start + 2] | 0x20 == UInt8(ascii: "l")
    position += 1
    if isURL {
      var ahead = 0
      while Self.isWhitespace(peek(ahead)) { ahead += 1 }
      if peek(ahead) != UInt8(ascii: "\"") && peek(ahead) != UInt8(ascii: "'") {
        return url(start: start)
      }
    }
    return CSSToken(kind: .function, start: start, end: position)
  }

  /// An unquoted url, up to its closing parenthesis.
  private mutating func url(start: Int) -> CSSToken {
    var isBad = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ")") { break }
      if byte == UInt8(ascii: "\\") { position = min(position + 1, bytes.count) }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(") {
        isBad = true
      }
    }
    return CSSToken(kind: isBad ? .badURL : .url, start: start, end: position)
  }

  private mutating func skipName() {
    while position < bytes.count {
      if Self.isName(bytes[position]) {
        position += 1
      } else if isEscape(at: 0) {
        position += 1
        skipEscaped()
      } else {
        return
      }
    }
  }

  /// Past one escaped code point: up to six hex digits and one white space, or any one character.
  private mutating func skipEscaped() {
    var digits = 0
    while digits < 6 && Self.hexValue(peek()) != nil && position < bytes.count {
      position += 1
      digits += 1
    }
    if digits == 0 {
      position = min(position + 1, bytes.count)
    } else if Self.isWhitespace(peek()) {
      position += 1
    }
  }

  private func startsNumber() -> Bool {
    let sign = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") ? 1 : 0
    if Self.isDigit(peek(sign)) { return true }
    return peek(sign) == UInt8(ascii: ".") && Self.isDigit(peek(sign + 1))
  }

  private func startsIdent(at ahead: Int) -> Bool {
    if peek(ahead) == UInt8(ascii: "-") {
      return Self.isNameStart(peek(ahead + 1)) || peek(ahead + 1) == UInt8(ascii: "-")
        || isEscape(at: ahead + 1)
    }
    return position + ahead < bytes.count
      && (Self.isNameStart(peek(ahead)) || isEscape(at: ahead))
  }

  private func isEscape(at ahead: Int) -> Bool {
    peek(ahead) == UInt8(ascii: "\\") && position + ahead + 1 < bytes.count
      && !Self.isNewline(peek(ahead + 1))
  }

  static func isNewline(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D || byte == 0x0C
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || isNewline(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isNameStart(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || byte >= 0x80
      || byte == UInt8(ascii: "_")
  }

  static func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
