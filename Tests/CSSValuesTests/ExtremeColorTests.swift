import CSSValues
import PenumbraGraphics
import PenumbraTestSupport
import Testing

/// Colours whose components no screen will ever show: none traps, and what comes out is finite.
@Suite struct ExtremeColorTests {
  /// What is added to random numbers, of either sign.
  private static let extremes: [Double] = [
    0, .leastNonzeroMagnitude, 1e-308, 1e-30, 0.5, 1, 100, 360, 1e3, 1e15, 9.3e18, 1e29, 1e30, 1e31,
    1e100,
    1e102, 1e103, 1e154, 1e200, 1e300, 1e308, .greatestFiniteMagnitude, .infinity, .nan,
  ]

  private static func number(_ random: inout SplitMix64) -> Double {
    let value = extremes[random.integer(0, extremes.count - 1)]
    return random.oneIn(2) ? -value : value
  }

  private static func color(_ random: inout SplitMix64) -> CSSColor {
    let space = ColorSpace.allCases[random.integer(0, ColorSpace.allCases.count - 1)]
    func component(_ random: inout SplitMix64) -> Double? {
      random.oneIn(9) ? nil : number(&random)
    }
    return CSSColor(
      space: space,
      components: .init(component(&random), component(&random), component(&random)),
      alpha: random.oneIn(2) ? 1 : component(&random))
  }

  private static func isSound(_ color: Color) -> Bool {
    [color.red, color.green, color.blue, color.alpha].allSatisfy { (0...1).contains($0) }
  }

  @Test func everySpaceTakesEveryNumber() {
    let seed: UInt64 = 77
    var random = SplitMix64(seed: seed)
    for round in 0..<4_000 {
      var color = Self.color(&random)
      // As somebody sets it who builds a colour by hand.
      if random.oneIn(4) { color.components.values[random.integer(0, 2)] = Self.number(&random) }
      #expect(Self.isSound(color.inSRGB.color), "seed \(seed), round \(round): \(color)")
      for target in ColorSpace.allCases {
        let values = color.converted(to: target).components.values
        #expect(
          values.x.isFinite && values.y.isFinite && values.z.isFinite,
          "seed \(seed), round \(round): \(color) in \(target.rawValue)")
      }
    }
  }

  @Test func mixesOfExtremesAreColors() throws {
    let seed: UInt64 = 78
    var random = SplitMix64(seed: seed)
    let paths = ["", " shorter hue", " longer hue", " increasing hue", " decreasing hue"]
    func text(_ random: inout SplitMix64, depth: Int) -> String {
      if depth > 0, random.oneIn(3) { return mix(&random, depth: depth - 1) }
      return Self.color(&random).css
    }
    func mix(_ random: inout SplitMix64, depth: Int) -> String {
      let space = ColorSpace.allCases[random.integer(0, ColorSpace.allCases.count - 1)]
      let isPolar = [.hsl, .hwb, .lch, .oklch].contains(space)
      let path = isPolar ? paths[random.integer(0, paths.count - 1)] : ""
      let share = random.oneIn(2) ? "" : " \(random.integer(0, 100))%"
      return "color-mix(in \(space.rawValue)\(path), \(text(&random, depth: depth))\(share), "
        + "\(text(&random, depth: depth)))"
    }
    for _ in 0..<4_000 {
      let source = mix(&random, depth: 2)
      let color = try CSSColor(css: source)
      #expect(Self.isSound(color.inSRGB.color), "seed \(seed): \(source)")
    }
  }

  /// What is as light as white or lighter is white, as CSS Color 4, section 13.2.2 says; the hue of
  /// what is not stays.
  @Test func extremesAreMappedAsTheSpecificationSays() throws {
    #expect(try Color(css: "color(srgb 1e200 0 0)") == .white)
    #expect(try Color(css: "color(srgb -1e200 0 0)") == .black)
    #expect(try Color(css: "color(srgb 1e300 1e300 1e300)") == .white)
    #expect(try Color(css: "oklab(1 1e200 0)") == .white)
    #expect(try Color(css: "oklab(0 1e200 0)") == .black)
    let red = try Color(css: "oklab(0.6 1e103 0)")
    #expect(red.red > 0.8 && red.green < 0.5)
    #expect(try Color(css: "rgb(1e300 0 0)") == Color(red: 1, green: 0, blue: 0))
    #expect(try Color(css: "lch(50 1e300 1e308turn)") == Color(css: "lch(50 1e300 0)"))
  }

  /// A far hue is the angle it is, to the last turn.
  @Test func farHuesAreAngles() throws {
    for turns in [1e3, 1e9, 1e12] {
      let far = try Color(css: "hsl(\(360 * turns + 120)deg 100% 50%)")
      #expect(far == Color(red: 0, green: 1, blue: 0))
    }
  }
}
