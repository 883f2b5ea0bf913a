internal import PenumbraLocking

/// Draws many single lines that share words, such as the captions of a contact sheet.
///
/// A text costs libvips a tenth of a millisecond and a lock, whatever its length; the captions of
/// 100,000 cells are made of a few hundred words. Each word is drawn once and placed on whole pixels,
/// as Pango places it, so that the picture is the one that `TextRenderer` draws; what is too long
/// keeps its first words, and of the word at the edge its first letters with an ellipsis, which
/// neighbours share as well. What cannot be taken apart so (scripts that run right to left or join)
/// is drawn by `TextRenderer`.
public final class CaptionRenderer: Sendable {
  private struct Key: Hashable {
    var word: String
    var style: TextStyle
  }

  /// What has been drawn; a word without ink is known too.
  private struct Drawn {
    var inks: [Key: Ink?] = [:]
    var byteCount = 0
  }

  private let drawn = Guarded(Drawn())
  /// Beyond this all are dropped: captions that share nothing cost what they would cost alone.
  private static let mostBytes = 16 << 20

  /// Knows no word yet.
  public init() {}

  /// The coverage of the text, as `TextRenderer.coverage` gives it.
  public func coverage(of request: TextRequest) throws(VipsError) -> [UInt8] {
    guard request.lines == 1, CaptionRenderer.isSimple(request.text),
      request.sizePixels >= TextRenderer.smallestSize,
      request.sizePixels <= TextRenderer.largestSize, request.width > 0, request.height > 0,
      let metrics = try LineMetrics.of(TextStyle(request)),
      let pieces = try piecesIfDrawable(request)
    else { return try TextRenderer().coverage(of: request) }
    var result = [UInt8](repeating: 0, count: request.width * request.height)
    let top = Int(exactly: ((Double(request.height) - metrics.lineHeight) / 2).rounded(.down)) ?? 0
    for (ink, x) in pieces {
      ink.copy(into: &result, width: request.width, height: request.height, left: x, top: top)
    }
    return result
  }

  /// The words and where they begin; nil also where one is longer than can be drawn.
  private func piecesIfDrawable(_ request: TextRequest) throws(VipsError) -> [(Ink, Int)]? {
    do throws(VipsError) {
      return try pieces(of: request)
    } catch {
      if case .undrawableText = error { return nil }
      throw error
    }
  }

  /// Whether the text's first line fits in the box's width whole.
  public func fits(_ request: TextRequest) throws(VipsError) -> Bool {
    do throws(VipsError) {
      return try fitsWhole(request)
    } catch {
      // Wider than anything that can be drawn.
      if case .undrawableText = error { return false }
      throw error
    }
  }

  private func fitsWhole(_ request: TextRequest) throws(VipsError) -> Bool {
    guard request.sizePixels >= TextRenderer.smallestSize,
      request.sizePixels <= TextRenderer.largestSize
    else { return true }
    let style = TextStyle(request)
    guard CaptionRenderer.isSimple(request.text) else {
      let line = request.text.prefix { !$0.isNewline }
      return try ink(String(line), style)?.right ?? 0 <= request.width
    }
    return try place(CaptionRenderer.words(of: request.text), style, width: request.width) != nil
  }

  /// A word and the spaces before it.
  private struct Word {
    var text: Substring
    var gap: Substring
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var rest = Substring(text)
    while true {
      let gap = rest.prefix { $0 == " " }
      let word = rest[gap.endIndex...].prefix { $0 != " " }
      if word.isEmpty { return words }
      words.append(Word(text: word, gap: gap))
      rest = rest[word.endIndex...]
    }
  }

  /// The words and where they begin; nil where not even a letter and an ellipsis fit in the box.
  private func pieces(of request: TextRequest) throws(VipsError) -> [(Ink, Int)]? {
    let style = TextStyle(request)
    let words = CaptionRenderer.words(of: request.text)
    guard let (placed, right) = try place(words, style, width: request.width) else {
      return try cut(words, of: request, style: style)
    }
    let start = CaptionRenderer.start(request.alignment, room: request.width - right)
    return placed.map { ($0.0, $0.1 + start) }
  }

