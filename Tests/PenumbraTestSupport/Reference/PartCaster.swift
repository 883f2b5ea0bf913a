import PenumbraGraphics

/// The alpha of a shadow at points, not at pixels: what its mean over a part of a pixel is made of.
enum PartCaster {
  /// A sharp shape.
  case sharp(SpanRegion)
  /// Copies of a sharp shape, whole pixels apart.
  case comb(SpanRegion, DiscreteTaps)
  /// A bitmap that is constant on each of its pixels, moved.
  case bitmap(PixelField, offset: Point)
  /// What has no edge within a pixel.
  case smooth(any SmoothAlpha)

  /// The blurred union of shapes.
  init(union shapes: [RoundedRect], sigma: Double, kernel: BlurKernel) {
    let region = SpanRegion(shapes)
    if kernel == .coreGraphics {
      let taps = DiscreteTaps(sigma: sigma)
      self = taps.radius == 0 ? .sharp(region) : .comb(region, taps)
    } else if sigma < Self.smallestSigma {
      self = .sharp(region)
    } else {
      self = .smooth(
        SmoothShape(
          shapes, profile: BlurProfile(density: Self.density(kernel), sigma: sigma)))
    }
  }

  /// A blurred bitmap.
  init(mask: PixelField, movedBy offset: Point, sigma: Double, kernel: BlurKernel) {
    if kernel == .coreGraphics {
      let taps = DiscreteTaps(sigma: sigma)
      let wide = mask.resized(to: mask.rect.grown(by: 2 * taps.radius))
      self = .bitmap(taps.filtered(wide, to: mask.rect.grown(by: taps.radius)), offset: offset)
    } else if sigma < Self.smallestSigma {
      self = .bitmap(mask, offset: offset)
    } else {
      self = .smooth(
        SmoothBitmap(
          mask: mask, offset: offset,
          profile: BlurProfile(density: Self.density(kernel), sigma: sigma)))
    }
  }

  /// A blur this small moves less than 0.04 pixels of a thousandth past an edge.
  private static let smallestSigma = 1e-4

  private static func density(_ kernel: BlurKernel) -> BlurProfile.Density {
    kernel == .gaussian ? .gaussian : .cutGaussian
  }
}

/// A shadow's alpha that changes over a distance of about `sigma`.
protocol SmoothAlpha {
  var sigma: Double { get }

  /// The alpha at every point of a grid, row by row.
  func values(xs: [Double], ys: [Double]) -> [Double]
}

/// A blurred union of shapes as an integral along its outline.
///
/// At a point (px, py) it is the integral of C(px - x) k(py - y) dy, with k the blur's density along
/// an axis and C its integral. Upright sides are closed forms in y too.
struct SmoothShape: SmoothAlpha {
  private let profile: BlurProfile
  private var nodes: [(x: Double, y: Double, weight: Double)] = []
  private var sides: [(x: Double, from: Double, to: Double)] = []

  var sigma: Double { profile.sigma }

  init(_ shapes: [RoundedRect], profile: BlurProfile) {
    self.profile = profile
    // The cut Gaussian's density ends with a step, which smaller panels meet.
    let step = profile.sigma * (profile.density == .cutGaussian ? 0.25 : 0.75)
    for stretch in OutlineUnion(shapes).pieces {
      let start = stretch.piece.point(stretch.from)
      let end = stretch.piece.point(stretch.to)
      if case .vertical(let x, _, _) = stretch.piece {
        sides.append((x, start.y, end.y))
        continue
      }
      let length = abs(end.x - start.x) + abs(end.y - start.y)
      let panels = max(1, (length / step).rounded(.up))
      let width = (stretch.to - stretch.from) / panels
      for panel in 0..<Int(panels) {
        for node in GaussLegendre.nodes {
          let t = stretch.from + (Double(panel) + node.position) * width
          let point = stretch.piece.point(t)
          nodes.append((point.x, point.y, width * node.weight * stretch.piece.velocity(t).y))
        }
      }
    }
  }

  func values(xs: [Double], ys: [Double]) -> [Double] {
    var values = [Double](repeating: 0, count: xs.count * ys.count)
    guard let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return values }
    let reach = profile.support
    func add(_ x: Double, _ weight: (Double) -> Double) {
      let shares = xs.map { profile.distribution($0 - x) }
      for (row, y) in ys.enumerated() {
        let w = weight(y)
        for column in shares.indices { values[row * shares.count + column] += w * shares[column] }
      }
    }
    for node in nodes
    where node.x < right + reach && node.y > top - reach && node.y < bottom + reach {
      add(node.x) { node.weight * profile.value($0 - node.y) }
    }
    for side in sides where side.x < right + reach {
      add(side.x) { profile.distribution($0 - side.from) - profile.distribution($0 - side.to) }
    }
    return values
  }
}

/// A blurred bitmap: every pixel of it gives what a blurred square does.
struct SmoothBitmap: SmoothAlpha {
  let mask: PixelField
  let offset: Point
  let profile: BlurProfile

  var sigma: Double { profile.sigma }

  func values(xs: [Double], ys: [Double]) -> [Double] {
    // What each mask column (or row) gives to each point.
    func shares(_ points: [Double], _ sources: Range<Int>, _ offset: Double) -> [[Double]] {
      points.map { point in
        sources.map { source in
          let distance = point - offset - Double(source)
          return profile.distribution(distance) - profile.distribution(distance - 1)
        }
      }
    }
    let across = shares(xs, mask.rect.x..<mask.rect.maxX, offset.x)
    let down = shares(ys, mask.rect.y..<mask.rect.maxY, offset.y)
    return down.flatMap { rowShares in
      var line = [Double](repeating: 0, count: mask.rect.width)
      for (row, share) in rowShares.enumerated() where share != 0 {
        for column in line.indices {
          line[column] += share * mask.values[row * line.count + column]
        }
      }
      return across.map { zip($0, line).reduce(0) { $0 + $1.0 * $1.1 } }
    }
  }
}

extension PixelField {
  /// The same values over another rectangle; 0 where there were none.
  func resized(to other: PixelRect) -> PixelField {
    var field = PixelField(other)
    for y in other.y..<other.maxY {
      for x in other.x..<other.maxX {
        field.values[(y - other.y) * other.width + x - other.x] = value(x: x, y: y)
      }
    }
    return field
  }
}
