import CSSValues
import PenumbraGraphics
import PenumbraTokens
import Testing

@Suite struct BrowserShadowTests {
  @Test(arguments: BrowserShadow.boxShadows + BrowserShadow.dropShadows)
  func matchesBrowser(_ expected: BrowserShadow) throws {
    let result = try TokenImporter.read(css: expected.css)
    guard let computed = expected.computed else {
      #expect(result.tokens.isEmpty)
      #expect(result.hasErrors)
      return
    }
    let shadows = try #require(result.tokens.first?.shadows)
    let list =
      computed.hasPrefix("drop-shadow")
      ? try CSSShadow.list(dropShadow: computed) : try CSSShadow.list(boxShadow: computed)
    try ShadowComparison.expectSame(shadows, list, expected.css)
  }
}

/// Compares imported shadows with what a browser prints.
enum ShadowComparison {
  /// Lengths within the six digits that are printed.
  static func expectSame(_ a: [ImportedShadow], _ b: [CSSShadow], _ value: String) throws {
    #expect(a.count == b.count, "\(value)")
    for (ours, theirs) in zip(a, b) {
      #expect(ours.isInset == theirs.isInset, "\(value)")
      #expect(abs(ours.offset.x - theirs.offsetX) < 1e-4, "\(value)")
      #expect(abs(ours.offset.y - theirs.offsetY) < 1e-4, "\(value)")
      #expect(abs(ours.blur - theirs.blur) < 1e-4, "\(value)")
      #expect(abs(ours.spread - theirs.spread) < 1e-4, "\(value)")
      expectSame(ours.color, try #require(theirs.color), value)
    }
  }

  /// Within half of 1/255, in which the old notations are printed; alpha within half of 1/255 and
  /// what it loses when it is printed with three digits.
  static func expectSame(_ a: Color, _ b: Color, _ value: String) {
    for (x, y) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)] {
      #expect(abs(x - y) <= 0.5 / 255 + 1e-3, "\(value)")
    }
  }
}
