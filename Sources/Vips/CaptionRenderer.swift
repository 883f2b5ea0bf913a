internal import Locking

/// Draws many single lines that share words, such as the captions of a contact sheet.
///
/// A text costs libvips a tenth of a millisecond and a lock, whatever its length; the captions of
/// 100,000 cells are made of a few hundred words. Each word is drawn once and placed on whole pixels
/// with the font's own space between. What cannot be taken apart so (scripts that run right to left
/// or join, texts that must be cut) is drawn by `TextRenderer`.
public final class CaptionRenderer: Sendable {
  private struct Key: Hashable {
    var word: String
    var style: TextStyle
  }

  private struct Word {
    var ink: Ink?
    /// To where the next letter would begin.
    var advance: Int
  }

  private let words = Guarded<[Key: Word]>([:])
  /// Beyond this all are dropped: captions that share nothing cost what they would cost alone.
  private static let mostWords = 20_000

  /// Knows no word yet.
  public init() {}

  /// The coverage of the text, as `TextRenderer.coverage` gives it.
  public func coverage(of request: TextRequest) throws(VipsError) -> [UInt8] {
    guard request.lines == 1, CaptionRenderer.isSimple(request.text),
      request.sizePixels >= TextRenderer.smallestSize,
      request.sizePixels <= TextRenderer.largestSize, request.width > 0, request.height > 0,
      let metrics = try LineMetrics.of(TextStyle(request)), let pieces = try pieces(of: request)
    else { return try TextRenderer().coverage(of: request) }
    var result = [UInt8](repeating: 0, count: request.width * request.height)
    let top = Int(((Double(request.height) - metrics.lineHeight) / 2).rounded(.down))
    for (ink, x) in pieces {
      ink.copy(into: &result, width: request.width, height: request.height, left: x, top: top)
    }
    return result
  }

  /// The words and where they begin; nil where they do not fit in the box.
  private func pieces(of request: TextRequest) throws(VipsError) -> [(Ink, Int)]? {
    let style = TextStyle(request)
    let space = try spaceAdvance(style)
    var placed: [(Ink, Int)] = []
    var x = 0
    var words = request.text.split(separator: " ", omittingEmptySubsequences: false)
    while words.last?.isEmpty == true { words.removeLast() }
    for word in words {
      if !word.isEmpty {
        let known = try self.word(String(word), style)
        if let ink = known.ink { placed.append((ink, x)) }
        x += known.advance
      }
      x += space
    }
    let total = x - space
    guard total + 2 <= request.width else { return nil }
    let start: Int
    switch request.alignment {
    case .left: start = 0
    case .center: start = (request.width - total) / 2
    case .right: start = request.width - total
    }
    return placed.map { ($0.0, $0.1 + start) }
  }

  private func word(_ text: String, _ style: TextStyle) throws(VipsError) -> Word {
    let key = Key(word: text, style: style)
    if let known = words.withLock({ $0[key] }) { return known }
    let ink = try style.draw(text, width: 0, align: .left)
    // With a letter after it: that letter's end, less what it has by itself, is the word's advance.
    let word = Word(ink: ink, advance: try end(text + "X", style) - end("X", style))
    words.withLock {
      if $0.count >= CaptionRenderer.mostWords { $0.removeAll() }
      $0[key] = word
    }
    return word
  }

  private func spaceAdvance(_ style: TextStyle) throws(VipsError) -> Int {
    let key = Key(word: " ", style: style)
    if let known = words.withLock({ $0[key] }) { return known.advance }
    let advance = try end("X X", style) - end("XX", style)
    words.withLock { $0[key] = Word(ink: nil, advance: advance) }
    return advance
  }

  private func end(_ text: String, _ style: TextStyle) throws(VipsError) -> Int {
    guard let ink = try style.draw(text, width: 0, align: .left) else { return 0 }
    return ink.x + ink.width
  }

  /// Whether words stand by themselves: Latin, Greek, Cyrillic and the like, on one line.
  private static func isSimple(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x0590 }
  }
}
