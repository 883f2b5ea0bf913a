internal import CVipsShim
internal import PenumbraFiles
internal import PenumbraLocking

/// A line of text or several, to be drawn into a box.
public struct TextRequest: Hashable, Sendable {
  /// Where lines start, in the picture.
  public enum Alignment: Hashable, Sendable {
    case left
    case center
    case right
  }

  /// What is written; never markup.
  public var text: String
  /// The font's size in pixels.
  public var sizePixels: Double
  /// 1...1000; 400 is regular.
  public var weight: Int
  /// A family of fonts, whose missing letters others draw; nil is the machine's sans-serif.
  public var font: String?
  /// Where lines start.
  public var alignment: Alignment
  /// The most lines; 0 is as many as the box holds.
  public var lines: Int
  /// Of the box, in pixels.
  public var width: Int
  /// Of the box, in pixels.
  public var height: Int

  /// A text for a box of `width` x `height` pixels.
  public init(
    text: String, sizePixels: Double, weight: Int = 400, font: String? = nil,
    alignment: Alignment = .left, lines: Int = 1, width: Int, height: Int
  ) {
    self.text = text
    self.sizePixels = sizePixels
    self.weight = weight
    self.font = font
    self.alignment = alignment
    self.lines = lines
    self.width = width
    self.height = height
  }
}

/// Draws text with the machine's sans-serif font, or one that is named, through vips_text.
///
/// The text is never markup. It is centred vertically in its box by the font's line height, so that
/// neighbours share a baseline whatever their letters. vips_text cannot ellipsise and does not say
/// how many lines it made: both are measured here.
public struct TextRenderer: Sendable {
  /// Text larger than this is refused: one letter would be a picture of its own.
  static let largestSize = 4096.0
  /// Text smaller than this leaves no ink.
  static let smallestSize = 1.0 / 64

  /// Holds nothing: font metrics are known to the process.
  public init() {}

  /// The coverage of the text, `width * height` bytes, rows without padding; 255 is full.
  public func coverage(of request: TextRequest) throws(VipsError) -> [UInt8] {
    precondition(request.width >= 0 && request.height >= 0, "a box has no negative side")
    return try coverage(of: request, columns: 0..<request.width, rows: 0..<request.height)
  }

