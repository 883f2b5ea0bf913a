public import PenumbraGraphics

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
  public var dither: Dither
  /// In paint order.
  public var items: [DisplayItem]

  /// A list of items on a canvas.
  public init(
    width: Int, height: Int, background: Paint, dither: Dither = .none,
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
