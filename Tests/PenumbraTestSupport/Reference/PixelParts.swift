import Foundation
import PenumbraGraphics

/// The parts into which shapes cut the pixels that they pass through: their areas, and the mean of
/// each shadow over each of them.
///
/// A pixel is cut into lines, each line where an outline meets it; both are exact up to the
/// quadrature from line to line. Lines lie at Gauss-Legendre nodes of panels that end where an
/// outline has a corner or leaves the pixel.
struct PixelParts {
  /// Which shapes a part lies inside of: bit i is region i.
  typealias Key = Int

  /// One part of one pixel.
  struct Part {
    var key: Key
    /// Its share of the pixel.
    var area: Double
    /// The mean alpha of each caster over it.
    var means: [Double]
  }

  let regions: [SpanRegion]
  let casters: [PartCaster]
  /// Panels a pixel is cut into at least.
  let panels: Int

  init(_ regions: [SpanRegion], casters: [PartCaster], panels: Int = 8) {
    self.regions = regions
    self.casters = casters
    self.panels = panels
  }

  /// The parts of pixel (x, y) that are not empty.
  func parts(x: Int, y: Int) -> [Part] {
    let left = Double(x)
    let top = Double(y)
    let prepared = casters.map { PreparedCaster($0, x: left, y: top) }
    var areas = [Double](repeating: 0, count: 1 << regions.count)
    var sums = [[Double]](
      repeating: [Double](repeating: 0, count: casters.count), count: areas.count)
    for line in lines(x: left, y: top, prepared) {
      let spans = regions.map { $0.spans(at: line.y) }
      var cuts = [left, left + 1]
      for span in spans.joined() {
        if span.left > left, span.left < left + 1 { cuts.append(span.left) }
        if span.right > left, span.right < left + 1 { cuts.append(span.right) }
      }
      cuts.sort()
      let casts = prepared.map { $0.line(at: line.y) }
      for (a, b) in zip(cuts, cuts.dropFirst()) where b > a {
        let middle = 0.5 * (a + b)
        var key = 0
        for (bit, spans) in spans.enumerated()
        where spans.contains(where: { $0.left < middle && middle < $0.right }) {
          key |= 1 << bit
        }
        areas[key] += line.weight * (b - a)
        for index in casts.indices {
          sums[key][index] += line.weight * casts[index].integral(from: a, to: b)
        }
      }
    }
    return areas.indices.filter { areas[$0] > 1e-12 }.map { key in
      Part(
        key: key, area: areas[key],
        means: sums[key].map { min(1, max(0, $0 / areas[key])) })
    }
  }

  private func lines(
    x: Double, y: Double, _ prepared: [PreparedCaster]
  ) -> [(y: Double, weight: Double)] {
    let count = max(panels, prepared.map { $0.panels }.max() ?? 0)
    var cuts = (0...count).map { y + Double($0) / Double(count) }
    for region in regions { cuts += region.cuts(x: x, y: y) }
    for caster in prepared { cuts += caster.cuts }
    cuts.sort()
    // Cuts that mean the same place differ by their rounding.
    cuts = cuts.enumerated().filter { $0 == 0 || $1 - cuts[$0 - 1] > 1e-9 }.map(\.element)
    return zip(cuts, cuts.dropFirst()).flatMap { start, end in
      GaussLegendre.nodes.map {
        (start + (end - start) * $0.position, (end - start) * $0.weight)
      }
    }
  }
}

/// A caster made ready for the lines of one pixel.
private struct PreparedCaster {
  let caster: PartCaster
  let patch: SmoothPatch?
  /// Heights at which its lines change abruptly.
  let cuts: [Double]
  /// Panels that it needs at least.
  let panels: Int

  init(_ caster: PartCaster, x: Double, y: Double) {
    self.caster = caster
    switch caster {
    case .sharp(let region):
      patch = nil
      cuts = region.cuts(x: x, y: y)
      panels = 0
    case .comb(let region, let taps):
      patch = nil
      let reach = -taps.radius...taps.radius
      // Of many copies each weighs too little for the place where it leaves the pixel to matter.
      let isNarrow = taps.radius <= 3
      cuts = reach.flatMap { j -> [Double] in
        let top = y - Double(j)
        let own =
          isNarrow
          ? reach.flatMap { region.cuts(x: x - Double($0), y: top) } : region.levels(y: top)
        return own.map { $0 + Double(j) }
      }
      panels = 0
    case .bitmap(_, let offset):
      patch = nil
      let step = y + (offset.y - offset.y.rounded(.down))
      cuts = [step].filter { $0 > y }
      panels = 0
    case .smooth(let alpha):
      patch = SmoothPatch(alpha, x: x, y: y)
      cuts = []
      panels = Int(min(200, 1 / (1.5 * alpha.sigma)))
    }
  }

