import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// Shadow alpha before rounding against the float64 truth.
struct ShadowAlphaTests {
  /// The bound on alpha before its rounding, as the engine promises it.
  static let bound = 0.25 / 255

  /// Up to sigma 1 within 0.1/255, of which the vectors' own error is up to 0.07; above it 0.05/255.
  @Test(arguments: try ShadowVector.all())
  func vector(_ vector: ShadowVector) {
    for set in InstructionSet.available {
      let alpha = ShadowAlpha.blurred(
        union: [vector.shape], sigmaPixels: vector.sigma, kernel: .gaussian, x: 0, y: 0,
        width: vector.width, height: vector.height, instructionSet: set)
      var worst = 0.0
      for (a, b) in zip(alpha, vector.alpha) { worst = max(worst, abs(Double(a) - Double(b))) }
      let allowed = vector.sigma <= 1 ? 0.1 : 0.05
      #expect(worst <= allowed / 255, "\(vector.name) \(set): \(worst * 255)/255")
    }
  }

  /// Windows of random shadows: any size, radius, curve, place between pixels, sigma, kernel.
  @Test(arguments: BlurKernel.allCases)
  func random(_ kernel: BlurKernel) {
    let seed: UInt64 = 20_260_701
    var random = SplitMix64(seed: seed)
    var worst = 0.0
    for number in 0..<120 {
      let shadow = RandomShadow(&random, kernel: kernel)
      let error = shadow.largestError(in: shadow.window(&random))
      worst = max(worst, error)
      #expect(error <= Self.bound, "seed \(seed) shadow \(number): \(error * 255)/255 \(shadow)")
    }
    print("\(kernel): largest error \(worst * 255)/255, seed \(seed)")
  }
}

/// A shadow with random parameters.
struct RandomShadow: CustomStringConvertible {
  var shape: RoundedRect
  var sigma: Double
  var kernel: BlurKernel

  init(shape: RoundedRect, sigma: Double, kernel: BlurKernel) {
    self.shape = shape
    self.sigma = sigma
    self.kernel = kernel
  }

  init(_ random: inout SplitMix64, kernel: BlurKernel) {
    let width = random.logUniform(0.5, 600)
    let height = random.oneIn(4) ? width : random.logUniform(0.5, 600)
    let side = min(width, height)
    func radius(_ random: inout SplitMix64) -> Double {
      random.oneIn(5) ? 0 : random.oneIn(4) ? 999 : random.uniform(0, side * 0.7)
    }
    let first = radius(&random)
    var radii = Corners(all: first)
    if random.oneIn(3) {
      radii.topRight = radius(&random)
      radii.bottomRight = radius(&random)
      radii.bottomLeft = radius(&random)
    }
    let isWhole = random.oneIn(3)
    shape = RoundedRect(
      rect: Rect(
        x: isWhole ? 3 : random.uniform(0, 8), y: isWhole ? 5 : random.uniform(0, 8),
        width: isWhole ? width.rounded(.up) : width,
        height: isWhole ? height.rounded(.up) : height),
      radii: radii, curve: random.oneIn(2) ? .continuous : .circular)
    sigma = random.oneIn(8) ? 0 : random.logUniform(0.05, 200)
    self.kernel = kernel
  }

  /// A part of the picture around one of the corners, as far as the blur reaches.
  func window(_ random: inout SplitMix64) -> PixelRect {
    let reach = 3 * sigma + 4
    let x = random.oneIn(2) ? shape.rect.x : shape.rect.maxX
    let y = random.oneIn(2) ? shape.rect.y : shape.rect.maxY
    let size = 24
    return PixelRect(
      x: Int(random.uniform(x - reach, x + reach)) - size / 2,
      y: Int(random.uniform(y - reach, y + reach)) - size / 2, width: size, height: size)
  }

  func largestError(in pixels: PixelRect, _ set: InstructionSet = .baseline) -> Double {
    let truth = ReferenceShadow.alpha(shape, sigma: sigma, kernel: kernel, in: pixels)
    let alpha = ShadowAlpha.blurred(
      union: [shape], sigmaPixels: sigma, kernel: kernel, x: pixels.x, y: pixels.y,
      width: pixels.width, height: pixels.height, instructionSet: set)
    return zip(alpha, truth.values).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
  }

  var description: String { "\(kernel) sigma \(sigma) \(shape)" }
}
