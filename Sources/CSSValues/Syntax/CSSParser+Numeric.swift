/// A number with its type, lengths in px and angles in degrees.
struct CSSNumeric {
  enum Kind: String {
    case number = "a number"
    case percentage = "a percentage"
    case length = "a length"
    case angle = "an angle"
  }

  var kind: Kind
  var value: Double
  /// Whether it came out of a function: such a value is clamped to its range where a literal one
  /// would be refused (CSS Values 4, section 10.12).
  var isCalculated = false
}

/// CSS Values and Units Level 4: numbers, dimensions and plain arithmetic.
extension CSSParser {
  /// Takes a number, percentage, length, angle or math function; nil if something else stands here.
  mutating func numeric() throws(CSSError) -> CSSNumeric? {
    let token = current
    switch token.kind {
    case .number:
      advance()
      return CSSNumeric(kind: .number, value: try finite(token.value, token))
    case .percentage:
      advance()
      return CSSNumeric(kind: .percentage, value: try finite(token.value, token))
    case .dimension:
      advance()
      return try dimension(token)
    case .function where Self.mathFunctions.contains(name(of: token)):
      var result = try mathFunction()
      result.value = try finite(result.value, token)
      result.isCalculated = true
      return result
    default:
      return nil
    }
  }

  private static let mathFunctions: Set<String> = ["calc", "min", "max", "clamp"]

  private func finite(_ value: Double, _ token: CSSToken) throws(CSSError) -> Double {
    guard value.isFinite else { throw error(at: token, expected: "a finite number") }
    return value
  }

  /// The px in one of each absolute unit; 1in is 96px.
  private static let absoluteLengths: [String: Double] = [
    "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72, "pc": 16,
  ]

  private static let angles: [String: Double] = [
    "deg": 1, "grad": 0.9, "rad": 57.295_779_513_082_320_876_8, "turn": 360,
  ]

  private func dimension(_ token: CSSToken) throws(CSSError) -> CSSNumeric {
    let unit = unit(of: token)
    let value = try finite(token.value, token)
    if let scale = Self.absoluteLengths[unit] {
      return CSSNumeric(kind: .length, value: value * scale)
    }
    if let scale = Self.angles[unit] {
      return CSSNumeric(kind: .angle, value: value * scale)
    }
    switch unit {
    case "rem": return CSSNumeric(kind: .length, value: value * context.rootFontSize)
    case "em": return CSSNumeric(kind: .length, value: value * context.fontSize)
    default:
      throw error(
        at: token,
        expected: "one of the units px, rem, em, in, cm, mm, q, pt, pc, deg, grad, rad, turn")
    }
  }

  /// calc(), min(), max() or clamp().
  private mutating func mathFunction() throws(CSSError) -> CSSNumeric {
    let opening = current
    let function = name(of: opening)
    advance()
    try enter()
    defer { leave() }
    var arguments = [try sum()]
    while function != "calc" {
      skipWhitespace()
      guard take(.comma) else { break }
      let argument = try sum()
      guard argument.kind == arguments[0].kind else {
        throw error(at: opening, expected: "arguments of one type")
      }
      arguments.append(argument)
    }
    skipWhitespace()
    // A function is closed by the end of its text too (CSS Syntax 3, section 5.4.9).
    if current.kind != .end { try expect(.rightParen, "\")\" or an operator") }
    var result = arguments[0]
    switch function {
    case "min": result.value = arguments.reduce(result.value) { Swift.min($0, $1.value) }
    case "max": result.value = arguments.reduce(result.value) { Swift.max($0, $1.value) }
    case "clamp":
      guard arguments.count == 3 else {
        throw error(at: opening, expected: "three arguments of clamp()")
      }
      result.value = Swift.max(
        arguments[0].value, Swift.min(arguments[1].value, arguments[2].value))
    default: break
    }
    return result
  }

  /// Products joined by + and -, which need white space on both sides.
  private mutating func sum() throws(CSSError) -> CSSNumeric {
    var left = try product()
    while true {
      let beforeSpace = index
      guard take(.whitespace) else { return left }
      skipWhitespace()
      let token = current
      let isPlus = isDelim("+")
      guard isPlus || isDelim("-") else {
        index = beforeSpace
        return left
      }
      advance()
      try expect(.whitespace, "white space after the operator")
      let right = try product()
      guard left.kind == right.kind else {
        throw error(
          at: token,
          expected: "operands of one type, not \(left.kind.rawValue) and \(right.kind.rawValue)")
      }
      left.value = isPlus ? left.value + right.value : left.value - right.value
    }
  }

  private mutating func product() throws(CSSError) -> CSSNumeric {
    var left = try operand()
    while true {
      let beforeSpace = index
      skipWhitespace()
      let token = current
      if take(delim: "*") {
        let right = try operand()
        guard left.kind == .number || right.kind == .number else {
          throw error(at: token, expected: "a number on one side of \"*\"")
        }
        left = CSSNumeric(
          kind: left.kind == .number ? right.kind : left.kind, value: left.value * right.value)
      } else if take(delim: "/") {
        let right = try operand()
        guard right.kind == .number || right.kind == left.kind else {
          throw error(at: token, expected: "a number after \"/\"")
        }
        guard right.value != 0 else {
          throw error(at: token, expected: "a divisor other than zero")
        }
        left = CSSNumeric(
          kind: right.kind == .number ? left.kind : .number, value: left.value / right.value)
      } else {
        index = beforeSpace
        return left
      }
    }
  }

  private mutating func operand() throws(CSSError) -> CSSNumeric {
    skipWhitespace()
    if current.kind == .leftParen {
      advance()
      try enter()
      defer { leave() }
      let inner = try sum()
      skipWhitespace()
      if current.kind != .end { try expect(.rightParen, "\")\" or an operator") }
      return inner
    }
    if current.kind == .ident {
      switch name(of: current) {
      case "pi":
        advance()
        return CSSNumeric(kind: .number, value: .pi)
      case "e":
        advance()
        return CSSNumeric(kind: .number, value: 2.718_281_828_459_045_235_36)
      default: break
      }
    }
    guard let value = try numeric() else {
      throw unexpected(expected: "a number, a length or \"(\" in the calculation")
    }
    return value
  }
}
