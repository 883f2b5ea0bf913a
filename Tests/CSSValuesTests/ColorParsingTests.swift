import CSSValues
import PenumbraGraphics
import Testing

@Suite struct ColorParsingTests {
  /// Within half of 1/255, in which the browser draws.
  ///
  /// Chromium converts in 32-bit floats with rounded matrices: a neutral grey of Lab is 0.00013 off
  /// in its red, a mix in a98-rgb 0.0018 in its blue. It keeps alpha in 8 bits for the old notations.
  /// What is better than that is proved by `primariesAreExact` and by the conversions' way back.
  @Test(arguments: BrowserColor.all)
  func matchesBrowser(_ expected: BrowserColor) throws {
    guard let components = expected.components else {
      #expect(throws: CSSError.self) { try CSSColor(css: expected.css) }
      return
    }
    let color = try CSSColor(css: expected.css).converted(to: .srgb)
    let tolerance = 0.5 / 255 + 1e-6
    #expect(abs(color.components.values.x - components[0]) < tolerance)
    #expect(abs(color.components.values.y - components[1]) < tolerance)
    #expect(abs(color.components.values.z - components[2]) < tolerance)
    #expect(abs((color.alpha ?? 0) - components[3]) < tolerance)
  }

  @Test func legacyComponentsAreExact() throws {
    #expect(try Color(css: "#3366cc") == Color(red: 0.2, green: 0.4, blue: 0.8))
    #expect(
      try Color(css: "rgba(7, 8.5, 0, .3)")
        == Color(red: 7 / 255.0, green: 8.5 / 255, blue: 0, alpha: 0.3))
    #expect(
      try Color(css: " \n#FF000080\t")
        == Color(red: 1, green: 0, blue: 0, alpha: 128 / 255.0))
    #expect(try Color(css: "/* a */ReD/* b */") == Color(red: 1, green: 0, blue: 0))
    #expect(try Color(css: "r\\65 d") == Color(red: 1, green: 0, blue: 0))
  }

  /// Against double-precision values of the specification's own sample code.
  @Test func primariesAreExact() throws {
    let cases: [(String, [Double])] = [
      (
        "color(display-p3 1 0 0)",
        [1.093_066_362_435_161_5, -0.226_741_973_569_754_17, -0.150_134_580_937_119_34]
      ),
      ("color(srgb-linear 0.25 0.5 1)", [0.537_098_730_483_194_2, 0.735_356_983_052_449_5, 1]),
    ]
    for (css, expected) in cases {
      let values = try CSSColor(css: css).converted(to: .srgb).components.values
      #expect(abs(values.x - expected[0]) < 1e-12, "\(css)")
      #expect(abs(values.y - expected[1]) < 1e-12, "\(css)")
      #expect(abs(values.z - expected[2]) < 1e-12, "\(css)")
    }
  }

  @Test func mixOfNothingIsTransparent() throws {
    let color = try Color(css: "color-mix(in srgb, red 0%, blue 0%)")
    #expect(color == Color(red: 0.5, green: 0, blue: 0.5, alpha: 0))
  }

  @Test func saturationWithCommasIsClamped() throws {
    let old = try Color(css: "hsl(0, 150%, 70%)")
    #expect(abs(old.green - 0.4) < 1e-12)
    let modern = try Color(css: "hsl(0 150% 70%)")
    // Far outside of sRGB: mapped, as any notation of the same colour is.
    let same = try Color(css: "color(srgb 1.15 0.25 0.25)")
    #expect(abs(modern.green - same.green) < 1e-9 && modern.green > 0.4)
    let white = try Color(css: "hwb(0 120% 10%)")
    #expect(abs(white.red - 120.0 / 130) < 1e-12)
  }

  @Test func contextDecides() throws {
    let context = CSSContext(
      currentColor: Color(red: 0, green: 0, blue: 1), colorScheme: .dark,
      extraColors: ["systemmint": Color(red: 0, green: 199 / 255.0, blue: 190 / 255.0)])
    #expect(try Color(css: "currentColor", context: context).blue == 1)
    #expect(try Color(css: "light-dark(red, lime)", context: context).green == 1)
    #expect(try Color(css: "systemMint", context: context).green == 199 / 255.0)
    #expect(throws: CSSError.self) { try Color(css: "systemMint") }
  }

  @Test func errorsSayWhereAndWhat() {
    let cases: [(String, Int, String, String)] = [
      ("rgba(2, 4, 6 / 0.8)", 13, "\"/\"", "\",\" before the alpha"),
      ("#12345", 0, "\"#12345\"", "3, 4, 6 or 8 hexadecimal digits"),
      ("red blue", 4, "\"blue\"", "the end of the colour"),
      ("", 0, "the end of the value", "a colour"),
      ("rgb(from red r g b)", 4, "\"from\"", "relative colours are not supported"),
      ("rgb(1, 2", 8, "the end of the value", "\",\""),
      ("rgb(1e999 0 0)", 4, "\"1e999\"", "a finite number"),
      ("rgb(calc(1 / 0) 0 0)", 11, "\"/\"", "a divisor other than zero"),
    ]
    for (css, offset, found, expected) in cases {
      do {
        _ = try CSSColor(css: css)
        Issue.record("\(css) was read")
      } catch {
        #expect(error.offset == offset, "\(css)")
        #expect(error.found == found, "\(css)")
        #expect(error.expected.contains(expected), "\(css): \(error.expected)")
      }
    }
  }

  @Test func deepNestingIsAnError() {
    for css in [
      String(repeating: "color-mix(in srgb, red, ", count: 100_000),
      "rgb(calc(" + String(repeating: "(", count: 100_000),
      String(repeating: "light-dark(", count: 5_000),
    ] {
      #expect(throws: CSSError.self) { try CSSColor(css: css) }
    }
  }
}