  /// The coverage of a part of the text's box, which need not be made whole for that.
  public func coverage(
    of request: TextRequest, columns: Range<Int>, rows: Range<Int>
  ) throws(VipsError) -> [UInt8] {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= request.width && rows.lowerBound >= 0
        && rows.upperBound <= request.height, "a part of the box reaches out of it")
    var result = [UInt8](repeating: 0, count: columns.count * rows.count)
    guard let (fitted, metrics) = try fitted(request), !result.isEmpty, let ink = fitted.ink
    else { return result }
    let block = metrics.lineHeight * Double(fitted.lines)
    let top = Int(exactly: ((Double(request.height) - block) / 2).rounded(.down)) ?? 0
    ink.copy(
      into: &result, width: columns.count, height: rows.count,
      left: fitted.left - columns.lowerBound, top: top - rows.lowerBound)
    return result
  }

  /// What of the text is drawn: all of it, or as much as its box holds with an ellipsis.
  public func drawnText(of request: TextRequest) throws(VipsError) -> String {
    try fitted(request)?.fitted.text ?? ""
  }

  /// What is drawn; nil where that is nothing.
  private func fitted(
    _ request: TextRequest
  ) throws(VipsError) -> (fitted: Fitted, metrics: LineMetrics)? {
    guard request.sizePixels <= TextRenderer.largestSize else {
      throw .undrawableText(
        request.text,
        detail: "\(request.sizePixels) px is over the largest size, \(TextRenderer.largestSize) px")
    }
    guard request.width > 0, request.height > 0,
      request.sizePixels >= TextRenderer.smallestSize
    else { return nil }
    let (clusters, isCut) = candidateClusters(request)
    guard clusters.contains(where: { !$0.isWhitespace }) else { return nil }

    let style = TextStyle(request)
    guard let metrics = try LineMetrics.of(style) else { return nil }
    let fitting = max(
      1, Int(exactly: (Double(request.height) / metrics.lineHeight).rounded(.down)) ?? 1)
    let most = request.lines == 0 ? fitting : min(request.lines, fitting)
    return (try fit(clusters, isCut: isCut, style, request, lines: most), metrics)
  }

  /// The text, and no more of it than the box could show; whether something was left out.
  private func candidateClusters(_ request: TextRequest) -> (clusters: [Character], isCut: Bool) {
    let perLine = Double(request.width) / (request.sizePixels * 0.1)
    let lines = Double(request.height) / request.sizePixels + 1
    // A few more than fit, for white space and letters without a width.
    let most = (Int(exactly: min(100_000, perLine * lines).rounded(.down)) ?? 0) + 16
    let clusters = Array(request.text.prefix(most))
    return (clusters, request.text.dropFirst(most).contains { !$0.isWhitespace })
  }

  /// What is drawn, how far from the box's left its layout begins, and on how many lines.
  private typealias Fitted = (text: String, ink: Ink?, left: Int, lines: Int)

  /// What of a text is drawn.
  ///
  /// Cairo draws no line of more than 32,767 pixels, and no more of them than are as high: of a text
  /// that is larger, less is tried, and an ellipsis.
  private func fit(
    _ clusters: [Character], isCut: Bool, _ style: TextStyle, _ request: TextRequest, lines: Int
  ) throws(VipsError) -> Fitted {
    do throws(VipsError) {
      return lines == 1
        ? try fitOneLine(clusters, isCut: isCut, style: style, width: request.width)
        : try fitLines(clusters, isCut: isCut, style: style, width: request.width, lines: lines)
    } catch {
      guard case .undrawableText = error, clusters.count > 1 else { throw error }
      let less = Array(clusters.prefix(clusters.count * 7 / 8))
      return try fit(less, isCut: true, style, request, lines: lines)
    }
  }

  /// One line, never wrapped and placed here: most labels cost one drawing, and what must be cut
  /// costs a few, since letters are of a width.
  private func fitOneLine(
    _ clusters: [Character], isCut: Bool, style: TextStyle, width: Int
  ) throws(VipsError) -> Fitted {
    let line = Array(clusters.prefix { !$0.isNewline })
    let isCut = isCut || clusters[line.count...].contains { !$0.isWhitespace }
    let whole = isCut ? ellipsised(line, line.count) : String(line)
    guard let ink = try style.draw(whole, width: 0, align: .left) else { return (whole, nil, 0, 1) }
    if ink.right <= width { return (whole, ink, style.start(of: ink, width: width), 1) }

    let perCluster = Double(ink.right) / Double(max(1, line.count))
    var best: (text: String, ink: Ink?)?
    var low = 0
    var high = line.count
    var guess = Int(exactly: (Double(width) / perCluster).rounded(.down)) ?? 0
    while low < high {
      let count = max(low + 1, min(high, guess))
      let text = ellipsised(line, count)
      let cut = try style.draw(text, width: 0, align: .left)
      let room = width - (cut?.right ?? 0)
      if room >= 0 {
        best = (text, cut)
        low = count
      } else {
        high = count - 1
      }
      let step = max(1, Int(exactly: (Double(abs(room)) / perCluster).rounded()) ?? 1)
      guess = room >= 0 ? count + step : count - step
    }
    // Not even one letter: the ellipsis alone, as much of it as the box shows.
    if best == nil {
      best = ("\u{2026}", try style.draw("\u{2026}", width: 0, align: .left))
    }
    let cut = best?.ink
    return (best?.text ?? "", cut, cut.map { style.start(of: $0, width: width) } ?? 0, 1)
  }

  /// Several lines, wrapped by Pango.
  private func fitLines(
    _ clusters: [Character], isCut: Bool, style: TextStyle, width: Int, lines: Int
  ) throws(VipsError) -> Fitted {
    let whole = isCut ? ellipsised(clusters, clusters.count) : String(clusters)
    let count = try style.lineCount(whole, width: width)
    if count <= lines {
      return (whole, try style.draw(whole, width: width, align: style.alignment), 0, count)
    }
    var low = 0
    var high = clusters.count
    while low < high {
      let middle = (low + high + 1) / 2
      let count = try style.lineCount(ellipsised(clusters, middle), width: width)
      if count <= lines { low = middle } else { high = middle - 1 }
    }
    let cut = ellipsised(clusters, low)
    let ink = try style.draw(cut, width: width, align: style.alignment)
    return (cut, ink, 0, min(lines, try style.lineCount(cut, width: width)))
  }

  private func ellipsised(_ clusters: [Character], _ count: Int) -> String {
    var kept = clusters.prefix(count)
    while let last = kept.last, last.isWhitespace { kept.removeLast() }
    return String(kept) + "\u{2026}"
  }
}

/// The ink of a drawn text and where it lies in the layout.
struct Ink {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var bytes: [UInt8]

  var bottom: Int { y + height }

  /// From where the line begins.
  var right: Int { x + width }

  /// Puts the ink into a bitmap, its layout's origin at (`left`, `top`); what lies outside is cut.
  func copy(into result: inout [UInt8], width: Int, height: Int, left: Int, top: Int) {
    let columns = span(self.width, at: left + x, within: width)
    for row in span(self.height, at: top + y, within: height) {
      let target = (top + y + row) * width + left + x
      for column in columns {
        result[target + column] = max(result[target + column], bytes[row * self.width + column])
      }
    }
  }

