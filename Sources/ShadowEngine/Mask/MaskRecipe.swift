internal import PenumbraGraphics

/// Everything that decides the bytes of a mask, and nothing else: the key of the mask bank.
///
/// Lengths are pixels from a whole pixel near the shapes, so that what lies alike is equal wherever
/// it is on the canvas.
struct MaskRecipe: Hashable, Sendable {
  /// A picture or a text whose alpha casts a shadow, by its number in the plan, and where its box
  /// lies once it is moved.
  struct Content: Hashable, Sendable {
    var number: Int
    var left: Double
    var top: Double
    var width: Int
    var height: Int
  }

  /// One blurred shape, the union of several, or content.
  struct Layer: Hashable, Sendable {
    var shapes: [FittedShape]
    var content: Content?
    var sigma: Double
    var kernel: BlurKernel
    var alpha: Double
  }

  /// How layers become one alpha.
  ///
  /// The first three are of masks of flat paint. They leave the pixels on the cell's edge, those that it
  /// touches and does not cover wholly, to a mask of the other rules (see `EdgeRows`).
  enum Rule: Hashable, Sendable {
    /// `1 - product(1 - alpha_i * blurred_i)` in pixels that the cell does not touch.
    case outer
    /// `1 - product(1 - alpha_i * (1 - blurred_i))` in pixels that the cell covers wholly.
    case inset
    /// The alpha of its one layer in pixels that the cell covers wholly.
    case interior
    /// `1 - product(1 - alpha_i * mean_i)`: means over what mask and clip leave of the part. An inset
    /// shadow's mean is that of 1 - blurred.
    case mean(PixelPart.Side, isInset: Bool)
    /// The area that the mask leaves of the part.
    case area(PixelPart.Side)
    /// The clip's share of that area.
    case share(PixelPart.Side)
    /// Of a union of coverage c, `1 - (1 - c) / (1 - g)`, g being the sum of the layers' `alpha_i *
    /// blurred_i`.
    case taken
    /// Likewise `(c - g) / (1 - g)`.
    case left
  }

  var rule: Rule
  /// In paint order.
  var layers: [Layer]
  /// What knocks out, or what an inset shadow is clipped to.
  var cell: [FittedShape]
  /// Of the other rules: whether the mask has only the pixels on the cell's edge.
  var isRim = false
  /// A position mask whose edges lie between pixels; one on whole pixels is applied to spans instead.
  var clip: FittedShape?
  /// What the mask of a cell shows.
  var mask: PixelPart.Window?
  /// The columns of the canvas, where the mask would have many more.
  var window: Range<Int>?
  /// Bytes a pixel of the mask, or nil for two-byte levels (see `AlphaRows.wideLevels`).
  var channels: Int?

  /// Enough of the recipe to tell those of a scene apart; equality looks at all of it.
  func hash(into hasher: inout Hasher) {
    hasher.combine(channels)
    hasher.combine(rule)
    hasher.combine(isRim)
    for layer in layers {
      hasher.combine(layer.sigma)
      hasher.combine(layer.alpha)
      hasher.combine(layer.content)
      if let shape = layer.shapes.first {
        hasher.combine(shape.left)
        hasher.combine(shape.top)
        hasher.combine(shape.right)
        hasher.combine(shape.bottom)
        hasher.combine(shape.topLeft.radius)
      }
    }
  }

  /// The coverage of a shape times a number; where it `isInterior`, of whole pixels only.
  static func coverage(
    _ shape: FittedShape, alpha: Double, isInterior: Bool = false, channels: Int?
  ) -> MaskRecipe {
    MaskRecipe(
      rule: isInterior ? .interior : .outer,
      layers: [
        Layer(
          shapes: isInterior ? [] : [shape], content: nil, sigma: 0, kernel: .gaussian,
          alpha: alpha)
      ],
      cell: isInterior ? [shape] : [], clip: nil, channels: channels)
  }

  /// Whether the mask is one of the edge's parts rather than of flat paint.
  var isOfParts: Bool {
    switch rule {
    case .outer, .inset, .interior: false
    case .mean, .area, .share, .taken, .left: true
    }
  }

  /// Whether layers are blurred casters; of the other rules they are none, or coverage.
  var isOfShadows: Bool {
    switch rule {
    case .outer, .inset, .interior, .mean: true
    case .area, .share, .taken, .left: false
    }
  }

  /// Whether the mask reaches no farther than the cell.
  var isBoundByCell: Bool {
    switch rule {
    case .outer: false
    case .inset, .interior, .mean(.inside, _), .area(.inside), .share(.inside), .taken, .left: true
    case .mean(.outside, _), .area(.outside), .share(.outside): isRim
    }
  }

  /// Whether what the cell covers counts.
  var needsCell: Bool { rule != .outer || !cell.isEmpty }
}
