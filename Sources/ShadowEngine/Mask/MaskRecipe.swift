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
    var isKnockedOut: Bool
  }

  /// How layers become one alpha.
  enum Rule: Hashable, Sendable {
    /// `clip * (1 - product(1 - alpha_i * blurred_i * k_i))`
    case outer
    /// `coverage(cell) * (1 - product(1 - alpha_i * (1 - blurred_i)))`
    case inset
    /// `alpha * (inside exactly one of the layer's two shapes)`
    case exclusive
  }

  var rule: Rule
  /// In paint order.
  var layers: [Layer]
  /// What knocks out, or what an inset shadow is clipped to.
  var cell: [FittedShape]
  /// A clip whose edges lie between pixels; one on whole pixels is applied to spans instead.
  var clip: FittedShape?
  /// The columns of the canvas, where the mask would have many more.
  var window: Range<Int>?
  /// Bytes a pixel of the mask, or nil for two-byte levels (see `AlphaRows.wideLevels`).
  var channels: Int?

  /// Enough of the recipe to tell those of a scene apart; equality looks at all of it.
  func hash(into hasher: inout Hasher) {
    hasher.combine(channels)
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

  /// The coverage of a shape times a number.
  static func coverage(_ shape: FittedShape, alpha: Double, channels: Int?) -> MaskRecipe {
    MaskRecipe(
      rule: .outer,
      layers: [
        Layer(
          shapes: [shape], content: nil, sigma: 0, kernel: .gaussian, alpha: alpha,
          isKnockedOut: false)
      ],
      cell: [], clip: nil, channels: channels)
  }
}