  /// The part of `count` pixels beginning at `start` that lies in 0..<limit.
  private func span(_ count: Int, at start: Int, within limit: Int) -> Range<Int> {
    let first = max(0, -start)
    return first..<max(first, min(count, limit - start))
  }
}

/// How a text is drawn, its words aside.
struct TextStyle: Hashable {
  var sizePixels: Double
  var weight: Int
  var font: String?
  var alignment: TextRequest.Alignment

  init(_ request: TextRequest) {
    sizePixels = request.sizePixels
    weight = request.weight
    font = request.font
    alignment = request.alignment
  }

  /// Where a line that was not wrapped begins, so that it stands as aligned.
  func start(of ink: Ink, width: Int) -> Int {
    switch alignment {
    case .left: 0
    case .center: (width - ink.right) / 2
    case .right: width - ink.right
    }
  }

  /// nil when the text leaves no ink.
  func draw(
    _ text: String, width: Int, align: TextRequest.Alignment, spacing: Int = 0
  ) throws(VipsError) -> Ink? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    try Fonts.requireAny()
    let markup = Markup(text, weight: weight, font: font)
    let font = Markup.font(sizePixels: sizePixels)
    var out: OpaquePointer?
    let code = penumbra_vips_text(
      &out, markup.text, font, Int32(width), pangoAlignment(align, text), Int32(spacing))
    if code != 0 {
      let detail = VipsResult.takeMessage()
      // Letters without ink, such as a lone zero-width space, are no picture for vips_text.
      let layout = penumbra_text_lay_out(markup.text, font, nil, 0)
      if layout.ink_width == 0 || layout.ink_height == 0 { return nil }
      if let error = SystemLimit.descriptors(at: "a font") { throw .file(error) }
      throw .undrawableText(text, detail: detail)
    }
    let image = Image(owning: try VipsResult.check(out, "vips_text"))
    let bytes = try image.coverage()
    return Ink(
      x: Int(penumbra_vips_x_offset(image.pointer)), y: Int(penumbra_vips_y_offset(image.pointer)),
      width: image.width, height: image.height, bytes: bytes)
  }

  /// Drawn twice, with and without extra space between lines: the last line moves by that space for
  /// every line above it.
  func lineCount(_ text: String, width: Int) throws(VipsError) -> Int {
    let extra = 64
    guard
      let tight = try draw(text, width: width, align: .left),
      let loose = try draw(text, width: width, align: .left, spacing: extra)
    else { return 1 }
    return 1 + (loose.bottom - tight.bottom + extra / 2) / extra
  }

  /// Pango takes left for "where a line starts" and swaps the sides for a text whose first strong
  /// letter runs right to left.
  private func pangoAlignment(_ alignment: TextRequest.Alignment, _ text: String) -> Int32 {
    let swaps = text.unicodeScalars.first(where: isStrong).map(isRightToLeft) ?? false
    switch alignment {
    case .center: return 1
    case .left: return swaps ? 2 : 0
    case .right: return swaps ? 0 : 2
    }
  }

  private func isStrong(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || isRightToLeft(scalar)
  }

  private func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF, 0x200F:
      true
    default: false
    }
  }
}

/// How far apart a font's lines lie, in pixels.
struct LineMetrics {
  var lineHeight: Double

  private static let known = Guarded<[TextStyle: LineMetrics]>([:])
  private static let largestMeasured = 1024.0
  /// A job uses a handful of sizes; a corpus from a stranger might not.
  private static let mostKnown = 256

  /// nil where the style's letters are too small to leave ink.
  static func of(_ style: TextStyle) throws(VipsError) -> LineMetrics? {
    if let metrics = known.withLock({ $0[style] }) { return metrics }
    if style.sizePixels > largestMeasured {
      // Nine lines of it would be higher than a picture of text may be.
      var smaller = style
      smaller.sizePixels = largestMeasured
      guard let metrics = try of(smaller) else { return nil }
      return LineMetrics(lineHeight: metrics.lineHeight * style.sizePixels / largestMeasured)
    }
    let one = try style.draw("X", width: 0, align: .left)
    let nine = try style.draw("X\nX\nX\nX\nX\nX\nX\nX\nX", width: 0, align: .left)
    guard let one, let nine else {
      var readable = style
      readable.sizePixels = 16
      guard try readable.draw("X", width: 0, align: .left) == nil else { return nil }
      throw .noFont
    }
    // Eight advances, so that the pixel grid weighs little; at least one pixel.
    let metrics = LineMetrics(lineHeight: max(1, Double(nine.bottom - one.bottom) / 8))
    known.withLock {
      if $0.count >= mostKnown { $0.removeAll() }
      $0[style] = metrics
    }
    return metrics
  }
}
