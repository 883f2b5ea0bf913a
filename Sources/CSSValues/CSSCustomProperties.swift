/// Custom properties and their substitution into values (CSS Custom Properties 1, section 3).
public struct CSSCustomProperties: Hashable, Sendable {
  /// How deep one property may lean on another, and the text a value may grow to: far above real
  /// style sheets, so that a hostile one ends in an error.
  static let depthLimit = 64
  static let lengthLimit = 1 << 17

  private var values: [String: String]

  /// Properties by name, the two hyphens included; names are case-sensitive.
  public init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The value of a property as declared, its own `var()` not yet replaced; nil if it has none.
  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// Replaces every `var(--name, fallback)` in a value, also inside the properties it names.
  ///
  /// A property in a cycle has no value; whoever names it from outside falls back. Pieces never melt
  /// into one token: where they could, an empty comment stands between them. Throws where a property
  /// without a value has no fallback, naming it.
  public func resolve(_ text: String) throws(CSSError) -> String {
    var resolver = CSSVariableResolver(values: values)
    return try resolver.resolve(text)
  }

  /// The custom properties that a value names, fallbacks included, in the order of the text.
  public static func names(in text: String) -> [String] {
    let parser = CSSParser(text, context: CSSContext())
    var names: [String] = []
    for (index, token) in parser.tokens.enumerated()
    where token.kind == .function && parser.name(of: token) == "var" {
      var next = index + 1
      while next < parser.tokens.count, parser.tokens[next].kind == .whitespace { next += 1 }
      guard next < parser.tokens.count, parser.tokens[next].kind == .ident else { continue }
      names.append(parser.rawName(of: parser.tokens[next]))
    }
    return names
  }
}

