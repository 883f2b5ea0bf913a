public import PenumbraGraphics

/// One shadow of a `box-shadow` list or a `drop-shadow()` chain, lengths in px.
public struct CSSShadow: Hashable, Sendable {
  /// What the third length means.
  public enum BlurMeaning: String, Hashable, Sendable, CaseIterable {
    /// `box-shadow`: the blur is twice the Gaussian's standard deviation
    /// (CSS Backgrounds and Borders 3, section 6.1).
    case twiceSigma
    /// `drop-shadow()`: the length is the standard deviation itself
    /// (Filter Effects 1, section 5.3).
    case sigma
  }

  /// Whether the shadow falls inside of the box.
  public var isInset: Bool
  /// To the right, px.
  public var offsetX: Double
  /// Downwards, px.
  public var offsetY: Double
  /// As written, px, never negative; see `blurMeaning`.
  public var blur: Double
  /// Growth of the shape on every side, px; always 0 for `drop-shadow()`.
  public var spread: Double
  /// In sRGB; nil is the `currentColor` of who uses the shadow.
  public var color: Color?
  /// Whether the colour lay outside of sRGB and another one stands for it.
  public var wasColorGamutMapped: Bool
  /// What `blur` means.
  public var blurMeaning: BlurMeaning

  /// A shadow from its parts.
  public init(
    isInset: Bool = false, offsetX: Double, offsetY: Double, blur: Double = 0, spread: Double = 0,
    color: Color? = nil, wasColorGamutMapped: Bool = false, blurMeaning: BlurMeaning = .twiceSigma
  ) {
    self.isInset = isInset
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.blur = blur
    self.spread = spread
    self.color = color
    self.wasColorGamutMapped = wasColorGamutMapped
    self.blurMeaning = blurMeaning
  }

  /// The standard deviation of the blur in px, whatever the source called it.
  public var sigma: Double {
    blurMeaning == .sigma ? blur : blur / 2
  }

  /// Reads the value of `box-shadow` (CSS Backgrounds and Borders 3, section 6.1).
  ///
  /// The first shadow is on top, `none` is an empty list. Custom properties must have been resolved before.
  public static func list(
    boxShadow text: String, context: CSSContext = CSSContext()
  ) throws(CSSError) -> [CSSShadow] {
    var parser = CSSParser(text, context: context)
    return try parser.boxShadowList()
  }

  /// Reads a chain of `drop-shadow()` functions (Filter Effects 1, section 5).
  ///
  /// `none` is an empty list. In a chain each shadow is cast by what the ones before drew: the first is on top.
  public static func list(
    dropShadow text: String, context: CSSContext = CSSContext()
  ) throws(CSSError) -> [CSSShadow] {
    var parser = CSSParser(text, context: context)
    return try parser.dropShadowChain()
  }
}

extension CSSParser {
  mutating func boxShadowList() throws(CSSError) -> [CSSShadow] {
    skipWhitespace()
    if try takeNone() { return [] }
    var shadows: [CSSShadow] = []
    repeat {
      shadows.append(try shadow(isBox: true))
      skipWhitespace()
    } while take(.comma)
    try expectEnd("\",\" or the end of the shadow list")
    return shadows
  }

  mutating func dropShadowChain() throws(CSSError) -> [CSSShadow] {
    skipWhitespace()
    if try takeNone() { return [] }
    var shadows: [CSSShadow] = []
    repeat {
      guard current.kind == .function, name(of: current) == "drop-shadow" else {
        throw unexpected(expected: "drop-shadow()")
      }
      advance()
      shadows.append(try shadow(isBox: false))
      skipWhitespace()
      if current.kind != .end { try expect(.rightParen, "\")\" after the shadow") }
      skipWhitespace()
    } while current.kind != .end
    return shadows
  }

  private mutating func takeNone() throws(CSSError) -> Bool {
    guard take(keyword: "none") else { return false }
    try expectEnd("nothing after \"none\"")
    return true
  }

  /// `[<color>? && <length>{2,4} && inset?]`, the three in any order but each in one piece.
  private mutating func shadow(isBox: Bool) throws(CSSError) -> CSSShadow {
    var result = CSSShadow(
      offsetX: 0, offsetY: 0, blurMeaning: isBox ? .twiceSigma : .sigma)
    var hasLengths = false
    var hasColor = false
    while true {
      skipWhitespace()
      if isBox && !result.isInset && take(keyword: "inset") {
        result.isInset = true
      } else if !hasColor && startsColor() {
        hasColor = true
        // Alone it stays open: the box that uses the shadow decides.
        if take(keyword: "currentcolor") { continue }
        let mapped = try requiredColor().inSRGB
        result.color = mapped.color
        result.wasColorGamutMapped = mapped.wasGamutMapped
      } else if !hasLengths, let x = try length("a horizontal offset") {
        hasLengths = true
        try lengths(after: x, isBox: isBox, into: &result)
      } else {
        break
      }
    }
    guard hasLengths else {
      throw unexpected(expected: isBox ? "a shadow: two to four lengths" : "two or three lengths")
    }
    return result
  }

  private mutating func lengths(
    after x: CSSNumeric, isBox: Bool, into shadow: inout CSSShadow
  ) throws(CSSError) {
    shadow.offsetX = x.value
    skipWhitespace()
    guard let y = try length("a vertical offset") else {
      throw unexpected(expected: "a vertical offset as a length")
    }
    shadow.offsetY = y.value
    skipWhitespace()
    let blurToken = current
    guard let blur = try length("a blur") else { return }
    guard blur.value >= 0 || blur.isCalculated else {
      throw error(at: blurToken, expected: "a blur that is not negative")
    }
    shadow.blur = max(blur.value, 0)
    skipWhitespace()
    if isBox, let spread = try length("a spread") { shadow.spread = spread.value }
  }

  /// Takes a length; a bare zero is one too.
  ///
  /// Nil where no number stands.
  private mutating func length(_ what: String) throws(CSSError) -> CSSNumeric? {
    let token = current
    guard !startsColor(), let value = try numeric() else { return nil }
    if value.kind == .number, value.value == 0, !value.isCalculated { return value }
    guard value.kind == .length else {
      throw error(at: token, expected: "\(what) as a length: a number other than 0 needs a unit")
    }
    return value
  }
}
