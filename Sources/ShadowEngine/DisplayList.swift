public import Scene

/// Bitmaps that the engine cannot make itself: text and images, in device pixels.
///
/// The engine never sees libvips; the pipeline supplies these. Calls come from several threads.
public protocol ContentSource: Sendable {
  /// The coverage of a text, cut to its box. Deterministic for one set of fonts.
  func coverage(of label: LabelRequest) throws -> CoverageBitmap
  /// The image scaled to exactly `request.width` x `request.height` pixels.
  func pixels(of image: ImageRequest) throws -> PixelBitmap
}

/// A text to be drawn, in device pixels.
public struct LabelRequest: Hashable, Sendable {
  /// Never markup.
  public var text: String
  /// Font size in pixels.
  public var sizePixels: Double
  /// CSS font weight, 1...1000.
  public var weight: Int
  /// Where lines start.
  public var alignment: Label.Alignment
  /// Whether leading is right.
  public var isRightToLeft: Bool
  /// The largest number of lines; 0 is no limit.
  public var lines: Int
  /// Pixels across of the box the text must fit.
  public var width: Int
  /// In whole pixels.
  public var height: Int

  /// A request for one text.
  public init(
    text: String, sizePixels: Double, weight: Int, alignment: Label.Alignment,
    isRightToLeft: Bool, lines: Int, width: Int, height: Int
  ) {
    self.text = text
    self.sizePixels = sizePixels
    self.weight = weight
    self.alignment = alignment
    self.isRightToLeft = isRightToLeft
    self.lines = lines
    self.width = width
    self.height = height
  }
}

/// An image to be drawn, in device pixels.
public struct ImageRequest: Hashable, Sendable {
  /// As the scene wrote it; the content source resolves it against the scene's folder.
  public var path: String
  /// The folder of the scene file that named it.
  public var folder: String
  /// How the image meets the box.
  public var mode: ImagePaint.Mode
  /// In whole pixels.
  public var width: Int
  /// In whole pixels.
  public var height: Int

  /// A request for one image.
  public init(path: String, folder: String, mode: ImagePaint.Mode, width: Int, height: Int) {
    self.path = path
    self.folder = folder
    self.mode = mode
    self.width = width
    self.height = height
  }
}

/// Coverage, one byte a pixel (255 is full), rows top to bottom without padding.
public struct CoverageBitmap: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// `width * height` of them.
  public let bytes: [UInt8]

  /// `bytes.count` must be `width * height`.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height, "coverage bytes do not match the size")
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// Premultiplied RGBA, four bytes a pixel, rows top to bottom without padding.
public struct PixelBitmap: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// `width * height * 4` of them.
  public let bytes: [UInt8]

  /// `bytes.count` must be `width * height * 4`.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "pixel bytes do not match the size")
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// An 8-bit sRGB-encoded colour without alpha.
public struct RGB8: Hashable, Sendable {
  /// 0...255.
  public var red: UInt8
  /// 0...255.
  public var green: UInt8
  /// 0...255.
  public var blue: UInt8

