internal import Locking

/// Draws many single lines that share words, such as the captions of a contact sheet.
///
/// A text costs libvips a tenth of a millisecond and a lock, whatever its length; the captions of
/// 100,000 cells are made of a few hundred words. Each word is drawn once and placed on whole pixels
/// with the font's own space between; what is too long keeps its first words, and of the word at the
/// edge its first letters with an ellipsis, which neighbours share as well. What cannot be taken
/// apart so (scripts that run right to left or join) is drawn by `TextRenderer`.
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
    let top = Int(((Double(request.height) - metrics.lineHeight) / 2).rounded(.down))
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

  /// The words and where they begin; nil where not even a letter and an ellipsis fit in the box, or
  /// where a rounded space decides whether all does.
  private func pieces(of request: TextRequest) throws(VipsError) -> [(Ink, Int)]? {
    let style = TextStyle(request)
    let space = try advance(" ", style)
    var placed: [(Ink, Int)] = []
    var x = 0
    var right = 0
    var words = request.text.split(separator: " ", omittingEmptySubsequences: false)
    while words.last?.isEmpty == true { words.removeLast() }
    for (index, word) in words.enumerated() {
      if x > request.width + words.count {
        return try cut(words, of: request, style: style, space: space)
      }
      if !word.isEmpty {
        if let ink = try ink(String(word), style) {
          placed.append((ink, x))
          right = x + ink.right
        }
        if index < words.count - 1 { x += try advance(String(word), style) }
      }
      x += space
    }
    if right + words.count <= request.width {
      let start = CaptionRenderer.start(request.alignment, room: request.width - right)
      return placed.map { ($0.0, $0.1 + start) }
    }
    guard right > request.width + words.count else { return nil }
    return try cut(words, of: request, style: style, space: space)
  }

  /// As many words as fit with an ellipsis after them, and of the next as many letters.
  private func cut(
    _ words: [Substring], of request: TextRequest, style: TextStyle, space: Int
  ) throws(VipsError) -> [(Ink, Int)]? {
    var whole: [(Ink, Int)] = []
    var x = 0
    var best: (kept: Int, last: Ink, x: Int)?
    for word in words {
      if !word.isEmpty {
        let end = try lettersThatFit(word, style, width: request.width - x)
        if let end { best = (whole.count, end.ink, x) }
        guard end?.isWhole == true else { break }
        if let ink = try ink(String(word), style) { whole.append((ink, x)) }
        x += try advance(String(word), style)
      }
      x += space
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

  /// To where the next letter would begin: with a letter after the text, that letter's end, less
  /// what it has by itself.
  private func advance(_ text: String, _ style: TextStyle) throws(VipsError) -> Int {
    if text == " " { return try end("X X", style) - end("XX", style) }
    return try end(text + "X", style) - end("X", style)
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
