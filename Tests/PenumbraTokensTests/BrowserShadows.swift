import Testing

/// What headless Chromium 156 computes for a declaration; nil where it refuses it.
struct BrowserShadow: Sendable, CustomTestStringConvertible {
  let css: String
  let computed: String?

  init(_ css: String, _ computed: String?) {
    self.css = css
    self.computed = computed
  }

  var testDescription: String { css }

  static let boxShadows = [
    BrowserShadow(
      "0 1px 2px 0 rgb(10 20 30 / 0.05)",
      "rgba(10, 20, 30, 0.05) 0px 1px 2px 0px"),
    BrowserShadow(
      "0 1px 3px 0 rgba(10,20,30,.1), 0 1px 2px -1px rgba(10, 20, 30, 10%)",
      "rgba(10, 20, 30, 0.1) 0px 1px 3px 0px, rgba(10, 20, 30, 0.1) 0px 1px 2px -1px"),
    BrowserShadow(
      "inset 0 2px 4px 0 rgb(0 0 0 / 5%)",
      "rgba(0, 0, 0, 0.05) 0px 2px 4px 0px inset"),
    BrowserShadow(
      "0 -.5px 0 0 #fff inset, inset 0 .5px 0 0 #0001",
      "rgb(255, 255, 255) 0px -0.5px 0px 0px inset, rgba(0, 0, 0, 0.067) 0px 0.5px 0px 0px inset"),
    BrowserShadow(
      "3.5px 0 5.125px 2px #F00 INSET",
      "rgb(255, 0, 0) 3.5px 0px 5.125px 2px inset"),
    BrowserShadow(
      "2px 2px 10px 4px hsl(300 3.9216% 60% / 0.18), 2px 1px 2px 3px hsl(300 3.9216% 60% / 0.18)",
      "rgba(157, 149, 157, 0.18) 2px 2px 10px 4px, rgba(157, 149, 157, 0.18) 2px 1px 2px 3px"),
    BrowserShadow(
      "0 0 0 1px color-mix(in oklab, #224466 82%, transparent)",
      "oklab(0.378072 -0.0239664 -0.0666535 / 0.82) 0px 0px 0px 1px"),
    BrowserShadow(
      "0 0 0 4px color-mix(in oklab, lab(66.128% 0 0) 50%, transparent)",
      "oklab(0.707999 -0.00000697374 0.0000165701 / 0.5) 0px 0px 0px 4px"),
    BrowserShadow(
      "red 0 .5rem 1rem",
      "rgb(255, 0, 0) 0px 8px 16px 0px"),
    BrowserShadow(
      "0.0625rem -0.125rem 0.5em 0 black",
      "rgb(0, 0, 0) 1px -2px 8px 0px"),
    BrowserShadow(
      "0px 0px 0px 0.5rem oklch(78.32% 0.34 145.6)",
      "oklch(0.7832 0.34 145.6) 0px 0px 0px 8px"),
    BrowserShadow(
      "4px 4px 0 0 oklch(0.427 0.149 277.089 / 0.5)",
      "oklch(0.427 0.149 277.089 / 0.5) 4px 4px 0px 0px"),
    BrowserShadow(
      "0 0 28px color-mix(in srgb, rebeccapurple 42%, transparent)",
      "color(srgb 0.4 0.2 0.6 / 0.42) 0px 0px 28px 0px"),
    BrowserShadow(
      "0 0 1px light-dark(#123, #fed)",
      "rgb(17, 34, 51) 0px 0px 1px 0px"),
    BrowserShadow(
      "calc(-1 * 2px) calc(0.5rem + 1px) calc(3px * 2) calc((4px - 6px) / 2) gray",
      "rgb(128, 128, 128) -2px 9px 6px -1px"),
    BrowserShadow(
      "min(2px, 1rem) max(1px, 2px) clamp(1px, 5px, 3px) #abcdef80",
      "rgba(171, 205, 239, 0.5) 2px 2px 3px 0px"),
    BrowserShadow(
      "1pt 1pc 1mm 4q navy",
      "rgb(0, 0, 128) 1.33333px 16px 3.77953px 3.77953px"),
    BrowserShadow(
      "0.1in 0.1cm 0 currentColor",
      "rgb(0, 0, 0) 9.6px 3.77953px 0px 0px"),
    BrowserShadow(
      "0 1px",
      "rgb(0, 0, 0) 0px 1px 0px 0px"),
    BrowserShadow(
      "0 0 10px 1px",
      "rgb(0, 0, 0) 0px 0px 10px 1px"),
    BrowserShadow(
      "inset 1px 1px",
      "rgb(0, 0, 0) 1px 1px 0px 0px inset"),
    BrowserShadow(
      "0 0 transparent",
      "rgba(0, 0, 0, 0) 0px 0px 0px 0px"),
    BrowserShadow(
      "none",
      "none"),
    BrowserShadow(
      "NONE",
      "none"),
    BrowserShadow(
      "0 0 4px rgb(50%,20%,0%,0.5),0 8px 16px rgb(12.75% 25.5% 51% / 25%)",
      "rgba(128, 51, 0, 0.5) 0px 0px 4px 0px, rgba(33, 65, 130, 0.25) 0px 8px 16px 0px"),
    BrowserShadow(
      "0 0 0 2px hwb(200 20% 30% / .4), 0 0 0 4px lch(52.2345% 72.2 56.2)",
      "rgba(51, 136, 179, 0.4) 0px 0px 0px 2px, lch(52.2345 72.2 56.2) 0px 0px 0px 4px"),
    BrowserShadow(
      "0 0 3px color(display-p3 0.5 0.3 0.2 / 40%)",
      "color(display-p3 0.5 0.3 0.2 / 0.4) 0px 0px 3px 0px"),
    BrowserShadow(
      "0 0 3px color(srgb 0.1 0.2 0.3)",
      "color(srgb 0.1 0.2 0.3) 0px 0px 3px 0px"),
    BrowserShadow(
      "0\t1px\n 2px\n3px red",
      "rgb(255, 0, 0) 0px 1px 2px 3px"),
    BrowserShadow(
      "0/**/1px/**/2px/**/red",
      "rgb(255, 0, 0) 0px 1px 2px 0px"),
    BrowserShadow(
      "0 1px 2px red !important",
      "rgb(255, 0, 0) 0px 1px 2px 0px"),
    BrowserShadow(
      "+1px -2px +3e0px -.5px RGB(1 2 3)",
      "rgb(1, 2, 3) 1px -2px 3px -0.5px"),
    BrowserShadow(
      "0 1px 2px rgb(1 2 3",
      "rgb(1, 2, 3) 0px 1px 2px 0px"),
    BrowserShadow(
      "-1px -1px 1px -1px #fedc",
      "rgba(255, 238, 221, 0.8) -1px -1px 1px -1px"),
    BrowserShadow(
      "0 0 calc(-5px) red",
      "rgb(255, 0, 0) 0px 0px 0px 0px"),
    BrowserShadow(
      "0 0 0 calc(-5px) red",
      "rgb(255, 0, 0) 0px 0px 0px -5px"),
    BrowserShadow(
      "0 1px rgb(300 -20 0)",
      "rgb(255, 0, 0) 0px 1px 0px 0px"),
    BrowserShadow(
      "0 1px rgba(1,2,3,4)",
      "rgb(1, 2, 3) 0px 1px 0px 0px"),
    BrowserShadow(
      "0 1px hsl(-60deg, 80%, 40%)",
      "rgb(184, 20, 184) 0px 1px 0px 0px"),
    BrowserShadow(
      "0 1px hsl(0.5turn 50% 50%)",
      "rgb(64, 191, 191) 0px 1px 0px 0px"),
    BrowserShadow(
      "0 1px hsl(200grad 50% 50%)",
      "rgb(64, 191, 191) 0px 1px 0px 0px"),
    BrowserShadow(
      "rgba(2, 4, 6 / 0.8) 0 1px",
      nil),
    BrowserShadow(
      "0 1px rgba(2, 4, 6 / 0.8)",
      nil),
    BrowserShadow(
      "0 1px 2px 3px 4px red",
      nil),
    BrowserShadow(
      "0 1px -2px red",
      nil),
    BrowserShadow(
      "0 1",
      nil),
    BrowserShadow(
      "0",
      nil),
    BrowserShadow(
      "red",
      nil),
    BrowserShadow(
      "0 1px red, none",
      nil),
    BrowserShadow(
      "0 1px red,",
      nil),
    BrowserShadow(
      ",0 1px red",
      nil),
    BrowserShadow(
      "0 1px inset 2px red",
      nil),
    BrowserShadow(
      "inset 0 1px inset",
      nil),
    BrowserShadow(
      "0 1px red blue",
      nil),
    BrowserShadow(
      "0 1px \"red\"",
      nil),
    BrowserShadow(
      "0 1px #12345",
      nil),
    BrowserShadow(
      "0 1px saffron",
      nil),
    BrowserShadow(
      "0 1% red",
      nil),
    BrowserShadow(
      "0 1deg red",
      nil),
    BrowserShadow(
      "0 1.px red",
      nil),
    BrowserShadow(
      "0 calc(0) red",
      nil),
    BrowserShadow(
      "0 calc(1px + 2) red",
      nil),
    BrowserShadow(
      "0 calc(1px +2px) red",
      nil),
    BrowserShadow(
      "0 1px {a.b}",
      nil),
    BrowserShadow(
      "0 1px $red",
      nil),
    BrowserShadow(
      "0 1px rgba($black, .2)",
      nil),
    BrowserShadow(
      "rem(0) rem(6px) red",
      nil),
    BrowserShadow(
      "0 1px @red",
      nil),
    BrowserShadow(
      "0 1px red; ",
      "rgb(255, 0, 0) 0px 1px 0px 0px"),
    BrowserShadow(
      "0 1px url(x)",
      nil),
    BrowserShadow(
      "inset",
      nil),
  ]

