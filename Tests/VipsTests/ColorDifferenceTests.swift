import Foundation
import PenumbraTestSupport
import Testing
import Vips

@Suite struct ColorDifferenceTests {
  init() throws { try Library.start(threads: 2) }

  private func one(_ a: [UInt8], _ b: [UInt8]) throws -> Double {
    let found = try ColorDifference.ciede2000(expected: a, actual: b, width: 1, height: 1)
    return Double(found[0])
  }

  @Test func whiteAgainstBlackIsAHundred() throws {
    #expect(abs(try one([255, 255, 255, 255], [0, 0, 0, 255]) - 100) < 0.01)
    #expect(try one([12, 200, 77, 255], [12, 200, 77, 255]) == 0)
  }

  @Test func transparencyShowsOnOneOfTheGrounds() throws {
    // White that fades is invisible over white, black that fades over black.
    #expect(try one([255, 255, 255, 255], [255, 255, 255, 128]) > 10)
    #expect(try one([0, 0, 0, 255], [0, 0, 0, 128]) > 10)
    #expect(try one([255, 0, 0, 0], [0, 0, 255, 0]) == 0)
  }

  @Test func agreesWithTheFormula() throws {
    // libvips works in float from tables: 0.02 apart at most. Where two hues lie more than half a
    // turn apart and sum to less than a whole one, it mirrors their mean at 0 degrees; the oracle
    // follows, as libvips's own figure is what is promised.
    var state: UInt64 = 7
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    for _ in 0..<200 {
      let a = [next(), next(), next()]
      let b = [next(), next(), next()]
      let found = try one(a + [255], b + [255])
      let truth = ciede2000(lab(a), lab(b))
      #expect(abs(found - truth) < 0.02, "\(a) \(b): \(found), formula \(truth), seed 7")
    }
  }

  private func lab(_ rgb: [UInt8]) -> (l: Double, a: Double, b: Double) {
    let linear = rgb.map { value -> Double in
      let c = Double(value) / 255
      return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }
    let x = (0.4124564 * linear[0] + 0.3575761 * linear[1] + 0.1804375 * linear[2]) / 0.950470
    let y = 0.2126729 * linear[0] + 0.7151522 * linear[1] + 0.0721750 * linear[2]
    let z = (0.0193339 * linear[0] + 0.1191920 * linear[1] + 0.9503041 * linear[2]) / 1.088830
    func f(_ t: Double) -> Double {
      t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
    }
    return (116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z)))
  }

  /// Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
  private func ciede2000(
    _ p: (l: Double, a: Double, b: Double), _ q: (l: Double, a: Double, b: Double)
  ) -> Double {
    let degree = Double.pi / 180
    let meanC = (hypot(p.a, p.b) + hypot(q.a, q.b)) / 2
    let g = 0.5 * (1 - sqrt(pow(meanC, 7) / (pow(meanC, 7) + pow(25, 7))))
    let (a1, a2) = ((1 + g) * p.a, (1 + g) * q.a)
    let (c1, c2) = (hypot(a1, p.b), hypot(a2, q.b))
    func hue(_ a: Double, _ b: Double) -> Double {
      if a == 0 && b == 0 { return 0 }
      let h = atan2(b, a) / degree
      return h < 0 ? h + 360 : h
    }
    let (h1, h2) = (hue(a1, p.b), hue(a2, q.b))
    var dh = h2 - h1
    if c1 * c2 == 0 { dh = 0 } else if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
    let deltaH = 2 * sqrt(c1 * c2) * sin(dh / 2 * degree)
    let (l, c) = ((p.l + q.l) / 2, (c1 + c2) / 2)
    var h = (h1 + h2) / 2
    if c1 * c2 == 0 { h = h1 + h2 } else if abs(h1 - h2) > 180 { h = abs(h1 + h2 - 360) / 2 }
    let t =
      1 - 0.17 * cos((h - 30) * degree) + 0.24 * cos(2 * h * degree)
      + 0.32 * cos((3 * h + 6) * degree) - 0.20 * cos((4 * h - 63) * degree)
    let sl = 1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2))
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let turn = 30 * exp(-pow((h - 275) / 25, 2))
    let rc = 2 * sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7)))
    let rt = -sin(2 * turn * degree) * rc
    let (x, y, z) = ((q.l - p.l) / sl, (c2 - c1) / sc, deltaH / sh)
    return sqrt(x * x + y * y + z * z + rt * y * z)
  }
}
