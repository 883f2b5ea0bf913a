internal import CSSValues

/// White space, strings, names and numbers.
extension JSONScanner {
  /// Steps over white space, and over comments in JSON5.
  mutating func skipSpace() throws(JSONFault) {
    while index < source.count {
      switch source[index] {
      case 0x20, 0x09, 0x0A, 0x0D:
        index += 1
      case 0x0B where isJSON5, 0x0C where isJSON5:
        index += 1
      case UInt8(ascii: "/"):
        let start = index
        try skipComment()
        if !isJSON5 { noteComment(at: start) }
      case 0x80... where isJSON5:
        guard let (scalar, length) = scalar(at: index) else { throw invalidUTF8(at: index) }
        let isSpace =
          scalar == "\u{A0}" || scalar == "\u{FEFF}" || scalar == "\u{2028}"
          || scalar == "\u{2029}" || scalar.properties.generalCategory == .spaceSeparator
        guard isSpace else { return }
        index += length
      default:
        return
      }
    }
  }

  /// The first comment stands for all.
  private mutating func noteComment(at start: Int) {
    let mark = source[start + 1] == UInt8(ascii: "/") ? "//" : "/*"
    guard !slips.contains(where: { $0.found.hasPrefix("a comment") }) else { return }
    slips.append(
      JSONFault(
        kind: .syntax, offset: start, found: "a comment (\(mark))",
        expected: "none: JSON has no comments; a scene and its parts take a \"comment\" key"))
  }

  private mutating func skipComment() throws(JSONFault) {
    let start = index
    index += 1
    if take(UInt8(ascii: "/")) {
      while index < source.count, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
    } else if take(UInt8(ascii: "*")) {
      while index + 1 < source.count {
        if source[index] == UInt8(ascii: "*"), source[index + 1] == UInt8(ascii: "/") {
          index += 2
          return
        }
        index += 1
      }
      throw JSONFault(
        kind: .syntax, offset: start, found: "a comment that does not end", expected: "\"*/\"")
    } else {
      index = start
      throw fault(expected: isJSON5 ? "a value or a comment" : "a value")
    }
  }

  // MARK: Strings