  static let dropShadows = [
    BrowserShadow(
      "drop-shadow(0 2px 4px rgb(30 41 59 / 0.13))",
      "drop-shadow(rgba(30, 41, 59, 0.13) 0px 2px 4px)"),
    BrowserShadow(
      "drop-shadow(0 2px 4px rgb(30 41 59 / 0.13)) drop-shadow(0 1px 1px rgb(30 41 59 / 0.1))",
      "drop-shadow(rgba(30, 41, 59, 0.13) 0px 2px 4px) drop-shadow(rgba(30, 41, 59, 0.1) 0px 1px 1px)"
    ),
    BrowserShadow(
      "drop-shadow(red 1px 1px)",
      "drop-shadow(rgb(255, 0, 0) 1px 1px 0px)"),
    BrowserShadow(
      "DROP-SHADOW( 1px 1px 2px #0008 )",
      "drop-shadow(rgba(0, 0, 0, 0.533) 1px 1px 2px)"),
    BrowserShadow(
      "drop-shadow(1px 1px 1rem)",
      "drop-shadow(rgb(0, 0, 0) 1px 1px 16px)"),
    BrowserShadow(
      "none",
      "none"),
    BrowserShadow(
      "drop-shadow(0 0 1px 2px red)",
      nil),
    BrowserShadow(
      "drop-shadow(inset 0 0 1px red)",
      nil),
    BrowserShadow(
      "drop-shadow()",
      nil),
    BrowserShadow(
      "drop-shadow(0 0 -1px red)",
      nil),
    BrowserShadow(
      "drop-shadow(0 0), drop-shadow(0 0)",
      nil),
    BrowserShadow(
      "drop-shadow(0 1px 2px red",
      "drop-shadow(rgb(255, 0, 0) 0px 1px 2px)"),
  ]
}