  /// The words and where they begin, and where the last ink ends; nil where that is beyond the width.
  private func place(
    _ words: [Word], _ style: TextStyle, width: Int
  ) throws(VipsError) -> (pieces: [(Ink, Int)], right: Int)? {
    var pieces: [(Ink, Int)] = []
    var x = 0
    var right = 0
    for (index, word) in words.enumerated() {
      x += try advance(from: index == 0 ? "" : words[index - 1].text, to: word, style)
      if let ink = try ink(String(word.text), style) {
        pieces.append((ink, x))
        right = x + ink.right
      }
      guard right <= width else { return nil }
    }
    return (pieces, right)
  }

  /// As many words as fit with an ellipsis after them, and of the next as many letters.
  private func cut(
    _ words: [Word], of request: TextRequest, style: TextStyle
  ) throws(VipsError) -> [(Ink, Int)]? {
    var whole: [(Ink, Int)] = []
    var x = 0
    var best: (kept: Int, last: Ink, x: Int)?
    for (index, word) in words.enumerated() {
      x += try advance(from: index == 0 ? "" : words[index - 1].text, to: word, style)
      let end = try lettersThatFit(word.text, style, width: request.width - x)
      if let end { best = (whole.count, end.ink, x) }
      guard end?.isWhole == true else { break }
      if let ink = try ink(String(word.text), style) { whole.append((ink, x)) }
    }
    guard let best else { return nil }
    let room = request.width - best.x - best.last.right
    let start = CaptionRenderer.start(request.alignment, room: room)
    return (whole.prefix(best.kept) + [(best.last, best.x)]).map { ($0.0, $0.1 + start) }
  }

  /// The longest beginning of the word that fits with an ellipsis after it.
  private func lettersThatFit(
    _ word: Substring, _ style: TextStyle, width: Int
  ) throws(VipsError) -> (ink: Ink, isWhole: Bool)? {
    let letters = Array(word)
    // Letters are of a width: the first guess is near.
    let wordWidth = try ink(String(word), style)?.right ?? 0
    let guess = width * letters.count / max(1, wordWidth)
    var count = max(1, min(letters.count, guess))
    var best: (ink: Ink, count: Int)?
    while count >= 1, count <= letters.count {
      guard let ink = try ink(String(letters[..<count]) + "\u{2026}", style), ink.right <= width
      else {
        if best != nil { break }
        count -= 1
        continue
      }
      best = (ink, count)
      count += 1
    }
    return best.map { ($0.ink, $0.count == letters.count) }
  }

  private static func start(_ alignment: TextRequest.Alignment, room: Int) -> Int {
    switch alignment {
    case .left: 0
    case .center: room / 2
    case .right: room
    }
  }

  /// From where a word begins to where the next one does: to the end of the next one's first letter,
  /// less what that letter has by itself.
  ///
  /// Spaces and letters beside them are kerned, so that neither a word nor a space has a width of
  /// its own; only a word with what follows it has.
  private func advance(
    from word: Substring, to next: Word, _ style: TextStyle
  ) throws(VipsError) -> Int {
    let letter = String(next.text.prefix(1))
    let before = String(word) + next.gap
    return before.isEmpty ? 0 : try end(before + letter, style) - end(letter, style)
  }

  private func end(_ text: String, _ style: TextStyle) throws(VipsError) -> Int {
    try ink(text, style)?.right ?? 0
  }

  private func ink(_ text: String, _ style: TextStyle) throws(VipsError) -> Ink? {
    let key = Key(word: text, style: style)
    if let known = drawn.withLock({ $0.inks[key] }) { return known }
    let ink = try style.draw(text, width: 0, align: .left)
    drawn.withLock {
      if $0.byteCount > CaptionRenderer.mostBytes { $0 = Drawn() }
      $0.inks.updateValue(ink, forKey: key)
      // What the entry itself takes, roughly.
      $0.byteCount += (ink?.bytes.count ?? 0) + text.utf8.count + 256
    }
    return ink
  }

  /// Whether words stand by themselves: Latin, Greek, Cyrillic and the like, on one line.
  private static func isSimple(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x0590 }
  }
}
