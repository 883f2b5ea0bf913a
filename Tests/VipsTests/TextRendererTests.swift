import PenumbraTestSupport
import Testing
import Vips

@Suite struct TextRendererTests {
  init() throws { try Library.start(threads: 2) }

  /// The columns and rows that hold ink.
  private func ink(_ request: TextRequest) throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let bytes = try TextRenderer().coverage(of: request)
    #expect(bytes.count == request.width * request.height)
    let marked = bytes.indices.filter { bytes[$0] > 0 }
    guard
      let left = marked.map({ $0 % request.width }).min(),
      let right = marked.map({ $0 % request.width }).max(),
      let top = marked.map({ $0 / request.width }).min(),
      let bottom = marked.map({ $0 / request.width }).max()
    else { return nil }
    return (left...right, top...bottom)
  }

  private func request(
    _ text: String, _ alignment: TextRequest.Alignment = .left, size: Double = 20, lines: Int = 1,
    width: Int = 200, height: Int = 40
  ) -> TextRequest {
    TextRequest(
      text: text, sizePixels: size, alignment: alignment, lines: lines, width: width,
      height: height)
  }

  @Test(arguments: [
    "Hello", "\u{0633}\u{0644}\u{0627}\u{0645}", "\u{05E9}\u{05DC}\u{05D5}\u{05DD}",
  ])
  func alignmentIsPhysicalInEveryScript(text: String) throws {
    let left = try #require(try ink(request(text, .left)))
    let center = try #require(try ink(request(text, .center)))
    let right = try #require(try ink(request(text, .right)))
    #expect(left.x.lowerBound <= 3)
    #expect(right.x.upperBound >= 196)
    #expect(abs(center.x.lowerBound + center.x.upperBound - 199) <= 4)
  }

  @Test func markupIsText() throws {
    let plain = try #require(try ink(request("<b>&amp;</b>", width: 400)))
    let short = try #require(try ink(request("&", width: 400)))
    #expect(plain.x.count > 4 * short.x.count)
  }

  @Test func whatDoesNotFitEndsInsideTheBox() throws {
    let words = String(repeating: "shadow ", count: 40)
    let one = try #require(try ink(request(words, lines: 1)))
    #expect(one.x.upperBound < 200)
    #expect(one.y.count < 24)
    let three = try #require(try ink(request(words, lines: 3, height: 100)))
    #expect(three.y.count > 50)
    #expect(three.y.count < 80)
    // As many as the box holds: the box is 100 px, a line about 24.
    let all = try #require(try ink(request(words, lines: 0, height: 100)))
    #expect(all.y.count > three.y.count)
  }

  @Test func ellipsisIsDrawnOnlyWhenTextIsCut() throws {
    let whole = try TextRenderer().coverage(of: request("short"))
    let cut = try TextRenderer().coverage(of: request("short\nsecond"))
    #expect(whole != cut)
  }

  @Test func textIsCentredOnOneBaseline() throws {
    let plain = try #require(try ink(request("X")))
    let deep = try #require(try ink(request("Xg")))
    #expect(plain.y.lowerBound == deep.y.lowerBound)
    #expect(abs(plain.y.lowerBound + plain.y.upperBound - 39) <= 4)
  }

  @Test func weightAndSizeCount() throws {
    var bold = request("Weight")
    bold.weight = 800
    #expect(try TextRenderer().coverage(of: bold) != TextRenderer().coverage(of: request("Weight")))
    let small = try #require(try ink(request("Weight", size: 10)))
    let large = try #require(try ink(request("Weight", size: 20)))
    #expect(abs(large.x.count - 2 * small.x.count) <= 6)
  }

  @Test(arguments: ["", "   ", "\u{200B}", "\u{1}\u{2}", "\n\n"])
  func textWithoutInkIsEmpty(text: String) throws {
    #expect(try ink(request(text)) == nil)
  }

  @Test(arguments: ["e1.5 r12", "one", "two  spaces", "caf\u{E9} \u{3B1}\u{3B2}", "trailing "])
  func captionsOfWordsAreTheSameLine(text: String) throws {
    let captions = CaptionRenderer()
    for alignment in [TextRequest.Alignment.left, .center, .right] {
      try expectAlike(request(text, alignment, size: 11), captions)
    }
  }

  @Test(arguments: [
    "a rather long caption", "elevation.value=0.109909909 radius=19.8", "e0.1099099 r1", "W",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWiiiiiiiiiiiiii", "iiiiiiiiiiiiiiiiiiiiiWWWWWWWWWWWWW",
  ])
  func captionsThatDoNotFitAreCutAsLabelsAre(text: String) throws {
    let captions = CaptionRenderer()
    for width in [9, 23, 40, 60, 90] {
      for alignment in [TextRequest.Alignment.left, .center, .right] {
        try expectAlike(request(text, alignment, size: 11, width: width), captions)
      }
    }
  }

  /// Kerning within and between words, letters of every width, sizes between pixels, every way to
  /// fit by a hair.
  @Test(arguments: Sweep.of([7.3, 16.5], besides: [11, 22, 40]))
  func captionsOfAnySizeAreCutAsLabelsAre(size: Double) throws {
    let captions = CaptionRenderer()
    for text in [
      "AV To WA Ty.", "LT V. ,A y.x", "office file affluent fj", "1.1 11 7.7 r1/2",
      "e\u{301} \u{E9}T",
      "\u{3A5}\u{3B1} \u{422}\u{434}\u{443}, \u{413}.", "x  y", " lead", "-- ** ()",
    ] {
      for width in stride(from: 3, to: Int(size * 9), by: 5) {
        try expectAlike(request(text, .center, size: size, width: width, height: 60), captions)
      }
    }
  }

  @Test(arguments: ["\u{05E9}\u{05DC}\u{05D5}\u{05DD} a", "x\ny"])
  func captionsOfOtherScriptsAreLabels(text: String) throws {
    let request = request(text, width: 50)
    let same = try CaptionRenderer().coverage(of: request) == TextRenderer().coverage(of: request)
    #expect(same)
  }

  /// A caption made of words is Pango's line: Pango too puts letters on whole pixels.
  private func expectAlike(_ request: TextRequest, _ captions: CaptionRenderer) throws {
    let whole = try TextRenderer().coverage(of: request)
    for _ in 0..<2 {
      let pieces = try captions.coverage(of: request)
      let same = pieces == whole
      #expect(same, "\(request)")
    }
  }

  private static let large: [(String, Double, Int)] = [
    ("e", 4096, 1), (String(repeating: "W", count: 64), 700, 1),
    (String(repeating: "x\n", count: 4_000), 10, 0),
  ]

  private static let larger: [(String, Double, Int)] = [
    (String(repeating: "W", count: 9_999), 24, 1),
    (String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 1_000), 16, 1),
  ]

  /// Drawn whole these would be wider or higher than any picture of text may be.
  @Test(arguments: Sweep.of(large, besides: larger))
  func whatIsLargerThanAPictureIsCut(text: String, size: Double, lines: Int) throws {
    let request = TextRequest(
      text: text, sizePixels: size, lines: lines, width: 3000, height: 900)
    let ink = try TextRenderer().coverage(of: request)
    #expect(ink.contains { $0 > 0 })
    #expect(try CaptionRenderer().coverage(of: request).contains { $0 > 0 })
  }

  @Test func aLineLongerThanAPictureFillsMostOfItsBox() throws {
    let request = TextRequest(
      text: String(repeating: "W", count: 9_000), sizePixels: 20, width: 40_000, height: 30)
    let ink = try TextRenderer().coverage(of: request)
    let columns = (0..<40_000).filter { x in (0..<30).contains { ink[$0 * 40_000 + x] > 0 } }
    let last = try #require(columns.last)
    #expect(last > 28_000 && last < 32_768, "\(last)")
    #expect(try !CaptionRenderer().fits(request))
  }

  @Test func hostileTextIsHarmless() throws {
    for text in [
      "\u{0}<", "&#x0;", "\u{FFFE}x", String(repeating: "\u{0301}", count: 5000),
      String(repeating: "W", count: 200_000), "]]>", "%s%n",
    ] {
      _ = try TextRenderer().coverage(of: request(text, lines: 2, height: 60))
    }
    _ = try TextRenderer().coverage(of: request("x", width: 0, height: 0))
    #expect(throws: VipsError.self) {
      try TextRenderer().coverage(of: request("x", size: 5000))
    }
  }
}
