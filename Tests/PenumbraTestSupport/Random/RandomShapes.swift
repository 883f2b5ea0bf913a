public import PenumbraGraphics

/// Random geometry over the whole range that the engine promises to draw.
public struct RandomShapes: Sendable {
  /// The generator; every value drawn advances it.
  public var random: SplitMix64

  /// Geometry from one seed.
  public init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A length from 0.5 to 2,000 px: whole, or with a fraction.
  public mutating func length() -> Double {
    let length = random.logUniform(0.5, 2000)
    return random.oneIn(3) ? max(1, length.rounded()) : length
  }

  /// 0, or from 0.02 to 200 px.
  public mutating func sigma() -> Double {
    switch random.integer(0, 9) {
    case 0: return 0
    case 1: return random.uniform(0.02, 1)
    case 2: return Double(random.integer(1, 40))
    default: return random.logUniform(0.1, 200)
    }
  }

  /// A rounded rectangle near the origin that `reach` pixels around it can see.
  ///
  /// Its radii run from none over all alike to all different and to pills.
  public mutating func roundedRect(reach: Double) -> RoundedRect {
    let width = length()
    let height = random.oneIn(4) ? width : length()
    // One edge or corner, rather than an inside of thousands of pixels, lies near the origin.
    let x = random.oneIn(2) ? random.uniform(-reach, reach) : random.uniform(-reach, reach) - width
    let y =
      random.oneIn(2) ? random.uniform(-reach, reach) : random.uniform(-reach, reach) - height
    let isAligned = random.oneIn(3)
    return RoundedRect(
      rect: Rect(
        x: isAligned ? x.rounded() : x, y: isAligned ? y.rounded() : y, width: width,
        height: height),
      radii: radii(width: width, height: height), curve: random.oneIn(3) ? .continuous : .circular)
  }

  /// Radii for a box, some of which ask for more than fits.
  public mutating func radii(width: Double, height: Double) -> Corners {
    let half = min(width, height) / 2
    switch random.integer(0, 5) {
    case 0: return .zero
    case 1: return Corners(all: half * 2)
    case 2:
      return Corners(
        topLeft: radius(half), topRight: radius(half), bottomRight: radius(half),
        bottomLeft: radius(half))
    case 3: return Corners(all: random.uniform(0, 2))
    default: return Corners(all: random.uniform(0, half))
    }
  }

  private mutating func radius(_ half: Double) -> Double {
    random.oneIn(3) ? 0 : random.uniform(0, 1.5 * half)
  }
}
