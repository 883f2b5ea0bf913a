public import PenumbraGraphics

/// Which shadows a height above the ground means.
public enum ElevationModel: String, Hashable, Sendable, CaseIterable {
  /// One shadow around: radius e.
  case radius
  /// One shadow below: radius e, moved down by e.
  case offset
  /// `offset`, and a fainter one around that is cut out of the cell.
  case dual
  /// Material Components for iOS: key and ambient light by linear formulas.
  case mdc
  /// Material Components for the web: umbra, penumbra and ambient shadow by a table of 24 levels.
  case materialWeb = "material-web"

  /// The heights that the model can draw.
  public var heights: ClosedRange<Double> {
    switch self {
    case .radius, .offset, .dual: 0...(.greatestFiniteMagnitude)
    case .mdc: -.greatestFiniteMagnitude...(.greatestFiniteMagnitude)
    case .materialWeb: 0...MaterialWebElevation.highest
    }
  }
}

/// A height above the ground, in points, and the model that turns it into shadows.
public struct Elevation: Hashable, Sendable {
  /// The height e, in points.
  public var value: Double
  /// How e becomes shadows.
  public var model: ElevationModel
  /// The colour of the shadow that lies around; its alpha multiplies the model's opacity.
  public var ambientColor: Color
  /// The colour of the shadow that falls; its alpha multiplies the model's opacity.
  public var keyColor: Color

  /// A height under a model, both shadows black unless given.
  public init(
    value: Double, model: ElevationModel = .mdc, ambientColor: Color = .black,
    keyColor: Color = .black
  ) {
    self.value = value
    self.model = model
    self.ambientColor = ambientColor
    self.keyColor = keyColor
  }

  /// The shadows of this height, key first; in the models `radius` and `offset` there is only a key.
  ///
  /// Radii are `CALayer.shadowRadius`, which is the standard deviation in points; one that a formula
  /// makes negative is 0. `isKnockedOut` is what the cell says of its shadows: the ambient shadow of
  /// `dual` and both of `mdc` are cut out of the cell in any case. Under `mdc` nothing is drawn at
  /// e <= 0; the other models want e >= 0. `material-web` has two key shadows, umbra and penumbra.
  public func shadows(kernel: BlurKernel, isKnockedOut: Bool) -> [Shadow] {
    func key(_ sigma: Double, _ down: Double, _ opacity: Double, isCut: Bool = false) -> Shadow {
      Shadow(
        sigma: max(sigma, 0), offset: Point(x: 0, y: down), opacity: opacity, color: keyColor,
        kernel: kernel, isKnockedOut: isCut || isKnockedOut)
    }
    func ambient(_ sigma: Double, _ opacity: Double) -> Shadow {
      Shadow(
        sigma: max(sigma, 0), opacity: opacity, color: ambientColor, kernel: kernel,
        isKnockedOut: true)
    }
    let e = value
    switch model {
    case .radius:
      return [key(e, 0, 0.33)]
    case .offset:
      return [key(e, e, 0.33)]
    case .dual:
      return [key(e, e, 0.33), ambient(e, 0.11)]
    case .mdc:
      guard e > 0 else { return [] }
      return [
        key(0.666920 * e - 0.001648, 1.23118 * e - 0.03933, 0.26, isCut: true),
        ambient(0.889544 * e - 0.003701, 0.08),
      ]
    case .materialWeb:
      guard e > 0 else { return [] }
      let opacities = [
        MaterialWebElevation.umbraOpacity, MaterialWebElevation.penumbraOpacity,
        MaterialWebElevation.ambientOpacity,
      ]
      return zip(MaterialWebElevation.layers(at: e), opacities).enumerated().map { index, layer in
        Shadow(
          sigma: layer.0.blur / 2, offset: Point(x: 0, y: layer.0.offset),
          spread: layer.0.spread, opacity: layer.1, color: index == 2 ? ambientColor : keyColor,
          kernel: kernel, isKnockedOut: isKnockedOut)
      }
    }
  }
}