/// Substitutes custom properties in many values, working each property out once.
package struct CSSVariableResolver {
  /// Why a property has no value.
  private struct Failure: Error {
    var css: CSSError
    /// Place in the chain of properties where a cycle closes; nil for other failures.
    var cycleStart: Int?
    /// Whether even a fallback does not help, because a limit is passed.
    var isFatal = false
  }

  private let values: [String: String]
  /// Values that take the place of others, for a rule that declares properties of its own.
  private let overrides: [String: String]
  private var known: [String: Result<String, Failure>] = [:]
  /// The properties being resolved, outermost first.
  private var chain: [String] = []
  private var depth = 0

  /// A resolver of properties; `overrides` come before `values`.
  package init(values: [String: String], overrides: [String: String] = [:]) {
    self.values = values
    self.overrides = overrides
  }

  /// Replaces every `var()` in a value; see `CSSCustomProperties.resolve(_:)`.
  package mutating func resolve(_ text: String) throws(CSSError) -> String {
    do {
      return try substitute(text)
    } catch {
      throw error.css
    }
  }

  private mutating func substitute(_ text: String) throws(Failure) -> String {
    let parser = CSSParser(text, context: CSSContext())
    return try resolve(parser, 0..<parser.tokens.count)
  }

  private mutating func resolve(
    _ parser: CSSParser, _ range: Range<Int>
  ) throws(Failure) -> String {
    guard let first = range.first else { return "" }
    guard depth < CSSCustomProperties.depthLimit else {
      throw Failure(
        css: parser.error(
          at: parser.tokens[first],
          expected: "at most \(CSSCustomProperties.depthLimit) properties that lean on each other"),
        isFatal: true)
    }
    depth += 1
    defer { depth -= 1 }
    var output: [UInt8] = []
    var index = first
    // Where the text just copied ends in the source: another start than this is a seam, made by a
    // substitution or a comment.
    var copied: Int?
    while index < range.upperBound {
      let token = parser.tokens[index]
      if token.kind == .function && parser.name(of: token) == "var" {
        let end = Self.end(of: index, in: parser, limit: range.upperBound)
        let value = try variable(parser, index, end: end)
        Self.append(value.utf8, to: &output, isSeam: true)
        index = end
        copied = nil
      } else {
        Self.append(
          parser.bytes[token.start..<token.end], to: &output, isSeam: copied != token.start)
        index += 1
        copied = token.end
      }
      guard output.count <= CSSCustomProperties.lengthLimit else {
        throw Failure(
          css: parser.error(
            at: token, expected: "a value of at most \(CSSCustomProperties.lengthLimit) bytes"),
          isFatal: true)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The index after the parenthesis that closes the function at `index`.
  private static func end(of index: Int, in parser: CSSParser, limit: Int) -> Int {
    var open = 0
    var i = index
    while i < limit {
      if parser.tokens[i].closing == .rightParen { open += 1 }
      if parser.tokens[i].kind == .rightParen { open -= 1 }
      i += 1
      if open == 0 { break }
    }
    return i
  }

  private mutating func variable(
    _ parser: CSSParser, _ index: Int, end: Int
  ) throws(Failure) -> String {
    let function = parser.tokens[index]
    let isClosed = end > index + 1 && parser.tokens[end - 1].kind == .rightParen
    let last = isClosed ? end - 1 : end
    var i = index + 1
    func skipSpace() {
      while i < last && parser.tokens[i].kind == .whitespace { i += 1 }
    }
    skipSpace()
    guard i < last, parser.tokens[i].kind == .ident else {
      throw Failure(css: parser.error(at: function, expected: "a custom property in var()"))
    }
    let name = parser.rawName(of: parser.tokens[i])
    guard name.hasPrefix("--"), name.utf8.count > 2 else {
      throw Failure(css: parser.error(at: function, expected: "a name that starts with \"--\""))
    }
    i += 1
    skipSpace()
    let hasFallback = i < last
    if hasFallback, parser.tokens[i].kind != .comma {
      throw Failure(
        css: parser.error(at: parser.tokens[i], expected: "\",\" and a fallback, or \")\""))
    }
    do {
      return try value(of: name, at: function, parser)
    } catch {
      // Inside of the cycle even a fallback does not help (section 3.3).
      let isInCycle = error.cycleStart.map { chain.count > $0 } ?? false
      guard hasFallback, !error.isFatal, !isInCycle else { throw error }
      let fallback = try resolve(parser, (i + 1)..<last)
      return fallback
    }
  }

  private mutating func value(
    of name: String, at token: CSSToken, _ parser: CSSParser
  ) throws(Failure) -> String {
    if let result = known[name] { return try result.get() }
    if let start = chain.firstIndex(of: name) {
      throw Failure(
        css: parser.error(
          at: token,
          expected: "a custom property that does not depend on itself: "
            + (chain[start...] + [name]).joined(separator: " -> ")),
        cycleStart: start)
    }
    guard let text = overrides[name] ?? values[name] else {
      throw Failure(
        css: parser.error(at: token, expected: "a custom property with a value, or a fallback"))
    }
    chain.append(name)
    defer { chain.removeLast() }
    do {
      let value = try substitute(text)
      known[name] = .success(value)
      return value
    } catch {
      var failure = error
      // For the caller of a finished chain the cycle is closed.
      if let start = error.cycleStart, start == chain.count - 1 { failure.cycleStart = nil }
      var remembered = failure
      remembered.cycleStart = nil
      known[name] = .failure(remembered)
      throw failure
    }
  }

  /// Appends a piece, kept apart from what stands before where the two could melt into one token.
  private static func append(
    _ piece: some Collection<UInt8>, to output: inout [UInt8], isSeam: Bool
  ) {
    if isSeam, let last = output.last, let first = piece.first,
      !Self.isBoundary(last) && last != UInt8(ascii: "("),
      !Self.isBoundary(first) && first != UInt8(ascii: ")")
    {
      output.append(contentsOf: "/**/".utf8)
    }
    output.append(contentsOf: piece)
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    CSSTokenizer.isWhitespace(byte) || byte == UInt8(ascii: ",")
  }
}
