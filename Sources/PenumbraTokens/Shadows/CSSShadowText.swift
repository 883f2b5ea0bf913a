internal import CSSValues
internal import PenumbraFiles
internal import PenumbraGraphics

/// CSS text that is the value of a token: a `box-shadow` list or a `drop-shadow()` chain.
enum CSSShadowText {
  /// The shadows of a text, counted and their colours reported where they are mapped.
  static func read(
    _ text: String, context: CSSContext, _ place: Place, isFilter: Bool = false,
    log: inout ImportLog
  ) throws(ImportFault) -> [ImportedShadow] {
    let value = withoutPriority(text)
    guard value.contains(where: { !$0.isWhitespace }) else {
      throw ImportFault(place: place, found: "an empty text", expected: "a shadow, or \"none\"")
    }
    let count = layerCount(value)
    guard count <= ImportLimits.layersPerToken else {
      throw ImportFault(
        place: place, found: "\(count) layers",
        expected: "at most \(ImportLimits.layersPerToken)")
    }
    try log.spend(count * ImportLimits.bytesPerLayer, place)
    let list: [CSSShadow]
    do {
      list =
        isFilter || isDropShadow(value)
        ? try CSSShadow.list(dropShadow: value, context: context)
        : try CSSShadow.list(boxShadow: value, context: context)
    } catch {
      for index in 0..<count { log.countLayer(place, index: index) }
      throw ImportFault(css: error, in: text, place)
    }
    for index in list.indices { log.countLayer(place, index: index) }
    return list.enumerated().map { index, shadow in
      if shadow.wasColorGamutMapped, let color = shadow.color {
        log.add(
          .note, place, found: "the colour of layer \(index + 1) in \"\(text)\"",
          expected: "outside of sRGB, mapped to \(color.css)")
      }
      if shadow.color == nil {
        log.add(
          .note, place, found: "layer \(index + 1) without a colour",
          expected: "drawn in the current colour, \(context.currentColor.css)")
      }
      return ImportedShadow(shadow, currentColor: context.currentColor)
    }
  }

  /// Whether a text can only be meant as a shadow, for tokens that do not say what they are.
  static func isShadow(_ text: String, context: CSSContext) -> Bool {
    if isDropShadow(text) { return true }
    guard let list = try? CSSShadow.list(boxShadow: text, context: context) else { return false }
    // Two bare lengths could be anything, for instance a padding.
    return list.contains { $0.color != nil || $0.isInset }
  }

  /// Whether a text begins like a shadow: with a length, an alias, or `inset`.
  static func looksLikeShadow(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count >= 2 else { return false }
    let first = words[0].lowercased() == "inset" ? words[1] : words[0]
    guard let character = first.first else { return false }
    return character.isNumber || "+-.{".contains(character)
  }

  static func isDropShadow(_ text: String) -> Bool {
    text.drop(while: \.isWhitespace).lowercased().hasBytePrefix("drop-shadow(")
  }

  /// How many layers a text holds, whether or not they can be read: its parts between commas that
  /// stand in no parentheses; a single word is none.
  static func layerCount(_ text: String) -> Int {
    if isDropShadow(text) {
      return text.lowercased().split(separator: "drop-shadow(", omittingEmptySubsequences: false)
        .count - 1
    }
    guard text.contains(where: { $0.isWhitespace || $0 == "{" }) else { return 0 }
    var depth = 0
    var count = 1
    for character in text {
      if "({".contains(character) { depth += 1 }
      if ")}".contains(character) { depth -= 1 }
      if character == "," && depth <= 0 { count += 1 }
    }
    return count
  }

  /// A declaration's value without `!important` and a trailing semicolon.
  static func withoutPriority(_ text: String) -> String {
    var value = text[...]
    func trim() {
      while value.last?.isWhitespace == true { value.removeLast() }
    }
    trim()
    if value.last == ";" {
      value.removeLast()
      trim()
    }
    if value.lowercased().hasByteSuffix("important") {
      var rest = value.dropLast("important".count)
      while rest.last?.isWhitespace == true { rest.removeLast() }
      if rest.last == "!" { value = rest.dropLast() }
    }
    return String(value)
  }
}

extension ImportedShadow {
  /// A CSS shadow; where it leaves its colour open, the current colour is taken.
  init(_ shadow: CSSShadow, currentColor: Color) {
    self.init(
      isInset: shadow.isInset, offset: Point(x: shadow.offsetX, y: shadow.offsetY),
      blur: shadow.blur, blurMeaning: shadow.blurMeaning == .sigma ? .sigma : .blur,
      spread: shadow.spread, color: shadow.color ?? currentColor,
      wasColorGamutMapped: shadow.wasColorGamutMapped)
  }
}