  func line(at y: Double) -> CasterLine {
    switch caster {
    case .sharp(let region):
      return CasterLine { a, b in
        region.spans(at: y).reduce(0) { $0 + max(0, min(b, $1.right) - max(a, $1.left)) }
      }
    case .comb(let region, let taps):
      let copies = taps.weights.indices.map { index in
        (taps.weights[index], region.spans(at: y - Double(index - taps.radius)))
      }
      return CasterLine { a, b in
        copies.reduce(0) { sum, copy in
          copy.1.reduce(sum) {
            $0 + copy.0
              * (taps.ramp(b - $1.left) - taps.ramp(b - $1.right) - taps.ramp(a - $1.left)
                + taps.ramp(a - $1.right))
          }
        }
      }
    case .bitmap(let mask, let offset):
      let row = Int((y - offset.y).rounded(.down))
      return CasterLine { a, b in
        let first = Int((a - offset.x).rounded(.down))
        return (first...first + 1).reduce(0) { sum, column in
          let start = max(a, Double(column) + offset.x)
          let end = min(b, Double(column + 1) + offset.x)
          return sum + mask.value(x: column, y: row) * max(0, end - start)
        }
      }
    case .smooth:
      guard let line = patch?.line(at: y) else { return CasterLine { _, _ in 0 } }
      return CasterLine(integral: line)
    }
  }
}

/// A shadow's alpha along one line within a pixel.
private struct CasterLine {
  private let integral: (Double, Double) -> Double

  init(integral: @escaping (_ from: Double, _ to: Double) -> Double) {
    self.integral = integral
  }

  func integral(from a: Double, to b: Double) -> Double { integral(a, b) }
}

extension DiscreteTaps {
  /// The sum of the taps' weights times how far t lies beyond each.
  func ramp(_ t: Double) -> Double {
    if t <= -Double(radius) { return 0 }
    if t >= Double(radius) { return t }
    let whole = t.rounded(.down)
    let index = Int(whole) + radius
    return ramps[index] + (t - whole) * sums[index]
  }
}

/// A smooth alpha over one pixel, as polynomials through its values at Chebyshev nodes, on blocks
/// that are small against its sigma.
private struct SmoothPatch {
  private let x: Double
  private let y: Double
  /// Blocks along each side of the pixel.
  private let blocks: Int
  /// Nodes along each side of a block, in -1...1.
  private let nodes: [Double]
  /// Lagrange's polynomials through them.
  private let polynomials: [[Double]]
  /// Block after block, node after node, row by row.
  private let values: [Double]

  init(_ alpha: any SmoothAlpha, x: Double, y: Double) {
    self.x = x
    self.y = y
    blocks = Int(max(1, (1 / (2.5 * alpha.sigma)).rounded(.up)))
    let size = 1 / (Double(blocks) * alpha.sigma)
    let count = size <= 0.25 ? 4 : size <= 1 ? 6 : 9
    nodes = Self.chebyshev[count]
    polynomials = Self.lagrange[count]
    let offsets = (0..<blocks).flatMap { block in
      Self.chebyshev[count].map { (Double(block) + 0.5 + 0.5 * $0) }
    }
    let scale = 1 / Double(blocks)
    values = alpha.values(
      xs: offsets.map { x + $0 * scale }, ys: offsets.map { y + $0 * scale })
  }

  func line(at py: Double) -> (Double, Double) -> Double {
    let (blockRow, v) = place(py - y)
    let down = basis(v)
    let width = blocks * nodes.count
    var row = [Double](repeating: 0, count: width)
    for (index, share) in down.enumerated() {
      let start = (blockRow * nodes.count + index) * width
      for column in row.indices { row[column] += share * values[start + column] }
    }
    return { a, b in
      var sum = 0.0
      for block in place(a - x).block...place(b - x).block {
        let from = max(-1, place(a - x, in: block))
        let to = min(1, place(b - x, in: block))
        guard to > from else { continue }
        let start = block * nodes.count
        // Half a block is one of u.
        sum +=
          integral(of: row[start..<start + nodes.count], from: from, to: to)
          / Double(2 * blocks)
      }
      return sum
    }
  }

  /// The integral of the polynomial through values at the nodes.
  private func integral(of values: ArraySlice<Double>, from a: Double, to b: Double) -> Double {
    var sum = 0.0
    var (powerA, powerB) = (a, b)
    for degree in nodes.indices {
      var coefficient = 0.0
      for (value, polynomial) in zip(values, polynomials) {
        coefficient += value * polynomial[degree]
      }
      sum += coefficient * (powerB - powerA) / Double(degree + 1)
      powerA *= a
      powerB *= b
    }
    return sum
  }

  /// The block of an offset in 0...1 and the place in it, in -1...1.
  private func place(_ offset: Double) -> (block: Int, Double) {
    let block = min(blocks - 1, max(0, Int(offset * Double(blocks))))
    return (block, place(offset, in: block))
  }

  private func place(_ offset: Double, in block: Int) -> Double {
    2 * (offset * Double(blocks) - Double(block)) - 1
  }

  /// Lagrange's polynomials at u.
  private func basis(_ u: Double) -> [Double] {
    polynomials.map { polynomial in polynomial.reversed().reduce(0) { $0 * u + $1 } }
  }

  /// The Chebyshev nodes of each count.
  private static let chebyshev: [[Double]] = (0...9).map { count in
    (0..<count).map { cos((Double($0) + 0.5) * Double.pi / Double(count)) }
  }

  /// Lagrange's polynomials through the nodes of each count, by their coefficients, the constant
  /// first.
  private static let lagrange: [[[Double]]] = chebyshev.map { nodes in
    nodes.indices.map { index in
      var polynomial = [1.0]
      for other in nodes.indices where other != index {
        let scale = 1 / (nodes[index] - nodes[other])
        let shifted = [0] + polynomial.map { $0 * scale }
        let fixed = polynomial.map { -$0 * scale * nodes[other] } + [0]
        polynomial = zip(shifted, fixed).map { $0 + $1 }
      }
      return polynomial
    }
  }
}