@Suite struct GamutMappingTests {
  @Test func insideIsLeftAlone() throws {
    for css in [
      "oklch(0.468 0.2 279.6)", "lab(50 40 -20)", "color(display-p3 .5 .3 .2)", "#123456",
      "oklch(62.796% 0.25768 29.2339)", "color(xyz-d65 0.9504559 1 1.0890578)",
    ] {
      let color = try CSSColor(css: css)
      #expect(!color.inSRGB.wasGamutMapped, "\(css)")
    }
  }

  /// The result keeps lightness and hue within what clipping may change, and loses chroma.
  @Test func outsideLosesChroma() throws {
    for css in [
      "oklch(0.7832 0.34 145.6)", "oklch(0.7765 0.353 147.2)", "color(display-p3 1 0 0)",
      "color(rec2020 0 1 0)", "lch(50 130 300)", "oklch(0.3 0.4 20)",
    ] {
      let color = try CSSColor(css: css)
      let mapped = color.inSRGB
      #expect(mapped.wasGamutMapped, "\(css)")
      let before = color.converted(to: .oklch).components.values
      let after = CSSColor(mapped.color).converted(to: .oklch).components.values
      #expect(after.y < before.y, "\(css)")
      #expect(abs(after.x - before.x) < 0.02, "\(css)")
      #expect(after.y * abs(after.z - before.z) < 0.02 * 60, "\(css)")
      for component in [mapped.color.red, mapped.color.green, mapped.color.blue] {
        #expect((0...1).contains(component), "\(css)")
      }
    }
  }

  /// Against a second implementation of the algorithm, in double precision and with the matrices of
  /// Oklab's author: they differ from those of CSS in the eighth digit.
  @Test(
    arguments: [
      ("oklch(0.7 0.35 150)", [0, 193.973, 71.609]),
      ("oklch(0.7765 0.353 147.18)", [0, 223.239, 57.594]),
      ("oklch(0.6 0.4 30)", [247.395, 0, 0]), ("oklch(0.3 0.3 260)", [0, 0, 153.768]),
      ("oklch(0.9 0.3 100)", [254.742, 222.735, 0]), ("oklch(0.5 0.5 330)", [168.541, 0, 163.82]),
    ] as [(String, [Double])])
  func mapsAsTheAlgorithmSays(_ css: String, _ expected: [Double]) throws {
    let color = try CSSColor(css: css).inSRGB.color
    for (value, expected) in zip([color.red, color.green, color.blue], expected) {
      #expect(abs(value * 255 - expected) < 0.002)
    }
  }

  @Test func lightnessBeyondTheEndsIsWhiteAndBlack() throws {
    #expect(try Color(css: "oklch(1 0.3 100)") == .white)
    #expect(try Color(css: "oklch(0 0.3 100)") == .black)
    let white = try Color(css: "oklab(200% 0 0)")
    #expect(min(white.red, white.green, white.blue) > 1 - 1e-9)
  }

  /// Every space of a mix, colours outside of sRGB on either side, and HSL beyond its ends.
  @Test(arguments: MixedColor.all)
  func mixesAsASecondImplementation(_ expected: MixedColor) throws {
    let color = try CSSColor(css: expected.css)
    let raw = color.converted(to: .srgb).components.values
    let mapped = color.inSRGB.color
    for (value, expected) in zip([raw.x, raw.y, raw.z], expected.unbounded) {
      #expect(abs(value - expected) < 2e-5)
    }
    for (value, expected) in zip([mapped.red, mapped.green, mapped.blue], expected.mapped) {
      #expect(abs(value * 255 - expected) < 0.02)
    }
  }

  /// What a conversion's rounding leaves of a white or a black is no hue and no saturation.
  @Test(arguments: ["lab(100 0 0)", "oklab(1 0 0)", "color(display-p3 1 1 1)", "color(xyz 0 0 0)"])
  func nearlyGreyHasNoHue(_ grey: String) throws {
    let white = grey.contains("xyz") ? "black" : "white"
    for space in ["hsl", "hwb"] {
      let mixed = try Color(css: "color-mix(in \(space), \(grey), red)")
      let plain = try Color(css: "color-mix(in \(space), \(white), red)")
      #expect(abs(mixed.red - plain.red) < 1e-5, "\(space)")
      #expect(abs(mixed.green - plain.green) < 1e-5, "\(space)")
      #expect(abs(mixed.blue - plain.blue) < 1e-5, "\(space)")
    }
  }

  /// HSL holds every colour outside of sRGB but those of lightness 0 and 100 %, HWB all of them.
  @Test func polarFormsComeBack() throws {
    for css in [
      "color(srgb 1.2 0.9 1.1)", "color(srgb -0.3 -0.1 -0.2)", "color(srgb 1.5 -0.5 -0.4)",
      "color(srgb 0.2 1.4 1.9)", "color(srgb -0.2 -0.4 0.1)", "color(srgb 2 1.8 1.7)",
    ] {
      let color = try CSSColor(css: css)
      for space in [ColorSpace.hsl, .hwb] {
        let back = color.converted(to: space).converted(to: .srgb).components.values
        let error = back - color.components.values
        #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 1e-12, "\(css) in \(space)")
      }
    }
  }

  /// Within a just noticeable difference the algorithm clips without touching chroma.
  @Test func nearlyInsideIsClipped() throws {
    let color = try CSSColor(css: "color(srgb 1.01 0.2 0.3)").inSRGB
    #expect(color.wasGamutMapped)
    #expect(color.color == Color(red: 1, green: 0.2, blue: 0.3))
  }
}