  /// A colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// What the bands are composed from: every item in device pixels, in paint order.
///
/// ## What is drawn, to the last bit
///
/// The canvas holds 8-bit sRGB-encoded values, premultiplied by alpha. Every operation rounds once,
/// halves up: `round(v) = floor(v + 0.5)`, `div255(n) = round(n / 255)`.
///
/// - *Coverage* of a shape at a pixel is the exact share of the pixel's square inside it.
/// - *Flat paint* (solid fills, shadows, text): with `a8 = round(255 * a)`, where a is the product
///   of coverage, colour alpha, opacity and clip, each channel becomes
///   `div255(c * a8 + d * (255 - a8))`; for the alpha channel c is 255.
/// - *Varied paint* (gradients, images): the source's premultiplied value times coverage is rounded
///   to 8 bits, s, and each channel becomes `s + div255(d * (255 - sa))`. A gradient is evaluated
///   at the pixel's centre and rounded once with its coverage: `s = round(255 * p * coverage)`. An
///   image's bytes are `s = div255(p * round(255 * coverage))`.
/// - *Outer shadows* are painted below the fill, last to first. Neighbours in that order that share
///   one RGB8 are one mask: `a = clip * (1 - product(1 - a_i * alpha_i * k_i))`, where `a_i` is the
///   blurred shape, `alpha_i` colour alpha times opacity, `k_i` is 1 - coverage(cell) when the
///   shadow is knocked out, else 1; clip is the coverage of the position mask, 1 without one.
/// - *Inset shadows* are painted above the fill, last to first, likewise merged:
///   `a = coverage(cell) * (1 - product(1 - alpha_i * (1 - hole_i)))`, hole being the cell's box
///   shrunk by spread, moved by offset, blurred.
/// - *Order in a cell*: outer shadows, fill, inset shadows, label, overlay.
/// - *Group*: a cell with `opacity` below 1 or a mask is drawn on transparent black first, then
///   each pixel p becomes `s = div255(p * round(255 * opacity * maskCoverage))` and is painted over
///   as varied paint.
/// - *Union shadow*: a_i of a layer is the blurred indicator of the union of the shapes, k_i is one
///   minus the union's coverage.
/// - *Ordered dither*: shadows round by a threshold T(x, y) that depends on the pixel alone instead
///   of halves up: with a in units of 1/32640, each channel becomes `floor(c * a + d * (1 - a) + T)`.
///   The thresholds are those of Bayer's 8 x 8 matrix, (k + 1/2) / 64, and merged shadows take turns
///   with a second matrix whose bits are reversed, so that the mean stays where shadows overlap:
///   in paint order, whether they are seen or not, but for those of cells of opacity 0.
/// - *Leaving*: an opaque canvas leaves as RGB. Any other leaves with straight alpha,
///   `c = (255 * p + a / 2) / a` in integers, at most 255; where a is 0 all channels are 0.
public struct DisplayList: Sendable {
  /// Whole device pixels.
  public var width: Int
  /// Whole device pixels.
  public var height: Int
  /// What the canvas is filled with first.
  public var background: Paint
  /// How the last bit of a ramp is decided.
  public var dither: Canvas.Dither
  /// In paint order.
  public var items: [DisplayItem]

  /// A list of items on a canvas.
  public init(
    width: Int, height: Int, background: Paint, dither: Canvas.Dither = .none,
    items: [DisplayItem] = []
  ) {
    self.width = width
    self.height = height
    self.background = background
    self.dither = dither
    self.items = items
  }
}

/// One step of painting.
public enum DisplayItem: Sendable {
  /// A cell with its shadows, fill, label and overlay.
  case cell(DisplayCell)
  /// The shadow of several cells, painted below them.
  case unionShadow(UnionShadow)
}

/// One shadow in device pixels.
public struct ShadowLayer: Hashable, Sendable {
  /// What casts it.
  public enum Caster: Hashable, Sendable {
    /// A shape with offset and spread applied; for an inset shadow, the hole. A shape that negative
    /// spread (or, for a hole, positive spread) shrank to nothing has zero width or height.
    case shape(RoundedRect)
    /// The alpha of the cell's own image, or of its label where it has no image, moved by this.
    case content(offset: Point)
  }

  /// Where the shadow comes from.
  public var caster: Caster
  /// The standard deviation of the blur; 0 is a sharp shadow.
  public var sigmaPixels: Double
  /// Which blur is meant.
  public var kernel: BlurKernel
  /// Without its alpha.
  public var color: RGB8
  /// Colour alpha times opacity, 0...1.
  public var alpha: Double
  /// Whether it falls into the cell, around the hole.
  public var isInset: Bool
  /// Whether the cell's own shape is cut out of it.
  public var isKnockedOut: Bool

