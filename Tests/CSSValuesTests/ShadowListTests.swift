import CSSValues
import PenumbraGraphics
import Testing

@Suite struct ShadowListTests {
  private let red = Color(red: 1, green: 0, blue: 0)

  @Test func orderAndParts() throws {
    let list = try CSSShadow.list(
      boxShadow: "0 4px 12px -2px rgb(0 0 0 / 25%), inset 0 1px #fff , -1px -.5px red inset")
    #expect(
      list == [
        CSSShadow(
          offsetX: 0, offsetY: 4, blur: 12, spread: -2,
          color: Color(red: 0, green: 0, blue: 0, alpha: 0.25)),
        CSSShadow(isInset: true, offsetX: 0, offsetY: 1, color: .white),
        CSSShadow(isInset: true, offsetX: -1, offsetY: -0.5, color: red),
      ])
    #expect(list[0].sigma == 6)
  }

  @Test func partsStandInAnyOrder() throws {
    let expected = [CSSShadow(isInset: true, offsetX: 0, offsetY: 1, blur: 2, color: red)]
    for css in [
      "inset red 0 1px 2px", "red inset 0 1px 2px", "0 1px 2px red inset", "0 1px 2px inset red",
      "red 0 1px 2px inset", "inset 0 1px 2px red", "INSET 0 1PX 2Px RED",
      "inset/**/0/**/1px/**/2px/**/red", "  inset 0\n1px 2px red  ",
    ] {
      #expect(try CSSShadow.list(boxShadow: css) == expected, "\(css)")
    }
  }

  @Test func noneIsEmptyAndCurrentColorStaysOpen() throws {
    #expect(try CSSShadow.list(boxShadow: " None ").isEmpty)
    #expect(try CSSShadow.list(dropShadow: "none").isEmpty)
    #expect(try CSSShadow.list(boxShadow: "0 0 1px").first?.color == nil)
    #expect(try CSSShadow.list(boxShadow: "0 0 1px currentcolor").first?.color == nil)
    let mixed = try CSSShadow.list(
      boxShadow: "0 0 color-mix(in srgb, currentcolor, white)",
      context: CSSContext(currentColor: .white))
    #expect(mixed.first?.color == .white)
  }

  /// Lengths in px, as Chromium computes them.
  @Test(
    arguments: [
      ("1pt 1pc 1mm 1q", [96.0 / 72, 16, 96 / 25.4, 96 / 101.6]),
      ("1in 1cm 0 0", [96, 96 / 2.54, 0, 0]),
      ("1rem .125rem 1em -0.0625rem", [20, 2.5, 12, -1.25]),
      ("calc(-1 * 2px) calc( 0.5rem + 1px ) calc(-3px) calc(2px*3 - 1px)", [-2, 11, 0, 5]),
      (
        "min(1px, 1rem) max(1px, 1rem) clamp(1px, 5px, 3px) calc((1px + 2px) * 2 / 4)",
        [1, 20, 3, 1.5]
      ),
      ("-0 +1px 1e1px -.5px", [0, 1, 10, -0.5]),
    ] as [(String, [Double])])
  func lengths(_ css: String, _ expected: [Double]) throws {
    let context = CSSContext(rootFontSize: 20, fontSize: 12)
    let shadow = try #require(try CSSShadow.list(boxShadow: css, context: context).first)
    let values = [shadow.offsetX, shadow.offsetY, shadow.blur, shadow.spread]
    for (value, expected) in zip(values, expected) {
      #expect(abs(value - expected) < 1e-12)
    }
  }

  @Test(arguments: [
    "", " ", ",", "0", "1px", "0 0 -1px", "0 0 calc(0)", "calc(0) 0", "0 1px inset 2px red",
    "0 0 1px 2px 3px", "none, 0 0", "0 0, none", "1px 2px,", "1px 2px red blue",
    "inset 0 0 inset", "0 0 5px systemMint", "+1px -.5px 1.px", "1 2 3 4", "1vw 0", "1ch 0",
    "0 0 1foo", "0 0 10%", "0 0 1deg", "0 0 0 1px red !important", "0 0 0 1px red;",
    "0 0 0 1px $color", "rem(0) rem(6px) red", "0 0 0 1px {color.a}", "0 0 0 1px var(--a)",
    "0 0 rgba(2, 4, 6 / 0.8)", "0 0 1e999px", "0 0 calc(1px / 0)", "0 0 calc(1px +2px)",
    "0 0 calc(1px + 2)", "saffron", "inherit", "red", "inset", "0 0 \"red\"", "0 0 url(a)",
  ])
  func refused(_ css: String) {
    #expect(throws: CSSError.self) { try CSSShadow.list(boxShadow: css) }
  }

  @Test func dropShadowChain() throws {
    let list = try CSSShadow.list(
      dropShadow: "drop-shadow(0px 2px 4px rgb(30 41 59 / 0.13)) drop-shadow(red 1px 1px)")
    #expect(list.count == 2)
    #expect(list[0].blur == 4)
    #expect(list[0].sigma == 4)
    #expect(list[0].blurMeaning == .sigma)
    #expect(list[1] == CSSShadow(offsetX: 1, offsetY: 1, color: red, blurMeaning: .sigma))
    for css in [
      "drop-shadow(0 0 1px 2px red)", "drop-shadow(inset 0 0)", "blur(2px)", "drop-shadow()",
      "drop-shadow(0 0 -1px)", "drop-shadow(0 0), drop-shadow(0 0)", "0 0 1px", "",
    ] {
      #expect(throws: CSSError.self, "\(css)") { try CSSShadow.list(dropShadow: css) }
    }
  }

  @Test func mappingIsReported() throws {
    let list = try CSSShadow.list(
      boxShadow: "0 0 0 .5rem oklch(78.32% 0.34 145.6), 0 0 oklch(0.5 0.05 20)")
    #expect(list.map(\.wasColorGamutMapped) == [true, false])
  }

  @Test func errorNamesThePlace() {
    do {
      _ = try CSSShadow.list(boxShadow: "0 1px 2px red, 0 0 -3px blue")
      Issue.record("a negative blur was read")
    } catch {
      #expect(error.offset == 19)
      #expect(error.found == "\"-3px\"")
      #expect(
        error.description
          == "expected a blur that is not negative, found \"-3px\" at character 20")
    }
  }
}
