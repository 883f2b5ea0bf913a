import CSSValues
import Foundation
import PenumbraGraphics
import Testing

@Suite struct ElementaryTests {
  /// Relative error against the C library, itself within one unit in the last place.
  private func expectClose(
    _ value: Double, _ reference: Double, within bound: Double, _ what: @autoclosure () -> String
  ) {
    let error = reference == 0 ? abs(value) : abs(value - reference) / abs(reference)
    #expect(error <= bound, "\(what()): \(value) against \(reference)")
  }

  @Test func powersOfTransferCurves() {
    for exponent in [2.4, 1 / 2.4, 1.8, 1 / 1.8, 563.0 / 256, 256.0 / 563, 0.37] {
      for step in 1...4_000 {
        let x = Double(step) / 1_000
        expectClose(
          Elementary.pow(x, exponent), Foundation.pow(x, exponent), within: 1e-14,
          "\(x)^\(exponent)")
      }
      #expect(Elementary.pow(0, exponent) == 0)
      #expect(Elementary.pow(1, exponent) == 1)
    }
  }

  @Test func powersOverTheWholeRange() {
    for exponent in stride(from: -1_000.0, through: 1_000, by: 7.3) {
      expectClose(
        Elementary.exp2(exponent), Foundation.exp2(exponent), within: 1e-14, "2^\(exponent)")
    }
    #expect(Elementary.exp2(1_024) == .infinity)
    #expect(Elementary.exp2(-1_100) == 0)
    #expect(Elementary.exp2(1_023.75).isFinite)
  }

  @Test func cubeRoots() {
    for step in -3_000...3_000 {
      let x = Double(step) / 777
      expectClose(Elementary.cbrt(x), Foundation.cbrt(x), within: 1e-15, "cbrt \(x)")
    }
    #expect(Elementary.cbrt(1e300) == Foundation.cbrt(1e300))
  }

  @Test func sinesAndCosines() {
    for step in -4_000...4_000 {
      let degrees = Double(step) * 0.37
      let turn = Elementary.sincos(degrees: degrees)
      // The reference turns degrees into radians first, which costs it up to 4e-15 at 1480 degrees.
      #expect(abs(turn.sin - sin(degrees * .pi / 180)) < 1e-14)
      #expect(abs(turn.cos - cos(degrees * .pi / 180)) < 1e-14)
    }
    #expect(Elementary.sincos(degrees: 90) == (1, 0))
    #expect(Elementary.sincos(degrees: 270) == (-1, 0))
    #expect(Elementary.sincos(degrees: -180).cos == -1)
  }

  @Test func angles() {
    for step in 0..<3_600 {
      let degrees = Double(step) / 10
      let turn = Elementary.sincos(degrees: degrees)
      #expect(abs(Elementary.angle(y: turn.sin * 3, x: turn.cos * 3) - degrees) < 1e-12)
    }
    #expect(Elementary.angle(y: 0, x: 0) == 0)
    #expect(Elementary.angle(y: -0.0, x: 1) == 0)
    #expect(Elementary.angle(y: -1e-30, x: 1) < 360)
  }

  @Test func conversionsComeBack() {
    for space in ColorSpace.allCases {
      for red in [0.0, 0.2, 0.7, 1] {
        for green in [0.1, 0.5, 0.9] {
          let color = CSSColor(Color(red: red, green: green, blue: 0.33, alpha: 0.5))
          let back = color.converted(to: space).converted(to: .srgb).components.values
          let difference = back - color.components.values
          #expect(abs(difference.x) < 1e-12, "\(space)")
          #expect(abs(difference.y) < 1e-12, "\(space)")
          #expect(abs(difference.z) < 1e-12, "\(space)")
        }
      }
    }
  }
}