  /// A string in quotes, double or (JSON5) single.
  mutating func string() throws(JSONFault) -> String {
    let quote = source[index]
    index += 1
    let start = index
    // The common case: no escape before the closing quote, so the bytes are the text.
    try skipPlain(quote: quote)
    if index < source.count, source[index] == quote {
      let text = String(decoding: slice(start..<index), as: UTF8.self)
      index += 1
      return text
    }
    var bytes = Array(slice(start..<index))
    while true {
      guard index < source.count else { throw unterminated(start - 1) }
      if source[index] == quote {
        index += 1
        return String(decoding: bytes, as: UTF8.self)
      }
      if source[index] == UInt8(ascii: "\\") {
        try escape(into: &bytes)
      } else {
        let plain = index
        try skipPlain(quote: quote)
        bytes.append(contentsOf: slice(plain..<index))
      }
    }
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: source[range])
  }

  private func unterminated(_ start: Int) -> JSONFault {
    JSONFault(
      kind: .syntax, offset: start, found: "a string that does not end",
      expected: "the closing quote")
  }

  /// Steps over bytes that stand for themselves, up to a quote, a backslash or the end.
  private mutating func skipPlain(quote: UInt8) throws(JSONFault) {
    while index < source.count {
      let byte = source[index]
      if byte == quote || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 {
        // JSON5 forbids line ends only.
        guard isJSON5, byte != 0x0A, byte != 0x0D else {
          throw fault(expected: "no control character inside a string (write it as an escape)")
        }
        index += 1
      } else if byte < 0x80 {
        index += 1
      } else {
        guard let (_, length) = scalar(at: index) else { throw invalidUTF8(at: index) }
        index += length
      }
    }
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(JSONFault) {
    let start = index
    index += 1
    guard index < source.count else { throw fault(expected: "an escape") }
    let byte = source[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      bytes.append(contentsOf: String(Character(try unicodeEscape(start: start))).utf8)
    default:
      guard isJSON5 else {
        index = start + 1
        throw fault(expected: "an escape: one of \" \\ / b f n r t u")
      }
      try escapeJSON5(byte, into: &bytes)
    }
  }

  /// The escapes that JSON5 adds; `index` is past `byte`.
  private mutating func escapeJSON5(_ byte: UInt8, into bytes: inout [UInt8]) throws(JSONFault) {
    switch byte {
    case UInt8(ascii: "v"): bytes.append(0x0B)
    case UInt8(ascii: "0"):
      if index < source.count, isDigit(source[index]) {
        throw fault(expected: "no digit after \\0")
      }
      bytes.append(0)
    case UInt8(ascii: "x"):
      let value = try hexDigits(2)
      bytes.append(contentsOf: String(Character(UnicodeScalar(UInt8(value)))).utf8)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      index -= 1
      throw fault(expected: "an escape")
    case 0x0A: break
    case 0x0D: _ = take(0x0A)
    default:
      index -= 1
      guard let (scalar, length) = scalar(at: index) else { throw invalidUTF8(at: index) }
      index += length
      if scalar != "\u{2028}" && scalar != "\u{2029}" {
        bytes.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
  }

  /// After `\u`: one scalar, of one escape or of a surrogate pair.
  private mutating func unicodeEscape(start: Int) throws(JSONFault) -> UnicodeScalar {
    let high = try hexDigits(4)
    if let scalar = UnicodeScalar(high) { return scalar }
    if high < 0xDC00, index + 1 < source.count, source[index] == UInt8(ascii: "\\"),
      source[index + 1] == UInt8(ascii: "u")
    {
      index += 2
      let low = try hexDigits(4)
      if (0xDC00...0xDFFF).contains(low),
        let scalar = UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw JSONFault(
      kind: .loneSurrogate, offset: start,
      found: "the lone surrogate \\u" + String(high, radix: 16, uppercase: true),
      expected: "a surrogate pair")
  }

  private mutating func hexDigits(_ count: Int) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard index < source.count, let digit = hexValue(source[index]) else {
        throw fault(expected: "\(count) hexadecimal digits")
      }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// A key of JSON5 without quotes: an ECMAScript 5.1 IdentifierName.
  mutating func identifier() throws(JSONFault) -> String {
    var name = String.UnicodeScalarView()
    while index < source.count {
      let start = index
      let scalar: UnicodeScalar
      if source[index] == UInt8(ascii: "\\") {
        index += 1
        guard take(UInt8(ascii: "u")) else { throw fault(expected: "\"u\" and 4 digits") }
        scalar = try unicodeEscape(start: start)
      } else {
        guard let (next, length) = self.scalar(at: index) else { throw invalidUTF8(at: index) }
        scalar = next
        index += length
      }
      guard isIdentifierPart(scalar, isFirst: name.isEmpty) else {
        index = start
        break
      }
      name.append(scalar)
    }
    guard !name.isEmpty else { throw fault(expected: "a key") }
    return String(name)
  }

  private func isIdentifierPart(_ scalar: UnicodeScalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      return !isFirst
    default:
      return !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
    }
  }

  // MARK: Numbers

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// A number, correctly rounded; one that overflows is a fault.
  mutating func number() throws(JSONFault) -> Double {
    let start = index
    let isNegative = take(UInt8(ascii: "-"))
    if isJSON5, !isNegative { _ = take(UInt8(ascii: "+")) }
    if isJSON5, index < source.count {
      if source[index] == UInt8(ascii: "I") || source[index] == UInt8(ascii: "N") {
        throw JSONFault(
          kind: .numberOverflow, offset: start, found: "Infinity or NaN",
          expected: "a finite number")
      }
      if source[index] == UInt8(ascii: "0"), index + 1 < source.count,
        source[index + 1] | 0x20 == UInt8(ascii: "x")
      {
        let magnitude = try hexadecimal(start: start)
        return isNegative ? -magnitude : magnitude
      }
    }
    try digitsBeforeExponent()
    try exponent()
    let value = DecimalNumber.value(of: slice(start..<index))
    guard value.isFinite else {
      throw JSONFault(
        kind: .numberOverflow, offset: start,
        found: "the number "
          + String(decoding: slice(start..<min(index, start + 40)), as: UTF8.self),
        expected: "a number of at most 1.8e308")
    }
    return value
  }

  /// Steps over the digits before and after the point; JSON5 allows either to be missing.
  private mutating func digitsBeforeExponent() throws(JSONFault) {
    let first = index
    let startsWithZero = take(UInt8(ascii: "0"))
    skipDigits()
    if startsWithZero, index > first + 1 {
      index = first + 1
      throw fault(expected: "no digit after a leading 0")
    }
    let hasInteger = index > first
    let isPointFirst = isJSON5 && index < source.count && source[index] == UInt8(ascii: ".")
    guard hasInteger || isPointFirst else { throw fault(expected: "a digit") }
    guard take(UInt8(ascii: ".")) else { return }
    let fraction = index
    skipDigits()
    guard index > fraction || (isJSON5 && hasInteger) else {
      throw fault(expected: "a digit after the point")
    }
  }

  private mutating func exponent() throws(JSONFault) {
    guard index < source.count, source[index] | 0x20 == UInt8(ascii: "e") else { return }
    index += 1
    if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
    let first = index
    skipDigits()
    guard index > first else { throw fault(expected: "a digit of the exponent") }
  }

  private mutating func skipDigits() {
    while index < source.count, isDigit(source[index]) { index += 1 }
  }

  private mutating func hexadecimal(start: Int) throws(JSONFault) -> Double {
    index += 2
    let first = index
    var value = 0.0
    while index < source.count, let digit = hexValue(source[index]) {
      value = value * 16 + Double(digit)
      index += 1
    }
    guard index > first else { throw fault(expected: "a hexadecimal digit") }
    guard value.isFinite else {
      throw JSONFault(
        kind: .numberOverflow, offset: start, found: "a hexadecimal number too large",
        expected: "a number of at most 1.8e308")
    }
    return value
  }
}