  /// One shadow.
  public init(
    caster: Caster, sigmaPixels: Double, kernel: BlurKernel, color: RGB8, alpha: Double,
    isInset: Bool, isKnockedOut: Bool
  ) {
    self.caster = caster
    self.sigmaPixels = sigmaPixels
    self.kernel = kernel
    self.color = color
    self.alpha = alpha
    self.isInset = isInset
    self.isKnockedOut = isKnockedOut
  }
}

/// What fills a cell's shape, in device terms.
public enum DisplayFill: Hashable, Sendable {
  /// A colour and its alpha.
  case flat(RGB8, alpha: Double)
  /// Over the unit square of the cell's box.
  case gradient(Gradient)
  /// Drawn with its top-left pixel at (x, y), at most as large as the cell's box rounded out.
  case image(ImageRequest, x: Int, y: Int)
}

/// A text placed on whole pixels.
public struct DisplayLabel: Hashable, Sendable {
  /// The text and the box that its bitmap fills.
  public var request: LabelRequest
  /// The bitmap's left column.
  public var x: Int
  /// The bitmap's top row.
  public var y: Int
  /// Without its alpha.
  public var color: RGB8
  /// The colour's alpha, 0...1.
  public var alpha: Double

  /// A text at its place.
  public init(request: LabelRequest, x: Int, y: Int, color: RGB8, alpha: Double) {
    self.request = request
    self.x = x
    self.y = y
    self.color = color
    self.alpha = alpha
  }
}

/// The mask over a whole cell, in device pixels.
public struct DisplayMask: Hashable, Sendable {
  /// In canvas pixels.
  public var shape: RoundedRect
  /// What of the mask and the cell shows.
  public var rule: Mask.Rule

  /// A mask of one shape.
  public init(shape: RoundedRect, rule: Mask.Rule) {
    self.shape = shape
    self.rule = rule
  }
}

/// A cell in device pixels.
public struct DisplayCell: Sendable {
  /// What is filled, and what knocks shadows out.
  public var shape: RoundedRect
  /// First is on top.
  public var shadows: [ShadowLayer]
  /// The position mask: what of the outer shadows may show.
  public var clip: Rect?
  /// nil leaves the shape unfilled.
  public var fill: DisplayFill?
  /// Painted above the inset shadows.
  public var label: DisplayLabel?
  /// Painted above the label, clipped to the shape.
  public var overlay: Gradient?
  /// Over the whole cell, its shadows included.
  public var mask: DisplayMask?
  /// Of the whole cell as one group, 0...1.
  public var opacity: Double

  /// A cell; what is left out is not painted.
  public init(
    shape: RoundedRect, shadows: [ShadowLayer] = [], clip: Rect? = nil, fill: DisplayFill? = nil,
    label: DisplayLabel? = nil, overlay: Gradient? = nil, mask: DisplayMask? = nil,
    opacity: Double = 1
  ) {
    self.shape = shape
    self.shadows = shadows
    self.clip = clip
    self.fill = fill
    self.label = label
    self.overlay = overlay
    self.mask = mask
    self.opacity = opacity
  }
}

/// Shadows cast by the union of several shapes.
public struct UnionShadow: Sendable {
  /// One shadow: its casters, with offset and spread applied, and how it is painted.
  public struct Layer: Sendable {
    /// In canvas pixels.
    public var casters: [RoundedRect]
    /// The standard deviation of the blur; 0 is a sharp shadow.
    public var sigmaPixels: Double
    /// Which blur is meant.
    public var kernel: BlurKernel
    /// Without its alpha.
    public var color: RGB8
    /// Colour alpha times opacity, 0...1.
    public var alpha: Double
    /// Whether the union of the cells' shapes is cut out of it.
    public var isKnockedOut: Bool

    /// One shadow of the union.
    public init(
      casters: [RoundedRect], sigmaPixels: Double, kernel: BlurKernel, color: RGB8, alpha: Double,
      isKnockedOut: Bool
    ) {
      self.casters = casters
      self.sigmaPixels = sigmaPixels
      self.kernel = kernel
      self.color = color
      self.alpha = alpha
      self.isKnockedOut = isKnockedOut
    }
  }

  /// The cells themselves, for the knock-out.
  public var shapes: [RoundedRect]
  /// First is on top.
  public var layers: [Layer]

  /// The shadows of one union.
  public init(shapes: [RoundedRect], layers: [Layer]) {
    self.shapes = shapes
    self.layers = layers
  }
}
