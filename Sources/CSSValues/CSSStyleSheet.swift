/// The declarations of a style sheet, with the rules they stand in.
///
/// Sources: CSS Syntax 3, section 5, and the nesting of CSS Nesting 1. What a rule is for is left to the reader: selectors and at-rules are kept as text. What does not
/// parse is skipped up to its semicolon or block, as browsers do.
package struct CSSStyleSheet {
  /// How deep rules may nest.
  package static let depthLimit = 64

  /// A rule around declarations.
  package struct Rule: Hashable, Sendable {
    /// The selectors around the declaration, outermost first.
    package var selectors: [String]
    /// The at-rules around it, outermost first, each with its name: `media (min-width: 40em)`.
    package var atRules: [String]
  }

  /// A property and its value as written.
  package struct Declaration: Hashable, Sendable {
    /// In lower case, custom properties as written.
    package var property: String
    /// Without white space around it.
    package var value: String
    /// The byte its property starts at.
    package var offset: Int
    /// An index into the sheet's rules.
    package var rule: Int
  }

  /// Every rule that holds a declaration, one entry per block.
  package private(set) var rules: [Rule] = []
  /// In the order of the text.
  package private(set) var declarations: [Declaration] = []
  /// The text and the byte of the first statement that is no CSS; nil if all of it is.
  package private(set) var firstInvalid: (text: String, offset: Int)?

  /// At-rules whose blocks hold no styles of elements.
  private static let skipped: Set<String> = [
    "keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes", "font-face", "page",
    "counter-style", "font-feature-values", "font-palette-values", "view-transition",
    "position-try", "color-profile", "viewport", "-ms-viewport",
  ]

  private enum Block {
    case selector(String)
    case atRule(String)
  }

  private let parser: CSSParser
  private var index = 0
  private var blocks: [Block] = []
  /// The entry in `rules` of each open block, once it has a declaration.
  private var ruleOfBlock: [Int?] = [nil]

  /// Reads a style sheet; throws only where it nests too deep.
  package init(_ bytes: [UInt8]) throws(CSSError) {
    parser = CSSParser(bytes: bytes)
    while index < parser.tokens.count {
      try statement()
    }
  }

  private mutating func statement() throws(CSSError) {
    let token = parser.tokens[index]
    switch token.kind {
    case .whitespace, .semicolon, .cdo, .cdc:
      index += 1
    case .rightBrace:
      index += 1
      if !blocks.isEmpty { close() }
    case .atKeyword:
      try atRule(token)
    default:
      try declarationOrRule(token)
    }
  }

  private mutating func open(_ block: Block, at token: CSSToken) throws(CSSError) {
    guard blocks.count < Self.depthLimit else {
      throw parser.error(at: token, expected: "at most \(Self.depthLimit) nested rules")
    }
    blocks.append(block)
    ruleOfBlock.append(nil)
  }

  private mutating func close() {
    blocks.removeLast()
    ruleOfBlock.removeLast()
  }

  private mutating func atRule(_ token: CSSToken) throws(CSSError) {
    let name = parser.name(of: token)
    let start = index + 1
    let end = self.end(from: start)
    if name.hasPrefix("include") || name.hasPrefix("mixin") || name.hasPrefix("use") {
      note(token, end)
    }
    index = end
    guard end < parser.tokens.count, parser.tokens[end].kind == .leftBrace else { return }
    if Self.skipped.contains(name) {
      skipBlock()
      return
    }
    index += 1
    let prelude = text(start..<end)
    try open(.atRule(prelude.isEmpty ? name : name + " " + prelude), at: token)
  }

  private mutating func declarationOrRule(_ token: CSSToken) throws(CSSError) {
    let start = index
    var colon = start + 1
    while colon < parser.tokens.count, parser.tokens[colon].kind == .whitespace { colon += 1 }
    let hasColon =
      token.kind == .ident && colon < parser.tokens.count && parser.tokens[colon].kind == .colon
    let name = token.kind == .ident ? parser.rawName(of: token) : ""
    if hasColon && name.hasPrefix("--") {
      // The value of a custom property may hold blocks of its own.
      let end = customEnd(from: colon + 1)
      add(property: name, value: text((colon + 1)..<end), token)
      index = end
      return
    }
    let end = self.end(from: start)
    index = end
    if end < parser.tokens.count, parser.tokens[end].kind == .leftBrace {
      index += 1
      try open(.selector(text(start..<end)), at: token)
      return
    }
    guard hasColon, !blocks.isEmpty else {
      note(token, end)
      // Against a stray closing token, on which nothing else moves on.
      if index == start { index += 1 }
      return
    }
    add(property: CSSText.lowercased(name), value: text((colon + 1)..<end), token)
  }

  private mutating func note(_ token: CSSToken, _ end: Int) {
    guard firstInvalid == nil else { return }
    let last = min(max(end, index + 1), parser.tokens.count) - 1
    let stop = min(parser.tokens[last].end, token.start + 60)
    firstInvalid = (
      String(decoding: parser.bytes[token.start..<max(stop, token.end)], as: UTF8.self),
      token.start
    )
  }

  /// The index of the semicolon, the brace or the end that ends a prelude or a value.
  private func end(from start: Int) -> Int {
    var open: [CSSToken.Kind] = []
    var i = start
    while i < parser.tokens.count {
      let token = parser.tokens[i]
      if open.isEmpty {
        switch token.kind {
        case .semicolon, .leftBrace, .rightBrace: return i
        default: break
        }
      }
      if token.kind == open.last {
        open.removeLast()
      } else if let closing = token.closing, closing != .rightBrace || !open.isEmpty {
        open.append(closing)
      }
      i += 1
    }
    return i
  }

  /// The end of a custom property's value: a semicolon or brace outside of every bracket.
  private func customEnd(from start: Int) -> Int {
    var open: [CSSToken.Kind] = []
    var i = start
    while i < parser.tokens.count {
      let token = parser.tokens[i]
      if open.isEmpty && (token.kind == .semicolon || token.kind == .rightBrace) { return i }
      if token.kind == open.last {
        open.removeLast()
      } else if let closing = token.closing {
        open.append(closing)
      }
      i += 1
    }
    return i
  }

  private mutating func skipBlock() {
    var depth = 0
    while index < parser.tokens.count {
      let kind = parser.tokens[index].kind
      index += 1
      if kind == .leftBrace { depth += 1 }
      if kind == .rightBrace { depth -= 1 }
      if depth == 0 { return }
    }
  }

  private mutating func add(property: String, value: String, _ token: CSSToken) {
    guard !blocks.isEmpty else { return }
    let rule: Int
    if let known = ruleOfBlock[ruleOfBlock.count - 1] {
      rule = known
    } else {
      rule = rules.count
      ruleOfBlock[ruleOfBlock.count - 1] = rule
      var selectors: [String] = []
      var atRules: [String] = []
      for block in blocks {
        switch block {
        case .selector(let text): selectors.append(text)
        case .atRule(let text): atRules.append(text)
        }
      }
      rules.append(Rule(selectors: selectors, atRules: atRules))
    }
    declarations.append(
      Declaration(property: property, value: value, offset: token.start, rule: rule))
  }

  /// The text of tokens, white space around it left out and inside of it single.
  private func text(_ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    var previousEnd = 0
    for token in parser.tokens[range] {
      if token.kind == .whitespace {
        if !bytes.isEmpty, bytes.last != 0x20 { bytes.append(0x20) }
      } else {
        // Where a comment stood, nothing may melt together.
        if !bytes.isEmpty, bytes.last != 0x20, token.start != previousEnd {
          bytes.append(contentsOf: "/**/".utf8)
        }
        bytes.append(contentsOf: parser.bytes[token.start..<token.end])
      }
      previousEnd = token.end
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
